// The predictions of `weft model`: table, words and JSON from the same values.
#include "transform/model_report.hpp"
#include "program/json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/report.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "transform/plan_json.hpp"

namespace weft::cli {

namespace {

double mebi(Index bytes) { return static_cast<double>(bytes) / 0x1p20; }

// Of both directions.
struct Parts {
  double computing = 0, memory = 0, messages = 0;
};

Parts time_parts(const Prediction& prediction) {
  Parts parts;
  for (const StagePrediction& stage : prediction.stages) {
    parts.computing += stage.arithmetic;
    parts.memory += stage.memory;
    parts.messages += stage.messages - stage.hidden;
  }
  return parts;
}

std::string machine_text(const ModelResult& result) {
  const MachineModel& machine = result.machine;
  std::string text = result.machine_name;
  if (!machine.kind.empty()) text += ": " + machine.kind;
  text += machine.by_hand ? "; by hand" : machine.date.empty() ? "" : "; measured on " + machine.date;
  return text;
}

// A part that is measured in its own time, so that a look at the table shows what counts.
void print_model_rows(const Session& session, const ModelResult& result) {
  say(session, "{:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9}  {}", "processes",
      "grid", "pair ms", "computing", "memory", "messages", "speedup", "eff.", "GFlop/s", "arrays",
      "plan MiB", "node MiB", "exchange");
  for (const ModelRow& row : result.rows) {
    if (!row.predicted) {
      say(session, "{:>9} {}", row.n_processes, row.reason);
      continue;
    }
    const Prediction& p = *row.predicted;
    const Parts parts = time_parts(p);
    const bool has_one = result.seconds_of_one > 0;
    say(session,
        "{:>9} {:>9} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>9} {:>6} {:>9.4g} {:>9.4g} {:>9.4g} {:>9}  "
        "{}",
        row.n_processes, to_text(p.choice.grid), 1e3 * p.pair_seconds(), 1e3 * parts.computing,
        1e3 * parts.memory, 1e3 * parts.messages, has_one ? fmt::format("{:.4g}", speedup(result, row)) : "-",
        has_one ? fmt::format("{:.2f}", efficiency(result, row)) : "-",
        gflops(result.problem, p.pair_seconds()), mebi(p.array_bytes), mebi(p.memory.total()),
        row.node ? fmt::format("{:.4g}", mebi(row.node->array_bytes + row.node->plan.total())) : "-",
        exchange_text(p.choice, "-", ", "));
  }
}

void print_words(const Session& session, const ModelResult& result) {
  const ModelRow& best = best_row(result);
  const Prediction& p = *best.predicted;
  std::string gain;
  if (result.seconds_of_one > 0)
    gain = fmt::format(", {:.4g} times as fast as one, efficiency {:.2f}", speedup(result, best),
                       efficiency(result, best));
  say(session, "\nBest on {} processes: {:.4g} ms a pair{}; choice \"{}\".", best.n_processes,
      1e3 * p.pair_seconds(), gain, to_text(p.choice));
  const auto next = std::find_if(result.rows.begin(), result.rows.end(), [&](const ModelRow& row) {
    return row.predicted && row.n_processes > best.n_processes;
  });
  if (next != result.rows.end())
    say(session, "Beyond {} processes more of them are slower: {} take {:.3g} times as long.",
        best.n_processes, next->n_processes, next->predicted->pair_seconds() / p.pair_seconds());
  else if (best.n_processes != result.rows.back().n_processes)
    say(session, "More than {} of those that were asked for cannot be used.", best.n_processes);
  else
    say(session, "These are the most that were asked for; more may be faster still.");
  int most = 0;
  for (const ModelRow& row : result.rows)
    if (row.predicted && efficiency(result, row) >= 0.5) most = row.n_processes;
  if (most > 0) say(session, "Efficiency is at least 0.5 on up to {} processes.", most);
}

// Shared windows are one file system for all processes of a node, and a process that carries messages for its
// node has them in its own.
void print_node_memory(const Session& session, const Prediction& p, const NodeMemory& node) {
  say(session,
      "memory of its node, {}: arrays {:.4g} MiB, stages {:.4g}, windows {:.4g} (in /dev/shm), tiles {:.4g}",
      processes_text(node.n_processes), mebi(node.array_bytes), mebi(node.plan.stages),
      mebi(node.plan.windows), mebi(node.plan.tiles));
  const auto carries = [](const StagePrediction& stage) {
    return stage.stage == "node" && stage.n_messages > 0;
  };
  const auto stage = std::max_element(p.stages.begin(), p.stages.end(), [&](const auto& a, const auto& b) {
    return std::pair(carries(a), a.bytes) < std::pair(carries(b), b.bytes);
  });
  if (stage == p.stages.end() || !carries(*stage)) return;
  say(session,
      "exchange node: of the processes of a node that exchange with each other, one carries all that goes to "
      "another\nnode, and all that comes from there. "
      "Process 0 has {} of {:.4g} MiB to send in its window.\n"
      "Windows of the processes of its node: {:.4g} to {:.4g} MiB.",
      count_text(stage->n_messages, "message", "messages"), mebi(stage->bytes), mebi(node.least_windows),
      mebi(node.most_windows));
}

Json machine_facts(const ModelResult& result) {
  const MachineModel& m = result.machine;
  return {{"file", result.machine_name},
          {"host", m.host},
          {"kind", m.kind},
          {"date", m.date},
          {"mpi", m.mpi},
          {"weft", m.weft_version},
          {"processes", m.n_processes},
          {"processes_per_node", m.processes_per_node},
          {"by_hand", m.by_hand}};
}

Json model_row_json(const ModelResult& result, const ModelRow& row) {
  Json json = problem_json(result.problem);
  json["program"] = result.program;
  json["processes"] = row.n_processes;
  for (const char* key : {"processes_per_node", "grid", "choice", "exchange", "predicted", "gflops",
                          "speedup", "efficiency", "memory"})
    json[key] = nullptr;
  json["applies"] = row.predicted.has_value();
  json["reason"] = row.predicted ? Json(nullptr) : Json(row.reason);
  if (!row.predicted) return json;
  const Prediction& p = *row.predicted;
  json["processes_per_node"] = p.processes_per_node;
  json["grid"] = to_text(p.choice.grid);
  json["choice"] = to_text(p.choice);
  json["exchange"] = exchange_text(p.choice, "none", ", ");
  json["predicted"] = predicted_json(p, result.machine_name);
  json["gflops"] = gflops(result.problem, p.pair_seconds());
  json["speedup"] = known(speedup(result, row));
  json["efficiency"] = known(efficiency(result, row));
  json["memory"] = memory_json(p.memory);
  json["memory"]["arrays"] = p.array_bytes;
  json["memory"]["plan"] = p.memory.total();
  json["memory"]["node"] = nullptr;
  if (row.node) {
    json["memory"]["node"] = memory_json(row.node->plan);
    json["memory"]["node"]["arrays"] = row.node->array_bytes;
  }
  return json;
}

}  // namespace

const ModelRow& best_row(const ModelResult& result) {
  return *std::min_element(result.rows.begin(), result.rows.end(), [](const ModelRow& a, const ModelRow& b) {
    if (a.predicted.has_value() != b.predicted.has_value()) return a.predicted.has_value();
    return a.predicted && a.predicted->pair_seconds() < b.predicted->pair_seconds();
  });
}

double speedup(const ModelResult& result, const ModelRow& row) {
  return result.seconds_of_one / row.predicted->pair_seconds();
}

double efficiency(const ModelResult& result, const ModelRow& row) {
  return speedup(result, row) / row.n_processes;
}

void print_model(const Session& session, const ModelResult& result) {
  say(session, "{}", machine_text(result));
  say(session,
      "{} {} {}, predicted for {}: ms of a forward and a backward call; MiB of process 0, its arrays "
      "and what the plan adds, and of all processes of its node\n",
      get(result.problem, "transform"), to_text(result.problem.shape),
      result.problem.precision == Precision::single_ ? "single" : "double",
      result.program == "weft" ? "weft" : "the program " + result.program);
  print_model_rows(session, result);
  print_words(session, result);
}

void print_stages(const Session& session, const ModelResult& result, const ModelRow& row) {
  const Prediction& p = *row.predicted;
  say(session, "\nStages on {} processes, {} on a node: ms, process 0", row.n_processes,
      p.processes_per_node);
  say(session, "{:<9} {:<24} {:>10} {:>10} {:>10} {:>10} {:>10} {:>14} {:>9} {:>6}", "", "stage", "all",
      "computing", "memory", "messages", "hidden", "bytes", "messages", "share");
  for (const StagePrediction& stage : p.stages)
    say(session, "{:<9} {:<24} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>14} {:>9} {:>5.1f}%",
        stage.direction, stage.stage, 1e3 * stage.seconds(), 1e3 * stage.arithmetic, 1e3 * stage.memory,
        1e3 * stage.messages, 1e3 * stage.hidden, stage.bytes, stage.n_messages,
        100 * stage.seconds() / p.pair_seconds());
  say(session, "memory of process 0: arrays {:.4g} MiB, stages {:.4g}, windows {:.4g}, tiles {:.4g}",
      mebi(p.array_bytes), mebi(p.memory.stages), mebi(p.memory.windows), mebi(p.memory.tiles));
  if (row.node) print_node_memory(session, p, *row.node);
  if (result.program == "weft") say(session, "choice: {}", to_text(p.choice));
}

Json model_report_json(const Session& session, const ModelResult& result) {
  Json rows = Json::array();
  for (const ModelRow& row : result.rows) rows.push_back(model_row_json(result, row));
  return {{"command", session.command},
          {"machine", machine_facts(result)},
          {"versions", versions_json()},
          {"results", rows}};
}

}  // namespace weft::cli
