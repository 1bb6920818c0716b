// Measuring choices by making plans and running them.
//
// A sample is some pairs of calls between two barriers, enough to last a millisecond; its time is that of the
// slowest process. Where some process was ready to run and another program had its processor, the sample is
// that program's, not the plan's. Samples of a choice take turns with samples of the first choice: the ratio
// of the two does not depend on whether the machine was slow just then. Arrays begin with random numbers
// (what transforms leave of zeros is not what a program computes with), and pairs of calls give back what
// they got. All processes know the same times, and so decide the same.
#include "tune/plan_trials.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "machine/load.hpp"
#include "plan/blueprint.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr double least_sample_seconds = 1e-3;
constexpr int most_pairs = 1000;       // of a sample
constexpr double most_waiting = 0.05;  // for a processor, of the seconds of a sample that is not disturbed

Index bytes_of(const Storage& storage, const ElementType& element) {
  return storage.n_elements() * (element.is_double ? 8 : 4) * (element.is_real ? 1 : 2);
}

template <class Real>
void fill_with_numbers(void* data, Index bytes) {
  std::minstd_rand generator(1);
  std::uniform_real_distribution<Real> number(-1, 1);
  auto* values = static_cast<Real*>(data);
  for (Index i = 0; i < bytes / static_cast<Index>(sizeof(Real)); ++i) values[i] = number(generator);
}

}  // namespace

Options with_choice(const Options& options, const Choice& choice) {
  Options all = options;
  for (const char* key : keys_of_choice) all.set(key, "auto");
  all.set("choice", to_text(choice));
  all.set("tune", "off");
  return all;
}

}  // namespace weft

namespace weft::inline tuning {

PlanTrials::PlanTrials(const Problem& problem, MPI_Comm comm, MPI_Comm base, const Options& options,
                       bool takes_turns, TuningProgress progress)
    : problem_(problem),
      comm_(comm),
      base_(base),
      takes_turns_(takes_turns),
      options_(options),
      progress_(std::move(progress)),
      start_(MPI_Wtime()),
      memory_(2 * static_cast<std::size_t>(problem.n_fields)) {}

double PlanTrials::spent() {
  double seconds = MPI_Wtime() - start_;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, base_), "comparing times");
  return seconds;
}

double PlanTrials::disturbed_share() const {
  return n_samples_ > 0 ? static_cast<double>(n_disturbed_) / n_samples_ : 0;
}

// "candidate 7 of 24, 20 s left: 2x2 native window-pull; best so far 1.23 ms: 4 native window-pull". What a
// narrow terminal cuts off is the least important.
void PlanTrials::tell(const SearchState& state) {
  if (!progress_) return;
  std::string text = state.is_second_look ? "second look " : "candidate ";
  text += std::to_string(state.number) + (state.is_second_look ? " of at most " : " of ") +
          std::to_string(state.n_planned);
  if (state.seconds_left)
    text += (state.is_second_look ? ", at most " : ", ") +
            short_duration(std::ceil(std::max(*state.seconds_left, 0.0))) + " left";
  text += ": " + to_text(state.now);
  if (state.best != nullptr)
    text += "; best so far " + short_number(1e3 * state.best_seconds) + " ms: " + to_text(*state.best);
  progress_(text);
}

void PlanTrials::fill(void* array, Index bytes) const {
  if (problem_.precision == Precision::double_)
    fill_with_numbers<double>(array, bytes);
  else
    fill_with_numbers<float>(array, bytes);
}

std::unique_ptr<PlanTrials::Runner> PlanTrials::make_runner(const Choice& choice) {
  auto runner = std::make_unique<Runner>(Runner{Plan(problem_, comm_, with_choice(options_, choice))});
  const Plan& plan = runner->plan;
  const Index in_place = plan.is_in_place() ? plan.in_place_bytes() : 1;
  const Index points = std::max(bytes_of(plan.points_storage(), plan.points_element()), in_place);
  const Index modes = std::max(bytes_of(plan.modes_storage(), plan.modes_element()), in_place);
  agree(base_, [&] {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      const Index needed = i % 2 == 0 ? points : modes;
      if (memory_[i].bytes >= needed || (plan.is_in_place() && i % 2 == 1)) continue;
      memory_[i] = {};
      memory_[i].data = memory_[i].arena.allocate(needed);
      memory_[i].bytes = needed;
      fill(memory_[i].data, needed);
    }
  });
  if (!plan.shares_arrays()) return runner;
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    const Index bytes = i % 2 == 0 ? points : modes;
    runner->shared.push_back(plan.shared_memory(bytes));
    if (runner->shared.back()) fill(runner->shared.back().get(), bytes);
  }
  return runner;
}

// They may have moved since: memory grows with what the largest plan needs.
void PlanTrials::use_arrays(Runner& runner) const {
  runner.points.clear();
  runner.modes.clear();
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    const bool has_own = !runner.shared.empty() && runner.shared[i];
    void* array = has_own ? runner.shared[i].get() : memory_[i].data;
    if (i % 2 == 0)
      runner.points.push_back(array);
    else
      runner.modes.push_back(runner.plan.is_in_place() ? runner.points.back() : array);
  }
  runner.points_in.assign(runner.points.begin(), runner.points.end());
  runner.modes_in.assign(runner.modes.begin(), runner.modes.end());
}

Sample PlanTrials::sample(Runner& runner, int n_pairs, double& spent) {
  const double before = MPI_Wtime();
  check_mpi(MPI_Barrier(base_), "waiting to measure a plan");
  const double waited = seconds_without_processor(), start = MPI_Wtime();
  for (int i = 0; i < n_pairs; ++i) {
    runner.plan.forward_fields(runner.points_in, runner.modes);
    runner.plan.backward_fields(runner.modes_in, runner.points);
  }
  const double end = MPI_Wtime();
  double most[] = {end - start, seconds_without_processor() - waited, end - before};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, most, 3, MPI_DOUBLE, MPI_MAX, base_), "comparing times");
  spent += most[2];
  return {most[0] / n_pairs, !takes_turns_ && most[1] > most_waiting * most[0]};
}

// As many pairs as last long enough if they are as fast as they ever were.
void PlanTrials::add_sample(Runner& runner, std::vector<Sample>& samples, double& spent) {
  const double pairs = std::ceil(least_sample_seconds / std::max(runner.least_seconds, 1e-9));
  const Sample now = sample(runner, static_cast<int>(std::clamp<double>(pairs, 1, most_pairs)), spent);
  runner.least_seconds = std::min(runner.least_seconds, now.seconds);
  samples.push_back(now);
  ++n_samples_;
  if (now.disturbed) ++n_disturbed_;
}

// What happens only once: pages, connections.
void PlanTrials::warm_up(Runner& runner) {
  double spent = 0;
  use_arrays(runner);
  runner.least_seconds = sample(runner, 1, spent).seconds;
}

// The first plan is compared with itself. One sample of each is enough to give up.
Comparison PlanTrials::take_turns(Runner& runner, const Care& care, double give_up_above) {
  const auto enough = static_cast<std::size_t>(care.n_samples);
  std::vector<Sample> here, there;
  double spent = 0;
  const auto so_far = [&](std::size_t n) { return compared(here, reference_ ? there : here, n); };
  warm_up(runner);
  if (reference_) use_arrays(*reference_);
  for (;;) {
    add_sample(runner, here, spent);
    if (reference_) add_sample(*reference_, there, spent);
    if (spent < care.seconds / 2) continue;
    const Comparison first = so_far(1), now = so_far(enough);
    if (!first.disturbed && give_up_above > 0 && first.ratio() > give_up_above) return first;
    if (here.size() >= enough && spent >= (now.disturbed ? care.most_seconds : care.seconds)) return now;
  }
}

// Makes it where there is none and there was one, or to have it anew.
void PlanTrials::make_reference(bool anew) {
  if (!reference_choice_ || (reference_ && !anew)) return;
  if (reference_) close(std::move(reference_));
  reference_ = make_runner(*reference_choice_);
  warm_up(*reference_);
}

void PlanTrials::close(std::unique_ptr<Runner> runner) {
  runner->shared.clear();
  runner->plan.close();
}

std::optional<Comparison> PlanTrials::compare(const Choice& choice, const Care& care, double give_up_above) {
  try {
    make_reference(care.anew);
    std::unique_ptr<Runner> runner = make_runner(choice);
    const Comparison result = take_turns(*runner, care, give_up_above);
    ++n_measured_;
    if (reference_) {
      close(std::move(runner));
    } else {
      reference_ = std::move(runner);
      reference_choice_ = choice;
    }
    return result;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_applicable && error.code() != ErrorCode::resource) throw;
    if (refusal_.empty()) refusal_ = to_text(choice) + ": " + error.what();
    return std::nullopt;
  }
}

}  // namespace weft::inline tuning
