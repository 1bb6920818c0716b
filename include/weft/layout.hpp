// How a global array is divided over processes, as values.
//
// With these pure functions any process (or a program without MPI) computes the block of any process of any
// number of processes. All ranges are half open, all global counts are 64 bit, axes count from 0 in the order
// of the problem's shape.
//
// Not collective. Errors: none, unless stated otherwise; arguments are not checked.
//
//   shape (6, 4) cut on axis 0 over 4 processes:     rank 0 | rows 0,1
//                                                    rank 1 | rows 2,3
//                                                    rank 2 | row  4
//                                                    rank 3 | row  5
// Example:
//   const weft::Layout slab{{6, 4}, {{4}}, {0}, {}};
//   assert(slab.n_processes() == 4 && slab.n_axes() == 2);
//   const weft::Box block = weft::box_of(slab, 1);
//   assert(block.ranges[0].size() == 2 && block.n_points() == 8 && !block.empty());
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
  Index size() const { return end - begin; }  // how many indices there are
  bool operator==(const Range&) const = default;
};

// A k-dimensional array of processes; ranks are row-major in it (the last dimension varies fastest).
// rank: 0 to size() - 1.
// coordinates: of a process, one for each grid dimension, from 0.
struct ProcessGrid {
  std::vector<int> dims;                                   // processes along each grid dimension
  int size() const;                                        // the product of dims
  std::vector<int> coordinates_of(int rank) const;         // the place of a process in the grid
  int rank_of(const std::vector<int>& coordinates) const;  // the process at this place
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
  int n_axes() const { return static_cast<int>(ranges.size()); }  // how many axes it has
  Extents shape() const;                                          // the sizes of the ranges
  Index n_points() const;                                         // the product of the shape
  bool empty() const { return n_points() == 0; }                  // does it have no points?
  bool operator==(const Box&) const = default;
};

// The points that both boxes have; empty ranges if they have none in common.
// a, b: boxes with the same number of axes.
// Example:
//   const weft::Box a{{{0, 4}, {0, 8}}}, b{{{2, 6}, {4, 5}}};
//   assert(weft::intersect(a, b) == (weft::Box{{{2, 4}, {4, 5}}}));
Box intersect(const Box& a, const Box& b);

// Which process owns which block: each dimension of a process grid cuts an axis. An axis that none cuts is
// local. For n = q p + r points over p processes, the first r processes have q + 1 points, the others q,
// unless the axis has its own block sizes.
// shape: global lengths, one for each axis.
// grid: processes along each grid dimension; ranks are row-major in it (the last dimension varies fastest).
// cut: for each grid dimension the axis that it cuts. Several may cut the same axis; their coordinates are
//     then combined row-major.
// splits: for each axis the rule by which it is divided; empty: all evenly.
// ghosts: for each axis the ghost cells on either side of every block; empty: none.
struct Layout {
  Extents shape;
  ProcessGrid grid;
  Axes cut;
  std::vector<Split> splits;
  Extents ghosts = {};
  int n_axes() const { return static_cast<int>(shape.size()); }  // of the array
  int n_processes() const { return grid.size(); }                // the product of the grid
  bool operator==(const Layout&) const = default;
};

// Checks that a layout is well formed.
// layout: Error(invalid_argument) unless it has at least one axis, all lengths and grid dimensions are at
//     least 1, and each grid dimension cuts an axis of the array. Block sizes must be as many as the
//     processes along their axis, not negative, and add up to its length. Numbers of ghost cells must not be
//     negative.
// Example:
//   weft::check(weft::Layout{{6, 4}, {{2, 2}}, {0, 1}, {}});
void check(const Layout& layout);

// The block of a process, in global indices; may be empty. A pure function: any process may call it for any
// rank.
// rank: 0 to the number of processes of the layout - 1.
// In C++: `layout` is one that `check()` accepts.
// Example:
//   const weft::Layout slab{{6, 4}, {{4}}, {0}, {}};  // 6 rows over 4 processes: 2, 2, 1, 1
//   assert(weft::box_of(slab, 2) == (weft::Box{{{4, 5}, {0, 4}}}));
Box box_of(const Layout& layout, int rank);

// The block of a process with its ghost cells: copies of the elements around it, which halo exchanges update.
// It reaches beyond the array at the ends of the array. An empty block has no ghost cells.
// rank: as of `box_of()`.
// In C++: `layout` is one that `check()` accepts.
// Example:
//   const weft::Layout slab{{6, 4}, {{3}}, {0}, {}, {1, 0}};
//   assert(weft::box_with_ghosts(slab, 0) == (weft::Box{{{-1, 3}, {0, 4}}}));
Box box_with_ghosts(const Layout& layout, int rank);

// Number of processes among which an axis is divided; 1: the axis is local everywhere.
// layout, axis: of the array, and one of its axes.
// Example:
//   const weft::Layout pencil{{6, 4, 8}, {{2, 3}}, {0, 1}, {}};
//   assert(weft::n_parts(pencil, 1) == 3 && weft::n_parts(pencil, 2) == 1);
int n_parts(const Layout& layout, int axis);

// How one process's block lies in memory. Arrays are always indexed in the problem's axis order; the order in
// memory is part of the storage and shows as strides.
// shape: local lengths, one for each axis.
// order: axes from slowest to fastest varying in memory; 0, 1, 2 is C order.
// strides: for each axis the distance in elements between neighbours.
struct Storage {
  Extents shape;
  Axes order;
  Extents strides;
  // Elements spanned in memory: the size that an array needs.
  // Example:
  //   const weft::Storage padded{{2, 3}, {0, 1}, {4, 1}};
  //   assert(padded.n_elements() == 7);
  Index n_elements() const;
  bool operator==(const Storage&) const = default;
};

// Storage of a block without gaps.
// shape: its local lengths.
// order: its axes from slowest to fastest varying in memory, a permutation of all axes.
// Example:
//   const weft::Storage columns = weft::dense_storage({6, 4}, {1, 0});
//   assert(columns.strides == (weft::Extents{1, 6}) && columns.n_elements() == 24);
Storage dense_storage(const Extents& shape, const Axes& order);

// The text of a shape (256x256x129), a grid (4x2), a box ([0,128)x[0,256)x[0,129)) or a layout (256x256x129
// on 4x2, cut on axes 0,1), as messages print it.
// shape, grid, box, layout: the value to print.
// Example:
//   const weft::Layout pencil{{256, 256, 129}, {{4, 2}}, {0, 1}, {}};
//   assert(weft::to_text(pencil) == "256x256x129 on 4x2, cut on axes 0,1");
std::string to_text(const Extents& shape);
std::string to_text(const ProcessGrid& grid);
std::string to_text(const Box& box);
std::string to_text(const Layout& layout);

}  // namespace weft
