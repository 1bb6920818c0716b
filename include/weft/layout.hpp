// How a global array is divided over processes, as values.
//
// Nothing here talks to other processes: any process (or a program without MPI) computes the block
// of any process of any number of processes with these pure functions. All ranges are half open,
// all global counts are 64 bit, axes are counted from 0 in the order of the problem's shape.
//
//   shape (6, 4) cut on axis 0 over 4 processes:     rank 0 | rows 0,1
//                                                    rank 1 | rows 2,3
//                                                    rank 2 | row  4
//                                                    rank 3 | row  5
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

using Index = std::int64_t;
using Extents = std::vector<Index>;  // one length per axis
using Axes = std::vector<int>;       // axis numbers, from 0

// A half-open range of global indices along one axis.
struct Range {
  Index begin = 0;
  Index end = 0;
  Index size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

// A k-dimensional array of processes; ranks are row-major in it (the last dimension varies fastest).
struct ProcessGrid {
  std::vector<int> dims;  // processes along each grid dimension
  int size() const;       // the product of dims
  std::vector<int> coordinates_of(int rank) const;
  int rank_of(const std::vector<int>& coordinates) const;
  bool operator==(const ProcessGrid&) const = default;
};

// The rule by which an axis is divided over p processes. Without block sizes: n = q p + r, the first
// r processes have q + 1 points, the others q.
struct Split {
  Extents block_sizes;  // empty, or p sizes whose sum is the length of the axis
  bool operator==(const Split&) const = default;
};

// A block of a global array: one half-open range per axis. Any range may be empty.
struct Box {
  std::vector<Range> ranges;
  int n_axes() const { return static_cast<int>(ranges.size()); }
  Extents shape() const;
  Index n_points() const;
  bool empty() const { return n_points() == 0; }
  bool operator==(const Box&) const = default;
};

// The points that both boxes have; empty ranges where they have none. Both have the same number of axes.
// Not collective.
// Example:
//   const weft::Box a{{{0, 4}, {0, 8}}}, b{{{2, 6}, {4, 5}}};
//   assert(weft::intersect(a, b) == (weft::Box{{{2, 4}, {4, 5}}}));
Box intersect(const Box& a, const Box& b);

// Who owns which block: grid dimension g divides axis cut[g]. An axis that no grid dimension cuts is
// local. Several grid dimensions may cut the same axis; their coordinates are then combined
// row-major. `splits` is empty (all balanced) or has one entry per axis.
struct Layout {
  Extents shape;              // global lengths
  ProcessGrid grid;           // how the processes are arranged
  Axes cut;                   // cut[grid dimension] = axis
  std::vector<Split> splits;  // splits[axis] = rule for that axis; empty = all balanced
  Extents ghosts = {};        // ghosts[axis] = ghost cells on either side of every block; empty = none
  int n_axes() const { return static_cast<int>(shape.size()); }
  int n_processes() const { return grid.size(); }
  bool operator==(const Layout&) const = default;
};

// Throws Error(invalid_argument) in words if the layout is not well formed: a length below 1, as many cut
// axes as grid dimensions, block sizes that do not add up to their axis, negative numbers of ghost cells. Not
// collective.
// Example:
//   weft::check(weft::Layout{{6, 4}, {{2, 2}}, {0, 1}, {}});
void check(const Layout& layout);

// The block of `rank` (0 <= rank < layout.n_processes()), in global indices; may be empty. A pure function:
// any process asks for any rank. Not collective.
// Example:
//   const weft::Layout slab{{6, 4}, {{4}}, {0}, {}};  // 6 rows over 4 processes: 2, 2, 1, 1
//   assert(weft::box_of(slab, 2) == (weft::Box{{{4, 5}, {0, 4}}}));
Box box_of(const Layout& layout, int rank);

// The same block with its ghost cells: copies of what lies around it, which halo exchanges (weft/halo.hpp)
// bring up to date. Reaches beyond the array at its ends: begin may be negative, end larger than the axis. An
// empty block has no ghost cells. Not collective.
// Example:
//   const weft::Layout slab{{6, 4}, {{3}}, {0}, {}, {1, 0}};
//   assert(weft::box_with_ghosts(slab, 0) == (weft::Box{{{-1, 3}, {0, 4}}}));
Box box_with_ghosts(const Layout& layout, int rank);

// Number of processes among which `axis` is divided (1: the axis is local everywhere). Not collective.
// Example:
//   const weft::Layout pencil{{6, 4, 8}, {{2, 3}}, {0, 1}, {}};
//   assert(weft::n_parts(pencil, 1) == 3 && weft::n_parts(pencil, 2) == 1);
int n_parts(const Layout& layout, int axis);

// How one process's block lies in memory. Arrays are always indexed in the problem's axis order; the
// order in memory is part of the storage and shows as strides.
struct Storage {
  Extents shape;             // local lengths, in axis order
  Axes order;                // axes from slowest to fastest varying in memory; {0,1,2} is C order
  Extents strides;           // distance in elements between neighbours, per axis
  Index n_elements() const;  // elements spanned in memory: what an array needs to hold
  bool operator==(const Storage&) const = default;
};

// Storage of a block of these local lengths without gaps, whose axes lie in memory in `order`, from slowest
// to fastest varying: a permutation of all axes. Not collective.
// Example:
//   const weft::Storage columns = weft::dense_storage({6, 4}, {1, 0});
//   assert(columns.strides == (weft::Extents{1, 6}) && columns.n_elements() == 24);
Storage dense_storage(const Extents& shape, const Axes& order);

// In words, as messages and explain() show them. Not collective.
// Example:
//   const weft::Layout pencil{{256, 256, 129}, {{4, 2}}, {0, 1}, {}};
//   assert(weft::to_text(pencil) == "256x256x129 on 4x2, cut on axes 0,1");
std::string to_text(const Extents& shape);     // "256x256x129"
std::string to_text(const ProcessGrid& grid);  // "4x2"
std::string to_text(const Box& box);           // "[0,128)x[0,256)x[0,129)"
std::string to_text(const Layout& layout);     // "256x256x129 on 4x2, cut on axes 0,1"

}  // namespace weft
