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

}  // namespace
}  // namespace weft::test
