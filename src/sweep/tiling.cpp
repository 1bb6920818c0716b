// How a sweep cuts its local array into tiles: a pure function of shapes and strides.
#include "sweep/tiling.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/storage.hpp"

namespace weft::inline sweep {

namespace {

constexpr Index line_bytes = 64;  // of the cache
constexpr Index most_tile_bytes = 256 << 10;
constexpr Index least_block_bytes = 32 << 10;
constexpr Index most_block_bytes = 1 << 20;
constexpr Index most_strided_block_bytes = 1 << 20;  // a kernel may stride through a block that stays in L2

Index round_up(Index n, Index unit) { return (n + unit - 1) / unit * unit; }

// Axes from fastest to slowest in memory; those of one index last.
Axes memory_order(const Extents& shape, const Extents& strides) {
  Axes order = c_order(static_cast<int>(shape.size()));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if ((shape[a] == 1) != (shape[b] == 1)) return shape[b] == 1;
    return strides[a] < strides[b];
  });
  return order;
}

const Extents& strides_of(const View& view) { return view.pieces.front().strides; }

// Bytes of the larger elements of a sweep.
Index most_element_bytes(const LocalSweep& sweep) {
  return element_bytes(sweep.precision, sweep.from_real && sweep.to_real);
}

// Lines side by side in a tile: at least four, so that what is clamped to this is not empty. An even number:
// real lines may share transforms in pairs, and shall have the same partners in wider tiles.
Index row_lines(const LocalSweep& sweep) {
  const Index standard = row_bytes / most_element_bytes(sweep);
  return std::max<Index>(4, sweep.lines > 0 ? sweep.lines / 2 * 2 : standard);
}

// About `lines` of them, but as many as fill whole lines of the cache: then every tile begins at one, and can
// be streamed to.
Index in_cache_lines(Index lines, const LocalSweep& sweep) {
  const Index of_line = line_bytes / most_element_bytes(sweep);
  const Index most = std::min(std::max(lines, of_line), row_lines(sweep));
  return most > of_line ? most - most % of_line : most;
}

struct Sides {
  Axes from, to;  // memory order of source and target, fastest first
};

// How many indices of each axis a tile or block takes to hold `lines` of them, when both sides shall be
// read and written in rows. `bound` axes are whole already.
Extents chunk_extents(const Extents& shape, const Sides& sides, const std::vector<bool>& bound, Index lines) {
  Extents extent(shape.size(), 1);
  Axes rows;
  for (int axis : {sides.from.front(), sides.to.front()})
    if (!bound[axis] && std::count(rows.begin(), rows.end(), axis) == 0) rows.push_back(axis);
  const Index each = rows.size() == 2 ? std::max<Index>(4, lines / 4 * 2) : lines;  // even, see row_lines
  for (int axis : rows) extent[axis] = std::min(each, shape[axis]);
  for (int axis : sides.from) {
    const Index taken = std::accumulate(extent.begin(), extent.end(), Index{1}, std::multiplies<>());
    if (taken >= lines) break;
    if (!bound[axis])
      extent[axis] = std::min(shape[axis], std::max(extent[axis], round_up(lines, taken) / taken));
  }
  return extent;
}

class PassPlanner {
 public:
  PassPlanner(const LocalSweep& sweep, const BlockPlan& block) : sweep_(sweep), block_(block) {}
  PassPlan plan(std::size_t i, const Extents& from, const Extents& to) const;

 private:
  const LocalSweep& sweep_;
  const BlockPlan& block_;
};

PassPlan PassPlanner::plan(std::size_t i, const Extents& from, const Extents& to) const {
  const bool first = i == 0, last = i + 1 == sweep_.axes.size();
  PassPlan pass{sweep_.axes[i], from, to, {}, {}, {}, {}};
  const int axis = pass.transform.axis;
  const int real = real_bytes(sweep_.precision), complex = 2 * real;
  const int in_element = reads_real(pass.transform.kind, pass.transform.real) ? real : complex;
  const int out_element = writes_real(pass.transform.kind, pass.transform.real) ? real : complex;

  const Extents& source = first ? strides_of(sweep_.source) : block_.storage.strides;
  const Extents& target = last ? strides_of(sweep_.target) : block_.storage.strides;
  const Sides sides{memory_order(from, source), memory_order(to, target)};
  std::vector<bool> bound(from.size(), false);
  bound[axis] = true;
  const Index n = std::max(from[axis], to[axis]);
  const Index lines = in_cache_lines(most_tile_bytes / (n * most_element_bytes(sweep_)), sweep_);
  if (sweep_.reproducible) pass.batch = lines;
  const Extents extent = chunk_extents(from, sides, bound, lines);

  Index most_lines = 1, n_chunked = 0;
  for (std::size_t a = 0; a < from.size(); ++a) {
    const bool is_line = static_cast<int>(a) == axis;
    pass.chunks.push_back(is_line ? Chunks{1, from[a], from[a]} : cut_into_chunks(from[a], extent[a]));
    if (!is_line) most_lines *= pass.chunks[a].most();
    if (!is_line && pass.chunks[a].most() > 1) ++n_chunked;
  }
  const bool in_along = sides.from.front() == axis, out_along = sides.to.front() == axis;
  for (int a : in_along ? sides.to : sides.from)
    if (a != axis) pass.line_order.push_back(a);

  const auto tile_lines = [&](bool along, Index length, int element) {
    const Index line = line_bytes / element;
    if (along || sweep_.reproducible) return Lines{1, round_up(length, line) + line};
    const Index across = round_up(most_lines, line);
    return Lines{across * element % 256 == 0 ? across + line : across, 1};
  };
  // The kernel works on the block itself where its lines are evenly spaced and every tile is aligned.
  int chunked = pass.line_order.empty() ? axis : pass.line_order.front();
  for (int a : pass.line_order)
    if (pass.chunks[a].most() > 1) chunked = a;
  const auto fits_block = [&](bool along, int element) {
    if (n_chunked > 1 || sweep_.reproducible) return false;
    if (!along && block_.storage.n_elements() * most_element_bytes(sweep_) > most_strided_block_bytes)
      return false;
    for (int a : pass.line_order)
      if (pass.chunks[a].n > 1 && block_.storage.strides[a] * pass.chunks[a].size * element % line_bytes != 0)
        return false;
    return true;
  };
  pass.in_is_block = !first && fits_block(in_along, in_element);
  pass.out_is_block = !last && fits_block(out_along, out_element) && !pass.in_is_block &&
                      pass.transform.twiddle.n == 0;  // which want tiles that are contiguous along an axis
  const Lines in_block{block_.storage.strides[axis], block_.storage.strides[chunked]};
  pass.in = pass.in_is_block ? in_block : tile_lines(in_along, from[axis], in_element);
  pass.out = pass.out_is_block ? in_block : tile_lines(out_along, to[axis], out_element);
  const Index room = pass.batch > 0 ? round_up(most_lines, pass.batch) : most_lines;
  const auto span = [&](const Lines& lines_of, Index length, int element) {
    return round_up(((length - 1) * lines_of.step + (room - 1) * lines_of.next + 1) * element, line_bytes);
  };
  if (!pass.in_is_block) pass.in_bytes = span(pass.in, from[axis], in_element);
  if (!pass.out_is_block) pass.out_bytes = span(pass.out, to[axis], out_element);
  return pass;
}

// Blocks of several axes: whole along these, a few indices of the others.
std::vector<Chunks> cut_into_blocks(const LocalSweep& sweep) {
  std::vector<bool> bound;
  Index bytes = most_element_bytes(sweep);
  for (int axis = 0; axis < static_cast<int>(sweep.from.size()); ++axis) {
    bound.push_back(transforms(sweep, axis));
    if (bound.back()) bytes *= std::max(sweep.from[axis], sweep.to[axis]);
  }
  Extents extent = sweep.from;
  if (sweep.axes.size() > 1) {
    const Sides sides{memory_order(sweep.from, strides_of(sweep.source)),
                      memory_order(sweep.to, strides_of(sweep.target))};
    const bool in_rows = bound[sides.from.front()] && bound[sides.to.front()];
    const Index rows = in_cache_lines(most_block_bytes / bytes, sweep);
    const Index filling = std::max<Index>(1, least_block_bytes / bytes);
    extent = chunk_extents(sweep.from, sides, bound, in_rows ? filling : std::max(rows, filling));
  }
  std::vector<Chunks> blocks;
  for (std::size_t a = 0; a < bound.size(); ++a)
    blocks.push_back(bound[a] || sweep.axes.size() == 1 ? Chunks{1, sweep.from[a], sweep.from[a]}
                                                        : cut_into_chunks(sweep.from[a], extent[a]));
  return blocks;
}

BlockPlan plan_block(const LocalSweep& sweep, const Extents& shape) {
  BlockPlan block;
  block.shape = shape;
  Extents now = shape, between = shape;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const int axis = sweep.axes[i].axis;
    now[axis] = sweep.from[axis];
    block.shape[axis] = 0;
    // Between passes the first axis has changed, and the last has not yet.
    between[axis] = i == 0                       ? sweep.to[axis]
                    : i + 1 == sweep.axes.size() ? sweep.from[axis]
                                                 : std::max(sweep.from[axis], sweep.to[axis]);
  }
  block.storage = padded_storage(between, element_bytes(sweep.precision, is_real_between(sweep)));
  const PassPlanner planner(sweep, block);
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    Extents next = now;
    next[sweep.axes[i].axis] = sweep.to[sweep.axes[i].axis];
    block.passes.push_back(planner.plan(i, now, next));
    now = next;
  }
  return block;
}

}  // namespace

Chunks cut_into_chunks(Index length, Index wanted) {
  const Index size = std::max<Index>(1, std::min(length, wanted));
  const Index n = length / size, rest = length % size;
  if (rest == 0) return {n, size, size};
  if (rest <= size / 4) return {n, size, size + rest};
  return {n + 1, size, rest};
}

std::vector<Extents> shapes_of(const std::vector<Chunks>& chunks) {
  std::vector<Extents> shapes{{}};
  for (const Chunks& axis : chunks) {
    std::vector<Extents> longer;
    for (const Extents& shape : shapes)
      for (Index extent : {axis.size, axis.last}) {
        if (extent == axis.size && axis.n == 1 && axis.size != axis.last) continue;
        Extents with = shape;
        with.push_back(extent);
        if (std::count(longer.begin(), longer.end(), with) == 0) longer.push_back(with);
      }
    shapes = longer;
  }
  return shapes;
}

Tiling make_tiling(const LocalSweep& sweep) {
  Tiling tiling;
  if (sweep.axes.empty() || whole_box(sweep.from).empty()) return tiling;
  tiling.blocks = cut_into_blocks(sweep);
  for (const Extents& shape : shapes_of(tiling.blocks)) {
    const BlockPlan& block = tiling.variants.emplace_back(plan_block(sweep, shape));
    if (sweep.axes.size() > 1)
      tiling.block_bytes = std::max(
          tiling.block_bytes,
          round_up(block.storage.n_elements() * element_bytes(sweep.precision, is_real_between(sweep)),
                   line_bytes));
    for (const PassPlan& pass : block.passes) {
      tiling.in_bytes = std::max(tiling.in_bytes, pass.in_bytes);
      tiling.out_bytes = std::max(tiling.out_bytes, pass.out_bytes);
    }
  }
  return tiling;
}

}  // namespace weft::inline sweep
