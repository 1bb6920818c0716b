// What the clocks of a plan say, by stage.
#include <algorithm>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "plan/plan_impl.hpp"
#include "plan/report.hpp"

namespace weft {

namespace {

// A stage of a direction: its words, and the clock that belongs to it.
struct Stage {
  std::string name, kind, step;
  const Clock* clock;
};

// In order of execution.
std::vector<Stage> stages_of(const Direction& direction, const BuiltDirection& built, bool has_barriers) {
  std::vector<Stage> stages;
  const auto add = [&](std::size_t exchange, const char* step, const char* kind, const Clock& clock) {
    if (direction.moves[exchange].is_local) return;
    const std::string number = direction.moves.size() > 1 ? " " + std::to_string(exchange + 1) : "";
    stages.push_back({"exchange" + number, kind, direction.moves[exchange].row->name + " " + step, &clock});
  };
  for (std::size_t i = 0; i < direction.sweeps.size(); ++i) {
    const bool has_exchange = i < direction.moves.size();
    if (i > 0)
      add(i - 1, "ready", direction.moves[i - 1].row->shares_memory ? "waiting" : "receiving",
          built.exchanges[i - 1].clocks.ready);
    if (has_exchange) add(i, "acquire", "waiting", built.exchanges[i].clocks.acquire);
    const bool is_products = static_cast<int>(i) == built.products;
    const std::string name = is_products ? "products" : step_name(direction.sweeps[i].sweep);
    if (direction.sweeps[i].runs) stages.push_back({name, "sweep", name, &built.sweeps[i].clock});
    if (has_exchange && has_barriers) add(i, "barrier", "barrier", built.exchanges[i].clocks.barrier);
    if (has_exchange) add(i, "publish", "sending", built.exchanges[i].clocks.publish);
  }
  return stages;
}

}  // namespace

const std::vector<StageTime>& Plan::Impl::last_times() {
  times.clear();
  if (last == nullptr) return times;
  const Direction& direction = last == &forward    ? blueprint.forward
                               : last == &backward ? blueprint.backward
                                                   : blueprint.convolution->direction;
  for (const Stage& stage : stages_of(direction, *last, settings.barriers))
    times.push_back({stage.step, stage.clock->last()});
  return times;
}

std::vector<StageTimer> Plan::Impl::all_timers() const {
  std::vector<StageTimer> timers;
  std::vector<std::pair<const Direction*, const BuiltDirection*>> all = {{&blueprint.forward, &forward},
                                                                         {&blueprint.backward, &backward}};
  if (convolution) all.emplace_back(&blueprint.convolution->direction, &*convolution);
  for (const auto& [direction, built] : all)
    for (const Stage& stage : stages_of(*direction, *built, settings.barriers))
      timers.push_back({built->name, stage.name, stage.kind, built->n_calls, stage.clock->total(),
                        stage.clock->total(), stage.clock->total(), stage.clock->total()});
  return timers;
}

std::vector<StageTimer> Plan::gather_timers() const {
  impl_->arrive("to gather timers");
  const Doing doing("to gather timers", impl_->settings.timeout_seconds);
  std::vector<StageTimer> timers = impl_->all_timers();
  std::vector<double> least, sum, most;
  for (const StageTimer& timer : timers) least.push_back(timer.seconds);
  sum = most = least;
  const auto reduce = [&](std::vector<double>& values, MPI_Op op) {
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, op,
                            impl_->comms->base()),
              "gathering timers");
  };
  reduce(least, MPI_MIN);
  reduce(sum, MPI_SUM);
  reduce(most, MPI_MAX);
  for (std::size_t i = 0; i < timers.size(); ++i) {
    timers[i].min_seconds = least[i];
    timers[i].max_seconds = most[i];
    // Rounding can bring the mean of equal times beyond them.
    timers[i].mean_seconds = std::clamp(sum[i] / impl_->comms->size(), least[i], most[i]);
  }
  return timers;
}

}  // namespace weft
