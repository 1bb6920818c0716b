// Block kernels against the definition: arrays of two and three axes, with every order of the modes in
// memory.
//
// Arrays lie between guard zones with gaps inside that nobody may write; visits are cut into ranges of units,
// which are done from the last one to the first.

#include "lines/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "blocks.hpp"
#include "codelets/table.hpp"
#include "geometry/storage.hpp"
#include "instruction_sets.hpp"
#include "kernels/kernel.hpp"
#include "one_axis.hpp"

namespace weft::test {
namespace {

struct BlockCase {
  Extents shape;
  Kind kind = Kind::r2c;  // of the last axis
  Precision precision = Precision::double_;
  int sign = -1;
  Axes order;  // of the modes, slowest first
  bool gaps = false;
};

std::string words_of(const BlockCase& c) {
  std::string text = weft::to_text(c.shape) +
                     (c.kind == Kind::c2c   ? " c2c"
                      : c.kind == Kind::r2c ? " r2c"
                                            : " c2r") +
                     (c.precision == Precision::double_ ? " double" : " single") + " sign " +
                     std::to_string(c.sign) + (c.gaps ? " with gaps, order" : ", order");
  for (int axis : c.order) text += " " + std::to_string(axis);
  return text;
}

// In memory in this order; with gaps, after each row, or after each plane if planes are dense.
Storage storage_with(const Extents& shape, const Axes& order, bool gaps, bool dense_planes) {
  Storage storage = dense_storage(shape, order);
  Index stride = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    storage.strides[static_cast<std::size_t>(order[i])] = stride;
    stride *= shape[static_cast<std::size_t>(order[i])];
    if (gaps && i == (dense_planes ? 1 : order.size() - 1)) stride += 3;
  }
  return storage;
}

// Bytes to the end of the last element.
Index bytes_to_end(const Storage& storage, Element element) {
  Index last = 0;
  for (std::size_t a = 0; a < storage.shape.size(); ++a) last += (storage.shape[a] - 1) * storage.strides[a];
  return (last + 1) * element.bytes();
}

Box all_of(const Extents& shape) {
  Box box;
  for (const Index n : shape) box.ranges.push_back({0, n});
  return box;
}

// What is written between the elements of an array.
std::vector<std::byte> between_elements(const Block& array, const Storage& storage) {
  std::vector<std::byte> bytes(array.bytes().begin(), array.bytes().end());
  const auto size = static_cast<std::size_t>(array.element().bytes());
  for_each_point(storage.shape, all_of(storage.shape), storage, [&](Index, Index offset) {
    std::memset(bytes.data() + static_cast<std::size_t>(offset) * size, 0, size);
  });
  return bytes;
}

// "" if the kernel does what the case says; "none" if there is no kernel.
std::string complaint(const BlockCase& c) {
  const bool back = c.kind == Kind::c2r, complex = c.kind == Kind::c2c;
  const int n_axes = static_cast<int>(c.shape.size());
  Extents half = c.shape;
  if (!complex) half.back() = half.back() / 2 + 1;
  const bool dense_planes = n_axes == 3 && c.order.back() == 2;
  const Storage points = storage_with(c.shape, c_order(n_axes), c.gaps, false);
  const Storage modes = storage_with(half, c.order, c.gaps, dense_planes);
  BlockSpec spec{c.precision, {}, !back && !(complex && c.sign > 0), points.strides, modes.strides, 0.5};
  for (const Index n : c.shape) spec.axes.push_back({Kind::c2c, n, c.sign});
  spec.axes.back().kind = c.kind;
  const Storage &from = spec.forward ? points : modes, &to = spec.forward ? modes : points;

  const auto kernel = find_backend("native").row->make_block(spec);
  if (!kernel) return "none";
  const Element from_element{c.kind == Kind::r2c, c.precision}, to_element{back, c.precision};
  GlobalField field = hashed_field(from.shape, 7, from_element.real, c.precision), expected = field;
  for (int i = 0; i < n_axes; ++i) {
    const int axis = spec.forward ? n_axes - 1 - i : i;
    expected = transformed(expected, axis + 1 == n_axes ? c.kind : Kind::c2c, axis,
                           c.shape[static_cast<std::size_t>(axis)], c.sign);
  }
  for (Complex& value : expected.values) value *= 0.5L;

  Block in(bytes_to_end(from, from_element), from_element), out(bytes_to_end(to, to_element), to_element);
  put(field, all_of(from.shape), from, in);
  const std::vector<std::byte> before(in.bytes().begin(), in.bytes().end()), gaps = between_elements(out, to);
  Block between(kernel->between_bytes(), {}), batch(kernel->batch_bytes(), {}),
      scratch(kernel->scratch_bytes(), {});
  for (int visit = 0; visit < kernel->n_visits(); ++visit) {
    const Index n = kernel->n_units(visit), middle = n / 3;
    for (const Range units : {Range{middle, n}, Range{0, middle}})
      kernel->run(visit, units.begin, units.end, in.data(), out.data(),
                  {between.data(), batch.data(), scratch.data()});
  }
  const double error = misfit(expected, all_of(to.shape), to, out).relative();
  const double limit = tolerance_of(c.shape, c.precision);
  if (!(error <= limit)) return "relative error " + std::to_string(error / limit) + " times the limit";
  for (const Block* memory : {&in, &out, &between, &batch, &scratch})
    if (!memory->guards_intact()) return "writes beyond its memory";
  if (between_elements(out, to) != gaps) return "writes between the elements";
  if (!std::equal(before.begin(), before.end(), in.bytes().begin())) return "changes its input";
  return "";
}

std::vector<Axes> all_orders(int n_axes) {
  std::vector<Axes> orders;
  Axes order = c_order(n_axes);
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

// Lines of a real axis, as many as four single numbers of the shortest vectors, or two double ones.
bool has_enough_lines(const BlockCase& c) {
  const int contiguous = c.order.back();
  const std::size_t beside = c.shape.size() == 2 ? 0
                             : contiguous == 2   ? 1
                                                 : static_cast<std::size_t>(1 - contiguous);
  const bool is_plain = step_tables(float{})[0]->lanes == 1;
  return c.kind == Kind::c2c || is_plain || c.shape[beside] >= (c.precision == Precision::double_ ? 2 : 4);
}

void judge_blocks(const std::vector<Extents>& block_shapes) {
  for (const Extents& shape : block_shapes)
    for (const Kind kind : {Kind::r2c, Kind::c2r, Kind::c2c})
      for (const Precision precision : {Precision::double_, Precision::single_})
        for (const Axes& order : all_orders(static_cast<int>(shape.size())))
          for (const int sign : {-1, 1})
            for (const bool gaps : {false, true}) {
              const BlockCase c{shape, kind, precision, sign, order, gaps};
              const bool is_none = order == Axes({1, 0, 2}) || !has_enough_lines(c);
              EXPECT_EQ(complaint(c), is_none ? "none" : "") << words_of(c);
            }
}

const std::vector<Extents> block_shapes = {{2, 2, 2},  {8, 8, 8},   {3, 5, 4},    {16, 12, 10}, {7, 20, 32},
                                           {33, 9, 2}, {4, 26, 18}, {2, 3, 96},   {16, 24},     {5, 64},
                                           {48, 22},   {130, 6},    {24, 40, 16}, {128, 32}};

TEST(BlockKernel, IsTheDefinitionForEveryShapeKindAndOrder) { judge_blocks(block_shapes); }

TEST(BlockKernel, OfLinesThatNeedThreePasses) {
  judge_blocks({{2, 2, 1024}, {600, 2, 2}, {3, 360, 4}, {512, 4}});
}

TEST(BlockKernel, IsRightWithEveryInstructionSet) {
  for_each_instruction_set([] { judge_blocks({{3, 5, 4}, {16, 12, 10}, {2, 3, 96}, {5, 64}}); });
}

TEST(BlockKernel, IsNoneOfOtherLengthsAndKinds) {
  const auto none = [](const BlockSpec& spec) {
    return find_backend("native").row->make_block(spec) == nullptr;
  };
  const BlockSpec spec{Precision::double_, {{Kind::c2c, 8, -1}, {Kind::r2c, 8, -1}}, true, {8, 1}, {5, 1}, 1};
  EXPECT_FALSE(none(spec));
  for (const auto& [kind, n] :
       {std::pair{Kind::r2c, Index{9}}, {Kind::r2c, 34}, {Kind::c2c, 17}, {Kind::dct2, 8}}) {
    BlockSpec other = spec;
    other.axes.back() = {kind, n, -1};
    EXPECT_TRUE(none(other)) << n;
  }
  BlockSpec first = spec;
  std::swap(first.axes[0].kind, first.axes[1].kind);
  EXPECT_TRUE(none(first));
  for (const Extents& strides : {Extents{9, 2}, Extents{10, 2}}) {
    BlockSpec other = spec;
    other.points = strides;
    EXPECT_TRUE(none(other));
  }
}

}  // namespace
}  // namespace weft::test
