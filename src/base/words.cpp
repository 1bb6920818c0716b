// Words by their distance, numbers by the shortest text that is read as the same one.
#include "weft/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "weft/error.hpp"

namespace weft {

namespace {

// What other libraries and programs call it, and what is to be said of ours beside the word.
struct OtherWord {
  const char *other, *ours, *remark;
};
constexpr std::array other_words{
    OtherWord{"float32", "single", ""},
    OtherWord{"complex64", "single", ""},
    OtherWord{"float", "single", ""},
    OtherWord{"float64", "double", ""},
    OtherWord{"complex128", "double", ""},
    OtherWord{"c2r", "r2c", ", whose backward transform it is"},
    OtherWord{"dtype", "precision", ", beside the transform: r2c of real points, c2c of complex ones"},
    OtherWord{"padding", "kept", ", the points of the coarser grid whose modes are kept"},
    OtherWord{"slab", "grid", ", which is one number for slabs: that of the processes"},
};

int lower(char c) { return std::tolower(static_cast<unsigned char>(c)); }

// Levenshtein distance, one row of the table at a time; a and A are the same.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string nearest_of(const std::string& word, const std::vector<std::string>& known) {
  const std::string found = nearest(word, known);
  return "; the nearest is '" + found + "'" + remark_on(word, found) + " (known: " + join(known) + ")";
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "";
  const std::string dashes = word.substr(0, std::min(word.find_first_not_of('-'), word.size()));
  for (const OtherWord& row : other_words)
    if (word == dashes + row.other && std::find(known.begin(), known.end(), dashes + row.ours) != known.end())
      return dashes + row.ours;
  return *std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(word, a) < edit_distance(word, b);
  });
}

std::string remark_on(const std::string& word, const std::string& nearest) {
  for (const OtherWord& row : other_words)
    if (word.ends_with(row.other) && nearest.ends_with(row.ours)) return row.remark;
  return "";
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += separator;
    text += words[i];
  }
  return text;
}

namespace {

template <class Number>
std::string join_numbers(const std::vector<Number>& numbers, std::string_view separator) {
  std::vector<std::string> words;
  for (Number number : numbers) words.push_back(std::to_string(number));
  return join(words, separator);
}

}  // namespace

std::string join(const std::vector<int>& numbers, std::string_view separator) {
  return join_numbers(numbers, separator);
}

std::string join(const std::vector<std::int64_t>& numbers, std::string_view separator) {
  return join_numbers(numbers, separator);
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value) >= 100 ? "%.0f" : "%.3g", value);
  return text;
}

std::string short_duration(double seconds) {
  if (!(seconds > 0)) return "0 s";
  if (seconds < 59.95) return short_number(seconds) + " s";
  struct Units {
    double least;  // seconds from which they are taken, as the smaller unit is rounded
    double large, small;
    const char *large_name, *small_name;
  };
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  constexpr std::array all{Units{day - minute / 2, day, hour, " d ", " h"},
                           Units{hour - 0.5, hour, minute, " h ", " min"},
                           Units{0, minute, 1, " min ", " s"}};
  const Units& units =
      *std::find_if(all.begin(), all.end(), [&](const Units& row) { return seconds >= row.least; });
  const double n_small = std::round(seconds / units.small), per_large = units.large / units.small;
  const auto whole = [](double x) { return exact_number(x); };
  return whole(std::floor(n_small / per_large)) + units.large_name + whole(std::fmod(n_small, per_large)) +
         units.small_name;
}

std::string exact_number(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string in_quotes(const std::string& text, bool keeps_lines) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if ((static_cast<unsigned char>(c) < ' ' && !(keeps_lines && c == '\n')) || c == '\x7f')
      result += {'\\', 'u', '0', '0', "01234567"[c / 16], "0123456789ABCDEF"[c % 16]};
    else
      result += c;
  }
  return result + '"';
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

const std::string& known_value(const std::string& what, const std::string& word,
                               const std::vector<std::string>& words) {
  for (const std::string& known : words)
    if (known == word) return known;
  fail(what + " does not take '" + word + "'" + nearest_of(word, words));
}

void fail_unknown(const std::string& what, const std::vector<std::string>& known, const std::string& word) {
  fail(what + " '" + word + "' is unknown" + nearest_of(word, known));
}

int parse_whole(const std::string& what, const std::string& text) {
  int value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    fail(what + " is '" + text + "'; give a whole number");
  return value;
}

int parse_positive(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value > 0 ? value : 0;
}

}  // namespace weft
