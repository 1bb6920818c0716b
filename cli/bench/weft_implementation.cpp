// The plan is used as any program would: made once, then run on arrays that it does not own.
#include "bench/weft_implementation.hpp"

#include <algorithm>

#include "bench/rounds.hpp"
#include "program/machine.hpp"

namespace weft::cli {

namespace {

std::size_t block_bytes(const Storage& storage, bool is_real, Precision precision) {
  const std::size_t real = precision == Precision::single_ ? sizeof(float) : sizeof(double);
  return static_cast<std::size_t>(storage.n_elements()) * real * (is_real ? 1 : 2);
}

}  // namespace

WeftImplementation::WeftImplementation(const Session& session, const Problem& problem, const Options& options)
    : resident_before_(resident_bytes()),
      seconds_before_(MPI_Wtime()),
      plan_(problem, session.comm, options),
      plan_seconds_(maximum(session, MPI_Wtime() - seconds_before_)),
      resident_growth_(resident_bytes() - resident_before_),
      in_place_(options.get("in_place") == "yes"),
      points_{plan_.points_layout().shape, plan_.points_box(), plan_.points_storage().strides},
      modes_{plan_.modes_layout().shape, plan_.modes_box(), plan_.modes_storage().strides} {}

std::size_t WeftImplementation::array_bytes() const {
  const Problem& problem = plan_.problem();
  const std::size_t in_place = in_place_ ? static_cast<std::size_t>(plan_.in_place_bytes()) : 0;
  return std::max({block_bytes(plan_.points_storage(), points_are_real(problem), problem.precision),
                   block_bytes(plan_.modes_storage(), modes_are_real(problem), problem.precision), in_place});
}

std::vector<StageTime> WeftImplementation::stage_times(const Session& session,
                                                       void (WeftImplementation::*call)()) {
  constexpr int n_calls = 3;
  std::vector<StageTime> stages;
  std::vector<std::vector<double>> seconds;  // [stage][call]
  for (int i = 0; i < n_calls; ++i) {
    MPI_Barrier(session.comm);
    (this->*call)();
    stages = plan_.times();
    seconds.resize(stages.size());
    for (std::size_t s = 0; s < stages.size(); ++s) seconds[s].push_back(maximum(session, stages[s].seconds));
  }
  for (std::size_t s = 0; s < stages.size(); ++s) stages[s].seconds = median_of(seconds[s]);
  return stages;
}

PlanReport WeftImplementation::explained(const Session& session) {
  std::vector<PlanReport> reports;
  plan_.measure_arithmetic();
  for (int i = 0; i < n_explained_calls; ++i) {
    MPI_Barrier(session.comm);
    forward();
    MPI_Barrier(session.comm);
    backward();
    reports.push_back(plan_.report());
  }
  PlanReport medians = reports.front();
  for (DirectionReport PlanReport::*direction : {&PlanReport::forward, &PlanReport::backward})
    for (std::size_t s = 0; s < (medians.*direction).steps.size(); ++s)
      for (double StepReport::*figure : {&StepReport::seconds, &StepReport::before, &StepReport::after}) {
        std::vector<double> values;
        for (const PlanReport& report : reports) values.push_back((report.*direction).steps[s].*figure);
        (medians.*direction).steps[s].*figure = median_of(values);
      }
  return medians;
}

void WeftImplementation::bind(const Arrays& arrays) {
  arrays_ = arrays;
  if (plan_.shares_arrays()) take_shared_arrays();
  if (in_place_) arrays_.modes = arrays_.points;
  points_in_.assign(arrays_.points.begin(), arrays_.points.end());
  modes_in_.assign(arrays_.modes.begin(), arrays_.modes.end());
}

// Those of the plan, in place of the ones that all contestants use; where there are none, these remain.
void WeftImplementation::take_shared_arrays() {
  for (std::vector<void*>* side : {&arrays_.points, &arrays_.modes})
    for (void*& array : *side) {
      shared_arrays_.push_back(plan_.shared_memory(static_cast<Index>(array_bytes())));
      if (shared_arrays_.back()) array = shared_arrays_.back().get();
    }
}

void WeftImplementation::forward() { plan_.forward_fields(points_in_, arrays_.modes); }

void WeftImplementation::backward() { plan_.backward_fields(modes_in_, arrays_.points); }

std::size_t largest_array(const std::vector<std::unique_ptr<WeftImplementation>>& plans) {
  std::size_t bytes = 1;
  for (const auto& plan : plans)
    if (plan) bytes = std::max(bytes, plan->array_bytes());
  return bytes;
}

}  // namespace weft::cli
