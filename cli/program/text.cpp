// Parsing of the small languages of the command line. Nothing is adjusted silently: what cannot be
// read is an error that shows the text and how it should look.
#include "program/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace weft::cli {

namespace {

constexpr Index most_power = 64, most_processes = 1 << 24;
constexpr std::size_t most_counts = 10000;

// Whole numbers from `least` on between separators; empty if `text` is anything else.
std::vector<Index> parse_numbers(const std::string& text, char separator, Index least) {
  std::vector<Index> numbers;
  for (const std::string& part : split(text, separator)) {
    Index value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size() || value < least) return {};
    numbers.push_back(value);
  }
  return numbers;
}

}  // namespace

Extents parse_lengths(const std::string& option, const std::string& text) {
  Extents lengths;
  for (const std::string& part : split(text, 'x')) {
    const Extents power = parse_numbers(part, '^', 1);  // a length, and how many axes have it
    const bool is_right = power.size() == 1 || (power.size() == 2 && power[1] <= most_power);
    if (!is_right) {
      lengths.clear();
      break;
    }
    lengths.insert(lengths.end(), static_cast<std::size_t>(power.size() == 2 ? power[1] : 1), power[0]);
  }
  if (!lengths.empty()) return lengths;
  fail(
      fmt::format("{}: \"{}\" is not a list of lengths; write it like 256x256x129, or 256^3 for "
                  "256x256x256",
                  option, text));
}

std::vector<int> parse_counts(const std::string& option, const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    fail(
        fmt::format("{}: \"{}\" {}; write it like 16, 1,2,6, 1:1024 (1, 2, 4, ..., 1024) or 4:32:4 (4, 8, "
                    "12, ..., 32)",
                    option, text, why));
  };
  std::set<int> counts;
  if (text.empty() || text.back() == ',') refuse("is not a list of numbers of processes");
  for (const std::string& part : split(text, ',')) {
    const Extents range = parse_numbers(part, ':', 1);
    if (range.empty() || range.size() > 3) refuse("is not a list of numbers of processes");
    const Index begin = range[0], end = range.size() > 1 ? range[1] : begin;
    if (end < begin) refuse("goes down");
    if (end > most_processes)
      refuse(fmt::format("has a number above {}, the most that can be asked for", most_processes));
    for (Index n = begin; n <= end; n = range.size() == 3 ? n + range[2] : 2 * n) {
      counts.insert(static_cast<int>(n));
      if (counts.size() > most_counts)
        refuse(fmt::format("has more than {} numbers; use larger steps", most_counts));
    }
  }
  return {counts.begin(), counts.end()};
}

Axes parse_axes(const std::string& option, const std::string& text) {
  const std::vector<Index> numbers = parse_numbers(text, ',', 0);
  if (!numbers.empty() && *std::max_element(numbers.begin(), numbers.end()) < 64)
    return Axes(numbers.begin(), numbers.end());
  fail(
      fmt::format("{}: \"{}\" is not a list of axes; count them from 0 and write it like 0,2", option, text));
}

std::string hint_for(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "";
  const std::string found = nearest(word, known);
  return fmt::format("; did you mean {}{}? (known: {})", found, remark_on(word, found), join(known));
}

std::string known_word(const std::string& what, const std::string& word,
                       const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  fail(fmt::format("{}: there is no {}{}", what, word.empty() ? "\"\"" : word, hint_for(word, known)));
}

std::string quoted(const std::string& word) {
  const bool is_plain = !word.empty() && word.find_first_not_of(
                                             "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=./,:@%") == std::string::npos;
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string count_text(Index n, const std::string& one, const std::string& several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}

std::string processes_text(Index n) { return count_text(n, "process", "processes"); }

std::string size_text(Index bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < Index{1} << 20) return fmt::format("{} KiB", bytes >> 10);
  return fmt::format("{} MiB", bytes >> 20);
}

}  // namespace weft::cli
