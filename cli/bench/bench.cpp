// weft bench: times one transform with weft, in one or all ways, and beside other libraries, on the same
// array values in the same run. Nothing is reported that was not verified: see truth.hpp for how results
// are checked and rounds.hpp for how they are timed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/arrays.hpp"
#include "bench/report.hpp"
#include "bench/request.hpp"
#include "bench/test_data.hpp"
#include "bench/weft_implementation.hpp"
#include "fields/figures.hpp"
#include "program/command.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/calibration.hpp"

namespace weft::cli {

namespace {

// Makes a plan and adds it to the contestants, or notes why it does not apply.
void add_weft(const Session& session, BenchResult& result, const PlanRequest& asked) {
  Variant& variant = result.variants.emplace_back();
  variant.exchange = asked.exchange;
  try {
    auto implementation = std::make_unique<WeftImplementation>(session, result.problem, asked.options);
    const Description& description = implementation->plan().description();
    variant.choice = description.choice;
    variant.forward_counts = description.forward;
    variant.backward_counts = description.backward;
    variant.memory = description.memory;
    variant.plan_seconds = implementation->plan_seconds();
    variant.resident_growth = implementation->resident_growth();
    variant.contestant = static_cast<int>(result.contestants.size());
    result.contestants.push_back({.implementation = std::move(implementation)});
  } catch (const Error& error) {
    const bool is_missing = asked.may_be_missing && error.code() == ErrorCode::resource;
    if (error.code() != ErrorCode::not_applicable && !is_missing) throw;
    variant.reason = error.what();
  }
}

// The arrays that all contestants share, in `memory`. Collective.
Arrays shared_arrays(const Session& session, const BenchResult& result, std::vector<Memory>& memory) {
  std::size_t bytes = 1;
  for (const Contestant& c : result.contestants) bytes = std::max(bytes, c.implementation->array_bytes());
  return make_arrays(session, bytes, result.problem.n_fields, memory);
}

void bind_all(const Session& session, BenchResult& result, const Arrays& arrays) {
  for (Contestant& c : result.contestants) {
    show_progress(session, "planning " + c.implementation->name());
    const double start = MPI_Wtime();
    c.implementation->bind(arrays);
    c.bind_seconds = maximum(session, MPI_Wtime() - start);
  }
}

void verify_all(const Session& session, BenchResult& result, const Truth& truth) {
  show_progress(session, "verifying");
  for (Contestant& c : result.contestants) {
    c.error = worse_of(c.error, verify(session, result.problem, truth, *c.implementation));
  }
}

// What the machine file of process 0 promises for each plan.
void predict_variants(const Session& session, BenchResult& result) {
  const std::optional<MachineModel> model = session.is_root() ? machine_file() : std::nullopt;
  if (!model) return;
  result.machine_file = model->host + ", " + model->date;
  for (Variant& variant : result.variants) {
    if (!variant.applies()) continue;
    const Contestant& c = result.contestants[static_cast<std::size_t>(variant.contestant)];
    variant.predicted = dynamic_cast<WeftImplementation&>(*c.implementation).plan().predict(*model);
  }
}

// What only weft tells: memory, the time of each stage, and how near it is to the rates of the machine.
void look_inside(const Session& session, BenchResult& result, bool explain) {
  if (explain) result.rates = measure_rates(session.comm);
  for (Variant& variant : result.variants) {
    if (!variant.applies()) continue;
    Contestant& c = result.contestants[static_cast<std::size_t>(variant.contestant)];
    auto& weft = dynamic_cast<WeftImplementation&>(*c.implementation);
    variant.timers = weft.plan().gather_timers();
    fill_points(result.problem, weft.points(), weft.arrays().points);
    variant.forward_stages = weft.stage_times(session, &WeftImplementation::forward);
    variant.backward_stages = weft.stage_times(session, &WeftImplementation::backward);
    variant.allocated_bytes = maximum(session, static_cast<double>(weft.plan().allocated_bytes()));
    if (!explain) continue;
    variant.explanation = weft.explained(session);
    variant.points = weft.plan().points_layout();
    variant.modes = weft.plan().modes_layout();
  }
}

// Verifies weft's variants while nothing else runs, and adds what their first call made resident.
void watch_first_calls(const Session& session, BenchResult& result, const Truth& truth) {
  for (Variant& variant : result.variants) {
    if (!variant.applies()) continue;
    Contestant& c = result.contestants[static_cast<std::size_t>(variant.contestant)];
    const double before = resident_bytes();
    c.error = verify(session, result.problem, truth, *c.implementation);
    variant.resident_growth = maximum(session, variant.resident_growth + resident_bytes() - before);
  }
}

int finish(const Session& session, const BenchResult& result, JsonFile& json, Picture& picture) {
  show_progress(session, "");
  print_table(session, result);
  print_explanations(session, result);
  const Json report = bench_json(session, result);
  json.write(report);
  const std::vector<std::string> wrong = wrong_ones(result);
  if (!wrong.empty()) return report_failure(session, "the result is wrong: " + join(wrong), 1);
  const bool any =
      std::any_of(result.variants.begin(), result.variants.end(), [](const auto& v) { return v.applies(); });
  if (!any) fail(ErrorCode::not_applicable, "nothing was measured: " + result.variants.front().reason);
  picture.draw({{"kind", "explain"}, {"report", report}});
  return 0;
}

// The plan that a tuner finds; all that it looked at is printed with --choice all.
PlanRequest tuned_plan(const Session& session, BenchResult& result, const BenchRequest& request,
                       const Options& options) {
  result.tuning = find_choice(session, result.problem, options);
  tell_choice(session, *result.tuning, "--set wisdom=renew");
  if (wants_ranking(request))
    for (const std::string& line : ranking_table(*result.tuning, result.tuning->ranking.size()))
      say(session, "{}", line);
  say(session, "");
  return {"", result.tuning->options};
}

// The most threads that a process of weft has in this run.
int n_threads(const BenchResult& result) {
  int n = 1;
  for (const Variant& variant : result.variants)
    if (variant.applies()) n = std::max(n, variant.choice.threads);
  return n;
}

int run_bench(const Session& session, const BenchRequest& request) {
  BenchResult result;
  result.problem = problem_of(request);
  result.n_rounds = request.n_rounds;
  std::vector<PlanRequest> plans;
  Options tuning;
  if (wants_tuning(request))
    tuning = tuning_options(request);
  else
    plans = plans_of(request);
  JsonFile json(session, request.json);
  Picture picture(session, request.plot);
  if (wants_tuning(request)) plans = {tuned_plan(session, result, request, tuning)};
  for (const PlanRequest& plan : plans) add_weft(session, result, plan);
  if (!result.contestants.empty()) {
    Peers peers =
        make_peers(session, request.peers, result.problem, {n_threads(result), request.fftw_wisdom});
    for (auto& library : peers.libraries)
      result.contestants.push_back({.implementation = std::move(library)});
    for (const Program& program : peers.programs) result.programs.push_back({.program = program});
    result.left_out = peers.left_out;
    std::vector<Memory> memory;
    bind_all(session, result, shared_arrays(session, result, memory));
    const Truth truth = sum_modes(session, result.problem);
    watch_first_calls(session, result, truth);
    verify_all(session, result, truth);
    result.batch = run_rounds(session, result.problem, result.contestants, result.programs, result.n_rounds,
                              request.inner);
    verify_all(session, result, truth);
    look_inside(session, result, request.explain);
    predict_variants(session, result);
  }
  return finish(session, result, json, picture);
}

}  // namespace

Run configure_bench(const Arguments& arguments) {
  auto request = std::make_shared<BenchRequest>();
  add_options(arguments, *request);
  return [request](const Session& session) { return run_bench(session, *request); };
}

}  // namespace weft::cli
