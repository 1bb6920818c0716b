// Lists of numbers, judged.
#include "lists.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "program/text.hpp"
#include "request.hpp"
#include "weft/weft.hpp"

namespace weft::lab {

std::vector<int> numbers_of(const std::string& option, const std::string& text, int least,
                            const std::string& example) {
  std::vector<int> numbers;
  for (const std::string& part : split(text, ',')) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size() || value < least)
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: \"{}\" is not a list of whole numbers from {} on; write it like {}",
                              option, text, least, example));
    numbers.push_back(value);
  }
  return numbers;
}
std::vector<int> process_counts(const std::string& list, int n_processes) {
  std::set<int> counts{1};
  if (list.empty()) {
    for (int n = 1; n < n_processes; n *= 2) counts.insert(n);
    counts.insert(n_processes);
  } else {
    for (const int n : numbers_of("--processes", list, 1, "1,2,4")) counts.insert(n);
  }
  if (*counts.rbegin() > n_processes)
    throw Error(ErrorCode::invalid_argument,
                fmt::format("--processes {}: {} processes are asked for, and {} were started; start more of "
                            "them (weft-run -n {})",
                            list, *counts.rbegin(), n_processes, *counts.rbegin()));
  return {counts.begin(), counts.end()};
}

}  // namespace weft::lab
