// A move of a global array from one layout to another, as a value.
#include "geometry/redistribution.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/part.hpp"

namespace weft::inline geometry {

namespace {

const Split& split_of(const Layout& layout, int axis) {
  static const Split balanced;
  return layout.splits.empty() ? balanced : layout.splits[axis];
}

// The grid dimensions that cut `axis`, in order.
std::vector<std::size_t> dimensions_cutting(const Layout& layout, int axis) {
  std::vector<std::size_t> dimensions;
  for (std::size_t g = 0; g < layout.cut.size(); ++g)
    if (layout.cut[g] == axis) dimensions.push_back(g);
  return dimensions;
}

// Along grid dimension g: do processes own other indices after the move than before?
bool changes(const Redistribution& move, std::size_t g) {
  const int before = move.from.cut[g], after = move.to.cut[g];
  return before != after || !(split_of(move.from, before) == split_of(move.to, after)) ||
         dimensions_cutting(move.from, before) != dimensions_cutting(move.to, after);
}

}  // namespace

std::vector<int> group_of(const Redistribution& move, int rank) {
  const ProcessGrid& grid = move.from.grid;
  std::vector<int> group;
  if (!(grid == move.to.grid)) {
    group.resize(grid.size());
    std::iota(group.begin(), group.end(), 0);
    return group;
  }
  const std::vector<int> mine = grid.coordinates_of(rank);
  group.push_back(0);
  for (std::size_t g = 0; g < grid.dims.size(); ++g) {  // ranks are row-major: build them digit by digit
    const bool varies = changes(move, g);
    std::vector<int> wider;
    for (int prefix : group)
      for (int c = varies ? 0 : mine[g]; c < (varies ? grid.dims[g] : mine[g] + 1); ++c)
        wider.push_back(prefix * grid.dims[g] + c);
    group = wider;
  }
  return group;
}

int group_leader(const Redistribution& move, int rank) {
  if (!(move.from.grid == move.to.grid)) return 0;
  std::vector<int> coordinates = move.from.grid.coordinates_of(rank);
  for (std::size_t g = 0; g < coordinates.size(); ++g)
    if (changes(move, g)) coordinates[g] = 0;
  return move.from.grid.rank_of(coordinates);
}

std::string group_name(const Redistribution& move) {
  if (!(move.from.grid == move.to.grid)) return "all";
  std::string name = to_text(move.from.grid) + " along";
  for (std::size_t g = 0; g < move.from.grid.dims.size(); ++g)
    if (changes(move, g)) name += " " + std::to_string(g);
  return name;
}

bool is_local(const Redistribution& move) {
  for (int rank = 0; rank < move.from.n_processes(); ++rank)
    if (!(box_of(move.from, rank) == box_of(move.to, rank))) return false;
  return true;
}

Index n_strips(const Redistribution& move) {
  if (move.strips.axis < 0) return 1;
  const Index longest = longest_block(move.from, move.strips.axis);
  return std::max<Index>(1, (longest + move.strips.width - 1) / move.strips.width);
}

Range range_of(const Strips& strips, Index strip, Index length) {
  return {std::min(length, strip * strips.width), std::min(length, (strip + 1) * strips.width)};
}

Box strip_before(const Redistribution& move, int rank) {
  Box box = box_of(move.from, rank);
  if (move.strips.axis < 0 || move.strip < 0) return box;
  Range& range = box.ranges[move.strips.axis];
  const Range part = range_of(move.strips, move.strip, range.size());
  range = {range.begin + part.begin, range.begin + part.end};
  return box;
}

Redistribution whole(const Redistribution& move) { return strip_of(move, -1); }

Redistribution strip_of(const Redistribution& move, Index strip) {
  Redistribution one = move;
  one.strip = strip;
  return one;
}

Box piece_between(const Redistribution& move, int from, int to) {
  return intersect(strip_before(move, from), box_of(move.to, to));
}

}  // namespace weft::inline geometry
