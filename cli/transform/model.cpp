// weft model: what a transform will take on a machine, on any number of processes, before it runs there.
//
// The best plan of each number of processes is searched as tune=estimate searches it, and predicted by the
// same sums. Process 0 does it all; others of the job wait.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/text.hpp"
#include "transform/model_report.hpp"
#include "transform/plan_json.hpp"
#include "transform/predicting.hpp"
#include "transform/request.hpp"

namespace weft::cli {

namespace {

struct ModelRequest : TransformRequest {
  std::string machine, processes = "1:1024", program = "weft", explain, json;
  int processes_per_node = 0;  // 0: as many as in the machine file
};

constexpr const char* best_word = "best";

// Options that a choice settles, and how it is found.
bool is_part_of_choice(const std::string& key) {
  const std::vector<std::string> keys = {"choice", "grid",    "deal", "exchange", "backend",
                                         "stores", "threads", "lump", "tune"};
  return std::count(keys.begin(), keys.end(), key) != 0;
}

// The number that --explain asks for; 0: the best, -1: none.
int explained_count(const ModelRequest& request, const std::vector<int>& counts) {
  if (request.explain.empty()) return -1;
  if (request.explain == best_word) return 0;
  const std::vector<int> asked = parse_counts("--explain", request.explain);
  if (asked.size() != 1 || std::count(counts.begin(), counts.end(), asked.front()) == 0)
    fail(
        fmt::format("--explain: {} is not one of the numbers of processes; give one of {}, or none for the "
                    "best",
                    request.explain, request.processes));
  return asked.front();
}

// All that can be wrong whatever the machine.
Options model_options(const ModelRequest& request) {
  Options options = options_of(request);
  known_word("--program", request.program, {"weft", "block-transpose"});
  if (request.program == "weft") {
    if (!options.is_set("tune") && !options.is_set("choice")) options.set("tune", "estimate");
    return options;
  }
  if (!request.grid.empty() || !request.exchange.empty() || !request.backend.empty() ||
      !request.settings.empty())
    fail(
        "--program block-transpose has one grid and one exchange; leave out --grid, --exchange, "
        "--backend and "
        "--set");
  return options;
}

void check_block_transpose(const Problem& problem) {
  Problem plain = r2c(problem.shape);
  plain.precision = problem.precision;
  if (problem_json(plain) != problem_json(problem))
    fail(
        "--program block-transpose is of one real field and all its axes; leave out all but --shape and "
        "--precision");
}

// On the node of process 0, of the plan that is predicted.
NodeMemory node_memory(const ModelRequest& request, const ModelResult& result, const Prediction& p) {
  Options options({{"choice", to_text(p.choice)}});
  const Options asked = options_of(request);
  for (const auto& [key, value] : asked.values())
    if (!is_part_of_choice(key)) options.set(key, value);
  return describe_node(result.problem, p.n_processes, options, p.processes_per_node);
}

ModelRow predicted_row(const ModelRequest& request, const Options& options, const ModelResult& result,
                       int n) {
  ModelRow row{n, {}, {}, {}};
  const int per_node = request.processes_per_node == 0 ? 0 : std::min(request.processes_per_node, n);
  try {
    if (result.program == "weft")
      row.predicted = predict(result.problem, n, result.machine, options, per_node);
    else
      row.predicted = predict_block_transpose(result.problem.shape, result.problem.precision, n,
                                              result.machine, per_node);
    if (result.program == "weft" && (!options.is_set("grid") || options.get("grid") == "auto") &&
        !options.is_set("choice"))
      row.reason =
          idle_processes(result.problem, n, row.predicted->choice, row.predicted->processes_per_node);
    if (result.program == "weft") row.node = node_memory(request, result, *row.predicted);
  } catch (const Error& error) {
    row.reason = error.what();
  }
  if (!row.reason.empty()) row.predicted.reset();
  return row;
}

// Of one process: by the same options, or on the grid of one.
double seconds_of_one(const ModelRequest& request, const Options& options, const ModelResult& result) {
  Options alone = options;
  for (const char* key : {"grid", "exchange"})
    if (alone.is_set(key)) alone.set(key, "auto");
  const ModelRow row = predicted_row(request, alone, result, 1);
  return row.predicted ? row.predicted->pair_seconds() : 0;
}

void check_any_applies(const ModelResult& result) {
  for (const ModelRow& row : result.rows)
    if (row.predicted) return;
  const ModelRow& first = result.rows.front();
  fail(ErrorCode::not_applicable, result.rows.size() == 1
                                      ? first.reason
                                      : fmt::format("none of the numbers of processes can be used; {}: {}",
                                                    first.n_processes, first.reason));
}

ModelResult predict_all(const Session& session, const ModelRequest& request, const Problem& problem,
                        const Options& options, const std::vector<int>& counts) {
  ModelResult result;
  result.problem = problem;
  result.program = request.program;
  NamedMachine machine = find_machine(request.machine);
  if (!machine.why_typical.empty()) note(session, machine.why_typical);
  result.machine = std::move(machine.model);
  result.machine_name = std::move(machine.name);
  for (const int n : counts) {
    show_progress(session, fmt::format("{} processes", n));
    result.rows.push_back(predicted_row(request, options, result, n));
  }
  show_progress(session, "");
  check_any_applies(result);
  result.seconds_of_one = seconds_of_one(request, options, result);
  return result;
}

void explain(const Session& session, const ModelResult& result, int count) {
  for (const ModelRow& row : result.rows)
    if (row.n_processes == count || (count == 0 && &row == &best_row(result))) {
      if (row.predicted)
        print_stages(session, result, row);
      else
        say(session, "\n{} processes: {}", row.n_processes, row.reason);
    }
}

int run_model(const Session& session, const ModelRequest& request) {
  const Problem problem = problem_of(request);
  const Options options = model_options(request);
  if (request.program != "weft") check_block_transpose(problem);
  const std::vector<int> counts = parse_counts("--processes", request.processes);
  const int explained = explained_count(request, counts);
  JsonFile json(session, request.json);
  Json report;
  std::string trouble;
  if (session.is_root()) {
    try {
      const ModelResult result = predict_all(session, request, problem, options, counts);
      print_model(session, result);
      if (explained >= 0) explain(session, result, explained);
      report = model_report_json(session, result);
    } catch (const Error& error) {
      show_progress(session, "");
      trouble = error.what();
    }
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, trouble);
  json.write(report);
  return 0;
}

}  // namespace

Run configure_model(const Arguments& arguments) {
  auto request = std::make_shared<ModelRequest>();
  const Arguments where = arguments.group("The machine and its processes");
  where
      .add("--machine", request->machine,
           "machine file, or the name of one that comes with weft; default: the\n"
           "file that weft calibrate measured here")
      .type_name("FILE|NAME");
  where.add("--processes", request->processes, "numbers of processes; 1:1024 is 1, 2, 4, ..., 1024")
      .type_name("N,FROM:TO,FROM:TO:STEP")
      .show_default();
  where
      .add("--processes-per-node", request->processes_per_node,
           "consecutive ranks on a node; default: as many as in the machine file")
      .type_name("N")
      .check(at_least_one);
  add_problem_options(arguments, *request);
  add_plan_options(arguments, *request);
  arguments.group("The transform")
      .add("--program", request->program,
           "weft, or block-transpose: the program of Dmitruk et al. 2001, whose times\n"
           "are their equations 4 and 5")
      .type_name("weft|block-transpose")
      .show_default();
  const Arguments output = arguments.group("Output");
  output.add("--explain", request->explain, "print every stage, for the best number of processes or for P")
      .type_name("[P]")
      .value_or(best_word);
  add_json_option(output, request->json);
  arguments.footer(
      "Nothing is measured, and one process is enough. Without --grid, --exchange and --set the best plan "
      "of\n"
      "each number of processes is searched. doc/model.md explains the terms and their accuracy.");
  return [request](const Session& session) { return run_model(session, *request); };
}

}  // namespace weft::cli
