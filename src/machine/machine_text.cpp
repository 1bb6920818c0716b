// A machine model as TOML: single values in one table of fields, lists of measurements as one row each. The
// last line is a checksum of all above, so that a file that was cut at any place is known as such. Files that
// are written by hand (by_hand.hpp) have no checksum, and say only what they have to say.
#include <toml++/toml.h>

#include <algorithm>
#include <string_view>

#include "base/checksum.hpp"
#include "machine/by_hand.hpp"
#include "machine/toml_values.hpp"
#include "model/lookups.hpp"
#include "weft/calibration.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

using namespace toml_values;

namespace {

constexpr int format = 2;
constexpr std::string_view check_key = "check = ";

constexpr const char* head =
    "# What this machine can do, measured by `weft calibrate`; estimates of plans are made from it.\n"
    "# Do not edit: a file with a changed line is ignored. To measure again: weft calibrate.\n";
constexpr const char* head_by_hand =
    "# A machine that is described and not measured: for weft model and weft::predict, not for plans.\n";

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
  visit("rounds", "processes, bytes from each to each, seconds of all rounds between pairs", m.rounds,
        &ExchangeTime::n_processes, &ExchangeTime::bytes_per_pair, &ExchangeTime::seconds);
  visit("peers", "processes of a node, bytes that each takes from the others, seconds beyond those of sweeps",
        m.peers, &PeerTime::n_processes, &PeerTime::bytes, &PeerTime::seconds);
  visit("datatypes",
        "processes of a node, bytes that each sends element by element, seconds beyond those of packed ones",
        m.datatypes, &PeerTime::n_processes, &PeerTime::bytes, &PeerTime::seconds);
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

template <class Row, class... Members>
Row row_of(const toml::node& node, Members... members) {
  const toml::array& values = array_of(node);
  // What was not measured both ways is not said.
  const std::size_t n = sizeof...(members), least = std::is_same_v<Row, MessageTime> ? n - 1 : n;
  if (values.size() != n && values.size() != least)
    throw BadLine(&node, "it should have " + std::to_string(n) + " values");
  Row row;
  std::size_t i = 0;
  ((i < values.size() ? read(values[i], row.*members) : void(), ++i), ...);
  return row;
}

template <class Row, class... Members>
std::vector<std::string> written_row(const Row& row, Members... members) {
  std::vector<std::string> values{written(row.*members)...};
  if constexpr (std::is_same_v<Row, MessageTime>)
    if (row.both_ways == 0) values.pop_back();
  return values;
}

std::vector<std::string> keys_of(MachineModel& model) {
  std::vector<std::string> keys{"format", "by_hand", "why"};
  for_each_value(model, [&](const char* name, const char*, const auto&) { keys.emplace_back(name); });
  for_each_list(model, [&](const char* name, const char*, const auto&, auto...) { keys.emplace_back(name); });
  return keys;
}

// In files by hand everything may be left out.
MachineModel model_of(const toml::table& file, bool by_hand) {
  MachineModel model;
  model.by_hand = by_hand;
  if (by_hand) check_keys(file, keys_of(model));
  const auto is_said = [&](const std::string_view name) {
    const bool is_optional = by_hand || name == "rounds";  // which files of before do not have
    return !is_optional || file.contains(name);
  };
  for_each_value(model, [&](const char* name, const char*, auto& value) {
    if (is_said(name)) read(node_of(file, name), value);
  });
  if (is_said("why"))
    for (const toml::node& line : array_of(node_of(file, "why"))) read(line, model.why.emplace_back());
  for_each_list(model, [&](const char* name, const char*, auto& list, auto... members) {
    using Row = typename std::decay_t<decltype(list)>::value_type;
    if (!is_said(name)) return;
    for (const toml::node& row : array_of(node_of(file, name))) list.push_back(row_of<Row>(row, members...));
  });
  for (const LineTime& line : model.lines)
    if (!is_measured_transform(line.transform))
      throw BadLine(file.get("lines"), "there is no transform '" + line.transform + "'");
  if (by_hand) read_constants(file, model);
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

std::string damage(bool by_hand, std::size_t line, const std::string& why) {
  return std::string(by_hand ? "is wrong" : "is damaged") +
         (line > 0 ? " at line " + std::to_string(line) : "") + ": " + why;
}

// Throws Error with what is wrong, as it follows after the name of the file.
MachineModel parse(const std::string& text) {
  bool by_hand = false;
  try {
    const toml::table file = toml::parse(text);
    const auto its_format = file["format"].value_exact<std::int64_t>();
    if (its_format && *its_format != format)
      fail("has format " + std::to_string(*its_format) + ", and this weft reads format " +
           std::to_string(format));
    if (const toml::node* said = file.get("by_hand")) read(*said, by_hand);
    const auto n_lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    if (!its_format)
      fail(damage(by_hand, 0, "it does not say its format: format = " + std::to_string(format)));
    if (!by_hand && !is_whole(text))
      fail(damage(by_hand, n_lines,
                  "its last line is not the checksum of the lines above (a file that is written by hand says "
                  "by_hand = true and has none)"));
    return model_of(file, by_hand);
  } catch (const toml::parse_error& error) {
    fail(damage(by_hand, error.source().begin.line, std::string(error.description())));
  } catch (const BadLine& error) {
    fail(damage(by_hand, error.line, error.what()));
  }
}

}  // namespace

std::string to_text(const MachineModel& model) {
  std::string text =
      std::string(model.by_hand ? head_by_hand : head) + "format = " + std::to_string(format) + "\n";
  if (model.by_hand) text += "by_hand = true\n";
  for_each_value(model, [&](const char* name, const std::string& comment, const auto& value) {
    text += std::string(name) + " = " + written(value) + (comment.empty() ? "" : "  # " + comment) + "\n";
  });
  std::vector<std::string> why;
  for (const std::string& line : model.why) why.push_back(in_quotes(line));
  text += "why = [" + join(why) + "]  # oversubscribed or loaded\n";
  if (model.by_hand) text += operation_text(model);
  for_each_list(model, [&](const char* name, const char* comment, const auto& list, auto... members) {
    text += "\n# " + std::string(comment) + "\n" + name + " = [\n";
    for (const auto& row : list) text += "  [" + join(written_row(row, members...)) + "],\n";
    text += "]\n";
  });
  if (model.by_hand) return text + laws_text(model);
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
