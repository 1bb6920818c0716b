// What machine files have that are written by hand.
//
// A file that leaves something out would be a machine with a part of another one. So the four things that
// every estimate needs (operations, copies, messages within a node where it has several processes, messages
// between nodes) have to be there, each as a constant or as a list.
#include "machine/by_hand.hpp"

#include <algorithm>

#include "machine/toml_values.hpp"
#include "weft/words.hpp"

namespace weft::inline machine {

using namespace toml_values;

namespace {

constexpr const char* operation_key = "operation";

struct Table {
  const char* name;
  bool same_node;
};
constexpr Table tables[] = {{"within_node", true}, {"between_nodes", false}};

// Calls visit(name, comment, member, is required, may be said) for every value of a law.
template <class Law, class Visit>
void for_each_law_value(Law& law, const Visit& visit) {
  visit("start", "seconds of an empty message", law.start, true, true);
  visit("bytes_per_second", "of one process that sends", law.bytes_per_second, true, true);
  visit("link_bytes_per_second", "of all processes of a node together", law.link_bytes_per_second, false,
        !law.same_node);
  visit("eager_bytes", "larger messages ask the receiver first", law.eager_bytes, false, true);
  visit("rendezvous", "seconds that asking takes", law.rendezvous, false, true);
  visit("duplex", "time of two that send to each other over that of one", law.duplex, false, true);
}

std::string unknown(const std::string& key, const std::vector<std::string>& known) {
  return "there is no '" + key + "'; the nearest is '" + nearest(key, known) + "' (known: " + join(known) +
         ")";
}

MessageLaw law_of(const toml::node& node, const Table& row) {
  if (!node.is_table())
    throw BadLine(&node, std::string("'") + row.name + "' should be a table: [" + row.name + "]");
  const toml::table& table = *node.as_table();
  MessageLaw law;
  law.same_node = row.same_node;
  std::vector<std::string> known;
  for_each_law_value(law, [&](const char* name, const char*, const auto&, bool, bool may_be_said) {
    if (may_be_said) known.emplace_back(name);
  });
  for (const auto& [key, value] : table)
    if (std::count(known.begin(), known.end(), key.str()) == 0)
      throw BadLine(&value, unknown(std::string(key.str()), known));
  for_each_law_value(
      law, [&](const char* name, const std::string& meaning, auto& value, bool required, bool) {
        if (const toml::node* said = table.get(name))
          read(*said, value);
        else if (required)
          throw BadLine(&node, std::string("[") + row.name + "] lacks '" + name + "': " + meaning);
      });
  if (!row.same_node && !table.contains("link_bytes_per_second"))
    law.link_bytes_per_second = law.bytes_per_second;
  if (table.contains("eager_bytes") != table.contains("rendezvous"))
    throw BadLine(&node,
                  std::string("[") + row.name +
                      "] says one of 'eager_bytes' and 'rendezvous'; say both, or none if all messages "
                      "are sent alike");
  if (law.duplex < 1 || law.duplex > 2)
    throw BadLine(table.get("duplex"),
                  "'duplex' is from 1 (both ways at once) to 2 (one way after the other)");
  return law;
}

// Whether messages are listed or said by formula.
bool has_messages(const MachineModel& model, bool same_node) {
  const auto fits = [&](const auto& row) { return row.same_node == same_node; };
  return std::any_of(model.laws.begin(), model.laws.end(), fits) ||
         std::any_of(model.messages.begin(), model.messages.end(), fits);
}

void check_complete(const MachineModel& model) {
  const auto lacks = [](const std::string& what) { throw BadLine(nullptr, "it lacks " + what); };
  if (model.operation_seconds == 0 && model.lines.empty())
    lacks(
        "the speed of transforms: 'operation', the seconds of one of the 5 n log2 n operations of a line of "
        "n "
        "points, or a list 'lines'");
  if (model.copies.empty())
    lacks(
        "the speed of memory: 'copies', a list of [processes copying at once on a node, bytes of both "
        "arrays, "
        "bytes per second of one process]; one row is enough");
  if (!has_messages(model, false))
    lacks(
        "messages between nodes: a table [between_nodes] with 'start' and 'bytes_per_second', or a list "
        "'messages'");
  if (model.processes_per_node > 1 && !has_messages(model, true))
    lacks("messages within a node, which has " + std::to_string(model.processes_per_node) +
          " processes: a table [within_node] with 'start' and 'bytes_per_second', or a list 'messages'");
}

}  // namespace

void check_keys(const toml::table& file, const std::vector<std::string>& known) {
  if (const toml::node* check = file.get("check"))
    throw BadLine(check, "a file by hand has no checksum; leave 'check' out");
  std::vector<std::string> all = known;
  all.emplace_back(operation_key);
  for (const Table& row : tables) all.emplace_back(row.name);
  for (const auto& [key, value] : file)
    if (std::count(all.begin(), all.end(), key.str()) == 0)
      throw BadLine(&value, unknown(std::string(key.str()), all));
}

void read_constants(const toml::table& file, MachineModel& model) {
  if (const toml::node* said = file.get(operation_key)) read(*said, model.operation_seconds);
  for (const Table& row : tables)
    if (const toml::node* said = file.get(row.name)) model.laws.push_back(law_of(*said, row));
  check_complete(model);
}

std::string operation_text(const MachineModel& model) {
  if (model.operation_seconds == 0) return "";
  return std::string(operation_key) + " = " + written(model.operation_seconds) +
         "  # seconds of one of the 5 n log2 n of a line of n points; real lines have half as many\n";
}

std::string laws_text(const MachineModel& model) {
  std::string text;
  for (const Table& row : tables)
    for (const MessageLaw& law : model.laws) {
      if (law.same_node != row.same_node) continue;
      text += std::string("\n[") + row.name + "]\n";
      for_each_law_value(law, [&](const char* name, const char* comment, const auto& value, bool, bool said) {
        if (said && value > 0) text += std::string(name) + " = " + written(value) + "  # " + comment + "\n";
      });
    }
  return text;
}

}  // namespace weft::inline machine
