// weft info: what a user needs to know before choosing options, and a developer before comparing
// numbers: machine, versions, and the tables of options, exchanges and backends, read from the
// library so that they cannot be out of date.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

// Rows of options or details.
template <class Row>
Json keys_json(const std::vector<Row>& table) {
  Json rows = Json::array();
  for (const Row& row : table)
    rows.push_back(
        {{"key", row.key}, {"values", row.values}, {"default", row.standard}, {"meaning", row.meaning}});
  return rows;
}

void print_machine(const Session& session) {
  const Computer computer = this_computer();
  say(session, "Machine");
  say(session, "  host        {}", computer.host);
  say(session, "  processor   {}", computer.cpu.empty() ? "(not told by the system)" : computer.cpu);
  say(session, "  processors  {} that this process may use", computer.n_processors);
  for (const Cache& c : computer.caches)
    say(session, "  cache       L{} {}, {}, shared by processors {}", c.level, c.kind, c.size, c.shared);
  say(session, "  processes   {}, {} of them on this node", session.size, session.processes_per_node);
}

template <class Row>
void print_keys(const Session& session, const std::string& title, const std::vector<Row>& table) {
  std::size_t width = 0;
  for (const Row& row : table) width = std::max(width, row.key.size());
  say(session, "\n{} (key = values [default])", title);
  for (const Row& row : table) {
    say(session, "  {:<{}} = {} [{}]", row.key, width, row.values, row.standard);
    say(session, "  {:<{}}   {}", "", width, row.meaning);
  }
}

// The meanings by name.
Json print_exchanges(const Session& session) {
  Json meanings = Json::object();
  say(session, "\nExchanges");
  for (const std::string& name : exchange_names()) {
    meanings[name] = exchange_meaning(name);
    say(session, "  {:<14}  {}", name, exchange_meaning(name));
  }
  return meanings;
}

// The backends that this process cannot use, each with the reason.
std::vector<std::pair<std::string, std::string>> missing_backends() {
  std::vector<std::pair<std::string, std::string>> missing;
  for (const std::string& name : backend_names())
    if (const std::string why = why_missing(name); !why.empty()) missing.emplace_back(name, why);
  return missing;
}

int run_info(const Session& session, const std::string& json_path) {
  JsonFile json(session, json_path);
  print_machine(session);
  say(session, "\nVersions\n{}", version_text());
  print_keys(session, "A problem", problem_table());
  Json options_json = Json::object();
  for (const std::string& object : option_objects()) {
    const std::string also = object == "plan" ? "; also WEFT_OPTIONS=\"key=value; key=value\"" : "";
    print_keys(session, "Options of a " + object + also, option_table(object));
    options_json[object] = keys_json(option_table(object));
  }
  print_keys(session, "Details of a choice, after its grid, backend and exchanges", detail_table());
  const Json exchanges = print_exchanges(session);
  say(session, "\nBackends   {}", join(backend_names()));
  const auto missing = missing_backends();
  Json missing_json = Json::object();
  for (const auto& [name, why] : missing) {
    say(session, "           {} cannot be used here. {}", name, why);
    missing_json[name] = why;
  }
  json.write(report_json(session, {{"problem", keys_json(problem_table())},
                                   {"options", keys_json(option_table())},
                                   {"options_of", options_json},
                                   {"details", keys_json(detail_table())},
                                   {"exchanges", exchange_names()},
                                   {"exchange_meanings", exchanges},
                                   {"backends", backend_names()},
                                   {"missing_backends", missing_json}}));
  return 0;
}

}  // namespace

Run configure_info(const Arguments& arguments) {
  auto json_path = std::make_shared<std::string>();
  add_json_option(arguments, *json_path);
  return [json_path](const Session& session) { return run_info(session, *json_path); };
}

}  // namespace weft::cli
