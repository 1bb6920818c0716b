// A machine model as TOML: single values in one table of fields, lists of measurements as one row each. The
// last line is a checksum of all above, so that a file that was cut at any place is known as such.
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <cmath>
#include <string_view>

#include "base/checksum.hpp"
#include "base/text.hpp"
#include "model/lookups.hpp"
#include "weft/calibration.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

constexpr int format = 1;
constexpr std::string_view check_key = "check = ";

constexpr const char* head =
    "# What this machine can do, measured by `weft calibrate`; estimates of plans are made from it.\n"
    "# Do not edit: a file with a changed line is ignored. To measure again: weft calibrate.\n";

// A line of the file that is wrong: what() says why.
struct BadLine : Error {
  BadLine(const toml::node* node, const std::string& why)
      : Error(ErrorCode::invalid_argument, why), line(node != nullptr ? node->source().begin.line : 0) {}
  toml::source_index line;  // 0: not known
};

// --- numbers and texts ---

// The shortest text that is read back as the same number, with a point or an exponent.
std::string exact(double value) {
  std::array<char, 32> digits{};
  const char* begin = digits.data();
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(begin, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if ((c >= 0 && c < ' ') || c == '\x7f')
      result += {'\\', 'u', '0', '0', "01234567"[c / 16], "0123456789ABCDEF"[c % 16]};
    else
      result += c;
  }
  return result + '"';
}

std::string written(const std::string& value) { return quoted(value); }
std::string written(bool value) { return value ? "true" : "false"; }
std::string written(double value) { return exact(value); }
std::string written(Index value) { return std::to_string(value); }
std::string written(int value) { return std::to_string(value); }
std::string written(Precision value) { return value == Precision::double_ ? "\"double\"" : "\"single\""; }

template <class T>
T exact_value(const toml::node& node, const char* expected) {
  const std::optional<T> value = node.value_exact<T>();
  if (!value) throw BadLine(&node, std::string("it should be ") + expected);
  return *value;
}

void read(const toml::node& node, std::string& value) { value = exact_value<std::string>(node, "a text"); }
void read(const toml::node& node, bool& value) { value = exact_value<bool>(node, "true or false"); }
void read(const toml::node& node, double& value) {
  value = exact_value<double>(node, "a number with a point or an exponent");
  if (!std::isfinite(value) || value <= 0) throw BadLine(&node, "it should be greater than 0, and finite");
}
void read(const toml::node& node, Index& value) {
  value = exact_value<std::int64_t>(node, "a whole number");
  if (value < 1) throw BadLine(&node, "it should be at least 1");
}
void read(const toml::node& node, int& value) {
  Index wide = 0;
  read(node, wide);
  if (wide > INT_MAX) throw BadLine(&node, "it is too large");
  value = static_cast<int>(wide);
}
void read(const toml::node& node, Precision& value) {
  const std::string text = exact_value<std::string>(node, "a text");
  if (text != "single" && text != "double") throw BadLine(&node, "it should be \"single\" or \"double\"");
  value = text == "double" ? Precision::double_ : Precision::single_;
}

// --- the fields, for writing and for reading ---

// Calls visit(name, comment, member) for every single value.
template <class Model, class Visit>
void for_each_value(Model& m, const Visit& visit) {
  visit("host", "on which process 0 ran", m.host);
  visit("kind", "of computer; others ignore this file", m.kind);
  visit("date", "", m.date);
  visit("weft", "version that measured; others ignore this file", m.weft_version);
  visit("mpi", "library; others ignore this file", m.mpi);
  visit("processes", "that took part", m.n_processes);
  visit("processes_per_node", "", m.processes_per_node);
  visit("quick", "few lengths and short measurements", m.quick);
  visit("oversubscribed", "more processes than processors", m.oversubscribed);
  visit("loaded", "other programs took time of the processors", m.loaded);
}

// Calls visit(name, comment, vector, members...) for every list.
template <class Model, class Visit>
void for_each_list(Model& m, const Visit& visit) {
  visit("lines", "backend, transform, precision, points, seconds of one line in cache", m.lines,
        &LineTime::backend, &LineTime::transform, &LineTime::precision, &LineTime::n, &LineTime::seconds);
  visit("copies",
        "processes copying at once on a node, bytes of both arrays, bytes per second of one process",
        m.copies, &CopyTime::n_processes, &CopyTime::working_set, &CopyTime::bytes_per_second);
  visit("sweeps",
        "processes sweeping at once on a node, backend, how lines lie, transform, precision, bytes of all "
        "arrays of a process, seconds over those of lines and copies alone",
        m.sweeps, &SweepTime::n_processes, &SweepTime::backend, &SweepTime::shape, &SweepTime::transform,
        &SweepTime::precision, &SweepTime::footprint, &SweepTime::ratio);
  visit("messages", "bytes, within a node, seconds one way, seconds while as large a one goes the other way",
        m.messages, &MessageTime::bytes, &MessageTime::same_node, &MessageTime::seconds,
        &MessageTime::both_ways);
  visit("exchanges", "processes, bytes from each to each, seconds", m.exchanges, &ExchangeTime::n_processes,
        &ExchangeTime::bytes_per_pair, &ExchangeTime::seconds);
  visit("barriers", "processes, seconds of MPI_Barrier", m.barriers, &MeetingTime::n_processes,
        &MeetingTime::seconds);
  visit("flags", "processes of a node, seconds of a round of flags in shared memory", m.flags,
        &MeetingTime::n_processes, &MeetingTime::seconds);
}

const toml::node& node_of(const toml::table& file, const char* name) {
  const toml::node* node = file.get(name);
  if (node == nullptr) throw BadLine(nullptr, std::string("there is no '") + name + "'");
  return *node;
}

const toml::array& array_of(const toml::node& node) {
  if (!node.is_array()) throw BadLine(&node, "it should be a list");
  return *node.as_array();
}

template <class Row, class... Members>
Row row_of(const toml::node& node, Members... members) {
  const toml::array& values = array_of(node);
  if (values.size() != sizeof...(members))
    throw BadLine(&node, "it should have " + std::to_string(sizeof...(members)) + " values");
  Row row;
  std::size_t i = 0;
  (read(values[i++], row.*members), ...);
  return row;
}

MachineModel model_of(const toml::table& file) {
  MachineModel model;
  for_each_value(model,
                 [&](const char* name, const char*, auto& value) { read(node_of(file, name), value); });
  for (const toml::node& line : array_of(node_of(file, "why"))) read(line, model.why.emplace_back());
  for_each_list(model, [&](const char* name, const char*, auto& list, auto... members) {
    using Row = typename std::decay_t<decltype(list)>::value_type;
    for (const toml::node& row : array_of(node_of(file, name))) list.push_back(row_of<Row>(row, members...));
  });
  for (const LineTime& line : model.lines)
    if (!is_measured_transform(line.transform))
      throw BadLine(file.get("lines"), "there is no transform '" + line.transform + "'");
  return model;
}

// Whether the last line is a checksum of all lines above.
bool is_whole(const std::string& text) {
  if (!text.ends_with('\n')) return false;
  const std::size_t end_above = text.rfind('\n', text.size() - 2);
  if (end_above == std::string::npos) return false;
  const std::string_view above = std::string_view(text).substr(0, end_above + 1);
  return text.substr(above.size()) == std::string(check_key) + '"' + checksum(above) + "\"\n";
}

std::string damage(std::size_t line, const std::string& why) {
  return "is damaged" + (line > 0 ? " at line " + std::to_string(line) : "") + ": " + why;
}

// Throws Error with what is wrong, as it follows after the name of the file.
MachineModel parse(const std::string& text) {
  const auto fail = [](const std::string& why) { throw Error(ErrorCode::invalid_argument, why); };
  try {
    const toml::table file = toml::parse(text);
    const auto its_format = file["format"].value_exact<std::int64_t>();
    if (its_format && *its_format != format)
      fail("has format " + std::to_string(*its_format) + ", and this weft reads format " +
           std::to_string(format));
    const auto n_lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    if (!its_format) fail(damage(0, "it does not say its format"));
    if (!is_whole(text)) fail(damage(n_lines, "its last line is not the checksum of the lines above"));
    return model_of(file);
  } catch (const toml::parse_error& error) {
    throw Error(ErrorCode::invalid_argument,
                damage(error.source().begin.line, std::string(error.description())));
  } catch (const BadLine& error) {
    throw Error(ErrorCode::invalid_argument, damage(error.line, error.what()));
  }
}

}  // namespace

std::string to_text(const MachineModel& model) {
  std::string text = std::string(head) + "format = " + std::to_string(format) + "\n";
  for_each_value(model, [&](const char* name, const std::string& comment, const auto& value) {
    text += std::string(name) + " = " + written(value) + (comment.empty() ? "" : "  # " + comment) + "\n";
  });
  std::vector<std::string> why;
  for (const std::string& line : model.why) why.push_back(quoted(line));
  text += "why = [" + join(why) + "]  # oversubscribed or loaded\n";
  for_each_list(model, [&](const char* name, const char* comment, const auto& list, auto... members) {
    text += "\n# " + std::string(comment) + "\n" + name + " = [\n";
    for (const auto& row : list) text += "  [" + join({written(row.*members)...}) + "],\n";
    text += "]\n";
  });
  return text + "\n" + std::string(check_key) + '"' + checksum(text + "\n") + "\"\n";
}

std::optional<MachineModel> parse_machine_file(const std::string& text, std::string* why_not) {
  try {
    return parse(text);
  } catch (const Error& error) {
    if (why_not != nullptr) *why_not = error.what();
    return std::nullopt;
  }
}

}  // namespace weft
