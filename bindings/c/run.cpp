// Calls of a plan for C, at once and in two parts, and what its clocks say of them.
//
// Names of stages are lent to the caller from the handle. So it keeps the timers as they were last asked for:
// this process's own, or those of all processes until another call makes them out of date.
#include "handles.hpp"

using namespace weft::c;

namespace {

// For what changes the clocks: what was gathered is out of date.
weft::Plan& running(weft_plan* plan) {
  at(plan, "the plan").has_gathered = false;
  return plan->value;
}

using Run = void (weft::Plan::*)(std::span<const void* const>, std::span<void* const>);

int run_fields(Run run, weft_plan* plan, int n, const void* const* in, void* const* out) {
  return guarded([&] {
    weft::Plan& called = running(plan);
    some(in, n, "in");
    some(out, n, "out");
    const auto count = static_cast<std::size_t>(n);
    (called.*run)(std::span(in, count), std::span(out, count));
  });
}

const std::vector<weft::StageTimer>& timers_of(weft_plan* plan) {
  auto& handle = at(plan, "the plan");
  if (!handle.has_gathered) handle.timers = handle.value.timers();
  return handle.timers;
}

}  // namespace

int weft_forward(weft_plan* plan, const void* in, void* out) {
  return guarded([&] { running(plan).forward(in, out); });
}

int weft_backward(weft_plan* plan, const void* in, void* out) {
  return guarded([&] { running(plan).backward(in, out); });
}

int weft_forward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]) {
  return run_fields(&weft::Plan::forward_fields, plan, n_fields, in, out);
}

int weft_backward_fields(weft_plan* plan, int n_fields, const void* const in[], void* const out[]) {
  return run_fields(&weft::Plan::backward_fields, plan, n_fields, in, out);
}

int weft_forward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]) {
  return run_fields(&weft::Plan::forward_start, plan, n_fields, in, out);
}

int weft_forward_finish(weft_plan* plan) {
  return guarded([&] { running(plan).forward_finish(); });
}

int weft_backward_start(weft_plan* plan, int n_fields, const void* const in[], void* const out[]) {
  return run_fields(&weft::Plan::backward_start, plan, n_fields, in, out);
}

int weft_backward_finish(weft_plan* plan) {
  return guarded([&] { running(plan).backward_finish(); });
}

int weft_progress(weft_plan* plan, int* done) {
  return guarded([&] { give(done, running(plan).progress()); });
}

int weft_plan_n_times(weft_plan* plan, int* n_times) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    handle.times = handle.value.times();
    give(n_times, plan->times.size());
  });
}

int weft_plan_time(weft_plan* plan, int i, const char** name, double* seconds) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    handle.times = handle.value.times();
    const auto n = static_cast<int>(plan->times.size());
    if (i < 0 || i >= n)
      fail("there is no step " + std::to_string(i) + "; the last call had " + std::to_string(n));
    give(name, plan->times[i].name.c_str());
    give(seconds, plan->times[i].seconds);
  });
}

int weft_plan_n_timers(weft_plan* plan, int* n_timers) {
  return guarded([&] { give(n_timers, timers_of(plan).size()); });
}

int weft_plan_timer(weft_plan* plan, int i, const char** direction, const char** stage, const char** kind,
                    int64_t* n_calls, double* seconds, double* min_seconds, double* mean_seconds,
                    double* max_seconds) {
  return guarded([&] {
    const std::vector<weft::StageTimer>& timers = timers_of(plan);
    const auto n = static_cast<int>(timers.size());
    if (i < 0 || i >= n)
      fail("there is no timer " + std::to_string(i) + "; the plan has " + std::to_string(n));
    const weft::StageTimer& timer = timers[static_cast<std::size_t>(i)];
    give(direction, timer.direction.c_str());
    give(stage, timer.stage.c_str());
    give(kind, timer.kind.c_str());
    give(n_calls, timer.n_calls);
    give(seconds, timer.seconds);
    give(min_seconds, timer.min_seconds);
    give(mean_seconds, timer.mean_seconds);
    give(max_seconds, timer.max_seconds);
  });
}

int weft_plan_gather_timers(weft_plan* plan) {
  return guarded([&] {
    auto& handle = at(plan, "the plan");
    handle.timers = handle.value.gather_timers();
    handle.has_gathered = true;
  });
}

int weft_plan_reset_timers(weft_plan* plan) {
  return guarded([&] { running(plan).reset_timers(); });
}
