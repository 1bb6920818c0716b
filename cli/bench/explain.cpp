// What `weft bench --explain` says: the report of each plan, in words and as JSON, from the same values.

#include "bench/report.hpp"
#include "bench/weft_implementation.hpp"
#include "program/json.hpp"
#include "transform/plan_json.hpp"

namespace weft::cli {

namespace {

void add_steps(Json& list, const DirectionReport& report, const char* direction) {
  for (const StepReport& step : report.steps) {
    Json parts = Json::array();
    for (const KernelPart& part : step.parts)
      parts.push_back({{"what", part.what}, {"depth", part.depth}, {"seconds", part.seconds}});
    list.push_back({{"direction", direction},
                    {"step", step.step},
                    {"bytes", step.bytes},
                    {"seconds", step.seconds},
                    {"arithmetic_seconds", known(step.arithmetic_seconds.value_or(0))},
                    {"bandwidth", known(step.bandwidth())},
                    {"bound_seconds", known(step.bound_seconds)},
                    {"predicted_seconds", known(step.predicted_seconds.value_or(0))},
                    {"rate", step.rate.empty() ? Json(nullptr) : Json(step.rate)},
                    {"percent", known(step.percent())},
                    {"parts", parts}});
  }
}

// Where the time of a call went, in microseconds.
void print_timers(const Session& session, const std::vector<StageTimer>& timers) {
  say(session, "\nTimers ({} calls in each direction, over all processes, us a call)",
      timers.empty() ? 0 : timers.front().n_calls);
  say(session, "{:<9} {:<14} {:<10} {:>10} {:>10} {:>10}", "", "stage", "kind", "min", "mean", "max");
  for (const StageTimer& t : timers) {
    const double us = 1e6 / static_cast<double>(t.n_calls);
    say(session, "{:<9} {:<14} {:<10} {:>10.2f} {:>10.2f} {:>10.2f}", t.direction, t.stage, t.kind,
        us * t.min_seconds, us * t.mean_seconds, us * t.max_seconds);
  }
}

Json rate_json(const CopyRate& rate) { return {{"cached", rate.cached}, {"memory", rate.memory}}; }

}  // namespace

Json explain_json(const PlanReport& report) {
  Json list = Json::array();
  add_steps(list, report.forward, "forward");
  add_steps(list, report.backward, "backward");
  return list;
}

Json predicted_json(const Prediction& prediction, const std::string& machine) {
  Json stages = Json::array();
  for (const StagePrediction& stage : prediction.stages)
    stages.push_back({{"direction", stage.direction},
                      {"stage", stage.stage},
                      {"seconds", stage.seconds()},
                      {"arithmetic", stage.arithmetic},
                      {"memory", stage.memory},
                      {"messages", stage.messages},
                      {"hidden", stage.hidden}});
  return {{"machine", machine},
          {"pair", prediction.pair_seconds()},
          {"forward", prediction.seconds("forward")},
          {"backward", prediction.seconds("backward")},
          {"stages", stages}};
}

Json rates_json(const MachineRates& rates) {
  return {{"alone", rate_json(rates.alone)},
          {"together", rate_json(rates.together)},
          {"processes", rates.n_processes},
          {"cache_bytes", rates.cache_bytes}};
}

void print_explanations(const Session& session, const BenchResult& result) {
  for (const Variant& v : result.variants) {
    if (!v.explanation) continue;
    say(session, "\nExplained (process 0, medians of {} calls in each direction)\n{}",
        WeftImplementation::n_explained_calls, to_text(*v.explanation));
    print_timers(session, v.timers);
  }
}

}  // namespace weft::cli
