// Details of a choice change how a plan works, not what it computes: every combination gives what the plan by
// rule gives, forward and backward. (Plans by rule are judged against the definition in transform.cpp.)

#include <gtest/gtest.h>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "gather.hpp"
#include "usable.hpp"

namespace weft::test {
namespace {

struct ProblemOnGrids {
  Problem problem;
  std::vector<std::string> grids;
};

std::vector<ProblemOnGrids> cases() {
  const int p = size_of(MPI_COMM_WORLD);
  const std::string all = std::to_string(p);
  std::vector<std::string> pencils{all + "x1", "1x" + all};
  if (p == 4) pencils.push_back("2x2");
  if (p == 6) pencils.insert(pencils.end(), {"2x3", "3x2"});
  std::vector<std::string> grids = pencils;
  grids.push_back(all);
  Problem like_input = r2c({12, 10, 9}), four_axes = c2c({6, 7, 5, 8}), single = c2c({12, 20, 9});
  like_input.output = Output::input;
  four_axes.output = Output::input;
  single.precision = Precision::single_;
  return {{r2c({12, 9, 16}), grids}, {like_input, grids}, {four_axes, grids}, {single, {all}}};
}

// Points and what the plan by rule makes of them.
struct Usual {
  explicit Usual(const Problem& the_problem)
      : problem(the_problem),
        points(hashed_field(problem.shape, 11, real_axis(problem) >= 0, problem.precision)) {
    Plan plan(problem, MPI_COMM_WORLD);
    modes = forward(plan, MPI_COMM_WORLD, points);
  }
  Problem problem;
  GlobalField points, modes;
};

// "" if the plan does what the one by rule does.
std::string complaint_about_choice(const Usual& usual, const std::string& choice,
                                   const Options& options = {}) {
  const auto& [problem, points, expected] = usual;
  const double limit = problem.precision == Precision::double_ ? 1e-13 : 1e-5;
  Options all = options;
  all.set("choice", choice);
  Plan plan(problem, MPI_COMM_WORLD, all);
  const GlobalField found = forward(plan, MPI_COMM_WORLD, points);
  if (const double error = relative_difference(found, expected); !(error < limit))
    return choice + ": forward differs by " + std::to_string(error);
  if (const double error = relative_difference(backward(plan, MPI_COMM_WORLD, expected), points);
      !(error < limit))
    return choice + ": backward differs by " + std::to_string(error);
  return to_text(plan.choice()) == choice ? "" : choice + " became " + to_text(plan.choice());
}

// Every style of the route; where one would leave the modes elsewhere it is refused.
TEST(Details, RoutesOfEveryStyleComputeTheSame) {
  int n_late = 0, n_refused = 0;
  for (const ProblemOnGrids& c : cases()) {
    const Usual usual(c.problem);
    for (const std::string& grid : c.grids)
      for (const std::string sweeps : {"", " sweeps=apart", " sweeps=late"})
        for (const std::string ranks : {"", " ranks=columns"}) {
          Choice choice = parse_choice(grid + " native" + sweeps + ranks);
          // As many exchanges as this route has, one kind after the other.
          const std::vector<std::string>& names = exchange_names();
          std::string complaint = "no number of exchanges is right for " + to_text(choice);
          for (std::size_t n = 0; n <= 8; ++n) {
            try {
              complaint = complaint_about_choice(usual, to_text(choice));
              n_late += choice.sweeps == "late" ? 1 : 0;
              break;
            } catch (const Error& error) {
              if (error.code() == ErrorCode::not_applicable) {
                n_refused += 1;
                EXPECT_EQ(choice.sweeps, "late") << error.what();
                complaint = "";
                break;
              }
            }
            choice.steps.push_back(names[n % names.size()]);
          }
          ASSERT_TRUE(expect_no_complaint(MPI_COMM_WORLD, complaint));
        }
  }
  EXPECT_GT(n_late, 0);
  if (size_of(MPI_COMM_WORLD) > 1) {
    EXPECT_GT(n_refused, 0);
  }
}

// In the fast tier with one number of threads, in turn.
TEST(Details, TilesStoresBackendsAndThreadsComputeTheSame) {
  const int p = size_of(MPI_COMM_WORLD);
  const std::string slab = std::to_string(p), exchange = p > 1 ? " window-pull" : "";
  std::size_t turn = 0;
  for (const Usual& usual : {Usual(r2c({12, 9, 32})), Usual(c2c({20, 18, 15}))})
    for (const std::string& backend : usable({"native", "fftw:measure", "native,fftw", "fftw,native"}))
      for (const std::string stores : {"", " stores=cached", " stores=stream"})
        for (const std::string lines : {"", " lines=1", " lines=5", " lines=64", " lines=4096"})
          for (const std::string threads : {"", " threads=2"}) {
            const std::size_t now = turn++;
            if (!full_tier() && (now + now / 2) % 2 != 0) continue;
            // One process does all axes in one or two sweeps; both of these shapes take two.
            const std::string choice = slab + " " + backend + exchange + stores + lines + threads;
            std::string complaint;
            try {
              complaint = complaint_about_choice(usual, choice);
            } catch (const Error& error) {
              complaint =
                  p == 1 && backend.find(',') != std::string::npos ? "" : choice + ": " + error.what();
            }
            ASSERT_TRUE(expect_no_complaint(MPI_COMM_WORLD, complaint));
          }
}

TEST(Details, WorkInPlace) {
  const int p = size_of(MPI_COMM_WORLD);
  const std::string exchange = p > 1 ? " alltoallv" : "";
  const Usual usual(r2c({12, 10, 16}));
  for (const std::string memory : {"normal", "low:100000"})
    for (const std::string details : {" lines=8", " stores=stream", " threads=2", " sweeps=apart"}) {
      const std::string choice = std::to_string(p) + " native" + exchange + details;
      ASSERT_TRUE(expect_no_complaint(
          MPI_COMM_WORLD, complaint_about_choice(usual, choice, {{"in_place", "yes"}, {"memory", memory}})));
    }
}

TEST(Details, ThatContradictReproducibleAreRefused) {
  const std::string choice =
      std::to_string(size_of(MPI_COMM_WORLD)) + " native" + (size_of(MPI_COMM_WORLD) > 1 ? " alltoallv" : "");
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::not_applicable, {"reproducible=yes", "lines=8"}, [&] {
    new Plan(r2c({12, 10, 16}), MPI_COMM_WORLD, {{"reproducible", "yes"}, {"choice", choice + " lines=8"}});
  });
}

}  // namespace
}  // namespace weft::test
