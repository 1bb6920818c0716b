// Which process grid a transform runs on, and which it cannot run on.
//
// Many shapes on up to 200 processes in nodes of every size. The promise is that of the header: a slab
// where every process gets points and modes and one node holds them all; else rows inside a node, if
// that leaves no process empty; always a grid that the transform can run on.

#include "route/grid.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "oracle.hpp"
#include "route/route.hpp"

namespace weft::test {
namespace {

const std::vector<Extents> shapes = {
    {64, 64},  {1000, 3},  {7, 7},     {256, 256, 256}, {128, 128, 32},  {41, 21, 16},      {6, 200, 200},
    {2, 3, 5}, {1, 1, 64}, {10, 9, 9}, {12, 10, 9, 8},  {5, 5, 5, 5, 5}, {3, 3, 3, 3, 3, 3}};

// Processes that get no points, or no modes, on `grid`.
int n_empty(const Problem& problem, const ProcessGrid& grid) {
  int n = 0;
  const Route route = make_route(problem, grid);
  for (int rank = 0; rank < grid.size(); ++rank)
    n += box_of(route.sweeps.front().from, rank).empty() || box_of(route.sweeps.back().to, rank).empty() ? 1
                                                                                                         : 0;
  return n;
}

TEST(Grid, HoldsAllProcessesAndIsOneThatTheTransformCanRunOn) {
  for (const Extents& shape : shapes)
    for (int n_processes = 1; n_processes <= 200; ++n_processes)
      for (int per_node : {1, 2, 4, 7, n_processes})
        for (const Problem& problem : {c2c(shape), r2c(shape)}) {
          const ProcessGrid grid = choose_grid(problem, n_processes, per_node);
          ASSERT_EQ(grid.size(), n_processes) << to_text(shape) << " gets " << to_text(grid);
          ASSERT_NO_THROW(check_grid(problem, grid)) << to_text(shape) << " gets " << to_text(grid);
        }
}

TEST(Grid, IsASlabWhereOneNodeHoldsAllProcessesAndEachGetsAnEqualShare) {
  for (int n_processes : {1, 2, 4, 8, 16, 32, 64}) {
    EXPECT_EQ(choose_grid(c2c({256, 256, 256}), n_processes, n_processes).dims,
              std::vector<int>{n_processes});
    EXPECT_EQ(choose_grid(r2c({256, 256, 256}), n_processes, n_processes).dims,
              std::vector<int>{n_processes});
  }
  EXPECT_EQ(choose_grid(c2c({7, 7, 7}), 7, 7).dims, std::vector<int>{7});
  EXPECT_EQ(choose_grid(c2c({64, 64}), 6, 2).dims, std::vector<int>{6}) << "two axes: there is nothing else";
}

TEST(Grid, LeavesNoProcessEmptyWhereSomeGridFeedsAll) {
  EXPECT_EQ(n_empty(c2c({6, 200, 200}), choose_grid(c2c({6, 200, 200}), 60, 60)), 0);
  EXPECT_EQ(n_empty(c2c({32, 32, 32}), choose_grid(c2c({32, 32, 32}), 128, 128)), 0);
  EXPECT_EQ(n_empty(r2c({16, 16, 16}), choose_grid(r2c({16, 16, 16}), 64, 64)), 0);
  EXPECT_EQ(n_empty(c2c({64, 64, 2}), choose_grid(c2c({64, 64, 2}), 16, 8)), 0) << "rows shorter than a node";
  EXPECT_EQ(n_empty(c2c({5, 5, 5, 5}), choose_grid(c2c({5, 5, 5, 5}), 125, 125)), 0);
}

// Rows of a pencil are processes with consecutive ranks: inside a node if their number divides its size.
TEST(Grid, HasRowsInsideANodeUnlessThatLeavesAProcessEmpty) {
  for (const Extents& shape : shapes)
    for (int per_node : {2, 3, 4, 8})
      for (int n_nodes : {2, 3, 4, 8}) {
        if (shape.size() < 3) continue;
        const Problem problem = c2c(shape);
        const ProcessGrid rows_in_nodes{{n_nodes, per_node}};
        if (n_empty(problem, rows_in_nodes) > 0) continue;
        const ProcessGrid grid = choose_grid(problem, n_nodes * per_node, per_node);
        ASSERT_GE(grid.dims.size(), 2U);
        EXPECT_EQ(per_node % grid.dims.back(), 0)
            << to_text(shape) << " on " << n_nodes << " nodes of " << per_node << " gets " << to_text(grid);
      }
}

TEST(Grid, IsTheUsersOwnWhereTransformsCanRunOnIt) {
  Problem problem = c2c({12, 12, 12});
  problem.points = Layout{{12, 12, 12}, {{3, 2}}, {2, 0}, {}};
  EXPECT_EQ(choose_grid(problem, 6, 6).dims, (std::vector<int>{3, 2}));
  problem.points = Layout{{12, 12, 12}, {{2, 2, 2}}, {0, 1, 2}, {}};
  EXPECT_LT(choose_grid(problem, 8, 8).dims.size(), 3U) << "bricks";
  EXPECT_EQ(choose_grid(problem, 8, 8).size(), 8);
}

TEST(Grid, IsRefusedInWordsWhereItDoesNotFit) {
  struct Row {
    const char* what;
    Extents shape;
    std::vector<int> dims;
    int n_processes;
    ErrorCode code;
    std::vector<std::string> says;
  };
  const std::vector<Row> rows = {
      {"another product", {8, 8, 8}, {2, 2}, 6, invalid, {"2x2", "4 processes", "6", "grid=auto"}},
      {"a dimension of 0", {8, 8, 8}, {4, 0}, 4, invalid, {"4x0", "at least 1"}},
      {"negative dimensions", {8, 8, 8}, {-2, -2}, 4, invalid, {"-2x-2", "at least 1"}},
      {"as many dimensions as axes",
       {8, 8, 8},
       {2, 2, 2},
       8,
       invalid,
       {"3 dimensions", "3 axes", "at most 2"}},
      {"two dimensions for two axes", {8, 8}, {2, 2}, 4, invalid, {"2 dimensions", "2 axes", "at most 1"}},
      {"a product of 2^32 + 1", {8, 8, 8}, {641, 6700417}, 1, invalid, {"641x6700417"}},
      {"a product of 2^32", {8, 8, 8}, {65536, 65536}, 4, invalid, {"65536x65536"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ("", error_complaint(row.code, row.says, [&] {
                check_grid_size({row.dims}, row.n_processes);
                check_grid(c2c(row.shape), {row.dims});
              }));
  }
  EXPECT_NO_THROW(check_grid(c2c({8}), {{1}}));
  EXPECT_NO_THROW(check_grid(c2c({8}), {{4}}));
  EXPECT_NO_THROW(check_grid(c2c({8, 8}), {{4}}));
  EXPECT_NO_THROW(check_grid(c2c({8, 8, 8}), {{1, 6}}));
}

}  // namespace
}  // namespace weft::test
