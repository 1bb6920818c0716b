// What one run simulates, from the words of the command line.
#include "case.hpp"

#include <algorithm>
#include <charconv>

#include "exchange/exchange.hpp"
#include "weft/words.hpp"

namespace simulate {
namespace {

[[noreturn]] void fail(const std::string& message) {
  throw weft::Error(weft::ErrorCode::invalid_argument, message);
}

weft::Extents parse_shape(const std::string& text) {
  weft::Extents shape;
  for (const std::string& length : weft::split(text, 'x')) shape.push_back(weft::parse_positive(length));
  if (shape.empty() || std::find(shape.begin(), shape.end(), 0) != shape.end())
    fail("--shape is '" + text + "'; give whole numbers greater than 0, such as 512x512x512");
  return shape;
}

Network parse_network(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& part : weft::split(text, ',')) {
    double number = 0;
    const char* end = part.data() + part.size();
    const auto [read, error] = std::from_chars(part.data(), end, number);
    if (error != std::errc{} || read != end || !(number > 0)) break;
    numbers.push_back(number);
  }
  if (numbers.size() != 4)
    fail("--network is '" + text +
         "'; give four numbers greater than 0: seconds and bytes in a second between nodes, then within one");
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

// Rows that a simulation has: no shared memory between processes, no collective of MPI 4, no overlap.
void check_exchange(const std::string& exchange) {
  std::vector<std::string> known;
  for (const weft::ExchangeRow& row : weft::exchange_table())
    if (row.window_group == nullptr && weft::why_missing(row).empty()) known.push_back(row.name);
  if (std::find(known.begin(), known.end(), exchange) == known.end())
    fail("exchange=" + exchange +
         " cannot be simulated (shared windows, MPI 4 and strips are missing); use one of " +
         weft::join(known));
}

}  // namespace

Case parse(int n_words, char** words) {
  Case c;
  const auto value = [&](int& i) -> std::string {
    if (i + 1 >= n_words) fail(std::string(words[i]) + " wants a value");
    return words[++i];
  };
  for (int i = 1; i < n_words; ++i) {
    const std::string word = words[i];
    if (word == "--shape") {
      c.problem.shape = parse_shape(value(i));
    } else if (word == "--transform" || word == "--precision") {
      weft::set(c.problem, word.substr(2), value(i));
    } else if (word == "--set") {
      const std::string setting = value(i);
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) fail("--set is '" + setting + "'; give KEY=VALUE");
      const std::string key = setting.substr(0, equals);
      if (key == "choice" || key == "backend" || key == "tune" || key == "arrays" || key == "threads")
        fail("--set " + key + " has no place in a simulation; use grid and exchange");
      c.options.set(key, setting.substr(equals + 1));
    } else if (word == "--machine") {
      c.machine = value(i);
    } else if (word == "--network") {
      c.network = parse_network(value(i));
    } else if (word == "--predict") {
      const std::string text = value(i);
      const std::vector<std::string> numbers = weft::split(text, ':');
      c.predict_processes = numbers.size() == 2 ? weft::parse_positive(numbers[0]) : 0;
      c.predict_per_node = numbers.size() == 2 ? weft::parse_positive(numbers[1]) : 0;
      if (c.predict_processes == 0 || c.predict_per_node == 0)
        fail("--predict is '" + text + "'; give processes and those of a node, such as 256:16");
    } else if (word == "--data") {
      c.data = true;
    } else if (word == "--repeats") {
      const std::string text = value(i);
      c.repeats = weft::parse_positive(text);
      if (c.repeats == 0) fail("--repeats is '" + text + "'; give a whole number greater than 0");
    } else if (word == "--json") {
      c.json = value(i);
    } else {
      fail("there is no option '" + word + "'\n" + usage);
    }
  }
  if (c.predict_processes > 0 && !c.network) fail("--predict wants a --network");
  if (c.problem.shape.empty()) fail(std::string("--shape is missing\n") + usage);
  if (c.problem.transform != weft::Transform::c2c && c.problem.transform != weft::Transform::r2c)
    fail("--transform is '" + weft::get(c.problem, "transform") + "'; simulations are of c2c and r2c");
  weft::check(c.problem);
  check_exchange(c.options.get("exchange"));
  c.options.set("backend", "native");
  return c;
}

}  // namespace simulate
