// Plans that are used again, by what they transform and where it lies.
#include "plan_cache.hpp"

#include <pthread.h>

#include <algorithm>

namespace weft::python {
namespace {

Problem problem_of(const Task& task) {
  Problem problem;
  problem.transform = task.transform;
  problem.precision = task.precision;
  problem.norm = task.norm;
  problem.sign = task.sign;
  int n_transformed = 0;
  for (int a = 0; a < task.n_axes; ++a) {
    problem.shape.push_back(task.axes[a].n);
    n_transformed += task.axes[a].turn >= 0 ? 1 : 0;
  }
  problem.axes.resize(n_transformed);
  for (int a = 0; a < task.n_axes; ++a)
    if (task.axes[a].turn >= 0) problem.axes[task.axes[a].turn] = a;
  if (task.kind != AxisKind::fourier) problem.kinds.assign(problem.axes.size(), task.kind);
  return problem;
}

std::unique_ptr<SerialPlan> new_plan(const Task& task) {
  const Problem problem = problem_of(task);
  SerialOptions options;
  options.threads = task.threads;
  Storage points{problem.shape, {}, {}}, modes{modes_shape(problem), {}, {}};
  for (int a = 0; a < task.n_axes; ++a) {
    points.order.push_back(a);
    points.strides.push_back(task.axes[a].points_stride);
    modes.strides.push_back(task.axes[a].modes_stride);
  }
  modes.order = points.order;
  options.points = points;
  options.modes = modes;
  options.has_forward = !task.backward;
  options.has_backward = task.backward;
  return std::make_unique<SerialPlan>(problem, options);
}

// Of a plan: its memory, and about as much as the tables of its kernels take.
Index bytes_of(const Task& task, const SerialPlan& plan) {
  constexpr Index of_objects = 16 << 10, of_thread = 64 << 10;
  Index points = 0;
  for (int a = 0; a < task.n_axes; ++a)
    if (task.axes[a].turn >= 0) points += task.axes[a].n;
  const Index complex_bytes = task.precision == Precision::double_ ? 16 : 8;
  return plan.allocated_bytes() + of_objects + of_thread * (task.threads - 1) + 16 * points * complex_bytes;
}

}  // namespace

bool Task::operator==(const Task& other) const {
  return transform == other.transform && kind == other.kind && precision == other.precision &&
         norm == other.norm && sign == other.sign && threads == other.threads && n_axes == other.n_axes &&
         backward == other.backward && std::equal(axes.begin(), axes.begin() + n_axes, other.axes.begin());
}

std::size_t TaskHash::operator()(const Task& task) const {
  std::uint64_t hash = 0;
  const auto add = [&](Index number) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  };
  add(static_cast<Index>(task.transform) + 8 * static_cast<Index>(task.kind) +
      128 * static_cast<Index>(task.precision) + 256 * static_cast<Index>(task.norm) +
      2048 * (task.sign + 1) + 8192 * Index{task.threads} + (task.backward ? Index{1} << 40 : 0));
  for (int a = 0; a < task.n_axes; ++a) {
    const Task::Axis& axis = task.axes[a];
    add(axis.n);
    add(axis.points_stride);
    add(axis.modes_stride);
    add(axis.turn);
  }
  return hash;
}

PlanCache& PlanCache::instance() {
  // Never destroyed: threads may still transform when the process ends.
  static PlanCache& cache = *[] {
    auto* made = new PlanCache;
    pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                   [] {
                     instance().mutex_.unlock();
                     instance().forget_threads();
                   });
    return made;
  }();
  return cache;
}

std::unique_ptr<SerialPlan> PlanCache::take(const Task& task) {
  const std::lock_guard lock(mutex_);
  const auto found = found_.find(task);
  if (found == found_.end() || found->second->idle.empty()) return nullptr;
  Row& row = *found->second;
  rows_.splice(rows_.begin(), rows_, found->second);
  std::unique_ptr<SerialPlan> plan = std::move(row.idle.back());
  row.idle.pop_back();
  bytes_ -= row.bytes_of_each;
  return plan;
}

void PlanCache::give_back(const Task& task, std::unique_ptr<SerialPlan> plan) noexcept {
  std::vector<std::unique_ptr<SerialPlan>> dropped;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  try {
    auto found = found_.find(task);
    if (found == found_.end()) {
      rows_.push_front({task, {}, bytes_of(task, *plan)});
      found = found_.emplace(task, rows_.begin()).first;
    }
    Row& row = *found->second;
    row.idle.push_back(std::move(plan));
    bytes_ += row.bytes_of_each;
    if (bytes_ > limit_bytes_) shrink(limit_bytes_, dropped);
  } catch (const std::bad_alloc&) {  // the plan is dropped
  }
}

// Takes out idle plans of the keys that were not used for longest.
void PlanCache::shrink(Index bytes, std::vector<std::unique_ptr<SerialPlan>>& dropped) {
  for (auto row = rows_.end(); row != rows_.begin() && bytes_ > bytes;) {
    --row;
    for (; !row->idle.empty() && bytes_ > bytes; row->idle.pop_back(), bytes_ -= row->bytes_of_each)
      dropped.push_back(std::move(row->idle.back()));
    if (row->idle.empty()) {
      found_.erase(row->task);
      row = rows_.erase(row);
    }
  }
}

void PlanCache::set_limit_bytes(Index bytes) {
  std::vector<std::unique_ptr<SerialPlan>> dropped;
  const std::lock_guard lock(mutex_);
  limit_bytes_ = bytes;
  shrink(bytes, dropped);
}

Index PlanCache::n_plans() const {
  const std::lock_guard lock(mutex_);
  Index n = 0;
  for (const Row& row : rows_) n += static_cast<Index>(row.idle.size());
  return n;
}

void PlanCache::clear() {
  std::vector<std::unique_ptr<SerialPlan>> dropped;
  const std::lock_guard lock(mutex_);
  shrink(-1, dropped);
}

void PlanCache::forget_threads() {
  const std::lock_guard lock(mutex_);
  for (auto row = rows_.begin(); row != rows_.end();) {
    if (row->task.threads == 1) {
      ++row;
      continue;
    }
    for (auto& plan : row->idle) static_cast<void>(plan.release());  // whose threads are not there
    bytes_ -= row->bytes_of_each * static_cast<Index>(row->idle.size());
    found_.erase(row->task);
    row = rows_.erase(row);
  }
}

PlanCache::Lease::Lease(PlanCache& cache, const Task& task)
    : cache_(cache), task_(task), plan_(cache.take(task)) {}

PlanCache::Lease::~Lease() {
  if (plan_) cache_.give_back(task_, std::move(plan_));
}

SerialPlan& PlanCache::Lease::plan() {
  if (!plan_) plan_ = new_plan(task_);
  return *plan_;
}

}  // namespace weft::python
