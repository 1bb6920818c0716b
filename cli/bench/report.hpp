// The result of a benchmark, as values, and its two forms: a table to read and JSON to keep.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/rounds.hpp"
#include "program/json.hpp"
#include "transform/tuning.hpp"
#include "transform/tuning_table.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// One way to run the transform with weft that was asked for.
struct Variant {
  std::string exchange;   // as asked for; empty: the default
  std::string reason;     // why it does not apply; empty if it does
  int contestant = -1;    // its place among the contestants, -1 if it does not apply
  Choice choice;          // of the plan
  Counts forward_counts;  // of rank 0
  Counts backward_counts;
  PlanMemory memory;           // of rank 0, as described
  double allocated_bytes = 0;  // largest over processes
  double resident_growth = 0;  // bytes, largest over processes
  double plan_seconds = 0;
  std::vector<StageTime> forward_stages;  // maximum over processes
  std::vector<StageTime> backward_stages;
  std::vector<StageTimer> timers;         // over all processes and calls of the run, the first ones included
  std::optional<Prediction> predicted;    // of rank 0, by the machine file
  std::optional<PlanReport> explanation;  // of rank 0, medians of a few calls; with --explain
  Layout points, modes;                   // with --explain
  bool applies() const { return contestant >= 0; }
};

struct BenchResult {
  Problem problem;
  int n_rounds = 0;
  Batch batch;  // of a turn
  std::vector<Variant> variants;
  std::vector<Contestant> contestants;  // first weft's, then the peers
  std::vector<TimedProgram> programs;
  std::vector<LeftOut> left_out;
  std::optional<FoundChoice> tuning;  // with --tune
  std::string machine_file;  // host and date of the machine file that predicted; empty: there is none
  std::optional<MachineRates> rates;  // with --explain
};

// By the usual count of 5 N log2 N operations for a complex transform, half of it for a real one.
double gflops(const Problem& problem, double pair_seconds);

// Names of contestants whose error is above the limit.
std::vector<std::string> wrong_ones(const BenchResult& result);

void print_table(const Session& session, const BenchResult& result);
void print_explanations(const Session& session, const BenchResult& result);
Json bench_json(const Session& session, const BenchResult& result);

// Explanations as JSON: the steps of both directions, and the rates that bound them.
Json predicted_json(const Prediction& prediction, const std::string& machine);
Json explain_json(const PlanReport& report);
Json rates_json(const MachineRates& rates);

}  // namespace weft::cli
