// FFTW's functions that take any plan, and do not run it.
//
// Of a plan of weft the cost is in seconds, on a typical machine, and the operations are those by which
// transforms are usually counted: 5 N log2 N for N complex numbers, half of it for real ones; of this
// process.
#include <cmath>
#include <cstring>

#include "fftw.hpp"
#include "plans.hpp"

namespace weft::fftw_mpi {

namespace {

double seconds_of(const char* function, Handle handle) {
  const TakenPlan* plan = taken(function, handle);
  if (plan == nullptr) return 0;
  try {
    return plan->plan.predict(typical_machine()).seconds(plan->forward ? "forward" : "backward");
  } catch (const std::exception&) {
    return 0;
  }
}

double operations_of(const Plan& plan) {
  const Problem& problem = plan.problem();
  if (problem.transform == Transform::none) return 0;
  double n = 1, log = 0;
  for (const Index length : problem.shape) n *= static_cast<double>(length);
  for (const int axis : problem.axes) log += std::log2(problem.shape[static_cast<std::size_t>(axis)]);
  return (points_are_real(problem) ? 2.5 : 5) * n * log / plan.points_layout().n_processes();
}

std::string line_of(const char* function, Handle handle) {
  const TakenPlan* plan = taken(function, handle);
  return plan == nullptr ? "" : "(" + plan->words + ")";
}

}  // namespace

// A function of any plan: `ours` of one of weft, else `theirs`, a call of fftw; parameters follow.
#define FFTW_QUESTION(result, name, ours, theirs, ...)                                            \
  result FFTW(name)(__VA_ARGS__) {                                                                \
    if (is_taken(handle)) return ours;                                                            \
    if (const auto fftw = FFTW_LOADED(name); fftw != nullptr && handle != nullptr) return theirs; \
    refuse_handle(FFTW_NAME(name), handle);                                                       \
    return static_cast<result>(0);                                                                \
  }

FFTW_QUESTION(double, cost, seconds_of(FFTW_NAME(cost), handle), fftw(handle), const Handle handle)
FFTW_QUESTION(double, estimate_cost, seconds_of(FFTW_NAME(estimate_cost), handle), fftw(handle),
              const Handle handle)
FFTW_QUESTION(char*, sprint_plan, strdup(line_of(FFTW_NAME(sprint_plan), handle).c_str()), fftw(handle),
              const Handle handle)
FFTW_QUESTION(void, fprint_plan,
              static_cast<void>(std::fputs(line_of(FFTW_NAME(fprint_plan), handle).c_str(), file)),
              fftw(handle, file), const Handle handle, std::FILE* file)
FFTW_QUESTION(void, print_plan, FFTW(fprint_plan)(handle, stdout), fftw(handle), const Handle handle)

void FFTW(flops)(const Handle handle, double* add, double* mul, double* fma) {
  if (is_taken(handle)) {
    const TakenPlan* plan = taken(FFTW_NAME(flops), handle);
    const double all = plan == nullptr ? 0 : operations_of(plan->plan);
    *add = 0.6 * all;
    *mul = 0.4 * all;
    *fma = 0;
  } else if (const auto fftw = FFTW_LOADED(flops); fftw != nullptr && handle != nullptr) {
    fftw(handle, add, mul, fma);
  } else {
    refuse_handle(FFTW_NAME(flops), handle);
  }
}

void FFTW(destroy_plan)(Handle handle) {
  if (handle == nullptr) return;  // as in FFTW
  if (is_taken(handle)) {
    destroy(handle);
  } else if (const auto fftw = FFTW_LOADED(destroy_plan); fftw != nullptr) {
    fftw(handle);
  } else {
    refuse_handle(FFTW_NAME(destroy_plan), handle);
  }
}

}  // namespace weft::fftw_mpi
