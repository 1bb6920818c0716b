// Moving boxes of elements between memory with any strides: the gathers and scatters of a sweep.
//
// All vector code is here. Elements of 4, 8 or 16 bytes are moved as bytes; only a scaled copy knows
// what a number is.
#pragma once

#include <array>

#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline sweep {

// A box to be copied: extents and strides (in elements) of each axis.
struct CopyBox {
  static constexpr int most_axes = 8;
  int n_axes = 0;
  std::array<Index, most_axes> extent;
  std::array<Index, most_axes> from_stride;
  std::array<Index, most_axes> to_stride;
  void add(Index n, Index from, Index to) {
    if (n == 1) return;
    extent[n_axes] = n;
    from_stride[n_axes] = from;
    to_stride[n_axes++] = to;
  }
};

// How the elements are written.
struct CopyMode {
  int element_bytes = 16;                    // 4, 8 or 16
  bool stream = false;                       // non-temporal stores: what is written is not read soon
  double scale = 1;                          // multiplies every number of the elements
  Precision precision = Precision::double_;  // of these numbers
};

// Copies the box from `from` to `to`, which do not overlap. Streamed stores are ordered by
// `finish_streams`, not by the copy.
void copy_box(const CopyBox& box, const char* from, char* to, const CopyMode& mode);

// Makes streamed stores of this thread visible to others before anything written later.
void finish_streams();

// Instruction set that the copies were dispatched to, e.g. "AVX3".
const char* copy_target();

}  // namespace weft::inline sweep
