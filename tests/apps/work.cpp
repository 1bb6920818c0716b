// What simulations cost, as it is counted before they are made, beside what they allocate.

#include <gtest/gtest.h>

#include "channel/flow.hpp"
#include "turbulence/measures.hpp"
#include "weft/prediction.hpp"

namespace weft::test {
namespace {

double of_all(Index bytes) {
  double sum = static_cast<double>(bytes);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

// All processes are on one node.
void expect_counted(const apps::Work& work, Index bytes_here, const std::string& what) {
  int n_processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  const apps::Cost cost = cost_of(work, n_processes, typical_machine(), n_processes);
  EXPECT_NEAR(static_cast<double>(cost.node_bytes) / of_all(bytes_here), 1, 0.15) << what;
}

TEST(Work, CountsTheMemoryOfTurbulence) {
  for (const turbulence::DealiasingRule& rule : turbulence::dealiasings())
    for (const std::size_t n_scalars : {0, 2}) {
      turbulence::Settings settings;
      settings.n = {32, 32, 32};
      settings.dealiasing = rule.name;
      settings.scalars.resize(n_scalars);
      turbulence::Box box(settings, MPI_COMM_WORLD);
      const turbulence::Skewness skewness(box);
      expect_counted(work_of(settings), box.bytes() + skewness.bytes(), rule.name);
    }
}

TEST(Work, CountsTheMemoryOfAChannel) {
  for (const channel::Form& form : channel::forms())
    for (const channel::Scheme& scheme : channel::schemes())
      for (const bool padding : {false, true}) {
        channel::Settings settings;
        settings.nx = settings.nz = 32;
        settings.ny = 33;
        settings.form = form.name;
        settings.scheme = scheme.name;
        settings.padding = padding;
        const channel::Flow flow(settings, MPI_COMM_WORLD);
        expect_counted(work_of(settings), flow.bytes(), form.name + ", " + scheme.name);
      }
}

TEST(Work, HasTheStagesAndStepsOfTheSettings) {
  turbulence::Settings settings;
  settings.scheme = "rk3";
  settings.scalars.resize(1);
  const apps::Work work = work_of(settings);
  EXPECT_EQ(work.n_stages, 3);
  EXPECT_EQ(work.stage.n_to_points, 7);
  EXPECT_EQ(work.stage.n_to_modes, 6);
  const apps::Cost one = cost_of(work, 1, typical_machine(), 1),
                   eight = cost_of(work, 8, typical_machine(), 2);
  EXPECT_GT(one.step_seconds, 2 * eight.step_seconds);
  EXPECT_GT(one.node_bytes, 2 * eight.node_bytes);
  EXPECT_EQ(one.checkpoint_bytes, eight.checkpoint_bytes);
}

}  // namespace
}  // namespace weft::test
