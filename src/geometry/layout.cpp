// Which process owns which block of a global array: pure functions of the layout.
#include "weft/layout.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/part.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline geometry {

namespace {

void check_splits(const Layout& layout) {
  if (layout.splits.empty()) return;
  if (layout.splits.size() != layout.shape.size())
    fail("layout " + to_text(layout) + " has " + std::to_string(layout.splits.size()) + " splits for " +
         std::to_string(layout.shape.size()) + " axes; give one for each axis, or none");
  for (int axis = 0; axis < layout.n_axes(); ++axis) {
    const Extents& sizes = layout.splits[axis].block_sizes;
    if (sizes.empty()) continue;
    const int parts = n_parts(layout, axis);
    if (static_cast<int>(sizes.size()) != parts)
      fail("axis " + std::to_string(axis) + " is cut over " + std::to_string(parts) + " processes but has " +
           std::to_string(sizes.size()) + " block sizes; give one for each process");
    if (std::any_of(sizes.begin(), sizes.end(), [](Index n) { return n < 0; }))
      fail("axis " + std::to_string(axis) + " has a negative block size; block sizes are 0 or more");
    const Index sum = std::accumulate(sizes.begin(), sizes.end(), Index{0});
    if (sum != layout.shape[axis])
      fail("the block sizes of axis " + std::to_string(axis) + " add up to " + std::to_string(sum) +
           ", but the axis has " + std::to_string(layout.shape[axis]) + " points; make them equal");
  }
}

void check_ghosts(const Layout& layout) {
  if (layout.ghosts.empty()) return;
  if (layout.ghosts.size() != layout.shape.size())
    fail("layout " + to_text(layout) + " has " + std::to_string(layout.ghosts.size()) +
         " numbers of ghost cells for " + std::to_string(layout.shape.size()) +
         " axes; give one for each axis, or none");
  for (int axis = 0; axis < layout.n_axes(); ++axis)
    if (layout.ghosts[axis] < 0)
      fail("axis " + std::to_string(axis) + " has " + std::to_string(layout.ghosts[axis]) +
           " ghost cells; give 0 or more");
}

}  // namespace

Range part_of(Index n, int n_parts, int part) {
  if (n_parts == 1) return {0, n};  // most calls: without divisions
  const Index q = n / n_parts, r = n % n_parts;
  const Index begin = part * q + std::min<Index>(part, r);
  return {begin, begin + q + (part < r ? 1 : 0)};
}

Extents block_sizes(const Layout& layout, int axis) {
  if (!layout.splits.empty() && !layout.splits[axis].block_sizes.empty())
    return layout.splits[axis].block_sizes;
  Extents sizes;
  const int parts = n_parts(layout, axis);
  for (int part = 0; part < parts; ++part) sizes.push_back(part_of(layout.shape[axis], parts, part).size());
  return sizes;
}

Index longest_block(const Layout& layout, int axis) {
  const Extents sizes = block_sizes(layout, axis);
  return *std::max_element(sizes.begin(), sizes.end());
}

}  // namespace weft::inline geometry

namespace weft {

void check(const Layout& layout) {
  if (layout.shape.empty()) fail("a layout needs at least one axis; its shape is empty");
  for (int axis = 0; axis < layout.n_axes(); ++axis)
    if (layout.shape[axis] < 1)
      fail("axis " + std::to_string(axis) + " has " + std::to_string(layout.shape[axis]) +
           " points; every axis needs at least 1");
  if (layout.grid.dims.empty()) fail("the process grid is empty; use {1} for a single process");
  for (int p : layout.grid.dims)
    if (p < 1)
      fail("the process grid " + to_text(layout.grid) + " has a dimension of " + std::to_string(p) +
           "; every dimension is at least 1");
  if (layout.cut.size() != layout.grid.dims.size())
    fail("the process grid " + to_text(layout.grid) + " has " + std::to_string(layout.grid.dims.size()) +
         " dimensions, but " + std::to_string(layout.cut.size()) + " axes are cut; give one axis for each");
  for (int axis : layout.cut)
    if (axis < 0 || axis >= layout.n_axes())
      fail("axis " + std::to_string(axis) + " is cut, but the array has the axes 0 to " +
           std::to_string(layout.n_axes() - 1));
  check_splits(layout);
  check_ghosts(layout);
}

int n_parts(const Layout& layout, int axis) {
  int parts = 1;
  for (std::size_t g = 0; g < layout.cut.size(); ++g)
    if (layout.cut[g] == axis) parts *= layout.grid.dims[g];
  return parts;
}

Box box_of(const Layout& layout, int rank) {
  const std::vector<int> coordinates = layout.grid.coordinates_of(rank);
  Box box;
  for (int axis = 0; axis < layout.n_axes(); ++axis) {
    int parts = 1, part = 0;
    for (std::size_t g = 0; g < layout.cut.size(); ++g)
      if (layout.cut[g] == axis) {
        parts *= layout.grid.dims[g];
        part = part * layout.grid.dims[g] + coordinates[g];
      }
    const bool own_sizes = !layout.splits.empty() && !layout.splits[axis].block_sizes.empty();
    if (own_sizes) {
      const Extents& sizes = layout.splits[axis].block_sizes;
      const Index begin = std::accumulate(sizes.begin(), sizes.begin() + part, Index{0});
      box.ranges.push_back({begin, begin + sizes[part]});
    } else {
      box.ranges.push_back(part_of(layout.shape[axis], parts, part));
    }
  }
  return box;
}

Box box_with_ghosts(const Layout& layout, int rank) {
  Box box = box_of(layout, rank);
  if (layout.ghosts.empty() || box.empty()) return box;
  for (int axis = 0; axis < layout.n_axes(); ++axis) {
    box.ranges[axis].begin -= layout.ghosts[axis];
    box.ranges[axis].end += layout.ghosts[axis];
  }
  return box;
}

}  // namespace weft
