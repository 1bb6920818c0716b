// A benchmark as JSON: every number of the table, the seconds of every round, and what is needed to
// run it again. Seconds are maxima over the processes; bytes and counts are those of rank 0 unless the
// name says otherwise.
#include <algorithm>
#include <cmath>

#include "bench/report.hpp"
#include "program/json.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "transform/plan_json.hpp"

namespace weft::cli {

namespace {

Json min_and_median(const std::vector<double>& seconds) {
  return {{"min", minimum_of(seconds)}, {"median", median_of(seconds)}};
}

Json times_json(const Times& times) {
  return {{"forward", times.forward}, {"backward", times.backward}, {"pair", times.pair}};
}

Json stages_json(const std::vector<StageTime>& stages) {
  Json list = Json::array();
  for (const StageTime& s : stages) list.push_back({{"name", s.name}, {"seconds", s.seconds}});
  return list;
}

// Seconds of one call.
Json timers_json(const std::vector<StageTimer>& timers) {
  Json list = Json::array();
  for (const StageTimer& t : timers) {
    const auto n = static_cast<double>(t.n_calls);
    list.push_back({{"direction", t.direction},
                    {"stage", t.stage},
                    {"kind", t.kind},
                    {"calls", t.n_calls},
                    {"min", t.min_seconds / n},
                    {"mean", t.mean_seconds / n},
                    {"max", t.max_seconds / n}});
  }
  return list;
}

Json all_memory_json(const Variant& v) {
  Json memory = memory_json(v.memory);
  memory["allocated_largest"] = v.allocated_bytes;
  memory["resident_growth_largest"] = v.resident_growth;
  return memory;
}

Json interval_json(const Interval& interval) { return Json::array({interval.low, interval.high}); }

Json protocol_json(const BenchResult& result) {
  return {{"rounds", result.n_rounds},
          {"pairs_in_a_round", result.batch.n_pairs},
          {"pairs_are_chosen", result.batch.is_chosen},
          {"pairs_are_unbroken", result.batch.is_unbroken}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json peers_json(const BenchResult& result, const Times& ours) {
  Json peers = Json::array();
  for (const Contestant& c : result.contestants) {
    if (c.implementation->library() == "weft") continue;
    peers.push_back({{"name", c.implementation->name()},
                     {"version", text_or_null(c.implementation->version())},
                     {"median_seconds", median_of(c.times.pair)},
                     {"ratio", median_ratio(c.times.pair, ours.pair)},
                     {"ratio_95_percent", interval_json(ratio_interval(c.times.pair, ours.pair))},
                     {"min_seconds", minimum_of(c.times.pair)},
                     {"plan_seconds", c.bind_seconds},
                     {"error", c.error.worst()},
                     {"interleaved", true},
                     {"rounds", times_json(c.times)}});
  }
  for (const TimedProgram& p : result.programs)
    peers.push_back({{"name", p.program.name},
                     {"median_seconds", median_of(p.pair)},
                     {"ratio", median_of(p.pair) / median_of(ours.pair)},
                     {"min_seconds", minimum_of(p.pair)},
                     {"interleaved", false},
                     {"rounds", {{"pair", p.pair}}}});
  return peers;
}

Json variant_json(const BenchResult& result, const Variant& v) {
  Json row = problem_json(result.problem);
  row["applies"] = v.applies();
  row["reason"] = v.applies() ? Json(nullptr) : Json(v.reason);
  row["exchange"] = v.applies() ? exchange_text(v.choice, "none", " ") : v.exchange;
  for (const char* key : {"choice", "forward", "backward", "pair", "gflops", "stages", "counts", "error"})
    row[key] = nullptr;
  row["peers"] = Json::array();
  if (!v.applies()) return row;
  const Contestant& c = result.contestants[static_cast<std::size_t>(v.contestant)];
  row["choice"] = to_text(v.choice);
  row["forward"] = min_and_median(c.times.forward);
  row["backward"] = min_and_median(c.times.backward);
  row["pair"] = min_and_median(c.times.pair);
  row["gflops"] = gflops(result.problem, median_of(c.times.pair));
  row["stages"] = {{"forward", stages_json(v.forward_stages)}, {"backward", stages_json(v.backward_stages)}};
  row["timers"] = timers_json(v.timers);
  row["counts"] = {{"forward", counts_json(v.forward_counts)}, {"backward", counts_json(v.backward_counts)}};
  row["error"] = c.error.worst();
  row["error_round_trip"] = c.error.round_trip;
  row["error_modes"] = c.error.modes;
  row["error_limit"] = error_limit(result.problem);
  row["memory"] = all_memory_json(v);
  row["plan_seconds"] = v.plan_seconds;
  row["peers"] = peers_json(result, c.times);
  row["rounds"] = times_json(c.times);
  row["predicted"] = v.predicted ? predicted_json(*v.predicted, result.machine_file) : Json(nullptr);
  if (v.explanation) {
    row["explain"] = explain_json(*v.explanation);
    row["layouts"] = {{"points", layout_json(v.points)}, {"modes", layout_json(v.modes)}};
  }
  return row;
}

}  // namespace

Json bench_json(const Session& session, const BenchResult& result) {
  Json left_out = Json::array();
  for (const LeftOut& peer : result.left_out)
    left_out.push_back({{"name", peer.name}, {"reason", peer.reason}});
  Json results = Json::array();
  for (const Variant& v : result.variants) results.push_back(variant_json(result, v));
  Json report = report_json(
      session, {{"protocol", protocol_json(result)}, {"results", results}, {"left_out", left_out}});
  if (result.tuning) report["tuning"] = tuning_json(*result.tuning);
  if (result.rates) report["rates"] = rates_json(*result.rates);
  return report;
}

}  // namespace weft::cli
