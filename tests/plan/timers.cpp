// What the clocks of a plan say: which stages there are, that they add up to the time of the calls and to
// nothing more, and what all processes find together.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "agree.hpp"
#include "expect_error.hpp"
#include "grids.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;

// A plan with its arrays.
struct Runner {
  explicit Runner(const Options& options, Index n = 8)
      : plan(r2c({n, n, n}), MPI_COMM_WORLD, options),
        u(plan.points<double>()),
        uh(plan.modes<Complex128>()) {}
  void forward(int n_calls) {
    for (int i = 0; i < n_calls; ++i) plan.forward(u, uh);
  }
  void start() {
    const void* in[] = {u.data()};
    void* out[] = {uh.data()};
    plan.forward_start(in, out);
  }
  Plan plan;
  Field<double> u;
  Field<Complex128> uh;
};

std::set<std::string> kinds_of(const std::vector<StageTimer>& timers) {
  std::set<std::string> kinds;
  for (const StageTimer& timer : timers) kinds.insert(timer.kind);
  return kinds;
}

double sum_of(const std::vector<StageTimer>& timers, const std::string& direction) {
  double seconds = 0;
  for (const StageTimer& timer : timers)
    if (timer.direction == direction) seconds += timer.seconds;
  return seconds;
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Timers, NameEveryStageOfBothDirectionsInOrder) {
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    Runner slab({{"exchange", exchange}, {"grid", std::to_string(p())}});
    std::vector<std::string> sweeps;
    for (const StageTimer& timer : slab.plan.timers()) {
      EXPECT_EQ(timer.n_calls, 0);
      EXPECT_EQ(timer.seconds, 0);
      if (timer.kind == "sweep")
        sweeps.push_back(timer.direction + " " + timer.stage);
      else
        EXPECT_EQ(timer.stage, "exchange");
    }
    std::vector<std::string> expected_sweeps = {"forward sweep 2,1", "forward sweep 0", "backward sweep 0",
                                                "backward sweep 1,2"};
    if (p() == 1) expected_sweeps = {"forward sweep 2,1,0", "backward sweep 0,1,2"};
    EXPECT_EQ(sweeps, expected_sweeps);
    const std::string arriving = exchange.starts_with("window") ? "waiting" : "receiving";
    std::set<std::string> expected = {"sweep", "sending", "waiting", arriving};
    if (p() == 1) expected = {"sweep"};
    EXPECT_EQ(kinds_of(slab.plan.timers()), expected);
    slab.forward(1);
    const std::vector<StageTimer> timers = slab.plan.timers();
    const auto n_forward = std::count_if(
        timers.begin(), timers.end(), [](const StageTimer& timer) { return timer.direction == "forward"; });
    EXPECT_EQ(static_cast<std::size_t>(n_forward), slab.plan.times().size());
  }
  if (p() != 4) return;
  Runner two({{"grid", "2x2"}});
  std::vector<std::string> stages;
  for (const StageTimer& timer : two.plan.timers())
    if (timer.kind == "sending") stages.push_back(timer.direction + " " + timer.stage);
  EXPECT_EQ(stages, (std::vector<std::string>{"forward exchange 1", "forward exchange 2",
                                              "backward exchange 1", "backward exchange 2"}));
}

TEST(Timers, HaveBarriersOnlyWhereTheyAreAskedFor) {
  for (const char* barriers : {"no", "yes"}) {
    Runner setup({{"barriers", barriers}});
    const std::set<std::string> kinds = kinds_of(setup.plan.timers());
    EXPECT_EQ(kinds.count("barrier") == 1, std::string(barriers) == "yes" && p() > 1) << barriers;
  }
}

TEST(Timers, CountFinishedCallsSinceTheyWereReset) {
  Runner setup({});
  const auto expect_calls = [&](Index forward, Index backward) {
    for (const StageTimer& timer : setup.plan.timers())
      EXPECT_EQ(timer.n_calls, timer.direction == "forward" ? forward : backward) << timer.stage;
  };
  setup.forward(3);
  setup.plan.backward(setup.uh, setup.u);
  expect_calls(3, 1);
  EXPECT_GT(sum_of(setup.plan.timers(), "forward"), 0);
  EXPECT_GT(sum_of(setup.plan.timers(), "backward"), 0);
  setup.plan.reset_timers();
  expect_calls(0, 0);
  EXPECT_EQ(sum_of(setup.plan.timers(), "forward") + sum_of(setup.plan.timers(), "backward"), 0);
  setup.start();
  expect_calls(0, 0);
  setup.plan.forward_finish();
  expect_calls(1, 0);
  EXPECT_EQ(sum_of(setup.plan.timers(), "backward"), 0);
}

// Never more than that; on a busy machine a process may lose its core between two stages, so not always as
// much.
TEST(Timers, AddUpToTheTimeOfTheCalls) {
  for (const std::string& exchange : exchange_names()) {
    Runner setup({{"exchange", exchange}, {"grid", pencil()}}, 32);
    setup.forward(1);
    bool is_close = false;
    for (int i = 0; i < 20 && !is_close; ++i) {
      setup.plan.reset_timers();
      const double wall = seconds_of([&] { setup.forward(5); });
      const double sum = sum_of(setup.plan.timers(), "forward");
      EXPECT_LE(sum, wall) << exchange;
      is_close = all_true(MPI_COMM_WORLD, sum > 0.7 * wall);
    }
    EXPECT_TRUE(is_close) << exchange;
  }
}

TEST(Timers, LeaveOutWhatTheProgramDoesMeanwhile) {
  Runner setup({});
  double inside = 0;
  constexpr unsigned nap_microseconds = 20000;
  for (int i = 0; i < 3; ++i) {
    inside += seconds_of([&] { setup.start(); });
    usleep(nap_microseconds);
    inside += seconds_of([&] { setup.plan.progress(); });
    usleep(nap_microseconds);
    inside += seconds_of([&] { setup.plan.forward_finish(); });
  }
  EXPECT_LE(sum_of(setup.plan.timers(), "forward"), inside);
}

TEST(Timers, AreGatheredOverAllProcesses) {
  Runner setup({{"grid", pencil()}});
  setup.forward(2);
  const std::vector<StageTimer> own = setup.plan.timers(), all = setup.plan.gather_timers();
  ASSERT_EQ(own.size(), all.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(all[i].direction + all[i].stage + all[i].kind, own[i].direction + own[i].stage + own[i].kind);
    EXPECT_EQ(all[i].n_calls, own[i].n_calls);
    EXPECT_EQ(all[i].seconds, own[i].seconds);
    EXPECT_EQ(own[i].min_seconds, own[i].seconds);
    EXPECT_EQ(own[i].mean_seconds, own[i].seconds);
    EXPECT_EQ(own[i].max_seconds, own[i].seconds);
    std::vector<double> each(static_cast<std::size_t>(p()));
    MPI_Allgather(&own[i].seconds, 1, MPI_DOUBLE, each.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD);
    double sum = 0;
    for (double seconds : each) sum += seconds;
    EXPECT_EQ(all[i].min_seconds, *std::min_element(each.begin(), each.end()));
    EXPECT_EQ(all[i].max_seconds, *std::max_element(each.begin(), each.end()));
    EXPECT_NEAR(all[i].mean_seconds, sum / p(), 1e-12 * sum);
  }
  setup.plan.close();
  EXPECT_EQ(setup.plan.timers().size(), own.size()) << "a closed plan still says what its calls took";
  expect_no_complaint(MPI_COMM_WORLD, error_complaint(ErrorCode::invalid_argument, {"closed"},
                                                      [&] { setup.plan.gather_timers(); }));
}

}  // namespace
}  // namespace weft::test
