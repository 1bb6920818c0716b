// Plans that are used again, by what they transform and where it lies.
//
// A plan serves one thread at a time, so that a key has as many plans as threads that use it together. Those
// of the keys that were used last stay, up to a number of bytes.
#pragma once

#include <array>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "weft/serial.hpp"

namespace weft::python {

// A transform between two arrays in memory. Points and modes are those of weft::Problem.
struct Task {
  static constexpr int most_axes = 6;
  struct Axis {
    Index n = 1;                                // points
    Index points_stride = 1, modes_stride = 1;  // in elements
    Index turn = -1;                            // in Problem::axes; -1: not transformed
    bool operator==(const Axis&) const = default;
  };
  Transform transform = Transform::c2c;
  AxisKind kind = AxisKind::fourier;
  Precision precision = Precision::double_;
  Norm norm = Norm::backward;
  int sign = -1;
  bool backward = false;  // the call of the plan
  int threads = 1;
  int n_axes = 0;
  std::array<Axis, most_axes> axes;
  bool operator==(const Task& other) const;
};

struct TaskHash {
  std::size_t operator()(const Task& task) const;
};

class PlanCache {
 public:
  // The cache of this process, which is there until it ends.
  static PlanCache& instance();

  // A plan, for one call; goes back where it came from.
  class Lease {
   public:
    Lease(PlanCache& cache, const Task& task);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    bool is_made() const { return plan_ != nullptr; }
    SerialPlan& plan();  // makes it, if there is none: Error as of SerialPlan

   private:
    PlanCache& cache_;
    const Task& task_;
    std::unique_ptr<SerialPlan> plan_;
  };

  Index limit_bytes() const { return limit_bytes_; }
  void set_limit_bytes(Index bytes);
  Index bytes() const { return bytes_; }
  Index n_plans() const;
  void clear();
  // In the child of a fork, which has one thread: plans with threads are left behind.
  void forget_threads();

 private:
  struct Row {
    Task task;
    std::vector<std::unique_ptr<SerialPlan>> idle;
    Index bytes_of_each = 0;
  };
  using Rows = std::list<Row>;  // those used last first

  std::unique_ptr<SerialPlan> take(const Task& task);
  void give_back(const Task& task, std::unique_ptr<SerialPlan> plan) noexcept;
  void shrink(Index bytes, std::vector<std::unique_ptr<SerialPlan>>& dropped);

  mutable std::mutex mutex_;
  Rows rows_;
  std::unordered_map<Task, Rows::iterator, TaskHash> found_;
  Index bytes_ = 0;  // of idle plans
  Index limit_bytes_ = Index{1} << 30;
};

}  // namespace weft::python
