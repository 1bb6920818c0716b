// Where the elements of an array lie in memory while it is redistributed in place: a pure function.
//
// An array in place goes through states, one for each sweep of its route: other local shapes, real or complex
// elements, but one memory. Memory is counted in slots of one (complex) element. The frame of a state is a
// stride, in slots, for each axis, in one order of the axes for all states. Elements may move from one state
// to the next a few indices of one axis at a time ("in chunks"), without a copy of the whole, if these
// indices have the same slots before and after. That is what a link asks for:
//
//   first: chunks are ranges of the axis that varies slowest: it has one stride in both states
//   last:  chunks are columns of the axis that varies fastest: rows have one pitch in both states, and every
//   other
//          stride is a multiple of it
//   same:  nothing moves at all: one frame
//   free:  all is taken out before anything is put back
#pragma once

#include <vector>

#include "weft/layout.hpp"

namespace weft::inline direction {

enum class Link { free, first, last, same };

struct Frame {
  Extents slots;    // lengths along the axes, as the state needs them
  Extents strides;  // in slots
};

// Strides of frames with these lengths; links[i] joins frames i and i+1. `order`: axes from the slowest to
// the fastest. A length of 0 counts as 1.
std::vector<Frame> make_frames(const std::vector<Extents>& lengths, const std::vector<Link>& links,
                               const Axes& order);

}  // namespace weft::inline direction
