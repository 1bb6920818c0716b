// Distributions: blocks and ghost cells in memory, on every process count, and what is wrong in words.
#include "weft/distribution.hpp"

#include <gtest/gtest.h>

#include <complex>

#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

int n_processes() {
  int n = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  return n;
}

TEST(Distribution, SaysWhereTheOwnedBlockLies) {
  const Layout layout{{7, 5, 4}, {{n_processes()}}, {0}, {}, {2, 0, 1}};
  const Distribution arrays(MPI_COMM_WORLD, layout, element_type<float>(), {2, 0, 1});
  const Box mine = box_of(layout, arrays.rank());
  EXPECT_EQ(arrays.box(), mine);
  EXPECT_EQ(arrays.storage().shape, mine.shape());
  if (mine.empty()) {
    EXPECT_EQ(arrays.memory_elements(), 0);
    return;
  }
  const Index rows = mine.ranges[0].size() + 4;
  EXPECT_EQ(arrays.storage().strides, (Extents{5, 1, 5 * rows}));
  EXPECT_EQ(arrays.first(), 5 * rows + 2 * 5);
  EXPECT_EQ(arrays.memory_elements(), 5 * rows * 6);
}

TEST(Distribution, IsThatOfAPlan) {
  Plan plan(r2c({8, 6, 10}), MPI_COMM_WORLD);
  const Distribution points = plan.points_distribution(), modes = plan.modes_distribution();
  EXPECT_EQ(points.layout(), plan.points_layout());
  EXPECT_EQ(modes.storage(), plan.modes_storage());
  EXPECT_EQ(modes.element(), element_type<std::complex<double>>());
  EXPECT_EQ(modes.box(), plan.modes_box());
  EXPECT_EQ(points.first(), 0);
  plan.close();
  EXPECT_NE(points.comm(), MPI_COMM_NULL);
}

// What a distribution gives away carries plans and distributions without another duplicate, and when its user
// has freed the communicator that it was made of.
TEST(Distribution, ItsCommunicatorIsThatOfWhatIsMadeOnIt) {
  MPI_Comm mine = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &mine);
  const Layout rows{{6, 4}, {{n_processes()}}, {0}, {}};
  const Distribution arrays(mine, rows, element_type<double>());
  const Distribution others(arrays.comm(), rows, element_type<float>());
  EXPECT_EQ(others.communicators(), arrays.communicators());
  MPI_Comm_free(&mine);
  Plan plan(c2c({6, 4, 2}), arrays.comm());
  EXPECT_EQ(plan.points_distribution().communicators(), arrays.communicators());
  const Distribution again(others.comm(), rows, element_type<float>());
  EXPECT_EQ(again.communicators(), arrays.communicators());
}

TEST(Distribution, IsRefusedInWords) {
  const int p = n_processes();
  const auto make = [&](const Layout& layout, const Axes& order) {
    return [=] { const Distribution arrays(MPI_COMM_WORLD, layout, element_type<double>(), order); };
  };
  const Layout rows{{6, 4}, {{p}}, {0}, {}};
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"is for", "processes", "give a grid"},
                      make({{6, 4}, {{p + 1}}, {0}, {}}, {}));
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"order of the axes", "0,0"},
                      make(rows, {0, 0}));
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"axis 1", "-1 ghost cells"},
                      make({{6, 4}, {{p}}, {0}, {}, {0, -1}}, {}));
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"1 numbers of ghost cells", "2 axes"},
                      make({{6, 4}, {{p}}, {0}, {}, {1}}, {}));
  Problem problem = c2c({6, 4});
  problem.points = Layout{{6, 4}, {{p}}, {0}, {}, {1, 0}};
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"points", "ghost cells"},
                      [&] { Plan(problem, MPI_COMM_WORLD); });
  if (p == 1) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"layout"},
                      make({{6 + (rank == 1), 4}, {{p}}, {0}, {}}, {}));
}

}  // namespace
}  // namespace weft::test
