// Measuring choices by making plans and running them.
//
// A sample is some pairs of calls between two barriers, enough to last a millisecond; its time is that of the
// slowest process. The points are random numbers: what transforms leave of special ones (zeros, tiny rests)
// is not what a program computes with. All processes know the same times, and so decide the same.
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

template <class Real>
void fill_with_numbers(void* data, Index bytes) {
  std::minstd_rand generator(1);
  std::uniform_real_distribution<Real> number(-1, 1);
  auto* values = static_cast<Real*>(data);
  for (Index i = 0; i < bytes / static_cast<Index>(sizeof(Real)); ++i) values[i] = number(generator);
}

}  // namespace

Options options_with(const Options& options, const Choice& choice) {
  Options all = options;
  for (const char* key : {"grid", "exchange", "backend", "stores", "threads"}) all.set(key, "auto");
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

void PlanTrials::take_arrays(const Plan& plan) {
  const Index points = bytes_of(plan.points_storage(), plan.points_element());
  const Index modes = bytes_of(plan.modes_storage(), plan.modes_element());
  const Index least = plan.is_in_place() ? plan.in_place_bytes() : 1;
  points_.clear();
  modes_.clear();
  shared_.clear();
  const auto n_fields = static_cast<std::size_t>(problem_.n_fields);
  agree(base_, [&] {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      const Index needed = std::max(i % 2 == 0 ? points : modes, least);
      if (memory_[i].bytes >= needed || (plan.is_in_place() && i % 2 == 1)) continue;
      memory_[i] = {};
      memory_[i].data = memory_[i].arena.allocate(needed);
      memory_[i].bytes = needed;
    }
  });
  const auto array = [&](std::size_t i, Index bytes) {
    std::shared_ptr<void> shared = plan.shared_memory(bytes);
    shared_.push_back(shared);
    return shared ? shared.get() : memory_[i].data;
  };
  for (std::size_t field = 0; field < n_fields; ++field) {
    points_.push_back(array(2 * field, std::max(points, least)));
    modes_.push_back(plan.is_in_place() ? points_.back() : array(2 * field + 1, std::max(modes, least)));
  }
  points_in_.assign(points_.begin(), points_.end());
  modes_in_.assign(modes_.begin(), modes_.end());
}

void PlanTrials::fill(const Plan& plan) {
  const Index bytes = bytes_of(plan.points_storage(), plan.points_element());
  for (void* array : points_) {
    if (problem_.precision == Precision::double_)
      fill_with_numbers<double>(array, bytes);
    else
      fill_with_numbers<float>(array, bytes);
  }
}

double PlanTrials::sample(Plan& plan, int n_pairs) {
  check_mpi(MPI_Barrier(base_), "waiting to measure a plan");
  const double start = MPI_Wtime();
  for (int i = 0; i < n_pairs; ++i) {
    plan.forward_fields(points_in_, modes_);
    plan.backward_fields(modes_in_, points_);
  }
  return largest(MPI_Wtime() - start) / n_pairs;
}

std::optional<double> PlanTrials::measure(const Choice& choice, const Care& care, double give_up_above) {
  try {
    Plan plan(problem_, comm_, options_with(options_, choice));
    take_arrays(plan);
    fill(plan);
    sample(plan, 1);  // with what happens only once: pages, connections
    double least = sample(plan, 1), seconds = least;
    for (int i = 1; i < care.n_samples || seconds < care.seconds; ++i) {
      if (give_up_above > 0 && least > give_up_above && seconds >= care.seconds / 2) break;
      const double pairs = std::ceil(least_sample_seconds / std::max(least, 1e-9));
      const int n_pairs = static_cast<int>(std::clamp<double>(pairs, 1, most_pairs));
      const double now = sample(plan, n_pairs);
      seconds += now * n_pairs;
      least = std::min(least, now);
    }
    shared_.clear();
    plan.close();
    ++n_measured_;
    return least;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_applicable && error.code() != ErrorCode::resource) throw;
    shared_.clear();
    if (refusal_.empty()) refusal_ = to_text(choice) + ": " + error.what();
    return std::nullopt;
  }
}

}  // namespace weft
