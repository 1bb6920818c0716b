// Measuring choices by making plans and running them.
//
// A sample is some pairs of calls between two barriers, enough to last a millisecond; its time is that of the
// slowest process. Samples of a choice take turns with samples of the first choice: the ratio of the two does
// not depend on whether the machine was busy or slow just then. Arrays begin with random numbers (what
// transforms leave of zeros is not what a program computes with), and pairs of calls give back what they got.
// All processes know the same times, and so decide the same.
#include "tune/plan_trials.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "plan/blueprint.hpp"

namespace weft {
namespace {

constexpr double least_sample_seconds = 1e-3;
constexpr int most_pairs = 1000;  // of a sample

Index bytes_of(const Storage& storage, const ElementType& element) {
  return storage.n_elements() * (element.is_double ? 8 : 4) * (element.is_real ? 1 : 2);
}

// What three quarters of the samples exceed: other programs only add to some of them, and a few are lucky.
double lower_quartile(std::vector<double> samples) {
  const auto at = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 4);
  std::nth_element(samples.begin(), at, samples.end());
  return *at;
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

PlanTrials::PlanTrials(const Problem& problem, MPI_Comm comm, MPI_Comm base, const Options& options,
                       TuningProgress progress)
    : problem_(problem),
      comm_(comm),
      base_(base),
      options_(options),
      progress_(std::move(progress)),
      start_(MPI_Wtime()),
      memory_(2 * static_cast<std::size_t>(problem.n_fields)) {}

double PlanTrials::largest(double value) const {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, base_), "comparing times");
  return value;
}

double PlanTrials::spent() { return largest(MPI_Wtime() - start_); }

void PlanTrials::tell(std::size_t n_measured, std::size_t n_planned, const Candidate& best) {
  if (!progress_) return;
  char milliseconds[32];
  std::snprintf(milliseconds, sizeof milliseconds, "%.3g", 1e3 * best.measured_seconds.value_or(0));
  progress_(std::to_string(n_measured) + " of " + std::to_string(std::max(n_planned, n_measured)) +
            " measured, best " + milliseconds + " ms: " + to_text(best.choice));
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

double PlanTrials::sample(Runner& runner, int n_pairs) {
  check_mpi(MPI_Barrier(base_), "waiting to measure a plan");
  const double start = MPI_Wtime();
  for (int i = 0; i < n_pairs; ++i) {
    runner.plan.forward_fields(runner.points_in, runner.modes);
    runner.plan.backward_fields(runner.modes_in, runner.points);
  }
  return largest(MPI_Wtime() - start) / n_pairs;
}

std::optional<double> PlanTrials::measure(const Choice& choice, const Care& care, double give_up_above) {
  try {
    std::unique_ptr<Runner> runner = make_runner(choice);
    std::vector<double> here, there;  // of this choice, and of the reference
    double spent = 0;
    const auto add = [&](Runner& plan, std::vector<double>& samples) {
      const double typical = samples.empty() ? least_sample_seconds : lower_quartile(samples);
      const double pairs = std::ceil(least_sample_seconds / std::max(typical, 1e-9));
      const int n_pairs = static_cast<int>(std::clamp<double>(pairs, 1, most_pairs));
      samples.push_back(sample(plan, n_pairs));
      spent += samples.back() * n_pairs;
    };
    // As if nothing else ran: in seconds of the time when the reference was measured.
    const auto seconds = [&] {
      const double now = lower_quartile(here);
      return reference_ ? reference_seconds_ * now / lower_quartile(there) : now;
    };
    use_arrays(*runner);
    sample(*runner, 1);  // with what happens only once: pages, connections
    if (reference_) use_arrays(*reference_);
    while (static_cast<int>(here.size()) < care.n_samples || spent < care.seconds) {
      add(*runner, here);
      if (reference_) add(*reference_, there);
      if (give_up_above > 0 && spent >= care.seconds / 2 && seconds() > give_up_above) break;
    }
    const double result = seconds();
    ++n_measured_;
    if (!reference_) {
      reference_ = std::move(runner);
      reference_seconds_ = result;
    } else {
      runner->shared.clear();
      runner->plan.close();
    }
    return result;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_applicable && error.code() != ErrorCode::resource) throw;
    if (refusal_.empty()) refusal_ = to_text(choice) + ": " + error.what();
    return std::nullopt;
  }
}

}  // namespace weft
