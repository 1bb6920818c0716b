// What memory=low costs in jobs too large for this machine, as the description says.

#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/exchange.hpp"
#include "oracle.hpp"
#include "sanitizer_step.hpp"
#include "weft/description.hpp"

namespace weft::test {
namespace {

// What is promised, for jobs too large for this machine.
TEST(DescribedMemory, LowIsThirtyTwoMebibytesBesideTheArray) {
  struct Job {
    Problem problem;
    int n_processes;
    const char* grid;
  };
  const Extents cube = {1024, 1024, 1024};
  Problem back = r2c(cube), single = c2c(cube, Precision::single_), three = c2c({512, 512, 512}),
          four = c2c({128, 128, 128, 128});
  back.output = Output::input;
  three.n_fields = 3;
  for (const Job& job : {Job{r2c(cube), 8, "8"}, Job{c2c(cube), 8, "8"}, Job{r2c(cube), 8, "2x4"},
                         Job{r2c({1021, 1031, 1033}), 7, "7"}, Job{r2c({1021, 1031, 1033}), 6, "2x3"},
                         Job{back, 8, "8"}, Job{back, 8, "4x2"}, Job{single, 4, "4"}, Job{three, 4, "4"},
                         Job{four, 8, "8"}, Job{four, 8, "2x4"}, Job{four, 8, "2x2x2"}})
    for (std::size_t i = 0; i < exchange_names().size(); i += sanitizer_step)
      for (int rank : {0, job.n_processes - 1}) {
        const std::string& exchange = exchange_names()[i];
        const Options options = {
            {"grid", job.grid}, {"exchange", exchange}, {"in_place", "yes"}, {"memory", "low"}};
        const Description plan = describe(job.problem, job.n_processes, rank, options, job.n_processes);
        const std::string name = to_text(job.problem.shape) + " on " + job.grid + " by " + exchange;
        EXPECT_LE(plan.memory.stages + plan.memory.windows, Index{32} << 20) << name;
        EXPECT_GE(plan.memory.stages + plan.memory.windows, Index{4} << 20)
            << name << ": chunks are not tiny";
        EXPECT_LE(plan.memory.tiles, Index{2} << 20) << name;
        const Index element = job.problem.precision == Precision::double_ ? 16 : 8;
        const Index dense =
            element * std::max(plan.points_box.n_points() / (job.problem.transform == Transform::r2c ? 2 : 1),
                               plan.modes_box.n_points());
        EXPECT_LE(static_cast<double>(plan.in_place_bytes), 1.03 * static_cast<double>(dense)) << name;
      }
}

// One pass more for a slab (the first transform is in place), one for a pencil (the second pack).
TEST(DescribedMemory, LowCostsOnePassMore) {
  for (const auto& [grid, n_passes] : {std::pair{"8", 3}, std::pair{"2x4", 4}}) {
    const Options options = {{"grid", grid}, {"in_place", "yes"}, {"memory", "low"}};
    const Description plan = describe(c2c({512, 512, 512}), 8, 3, options, 8);
    const Index block = plan.points_box.n_points() * 16;
    for (const Counts* counts : {&plan.forward, &plan.backward}) {
      Index read = 0, written = 0;
      for (const SweepCounts& sweep : counts->sweeps) {
        read += sweep.bytes_read;
        written += sweep.bytes_written;
      }
      EXPECT_EQ(read, n_passes * block) << grid;
      EXPECT_EQ(written, n_passes * block) << grid;
    }
  }
}

// Of all processes of a node, as each of them is described. Windows alone need all of them on one node.
TEST(DescribedMemory, ANodeIsTheSumOfItsProcesses) {
  const Problem problem = r2c({64, 60, 50});
  for (const std::string& exchange : exchange_names())
    for (const char* grid : {"12", "3x4"}) {
      const int n = exchange.starts_with("window-") ? 12 : 6;
      const Options options = {{"grid", grid}, {"exchange", exchange}};
      const NodeMemory node = describe_node(problem, 12, options, n);
      PlanMemory sum;
      Index most = 0, arrays = 0;
      for (int rank = 0; rank < n; ++rank) {
        const Description plan = describe(problem, 12, rank, options, n);
        sum.stages += plan.memory.stages;
        sum.windows += plan.memory.windows;
        sum.tiles += plan.memory.tiles;
        most = std::max(most, plan.memory.windows);
        arrays += plan.points_box.n_points() * 8 + plan.modes_box.n_points() * 16;
      }
      EXPECT_EQ(node.n_processes, n);
      EXPECT_EQ(node.plan.stages, sum.stages) << exchange;
      EXPECT_EQ(node.plan.windows, sum.windows) << exchange;
      EXPECT_EQ(node.plan.tiles, sum.tiles) << exchange;
      EXPECT_EQ(node.most_windows, most) << exchange;
      EXPECT_NEAR(static_cast<double>(node.array_bytes) / static_cast<double>(arrays), 1, 0.05)
          << "beside rounding to whole cache lines";
    }
}

// Of two nodes, one process of each holds the one message to the other node and the one from there: half of
// all data of its node twice. That is as much as all processes together would hold each their part.
TEST(DescribedMemory, OneProcessOfANodeCarriesItsMessages) {
  const Problem problem = r2c({128, 128, 128});
  const int n = 16;  // processes of a node
  const NodeMemory node = describe_node(problem, 2 * n, {{"grid", "32"}, {"exchange", "node"}}, n);
  const double data = 128.0 * 128 * 65 * 16 / 2;  // modes of a node
  EXPECT_NEAR(static_cast<double>(node.most_windows) / data, 1 + 0.5 / n, 0.05);
  EXPECT_NEAR(static_cast<double>(node.plan.windows) / data, 1.5, 0.05);
  EXPECT_NEAR(static_cast<double>(node.least_windows) / data, 0.5 / n, 0.05 / n);
}

}  // namespace
}  // namespace weft::test
