// Chunks and copies of boxes, against the definition: every point once, in order, no chunk too large.
#include "io/pieces.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "any_layout.hpp"
#include "oracle.hpp"

namespace weft::test {
namespace {

Box any_box_in(const Extents& shape) {
  Box box;
  for (const Index n : shape) {
    const int begin = between(0, static_cast<int>(n));
    box.ranges.push_back({begin, between(begin, static_cast<int>(n))});
  }
  return box;
}

// Positions of the points of a box in the array, in C order.
std::vector<Index> positions(const Extents& shape, const Box& box) {
  std::vector<Index> all = {0};
  for (std::size_t a = 0; a < shape.size(); ++a) {
    std::vector<Index> next;
    for (const Index position : all)
      for (Index i = box.ranges[a].begin; i < box.ranges[a].end; ++i) next.push_back(position * shape[a] + i);
    all = std::move(next);
  }
  return all;
}

RC_GTEST_PROP(Chunks, AreTheBoxInTheOrderOfTheFile, ()) {
  const Extents shape = any_shape(between(1, 6), 2000);
  const Box box = any_box_in(shape);
  const Index most = one_of<Index>({1, 2, 3, 7, 64, 500, 100000});
  std::vector<Index> in_chunks;
  const std::vector<Box> chunks = chunks_of(box, most);
  for (const Box& chunk : chunks) {
    RC_ASSERT(!chunk.empty());
    RC_ASSERT(chunk.n_points() <= most);
    for (const Index position : positions(shape, chunk)) in_chunks.push_back(position);
  }
  RC_ASSERT(in_chunks == positions(shape, box));
  if (box.n_points() <= most) RC_ASSERT(chunks.size() == (box.empty() ? 0U : 1U));
}

TEST(Chunks, OfHugeBoxesAreFew) {
  const Index n = Index{1} << 40;
  EXPECT_EQ(chunks_of({{{0, n}}}, Index{1} << 30).size(), 1024U);
  EXPECT_EQ(chunks_of({{{5, 5}, {0, n}}}, 1).size(), 0U);
  const std::vector<Box> rows = chunks_of({{{3, 6}, {0, Index{1} << 31}}}, Index{1} << 30);
  EXPECT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[3], (Box{{{4, 5}, {Index{1} << 30, Index{1} << 31}}}));
}

// Distances of an array whose axes lie in any order, with gaps.
Extents any_strides(const Extents& shape, Index bytes, Index& length) {
  Extents strides(shape.size());
  length = bytes;
  for (const int axis : any_order(static_cast<int>(shape.size()))) {
    const auto a = static_cast<std::size_t>(axis);
    strides[a] = length + (one_in(3) ? bytes * between(1, 3) : 0);
    length = strides[a] * shape[a];
  }
  return strides;
}

RC_GTEST_PROP(CopiedBox, HasEveryElementInItsPlace, ()) {
  Extents shape = any_shape(between(1, 5), 20000);
  if (one_in(3)) shape.push_back(one_of<Index>({63, 64, 65, 130}));
  const Index bytes = one_of<Index>({4, 8, 16});
  Index from_length = 0;
  Index to_length = 0;
  const Extents from_strides = any_strides(shape, bytes, from_length);
  const Extents to_strides = any_strides(shape, bytes, to_length);
  std::vector<std::byte> from(static_cast<std::size_t>(from_length));
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 2654435761U >> 11);
  std::vector<std::byte> to(static_cast<std::size_t>(to_length)), wanted(to);
  copy_box(shape, from.data(), from_strides, to.data(), to_strides, run_of_copy(bytes));
  Extents index(shape.size());
  for (Index i = 0; i < product(shape); ++i) {
    Index rest = i, source = 0, target = 0;
    for (std::size_t a = shape.size(); a-- > 0; rest /= shape[a]) {
      source += rest % shape[a] * from_strides[a];
      target += rest % shape[a] * to_strides[a];
    }
    std::memcpy(&wanted[static_cast<std::size_t>(target)], &from[static_cast<std::size_t>(source)],
                static_cast<std::size_t>(bytes));
  }
  RC_ASSERT(to == wanted);
}

TEST(CopiedBox, OfNoAxesIsOneElement) {
  const double from = 5;
  double to = 0;
  copy_box({}, reinterpret_cast<const std::byte*>(&from), {}, reinterpret_cast<std::byte*>(&to), {},
           run_of_copy(8));
  EXPECT_EQ(to, 5);
}

TEST(DenseStrides, AreRecognisedWhateverTheStrideOfLengthOne) {
  EXPECT_EQ(dense_byte_strides({3, 4, 5}, 8), (Extents{160, 40, 8}));
  EXPECT_TRUE(is_dense({3, 1, 5}, {40, 77, 8}, 8));
  EXPECT_FALSE(is_dense({3, 4}, {8, 24}, 8));
  EXPECT_FALSE(is_dense({3, 4}, {40, 8}, 8));
}

}  // namespace
}  // namespace weft::test
