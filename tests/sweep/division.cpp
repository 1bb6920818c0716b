// How threads divide a sweep: every chunk belongs to one thread, in order, and nobody has much more than his
// share.

#include "sweep/division.hpp"

#include <gtest/gtest.h>

#include "geometry/storage.hpp"

namespace weft::test {
namespace {

Index points_of(const std::vector<Chunks>& chunks, Index number) {
  Index points = 1;
  for (std::size_t a = chunks.size(); a-- > 0;) {
    points *= chunks[a].extent(number % chunks[a].n);
    number /= chunks[a].n;
  }
  return points;
}

TEST(Division, GivesEachChunkToOneThreadAndNearlyAsManyPointsToAll) {
  for (const std::vector<Chunks>& chunks : {std::vector<Chunks>{{1, 64, 64}, {16, 4, 4}, {7, 16, 3}},
                                            {{5, 2, 3}, {1, 9, 9}},
                                            {{100, 1, 1}},
                                            {{1, 8, 8}},
                                            {{9, 16, 1}, {3, 16, 20}}})
    for (int n_threads = 1; n_threads <= 12; ++n_threads) {
      const std::vector<Range> ranges = divide(chunks, n_threads);
      ASSERT_EQ(ranges.size(), static_cast<std::size_t>(n_threads));
      Index next = 0, all = 0, largest = 0;
      for (Index i = 0; i < n_chunks(chunks); ++i) {
        all += points_of(chunks, i);
        largest = std::max(largest, points_of(chunks, i));
      }
      for (const Range& range : ranges) {
        EXPECT_EQ(range.begin, next);
        EXPECT_GE(range.size(), 0);
        next = range.end;
        Index points = 0;
        for (Index i = range.begin; i < range.end; ++i) points += points_of(chunks, i);
        EXPECT_LE(std::abs(points * n_threads - all), largest * n_threads) << n_threads << " threads";
      }
      EXPECT_EQ(next, n_chunks(chunks));
    }
}

// A plane for each thread, or all threads in one plane.
TEST(Division, TakesBlocksWhereThereAreEnough) {
  const auto tiling_of = [](const Extents& shape, const Axes& axes) {
    LocalSweep sweep;
    for (int axis : axes) sweep.axes.push_back({Kind::c2c, axis, shape[static_cast<std::size_t>(axis)], -1});
    sweep.from = sweep.to = shape;
    sweep.source = sweep.target =
        whole_view(dense_storage(shape, c_order(static_cast<int>(shape.size()))), 0, 0);
    return make_tiling(sweep);
  };
  EXPECT_TRUE(has_blocks_of_its_own(tiling_of({64, 64, 64}, {2, 1}), 8));
  EXPECT_TRUE(has_blocks_of_its_own(tiling_of({64, 64}, {1, 0}), 1));
  EXPECT_FALSE(has_blocks_of_its_own(tiling_of({64, 64}, {1, 0}), 2)) << "there is one block";
  EXPECT_FALSE(has_blocks_of_its_own(tiling_of({64, 64, 64}, {0}), 2)) << "there is one block";
  EXPECT_FALSE(has_blocks_of_its_own(tiling_of({3, 256, 256}, {2, 1}), 2))
      << "two blocks for one, one for another";
}

TEST(Division, OfACopyIsAlongTheSlowestAxisThatIsLongEnough) {
  LocalSweep sweep;
  sweep.from = sweep.to = {3, 40, 50};
  const auto in_order = [&](const Axes& order) {
    sweep.target = whole_view(dense_storage(sweep.to, order), 0, 0);
    return sweep;
  };
  EXPECT_EQ(axis_of_boxes(in_order({0, 1, 2}), 2), 0);
  EXPECT_EQ(axis_of_boxes(in_order({0, 1, 2}), 4), 1);
  EXPECT_EQ(axis_of_boxes(in_order({2, 1, 0}), 4), 2);
  EXPECT_EQ(axis_of_boxes(in_order({0, 1, 2}), 45), 2);
  sweep.target = {};
  EXPECT_EQ(axis_of_boxes(sweep, 2), 0) << "nothing to copy";
}

}  // namespace
}  // namespace weft::test
