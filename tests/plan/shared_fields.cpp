// The life of arrays in shared memory: they belong to whoever holds them, on each process for itself.
//
// Fields may go before their plan or after it, or be dropped on some processes only; what nobody holds is
// used again, and nothing of it stays mapped, open or in /dev/shm. Making one is collective: a mistake on one
// process is everybody's error.

#include <gtest/gtest.h>

#include <unistd.h>
#include <complex>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "agree.hpp"
#include "expect_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Modes = Field<std::complex<double>>;

Problem wanted() {
  Problem problem = r2c({8, 6, 10});
  problem.output = Output::input;
  return problem;
}
const Options with_shared = {{"arrays", "shared"}};

bool has_company() { return size_of(world) > 1; }

// Shared arrays that are mapped here, beside what the communicator has.
int n_mapped() {
  std::ifstream maps("/proc/self/maps");
  int n = has_company() ? -1 : 0;
  for (std::string line; std::getline(maps, line);) n += line.find("/weft-") != std::string::npos ? 1 : 0;
  return n;
}
int n_entries(const char* folder) {
  int n = 0;
  const std::string own = "weft-" + std::to_string(getpid()) + "-";  // other jobs have theirs
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    n += folder != std::string("/dev/shm") || entry.path().filename().string().starts_with(own) ? 1 : 0;
  return n;
}

// "" if a transform of ones gives what it must in these arrays.
std::string complaint_about_ones(Plan& plan, Field<double>& u, Modes& uh) {
  u.fill(1);
  plan.forward(u, uh);
  u.fill(0);
  plan.backward(uh, u);
  for (std::size_t i = 0; i < u.size(); ++i)
    if (std::abs(u.data()[i] - 1) > 1e-12) return "point " + std::to_string(i) + " is wrong";
  return "";
}

TEST(SharedFields, LiveLongerThanTheirPlan) {
  std::optional<Field<double>> u;
  {
    Plan plan(wanted(), world, with_shared);
    u.emplace(plan.points<double>());
    Modes uh = plan.modes<std::complex<double>>();
    expect_no_complaint(world, complaint_about_ones(plan, *u, uh));
    plan.close();
    uh.fill({2, 1});
    EXPECT_TRUE(uh.size() == 0 || uh.data()[uh.size() - 1] == (std::complex<double>{2, 1}));
  }
  EXPECT_EQ(n_mapped(), has_company() ? 1 : 0) << "the modes are gone";
  EXPECT_TRUE(u->size() == 0 || std::abs(u->data()[u->size() - 1] - 1) < 1e-12);
  u->fill(7);
  Field<double> moved = std::move(*u);
  u.reset();
  EXPECT_TRUE(moved.size() == 0 || moved.data()[0] == 7);
}

TEST(SharedFields, ThatNobodyHoldsAreUsedAgain) {
  Plan plan(wanted(), world, with_shared);
  std::optional<Field<double>> kept(plan.points<double>());
  for (int step = 0; step < 20; ++step) {
    Field<double> u = plan.points<double>();
    for (std::size_t i = 0; i < u.size(); ++i) ASSERT_EQ(u.data()[i], 0) << "new arrays are zero";
    u.fill(step + 1);
    if (step == 10 && rank_in(world) == 0) kept.reset();  // on one process only: still in use
  }
  EXPECT_EQ(n_mapped(), has_company() ? 2 : 0);
  kept.reset();
  const Field<double> first = plan.points<double>(), second = plan.points<double>();
  EXPECT_EQ(n_mapped(), has_company() ? 2 : 0);
}

TEST(SharedFields, LeaveNothingBehindAfterManyPlans) {
  const int n_plans = size_of(world) <= 2 ? 200 : 40;  // three on two cores wait by the millisecond (MPICH)
  const int n_files = n_entries("/proc/self/fd");
  std::string complaint;
  for (int i = 0; i < n_plans; ++i) {
    std::optional<Plan> plan(std::in_place, wanted(), world, with_shared);
    Field<double> u = plan->points<double>();
    Modes uh = plan->modes<std::complex<double>>();
    const std::string text = complaint_about_ones(*plan, u, uh);
    if (complaint.empty()) complaint = text;
    if (i % 2 == 0) plan->close();
    if (i % 3 == rank_in(world) % 3) {  // the arrays first, here; elsewhere the plan
      const Field<double> gone = std::move(u);
      const Modes too = std::move(uh);
    }
    plan.reset();
  }
  expect_no_complaint(world, complaint);
  EXPECT_EQ(n_mapped(), 0);
  EXPECT_LE(n_entries("/proc/self/fd"), n_files);
  MPI_Barrier(world);
  EXPECT_EQ(n_entries("/dev/shm"), 0);
}

TEST(SharedFields, ThatHaveNoRoomArePrivateWithARemark) {
  Plan plan(wanted(), world, with_shared);
  EXPECT_EQ(plan.shared_memory(Index{1} << 44), nullptr);
  EXPECT_EQ(plan.explain().find("remark: an array lies in private memory") != std::string::npos,
            has_company());
  EXPECT_EQ(n_mapped(), 0);
  Field<double> u = plan.points<double>();  // the next one has room again
  Modes uh = plan.modes<std::complex<double>>();
  expect_no_complaint(world, complaint_about_ones(plan, u, uh));
}

TEST(SharedFields, AreRefusedOnAllProcessesWhereOneAsksWrongly) {
  Plan plan(wanted(), world, with_shared);
  const bool wrong = rank_in(world) == size_of(world) - 1;
  expect_no_complaint(world, error_complaint(ErrorCode::invalid_argument, {"points", "double", "float"}, [&] {
                        if (wrong)
                          plan.points<float>();
                        else
                          plan.points<double>();
                      }));
  const Field<double> u = plan.points<double>();
  plan.close();
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"closed"}, [&] { plan.points<double>(); }));
}

TEST(SharedFields, OfAPlanWithPrivateArraysAreMadeByEachProcessAlone) {
  Plan plan(wanted(), world);
  EXPECT_FALSE(plan.shares_arrays());
  if (rank_in(world) == 0) {
    EXPECT_EQ(plan.points<double>().box(), plan.points_box());
  }
  EXPECT_EQ(n_mapped(), 0);
  EXPECT_EQ(plan.shared_memory(64), nullptr);
  MPI_Barrier(world);
}

TEST(SharedFields, MakeTheCopyFallAwayInTheDescription) {
  if (!has_company()) return;
  Problem bricks = c2c({8, 9, 10});
  bricks.points = bricks.modes = Layout{bricks.shape, {{1, 1, size_of(world)}}, {0, 1, 2}, {}};
  for (const char* exchange : {"window-pull", "window-push"})
    for (const Problem& problem : {wanted(), bricks}) {
      Plan plan(problem, world, {{"arrays", "shared"}, {"exchange", exchange}});
      const Plan with_copies(problem, world, {{"exchange", exchange}});
      EXPECT_EQ(plan.description().forward.n_copies(), 0);
      EXPECT_EQ(plan.description().backward.n_copies(), 0);
      EXPECT_GT(with_copies.description().forward.n_copies(), 0);
      EXPECT_NE(plan.explain().find("copy: not run where the user's array is shared"), std::string::npos);
      EXPECT_EQ(plan.choice(), with_copies.choice());
      EXPECT_EQ(plan.allocated_bytes(), plan.description().memory.total());
    }
}

}  // namespace
}  // namespace weft::test
