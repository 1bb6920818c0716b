// A block kernel transforms all axes of an array that lies in one piece on both sides, in a few visits to it.
//
// Lines of a tile (kernels/kernel.hpp) find their addresses tile by tile; in an array that stays in cache,
// that takes longer than the arithmetic. Here all distances are fixed when the kernel is made.
#pragma once

#include <memory>
#include <vector>

#include "base/kind.hpp"
#include "weft/timers.hpp"

namespace weft::inline lines {

// An array of two or three axes, all of them Fourier, the last one real or complex and the others complex.
// The points have their last axis side by side, the modes any one.
struct BlockSpec {
  struct Axis {
    Kind kind = Kind::c2c;
    Index n = 1;  // points
    int sign = -1;
  };
  Precision precision = Precision::double_;
  std::vector<Axis> axes;
  bool forward = true;               // from points to modes
  std::vector<Index> points, modes;  // strides of both sides, in elements
  double scale = 1;                  // multiplies the results
};

// Memory of a block kernel, aligned to 64 bytes; its contents do not matter.
struct BlockMemory {
  void* between = nullptr;  // of all threads: the array from one visit to the next
  void* batch = nullptr;    // of each thread
  void* scratch = nullptr;  // of each thread
};

// A visit is over when all its units are done; they do not depend on each other, and neither do the bits of
// the results on who does which.
class BlockKernel {
 public:
  virtual ~BlockKernel() = default;
  virtual Index between_bytes() const = 0;
  virtual Index batch_bytes() const = 0;
  virtual Index scratch_bytes() const = 0;
  virtual int n_visits() const = 0;
  virtual Index n_units(int visit) const = 0;
  // Units begin to end - 1. `in` and `out` are the same memory or do not overlap. Other memory is written
  // before the last visit, so that the input does not change where it is not the output.
  virtual void run(int visit, Index begin, Index end, const void* in, void* out,
                   const BlockMemory& memory) const = 0;
  // The visits and their steps, each run alone over all units. All memory holds zeros, which remain.
  virtual std::vector<KernelPart> measure_parts(const void* in, void* out,
                                                const BlockMemory& memory) const = 0;
};

// Null: where an axis is no product of three radices, or has fewer lines than the shortest vectors.
std::unique_ptr<BlockKernel> make_block(const BlockSpec& spec);

}  // namespace weft::inline lines
