// Plans as TOML, one piece for each. What is written and read is stated in one table of fields.
#include "tune/wisdom_text.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <string_view>

#include "base/checksum.hpp"
#include "machine/toml_values.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline tuning {

namespace {

constexpr std::string_view opening = "[[plan]]";
constexpr std::string_view format_key = "format = ", check_key = "check = ";
const std::vector<std::string> efforts = {"measure", "exhaustive"};  // the better ones last

struct TextField {
  const char* name;
  bool may_be_empty;
  std::string& (*of)(WisdomEntry& entry);
};
constexpr std::array<TextField, 9> text_fields = {{
    {"problem", false, [](WisdomEntry& e) -> std::string& { return e.key.problem; }},
    {"nodes", false, [](WisdomEntry& e) -> std::string& { return e.key.nodes; }},
    {"computer", false, [](WisdomEntry& e) -> std::string& { return e.key.computer; }},
    {"mpi", false, [](WisdomEntry& e) -> std::string& { return e.key.mpi; }},
    {"weft", false, [](WisdomEntry& e) -> std::string& { return e.key.weft; }},
    {"fft_versions", true, [](WisdomEntry& e) -> std::string& { return e.fft_versions; }},
    {"date", true, [](WisdomEntry& e) -> std::string& { return e.date; }},
    {"effort", false, [](WisdomEntry& e) -> std::string& { return e.effort; }},
    {"choice", false, [](WisdomEntry& e) -> std::string& { return e.choice; }},
}};

// What is wrong with the values, in words; "" if nothing.
std::string complaint_about(WisdomEntry entry) {
  for (const TextField& field : text_fields)
    if (!field.may_be_empty && field.of(entry).empty()) return std::string(field.name) + " is empty";
  if (!rank_of_effort(entry.effort)) return "effort is '" + entry.effort + "', not one of " + join(efforts);
  if (!(std::isfinite(entry.seconds) && entry.seconds > 0)) return "seconds is not a positive number";
  if (entry.n_measured <= 0) return "n_measured is not a positive number";
  return "";
}

// A text of several lines. A bracket at the start of a line would look like the next plan.
std::string quoted_lines(const std::string& text) {
  std::string result = "\"\"";
  for (const char c : in_quotes("\n" + text, true)) result += c == '[' ? "\\u005B" : std::string(1, c);
  return result + "\"\"";
}

std::string_view first_line_of(std::string_view text) { return text.substr(0, text.find('\n')); }

// One past the end of the line that begins at `at`.
std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

bool opens_plan(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line.substr(first).starts_with(opening);
}

// The number in the second line; 0 if there is none.
int format_of(std::string_view text) {
  const std::string_view line = first_line_of(text.substr(next_line(text, 0)));
  return line.starts_with(format_key) ? parse_positive(std::string(line.substr(format_key.size()))) : 0;
}

// Where the line of the checksum begins, if that checksum is right.
std::optional<std::size_t> position_of_check(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at = next_line(text, at)) {
    const std::string_view line = first_line_of(text.substr(at));
    if (!line.starts_with(check_key)) continue;
    if (line.substr(check_key.size()) == '"' + checksum(text.substr(0, at)) + '"') return at;
  }
  return std::nullopt;
}

// Throws toml::parse_error, or Error with what is wrong.
WisdomEntry parse_plan(std::string_view text) {
  const toml::table file = toml::parse(text);
  const toml::node_view plan = file["plan"][0];
  WisdomEntry entry;
  for (const TextField& field : text_fields) {
    const auto value = plan[field.name].value_exact<std::string>();
    if (!value) fail(std::string(field.name) + " is not there or not a text");
    field.of(entry) = *value;
  }
  entry.seconds = plan["seconds"].value_exact<double>().value_or(0);
  const auto n_measured = plan["n_measured"].value_exact<std::int64_t>().value_or(0);
  entry.n_measured = static_cast<int>(std::clamp<std::int64_t>(n_measured, 0, INT_MAX));
  entry.fftw = plan["fftw"].value_or(std::string());
  if (const std::string complaint = complaint_about(entry); !complaint.empty()) fail(complaint);
  return entry;
}

}  // namespace

const char* const wisdom_head =
    "# Plans that weft found by measuring, and uses again (doc/wisdom.md).\n"
    "# To tune again, delete a plan with all its lines, or this file. A plan with a changed line is "
    "ignored.\n";

std::vector<WisdomPiece> pieces_of(const std::string& text) {
  std::vector<WisdomPiece> pieces(1);
  int line_number = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = next_line(text, at);
    const std::string line = text.substr(at, end - at);
    if (opens_plan(line)) pieces.push_back({"", line_number});
    pieces.back().text += line;
    at = end;
    ++line_number;
  }
  return pieces;
}

WisdomReading read_plan(const std::string& text) {
  WisdomReading reading;
  const int format = format_of(text);
  if (format != 0 && format != wisdom_format) {
    reading.other_format = format;
    return reading;
  }
  const auto check = format == 0 ? std::nullopt : position_of_check(text);
  if (!check) {
    reading.damage = "its lines were cut or changed";
    return reading;
  }
  const std::size_t end = next_line(text, *check);
  try {
    reading.entry = parse_plan(std::string_view(text).substr(0, end));
    reading.rest = text.substr(end);
  } catch (const toml::parse_error& error) {
    reading.damage = std::string(error.description());
  } catch (const Error& error) {
    reading.damage = error.what();
  }
  return reading;
}

bool has_strays(const std::string& rest) {
  for (std::size_t at = 0; at < rest.size(); at = next_line(rest, at)) {
    const std::string_view line = first_line_of(std::string_view(rest).substr(at));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') return true;
  }
  return false;
}

int n_lines_of(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::string to_text(const WisdomEntry& entry) {
  WisdomEntry values = entry;
  const auto refuse = [](const std::string& why) { fail("this plan cannot be kept as wisdom: " + why); };
  if (const std::string complaint = complaint_about(entry); !complaint.empty()) refuse(complaint);
  std::string text =
      std::string(opening) + "\n" + std::string(format_key) + std::to_string(wisdom_format) + "\n";
  for (const TextField& field : text_fields)
    text += std::string(field.name) + " = " + in_quotes(field.of(values)) + "\n";
  text += "seconds = " + toml_values::written(entry.seconds) +
          "\nn_measured = " + std::to_string(entry.n_measured) + "\n";
  if (!entry.fftw.empty()) text += "fftw = " + quoted_lines(entry.fftw) + "\n";
  text += std::string(check_key) + '"' + checksum(text) + "\"\n";
  const WisdomReading again = read_plan(text);
  if (again.entry != entry) refuse(again.damage.empty() ? "its texts are not UTF-8" : again.damage);
  return text;
}

std::optional<int> rank_of_effort(const std::string& effort) {
  const auto at = std::find(efforts.begin(), efforts.end(), effort);
  if (at == efforts.end()) return std::nullopt;
  return static_cast<int>(at - efforts.begin());
}

}  // namespace weft::inline tuning
