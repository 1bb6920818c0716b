// Layouts: every point has exactly one owner, on any number of processes.
//
// Pure functions, no MPI: thousands of layouts over up to 200 processes, the rule for uneven lengths,
// own block sizes, row-major ranks, and arrays of 2^33 points.

#include "weft/layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "any_layout.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"

namespace weft::test {
namespace {

// How many processes own each point.
std::vector<int> owners_of(const Layout& layout) {
  std::vector<int> owners(static_cast<std::size_t>(product(layout.shape)), 0);
  Axes c_order(layout.shape.size());
  std::iota(c_order.begin(), c_order.end(), 0);
  for (int rank = 0; rank < layout.n_processes(); ++rank) {
    const Box box = box_of(layout, rank);
    for_each_point(layout.shape, box, dense_storage(box.shape(), c_order),
                   [&](Index position, Index) { ++owners.at(static_cast<std::size_t>(position)); });
  }
  return owners;
}

RC_GTEST_PROP(Layout, GivesEveryPointExactlyOneOwner, ()) {
  for (int i = 0; i < 30; ++i) {
    const int n_processes = between(1, 200);
    const Layout layout = any_layout(any_shape(between(1, 6), 2000), n_processes);
    check(layout);
    const std::vector<int> owners = owners_of(layout);
    const bool each_once = std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; });
    RC_ASSERT(layout.n_processes() == n_processes);
    if (!each_once) RC_FAIL(to_text(layout));
  }
}

TEST(Layout, GivesTheFirstProcessesOnePointMoreWhenALengthIsUneven) {
  for (Index n = 1; n < 45; ++n) {
    for (int p = 1; p < 50; ++p) {
      const Layout layout{{n}, {{p}}, {0}, {}};
      Index begin = 0;
      for (int rank = 0; rank < p; ++rank) {
        const Range range = box_of(layout, rank).ranges[0];
        ASSERT_EQ(range.begin, begin) << n << " points, process " << rank << " of " << p;
        ASSERT_EQ(range.size(), n / p + (rank < n % p ? 1 : 0))
            << n << " points, process " << rank << " of " << p;
        begin = range.end;
      }
      ASSERT_EQ(begin, n);
    }
  }
}

TEST(Layout, CountsRanksRowMajorInTheGrid) {
  const ProcessGrid grid{{2, 3, 4}};
  EXPECT_EQ(grid.size(), 24);
  EXPECT_EQ(grid.coordinates_of(23), (std::vector<int>{1, 2, 3}));
  int rank = 0;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 4; ++c, ++rank) {
        EXPECT_EQ(grid.coordinates_of(rank), (std::vector<int>{a, b, c}));
        EXPECT_EQ(grid.rank_of({a, b, c}), rank);
      }
}

TEST(Layout, CutsTheAxesThatItNames) {
  const Layout layout{{6, 4, 5}, {{2, 3}}, {2, 0}, {}};
  EXPECT_EQ(n_parts(layout, 0), 3);
  EXPECT_EQ(n_parts(layout, 1), 1);
  EXPECT_EQ(n_parts(layout, 2), 2);
  EXPECT_EQ(box_of(layout, 0), (Box{{{0, 2}, {0, 4}, {0, 3}}}));
  EXPECT_EQ(box_of(layout, 1), (Box{{{2, 4}, {0, 4}, {0, 3}}}));
  EXPECT_EQ(box_of(layout, 5), (Box{{{4, 6}, {0, 4}, {3, 5}}}));
}

TEST(Layout, CombinesGridDimensionsThatCutTheSameAxisRowMajor) {
  const Layout layout{{7, 2}, {{2, 2}}, {0, 0}, {}};
  EXPECT_EQ(n_parts(layout, 0), 4);
  const std::vector<Range> rows = {{0, 2}, {2, 4}, {4, 6}, {6, 7}};
  for (int rank = 0; rank < 4; ++rank)
    EXPECT_EQ(box_of(layout, rank).ranges[0], rows[static_cast<std::size_t>(rank)]);
}

TEST(Layout, TakesOwnBlockSizesIncludingNone) {
  const Layout layout{{9, 4}, {{4}}, {0}, {{{0, 5, 0, 4}}, {}}};
  check(layout);
  const std::vector<Range> rows = {{0, 0}, {0, 5}, {5, 5}, {5, 9}};
  for (int rank = 0; rank < 4; ++rank) {
    const Box box = box_of(layout, rank);
    EXPECT_EQ(box.ranges[0], rows[static_cast<std::size_t>(rank)]);
    EXPECT_EQ(box.empty(), rank % 2 == 0);
    EXPECT_EQ(box.n_points(), 4 * rows[static_cast<std::size_t>(rank)].size());
  }
}

TEST(Layout, LeavesProcessesEmptyWhenThereAreMoreThanPoints) {
  const Layout layout{{2, 3}, {{5}}, {0}, {}};
  EXPECT_EQ(box_of(layout, 1), (Box{{{1, 2}, {0, 3}}}));
  for (int rank = 2; rank < 5; ++rank) {
    EXPECT_TRUE(box_of(layout, rank).empty());
    EXPECT_EQ(box_of(layout, rank).shape(), (Extents{0, 3}));
  }
}

TEST(Layout, HoldsMorePointsThanAnIntCounts) {
  const Index points = Index{1} << 33;
  const Layout slab{{2048, 2048, 2048}, {{2}}, {0}, {}};
  EXPECT_EQ(box_of(slab, 0).n_points(), points / 2);
  EXPECT_EQ(box_of(slab, 1), (Box{{{1024, 2048}, {0, 2048}, {0, 2048}}}));
  EXPECT_EQ(dense_storage(box_of(slab, 1).shape(), {0, 1, 2}).n_elements(), points / 2);
  EXPECT_EQ(dense_storage({1, 2048, 4194304}, {1, 2, 0}).strides, (Extents{1, 4194304, 1}));

  const Layout pencil{{2048, 4096, 1024}, {{64, 64}}, {0, 2}, {}};
  Index sum = 0;
  for (int rank = 0; rank < 4096; ++rank) sum += box_of(pencil, rank).n_points();
  EXPECT_EQ(sum, points);
  EXPECT_EQ(box_of(pencil, 4095), (Box{{{2016, 2048}, {0, 4096}, {1008, 1024}}}));

  const Layout line{{points + 1}, {{2}}, {0}, {}};
  EXPECT_EQ(box_of(line, 1), (Box{{{points / 2 + 1, points + 1}}}));
}

TEST(Layout, IntersectsBoxesAxisByAxis) {
  const Box a{{{0, 4}, {2, 6}}};
  EXPECT_EQ(intersect(a, (Box{{{3, 9}, {0, 3}}})), (Box{{{3, 4}, {2, 3}}}));
  EXPECT_EQ(intersect(a, a), a);
  EXPECT_TRUE(intersect(a, (Box{{{4, 9}, {0, 9}}})).empty()) << "half open: they touch only";
  EXPECT_EQ(intersect(a, (Box{{{7, 9}, {0, 9}}})).n_points(), 0) << "far apart is not negative";
}

TEST(Storage, HasTheStridesOfItsOrder) {
  EXPECT_EQ(dense_storage({4, 3, 5}, {0, 1, 2}).strides, (Extents{15, 5, 1}));
  EXPECT_EQ(dense_storage({4, 3, 5}, {2, 0, 1}).strides, (Extents{3, 1, 12}));
  EXPECT_EQ(dense_storage({4, 3, 5}, {2, 1, 0}).strides, (Extents{1, 4, 12}));
  EXPECT_EQ(dense_storage({4, 3, 5}, {2, 1, 0}).n_elements(), 60);
  EXPECT_EQ(dense_storage({4, 0, 5}, {0, 1, 2}).n_elements(), 0);
  const Storage padded{{4, 3}, {0, 1}, {8, 1}};
  EXPECT_EQ(padded.n_elements(), 27) << "the last row needs no padding";
}

TEST(Layout, PrintsInWords) {
  EXPECT_EQ(to_text(Extents{256, 256, 129}), "256x256x129");
  EXPECT_EQ(to_text(ProcessGrid{{4, 2}}), "4x2");
  EXPECT_EQ(to_text(Box{{{0, 128}, {0, 256}}}), "[0,128)x[0,256)");
  EXPECT_EQ(to_text(Layout{{6, 4, 5}, {{2, 3}}, {0, 1}, {}}), "6x4x5 on 2x3, cut on axes 0,1");
}

TEST(Layout, IsRefusedInWordsWhenItIsNotWellFormed) {
  struct Row {
    const char* what;
    Layout layout;
    std::vector<std::string> says;
  };
  const std::vector<Row> rows = {
      {"no axis", {{}, {{2}}, {0}, {}}, {"at least one axis"}},
      {"length 0", {{4, 0}, {{2}}, {0}, {}}, {"axis 1", "0 points", "at least 1"}},
      {"negative length", {{-4, 3}, {{2}}, {0}, {}}, {"axis 0", "-4 points", "at least 1"}},
      {"no grid", {{4, 4}, {{}}, {}, {}}, {"grid is empty", "{1}"}},
      {"grid dimension 0", {{4, 4}, {{2, 0}}, {0, 1}, {}}, {"2x0", "at least 1"}},
      {"fewer cuts than grid dimensions",
       {{4, 4}, {{2, 2}}, {0}, {}},
       {"2x2", "2 dimensions", "1 axes are cut"}},
      {"cut of an axis that is not there", {{4, 4}, {{2}}, {2}, {}}, {"axis 2", "0 to 1"}},
      {"cut of a negative axis", {{4, 4}, {{2}}, {-1}, {}}, {"axis -1", "0 to 1"}},
      {"splits for some axes only", {{4, 4}, {{2}}, {0}, {{{2, 2}}}}, {"1 splits", "2 axes"}},
      {"wrong number of block sizes",
       {{4, 4}, {{2}}, {0}, {{{2, 1, 1}}, {}}},
       {"axis 0", "2 processes", "3 block sizes"}},
      {"block sizes of a local axis",
       {{4, 4}, {{2}}, {0}, {{}, {{2, 2}}}},
       {"axis 1", "1 processes", "2 block sizes"}},
      {"block sizes with another sum",
       {{4, 4}, {{2}}, {0}, {{{2, 1}}, {}}},
       {"axis 0", "add up to 3", "4 points"}},
      {"negative block size", {{4, 4}, {{2}}, {0}, {{{5, -1}}, {}}}, {"axis 0", "negative"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, row.says, [&] { check(row.layout); }));
  }
}

}  // namespace
}  // namespace weft::test
