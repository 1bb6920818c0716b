// weft doctor: what is wrong with this installation, this machine and the way in which the job was started.
//
// Facts are gathered on every node (facts.cpp), judged by pure functions (checks.cpp), and said
// once for all nodes where the same is found. The network between nodes is measured (doctor_links.cpp) and
// judged (doctor_network.cpp) for the job as a whole. Exit status 1 if something is a problem.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "doctor/checks.hpp"
#include "doctor/network.hpp"
#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "transform/request.hpp"

namespace weft::cli {

namespace {

// What a check found, and where; the text is that of the first of these nodes.
struct Diagnosis {
  std::string check;
  Finding finding;
  std::vector<std::string> hosts;
};

std::vector<Diagnosis> diagnose(const std::vector<NodeFacts>& nodes) {
  std::vector<Diagnosis> all;
  for (const Check& check : check_table())
    for (const NodeFacts& node : nodes) {
      const std::optional<Finding> finding = check.judge(node);
      if (!finding) continue;
      const auto same = std::find_if(all.begin(), all.end(), [&](const Diagnosis& d) {
        return d.check == check.name && d.finding.level == finding->level &&
               d.finding.remedy == finding->remedy;
      });
      if (same == all.end())
        all.push_back({check.name, *finding, {node.host}});
      else
        same->hosts.push_back(node.host);
    }
  return all;
}

// Of the whole job: what is said concerns all of its nodes.
void diagnose(const NetworkFacts& network, const std::vector<NodeFacts>& nodes, std::vector<Diagnosis>& all) {
  std::vector<std::string> hosts;
  for (const NodeFacts& node : nodes) hosts.push_back(node.host);
  for (const NetworkCheck& check : network_check_table())
    if (const std::optional<Finding> finding = check.judge(network))
      all.push_back({check.name, *finding, hosts});
}

// Which nodes are meant, if not all.
std::string which_nodes(const Diagnosis& d, std::size_t n_nodes) {
  constexpr std::size_t most_named = 3;
  if (d.hosts.size() == n_nodes) return "";
  const std::vector<std::string> named(
      d.hosts.begin(), d.hosts.begin() + static_cast<std::ptrdiff_t>(std::min(d.hosts.size(), most_named)));
  const std::size_t more = d.hosts.size() - named.size();
  return fmt::format(" (on {}{})", join(named), more > 0 ? fmt::format(" and {} more", more) : "");
}

void print_diagnoses(const Session& session, const std::vector<Diagnosis>& found, std::size_t n_nodes) {
  for (const Diagnosis& d : found) {
    say(session, "{:<8} {:<14} {}{}", name_of(d.finding.level), d.check, d.finding.text,
        which_nodes(d, n_nodes));
    if (!d.finding.remedy.empty()) say(session, "{:<8} {:<14} remedy: {}", "", "", d.finding.remedy);
  }
}

Json diagnoses_json(const std::vector<Diagnosis>& found) {
  Json list = Json::array();
  for (const Diagnosis& d : found)
    list.push_back({{"check", d.check},
                    {"level", name_of(d.finding.level)},
                    {"text", d.finding.text},
                    {"remedy", d.finding.remedy},
                    {"hosts", d.hosts}});
  return list;
}

Json traffic_json(const Traffic& traffic) {
  return {{"bytes", traffic.bytes},
          {"messages", traffic.n_messages},
          {"one_way_seconds", traffic.one_way},
          {"both_ways_seconds", traffic.both_ways}};
}

Json network_json(const NetworkFacts& network) {
  Json links = Json::array();
  for (const LinkFacts& link : network.links)
    links.push_back({{"from", link.from},
                     {"to", link.to},
                     {"latency_seconds", link.latency},
                     {"large", traffic_json(link.large)},
                     {"medium", traffic_json(link.medium)},
                     {"small", traffic_json(link.small)}});
  return {{"nodes", network.n_nodes}, {"settings", network.settings}, {"links", links}};
}

struct DoctorRequest {
  std::string json;
  TransformRequest plan;
};

// What the plan takes of this process, with its arrays. Collective.
PlanNeed need_of(const Session& session, const TransformRequest& request) {
  if (request.shape.empty()) return {};
  const Problem problem = problem_of(request);
  const Description plan =
      describe(problem, session.size, session.rank, options_of(request), session.processes_per_node);
  const Index real = problem.precision == Precision::single_ ? 4 : 8;
  const Index of_points = problem.transform == Transform::c2c ? 2 * real : real;
  const Index of_modes = problem.transform == Transform::r2r ? real : 2 * real;
  const Index arrays = plan.in_place_bytes > 0 ? plan.in_place_bytes
                                               : plan.points_storage.n_elements() * of_points +
                                                     plan.modes_storage.n_elements() * of_modes;
  return {request.shape, plan.memory.total() + problem.n_fields * arrays};
}

int run_doctor(const Session& session, const DoctorRequest& request) {
  JsonFile json(session, request.json);
  const std::vector<NodeFacts> nodes = gather_facts(session, need_of(session, request.plan));
  std::vector<Diagnosis> found = diagnose(nodes);
  const NetworkFacts network = measure_network(session);
  diagnose(network, nodes, found);
  const auto count = [&](Level level) {
    return std::count_if(found.begin(), found.end(), [&](const auto& d) { return d.finding.level == level; });
  };
  const auto n_problems = count(Level::problem), n_warnings = count(Level::warning);
  print_diagnoses(session, found, nodes.size());
  say(session, "{} problems, {} warnings", n_problems, n_warnings);
  json.write(report_json(session, {{"checks", diagnoses_json(found)},
                                   {"network", network_json(network)},
                                   {"problems", n_problems},
                                   {"warnings", n_warnings}}));
  return maximum(session, static_cast<double>(n_problems)) > 0 ? 1 : 0;
}

}  // namespace

Run configure_doctor(const Arguments& arguments) {
  auto request = std::make_shared<DoctorRequest>();
  request->plan.shape = "";  // none is judged
  add_json_option(arguments, request->json);
  add_problem_options(arguments, request->plan);
  add_plan_options(arguments, request->plan);
  arguments.footer(
      "Exit status: 0 without problems, 1 with some. Start it as you start your job, for example\n"
      "weft-run -n 4 weft doctor: only then are problems of the launcher found.");
  return [request](const Session& session) { return run_doctor(session, *request); };
}

}  // namespace weft::cli
