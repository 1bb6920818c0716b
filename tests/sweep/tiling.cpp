// How a sweep is cut into blocks and tiles, checked by walking through all of them.
//
// Every index is in exactly one block and, in each pass, in exactly one tile; tiles are neither tiny
// nor huge; what a tile spans, computed anew from its strides, fits the scratch memory that the plan
// will allocate; a kernel that works on a block itself finds its lines evenly spaced, its tiles aligned,
// and never reads what it writes. Pure, so long lines and awkward shapes cost nothing.

#include "sweep/tiling.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "any_layout.hpp"
#include "geometry/storage.hpp"
#include "oracle.hpp"

namespace weft::test {
namespace {

// A sweep over whole arrays in these memory orders; `axes` in the order in which they are done.
LocalSweep sweep_of(const Extents& points, const Axes& axes, bool real, bool backward, Precision precision,
                    const Axes& from_order, const Axes& to_order) {
  LocalSweep sweep;
  sweep.precision = precision;
  Extents modes = points;
  if (real)
    modes[static_cast<std::size_t>(axes.front())] = modes[static_cast<std::size_t>(axes.front())] / 2 + 1;
  for (int axis : axes) {
    const bool is_real_axis = real && axis == axes.front();
    sweep.axes.push_back({is_real_axis ? (backward ? Kind::c2r : Kind::r2c) : Kind::c2c, axis,
                          points[static_cast<std::size_t>(axis)], backward ? 1 : -1});
  }
  if (backward) std::reverse(sweep.axes.begin(), sweep.axes.end());
  sweep.from = backward ? modes : points;
  sweep.to = backward ? points : modes;
  sweep.from_real = real && !backward;
  sweep.to_real = real && backward;
  sweep.source = whole_view(dense_storage(sweep.from, from_order), 0, 0);
  sweep.target = whole_view(dense_storage(sweep.to, to_order), 1, 0);
  return sweep;
}

// Calls body(begin, extent) for every combination of chunks.
template <class Body>
void for_each_chunk(const std::vector<Chunks>& chunks, const Body& body) {
  Extents n, index(chunks.size(), 0);
  for (const Chunks& c : chunks) n.push_back(c.n);
  for (Index i = 0; i < product(n); ++i) {
    Extents begin, extent;
    Index rest = i;
    for (std::size_t a = chunks.size(); a-- > 0; rest /= n[a]) index[a] = rest % n[a];
    for (std::size_t a = 0; a < chunks.size(); ++a) {
      begin.push_back(chunks[a].begin(index[a]));
      extent.push_back(chunks[a].extent(index[a]));
    }
    body(begin, extent);
  }
}

std::string complaint_about_chunks(const Chunks& chunks, Index length, Index wanted) {
  Index at = 0, most = 0;
  for (Index i = 0; i < chunks.n; ++i) {
    if (chunks.begin(i) != at) return "chunks have gaps or overlap";
    at += chunks.extent(i);
    most = std::max(most, chunks.extent(i));
    if (chunks.extent(i) < 1) return "a chunk is empty";
  }
  if (at != length) return "chunks cover " + std::to_string(at) + " of " + std::to_string(length);
  if (chunks.most() != most) return "the largest chunk is said to have " + std::to_string(chunks.most());
  if (4 * most > 5 * std::max<Index>(wanted, 1)) return "a chunk is more than a quarter too large";
  return "";
}

class Inspection {
 public:
  explicit Inspection(const LocalSweep& sweep) : sweep_(sweep), tiling_(make_tiling(sweep)) {}

  std::string complaint() {
    expect(tiling_.blocks.size() == sweep_.from.size(), "blocks have another number of axes");
    for (std::size_t a = 0; a < tiling_.blocks.size() && complaint_.empty(); ++a) {
      complaint_ = complaint_about_chunks(tiling_.blocks[a], sweep_.from[a], sweep_.from[a]);
      expect(!is_transformed(a) || tiling_.blocks[a].n == 1, "a transformed axis is cut into blocks");
    }
    for_each_chunk(tiling_.blocks, [&](const Extents&, const Extents& extent) { inspect_block(extent); });
    return complaint_;
  }

 private:
  void expect(bool holds, const std::string& otherwise) {
    if (!holds && complaint_.empty()) complaint_ = otherwise;
  }
  bool is_transformed(std::size_t axis) const {
    return std::any_of(sweep_.axes.begin(), sweep_.axes.end(),
                       [&](const AxisTransform& t) { return t.axis == static_cast<int>(axis); });
  }

  void inspect_block(const Extents& extent) {
    const auto fits = [&](const BlockPlan& plan) {
      for (std::size_t a = 0; a < extent.size(); ++a)
        if (plan.shape[a] != (is_transformed(a) ? 0 : extent[a])) return false;
      return true;
    };
    const auto plan = std::find_if(tiling_.variants.begin(), tiling_.variants.end(), fits);
    expect(plan != tiling_.variants.end(), "no plan for blocks of " + to_text(extent));
    if (!complaint_.empty()) return;
    expect(plan->passes.size() == sweep_.axes.size(), "another number of passes than axes");
    if (sweep_.axes.size() > 1)
      expect(plan->storage.n_elements() * element_bytes(sweep_.precision, false) <= tiling_.block_bytes,
             "a block does not fit");
    Extents now = extent;
    for (std::size_t i = 0; i < plan->passes.size() && complaint_.empty(); ++i) {
      const PassPlan& pass = plan->passes[i];
      const auto axis = static_cast<std::size_t>(sweep_.axes[i].axis);
      Extents next = now;
      next[axis] = sweep_.to[axis];
      expect(pass.from == now && pass.to == next, "a pass has other shapes");
      expect(pass.transform.axis == sweep_.axes[i].axis, "a pass has another axis");
      now = next;
      inspect_pass(*plan, pass);
    }
  }

  void inspect_pass(const BlockPlan& plan, const PassPlan& pass) {
    const auto axis = static_cast<std::size_t>(pass.transform.axis);
    Axes order = pass.line_order;
    order.push_back(pass.transform.axis);
    std::sort(order.begin(), order.end());
    expect(order == c_order(static_cast<int>(pass.from.size())),
           "lines are not numbered along all other axes");
    expect(!(pass.in_is_block && pass.out_is_block), "a kernel writes the block that it reads");
    Extents lines_shape = pass.from;
    lines_shape[axis] = 1;
    std::vector<int> times(static_cast<std::size_t>(product(lines_shape)), 0);
    for_each_chunk(pass.chunks, [&](const Extents& begin, const Extents& extent) {
      expect(extent[axis] == pass.from[axis], "a line is cut");
      inspect_tile(plan, pass, begin, extent);
      Extents there = extent;
      there[axis] = 1;
      for (Index i = 0; i < product(there); ++i) {
        Index rest = i, position = 0, stride = 1;
        for (std::size_t a = there.size(); a-- > 0; stride *= lines_shape[a]) {
          position += (begin[a] + rest % there[a]) * stride;
          rest /= there[a];
        }
        ++times[static_cast<std::size_t>(position)];
      }
    });
    expect(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }),
           "a line is in no tile, or in several");
  }

  void inspect_tile(const BlockPlan& plan, const PassPlan& pass, const Extents& begin,
                    const Extents& extent) {
    const auto axis = static_cast<std::size_t>(pass.transform.axis);
    const Index n_lines = product(extent) / extent[axis];
    const Index longest = std::max(pass.from[axis], pass.to[axis]);
    const Index bytes = n_lines * longest * element_bytes(sweep_.precision, false);
    expect(n_lines >= 1, "a tile is empty");
    expect(n_lines <= 25 || bytes <= Index{4} << 20, "a tile of " + std::to_string(bytes) + " bytes");
    const bool in_real = pass.transform.kind == Kind::r2c, out_real = pass.transform.kind == Kind::c2r;
    if (pass.in_is_block)
      inspect_in_block(plan, pass, begin, extent, pass.in, in_real);
    else
      inspect_scratch(pass, extent, pass.in, pass.from[axis], in_real, tiling_.in_bytes);
    if (pass.out_is_block)
      inspect_in_block(plan, pass, begin, extent, pass.out, out_real);
    else
      inspect_scratch(pass, extent, pass.out, pass.to[axis], out_real, tiling_.out_bytes);
  }

  // Lines of a tile in scratch memory of `room` bytes.
  void inspect_scratch(const PassPlan& pass, const Extents& extent, const Lines& lines, Index length,
                       bool real, Index room) {
    const Index n_lines = product(extent) / extent[static_cast<std::size_t>(pass.transform.axis)];
    const bool apart =
        lines.step == 1 ? lines.next >= length || n_lines == 1 : lines.next == 1 && lines.step >= n_lines;
    expect(apart, "the lines of a tile overlap");
    Index last = (length - 1) * lines.step, number = 1;
    for (int a : pass.line_order) {  // lines are numbered along these axes
      last += (extent[static_cast<std::size_t>(a)] - 1) * number * lines.next;
      number *= extent[static_cast<std::size_t>(a)];
    }
    expect((last + 1) * element_bytes(sweep_.precision, real) <= room,
           "a tile needs more than its scratch memory");
  }

  // Lines that the kernel finds in the block, or leaves there.
  void inspect_in_block(const BlockPlan& plan, const PassPlan& pass, const Extents& begin,
                        const Extents& extent, const Lines& lines, bool real) {
    const auto axis = static_cast<std::size_t>(pass.transform.axis);
    const Index n_lines = product(extent) / extent[axis];
    expect(!real, "a kernel works on a block of real elements");
    expect(extent[axis] == 1 || lines.step == plan.storage.strides[axis],
           "the lines in a block are elsewhere");
    Index start = 0;
    for (std::size_t a = 0; a < extent.size(); ++a) {
      start += begin[a] * plan.storage.strides[a] * element_bytes(sweep_.precision, false);
      if (a != axis && extent[a] > 1)
        expect(extent[a] == n_lines && lines.next == plan.storage.strides[a],
               "the lines in a block are uneven");
    }
    expect(start % 64 == 0, "a tile in a block is not aligned");
  }

  LocalSweep sweep_;
  Tiling tiling_;
  std::string complaint_;
};

std::string complaint_about_tiling(const Extents& points, const Axes& axes, bool real, bool backward,
                                   Precision precision, const Axes& from_order, const Axes& to_order) {
  const std::string complaint =
      Inspection(sweep_of(points, axes, real, backward, precision, from_order, to_order)).complaint();
  if (complaint.empty()) return "";
  std::string text = complaint + ": " + to_text(points) + (real ? " real" : " complex") +
                     (backward ? " backward" : "") + ", axes";
  for (int axis : axes) text += " " + std::to_string(axis);
  return text;
}

RC_GTEST_PROP(Chunks, CoverALengthExactly, (std::uint16_t length, std::uint8_t wanted)) {
  const Index n = length + Index{1};
  RC_ASSERT(complaint_about_chunks(cut_into_chunks(n, wanted), n, wanted) == "");
}

RC_GTEST_PROP(Tiling, CoversEveryArrayOnceInTilesThatFit, ()) {
  for (int i = 0; i < 20; ++i) {
    Extents points = any_shape(between(1, 5), 3000);
    const int d = static_cast<int>(points.size());
    if (one_in(2)) points[static_cast<std::size_t>(between(0, d - 1))] = between(42, 1500);
    Axes axes = any_order(d);
    axes.resize(static_cast<std::size_t>(between(1, d)));
    const Precision precision = one_of<Precision>({Precision::single_, Precision::double_});
    const std::string complaint =
        complaint_about_tiling(points, axes, one_in(2), one_in(2), precision, any_order(d), any_order(d));
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

TEST(Tiling, CoversShapesThatPlansReallyHave) {
  const std::vector<Extents> shapes = {
      {100000},     {3, 100000},  {100000, 3},    {1, 1, 1},    {1, 64, 1},     {127, 1, 131},
      {64, 64, 64}, {4, 64, 64},  {16, 16, 16},   {8, 128, 2},  {2, 3, 1000},   {37, 41, 43},
      {5, 4, 3, 2}, {1, 2, 1, 2}, {20, 3, 20, 3}, {256, 5, 16}, {6, 5, 4, 3, 2}};
  for (const Extents& points : shapes) {
    const int d = static_cast<int>(points.size());
    Axes last_first = c_order(d), c = c_order(d);
    std::reverse(last_first.begin(), last_first.end());
    for (int n_axes = 1; n_axes <= d; ++n_axes)
      for (int first = 0; first < d; ++first)
        for (bool real : {false, true})
          for (bool backward : {false, true}) {
            Axes axes{first};  // the real axis, then the others as routes do them
            for (int axis : last_first)
              if (axis != first && static_cast<int>(axes.size()) < n_axes) axes.push_back(axis);
            for (const Axes& to_order : {c, last_first})
              EXPECT_EQ(
                  "", complaint_about_tiling(points, axes, real, backward, Precision::double_, c, to_order));
          }
  }
}

TEST(Tiling, OfACopyOrOfNothingTakesNoScratch) {
  const LocalSweep copy = sweep_of({8, 8}, {}, false, false, Precision::double_, {0, 1}, {1, 0});
  EXPECT_EQ(make_tiling(copy).total_bytes(), 0);
  const LocalSweep empty = sweep_of({8, 0}, {0}, false, false, Precision::double_, {0, 1}, {1, 0});
  EXPECT_EQ(make_tiling(empty).total_bytes(), 0);
}

}  // namespace
}  // namespace weft::test
