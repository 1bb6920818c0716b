// What a plan is made from, in a checkpoint: the same plan comes back on as many processes, and on another
// number of processes one of the same problem.
//
// A plan that FFTW measured is the hard case: only with what FFTW learned is the new one the same. That FFTW
// has forgotten everything else stands for the next run of the program.
#include "io/checkpoint_plan.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck/gtest.h>

#include <complex>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_layout.hpp"
#include "blocks.hpp"
#include "job_folder.hpp"
#include "kernels/kernel.hpp"
#include "usable.hpp"
#include "weft/checkpoint.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

void forget_fft_wisdom() {
  for (const Backend& row : backend_table())
    if (row.forget_wisdom != nullptr) row.forget_wisdom();
}

std::string fft_wisdom() {
  std::string text;
  for (const Backend& row : backend_table())
    if (row.export_wisdom != nullptr) text += row.export_wisdom();
  return text;
}

void write(const std::string& path, const Plan& plan) {
  CheckpointWriter writer(path, world);
  writer.add_plan(plan);
  writer.commit();
}

// The modes of points that depend on the local position only.
std::vector<std::complex<double>> modes_of(Plan& plan) {
  auto u = plan.points<double>();
  auto uh = plan.modes<std::complex<double>>();
  for (std::size_t i = 0; i < u.size(); ++i) u.data()[i] = static_cast<double>(i * 7919 % 1009) / 1009;
  plan.forward(u, uh);
  return {uh.data(), uh.data() + uh.size()};
}

TEST(PlanOfACheckpoint, IsTheSameOnAsManyProcesses) {
  if (!is_usable("fftw")) GTEST_SKIP() << why_missing("fftw");
  const JobFolder folder;
  const std::string n = std::to_string(size_of(world)), exchange = size_of(world) > 1 ? " alltoallv" : "";
  Problem problem = r2c({24, 20, 18});
  problem.norm = Norm::ortho;
  Plan plan(problem, world, {{"choice", n + " fftw:measure" + exchange + " lines=4"}});
  const auto modes = modes_of(plan);
  write(folder / "state", plan);
  forget_fft_wisdom();
  Checkpoint checkpoint(folder / "state", world);
  EXPECT_EQ(checkpoint.choice(), plan.choice());
  EXPECT_EQ(checkpoint.problem().norm, Norm::ortho);
  Plan again = checkpoint.make_plan();
  EXPECT_EQ(checkpoint.note(), "");
  EXPECT_EQ(again.choice(), plan.choice());
  EXPECT_EQ(again.problem().shape, problem.shape);
  expect_no_complaint(world, modes_of(again) == modes ? "" : "other bits");
  // It was taken over, not found again.
  forget_fft_wisdom();
  checkpoint.plan_options();
  EXPECT_NE(fft_wisdom().find("fftw"), std::string::npos);
  const Options options = checkpoint.plan_options({{"timeout", "60"}});
  EXPECT_EQ(options.get("timeout"), "60");
  EXPECT_EQ(options.get("choice"), to_text(plan.choice()));
  // Who settles the choice himself gets his.
  EXPECT_EQ(checkpoint.make_plan({{"choice", n + " native" + exchange}}).choice().backend, "native");
}

TEST(PlanOfACheckpoint, IsOneOfTheSameProblemOnOthers) {
  const JobFolder folder;
  const int size = size_of(world);
  Problem problem = c2c({12, 10, 8}, Precision::single_);
  problem.points = Layout{{12, 10, 8}, {{size}}, {1}, {}};
  problem.n_fields = 3;
  const Plan plan(problem, world, {{"exchange", "alltoallv"}});
  write(folder / "state", plan);
  Checkpoint here(folder / "state", world);
  EXPECT_EQ(*here.problem().points, *problem.points);
  EXPECT_EQ(here.make_plan().points_layout(), *problem.points);
  EXPECT_EQ(here.note(), "");
  MPI_Comm alone = MPI_COMM_SELF;
  std::string complaint;
  {
    Checkpoint checkpoint(folder / "state", alone);
    const Plan one = checkpoint.make_plan();
    if (one.points_layout().n_processes() != 1 || one.problem().n_fields != 3 ||
        one.problem().precision != Precision::single_)
      complaint = "another problem";
    const bool says = checkpoint.note().find("is for " + std::to_string(size) + " processes, these are 1") !=
                      std::string::npos;
    if (says != (size > 1)) complaint = "the note is '" + checkpoint.note() + "'";
  }
  expect_no_complaint(world, complaint);
}

RC_GTEST_PROP(LayoutWords, AreReadAgain, ()) {
  const Extents shape = any_shape(between(1, 5), 3000);
  Layout layout = any_layout(shape, between(1, 8));
  if (one_in(2))
    for (std::size_t a = 0; a < shape.size(); ++a) layout.ghosts.push_back(between(0, 3));
  const Layout again = parse_layout_words(layout_words(layout));
  RC_ASSERT(again.shape == layout.shape && again.grid == layout.grid && again.cut == layout.cut &&
            again.ghosts == layout.ghosts);
  for (int rank = 0; rank < layout.n_processes(); ++rank)
    RC_ASSERT(box_of(again, rank) == box_of(layout, rank));
}

TEST(PlanOfACheckpoint, WithWrongOptionsIsAnError) {
  const JobFolder folder;
  const Plan plan(c2c({12, 10, 8}), world);
  write(folder / "state", plan);
  Checkpoint checkpoint(folder / "state", world);
  expect_error_on_all(world, ErrorCode::invalid_argument, {"grid"}, [&] {
    checkpoint.make_plan({{"grid", "7x11"}});
  });
}

}  // namespace
}  // namespace weft::test
