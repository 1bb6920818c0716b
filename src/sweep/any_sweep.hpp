// What a plan runs between two exchanges, whoever made it and whatever memory it works on.
#pragma once

#include <exception>
#include <span>
#include <vector>

#include "geometry/view.hpp"
#include "weft/points_block.hpp"
#include "weft/timers.hpp"

namespace weft::inline sweep {

// What a plan runs between two exchanges.
class AnySweep {
 public:
  virtual ~AnySweep() = default;
  // Transforms field number `field`; slots[i] is the place of slot i for this field.
  virtual void run(Places slots, Index field) = 0;
  // Seconds that the kernels take for one field when all lines are in cache; moves no array.
  virtual double measure_arithmetic() = 0;
  // The visits of a sweep by lists of steps, and their steps, of one field by one thread; else empty.
  virtual std::vector<KernelPart> measure_parts() { return {}; }
};

// The memory of one field between two exchanges.
struct FieldSlots {
  std::vector<Place> slots;
  Index field = 0;  // its number there
};

// What a plan runs in place of two sweeps with products between them.
class AnyProductSweep {
 public:
  virtual ~AnyProductSweep() = default;
  // Calls `function` for every chunk. What it throws first is kept, and it is not called any more; the sweeps
  // go on, because other processes wait for what they write. The slots are those of the plan.
  virtual void run(std::span<const FieldSlots> in, std::span<const FieldSlots> out,
                   const PointsFunction& function) = 0;
  // What the function threw in the last run; null: nothing.
  virtual std::exception_ptr error() const = 0;
};

}  // namespace weft::inline sweep
