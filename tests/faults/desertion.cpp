// A call that some processes do not make: those that wait get an error in words after the timeout, instead
// of waiting for ever. One process stays away; each case has a communicator of its own, because nothing
// can be said on the old one any more.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "agreed_error.hpp"
#include "weft/halo.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr ErrorCode communication = ErrorCode::communication;
using Complex128 = std::complex<double>;

class Desertion : public testing::Test {
 protected:
  void SetUp() override {
    if (size_of(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "one process waits for nobody";
  }
  static bool stays_away() { return rank_in(MPI_COMM_WORLD) == size_of(MPI_COMM_WORLD) - 1; }
  // Fails unless `call` ends with an error that says this, on all but the one that stays away.
  template <class Call>
  static void expect_patience_to_end(const std::vector<std::string>& fragments, Call&& call) {
    if (stays_away()) return;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ("", error_complaint(communication, fragments, call));
    const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GE(waited, 0.9);
    EXPECT_LE(waited, 20);
  }
};

const Options impatient = {{"timeout", "1"}};

// Every case waits for a second: in the fast tier only one row of each kind.
std::vector<std::string> tried_exchanges() {
  if (full_tier()) return exchange_names();
  return {"window-pull", "node", "alltoallv", "pairwise", "persistent"};
}

TEST_F(Desertion, InACallIsAnErrorForThoseThatWait) {
  Problem problem = r2c({12, 10, 8});
  const std::string slabs =
      std::to_string(size_of(MPI_COMM_WORLD));  // every exchange is one of all processes
  for (const char* arrays : {"private", "shared"}) {
    for (const std::string& exchange : tried_exchanges()) {
      const bool shares = exchange.starts_with("window");
      if (arrays == std::string("shared") && !shares) continue;  // the same as with private ones
      SCOPED_TRACE(exchange + ", arrays " + arrays);
      Options options = impatient;
      options.set("exchange", exchange).set("arrays", arrays).set("grid", slabs);
      Plan plan(problem, own_world(), options);
      auto u = plan.points<double>();
      auto uh = plan.modes<Complex128>();
      plan.forward(u, uh);
      plan.backward(uh, u);
      expect_patience_to_end({"forward, exchange 1 of ", "(" + exchange + "), process", "for 1 s",
                              "every process must make the same calls", "timeout"},
                             [&] { plan.forward(u, uh); });
      // Nothing more can be done with it, and it goes away without waiting.
      if (!stays_away()) {
        EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"of no use any more"},
                                      [&] { plan.backward(uh, u); }));
        plan.close();
      } else {
        new Plan(std::move(plan));  // its end would wait for the others
      }
    }
    problem.output = Output::input;
  }
}

// On nodes of one process and of two: those that wait for a message, and those that wait for these.
TEST_F(Desertion, InACallOnSeveralNodesIsAnErrorForThoseThatWait) {
  for (const char* n : {"1", "2"}) {
    SCOPED_TRACE(std::string(n) + " processes on a node");
    const MPI_Comm comm = own_world();
    setenv("WEFT_PROCESSES_PER_NODE", n, 1);
    auto* plan = new Plan(r2c({12, 10, 8}), comm, {{"timeout", "1"}, {"exchange", "node"}});
    unsetenv("WEFT_PROCESSES_PER_NODE");
    auto u = plan->points<double>();
    auto uh = plan->modes<Complex128>();
    plan->forward(u, uh);
    plan->backward(uh, u);
    expect_patience_to_end({"process", "for 1 s", "every process must make the same calls", "timeout"},
                           [&] { plan->forward(u, uh); });
    if (!stays_away()) delete plan;
  }
}

TEST_F(Desertion, WhenASharedArrayIsMadeIsAnErrorForThoseThatWait) {
  auto* plan = new Plan(c2c({8, 8, 8}), own_world(), {{"timeout", "1"}, {"arrays", "shared"}});
  expect_patience_to_end({"did not come", "for 1 s", "timeout"}, [&] { plan->points<Complex128>(); });
}

TEST_F(Desertion, WhenTheFirstPlanIsMadeIsAnErrorForThoseThatWait) {
  const MPI_Comm comm = own_world();
  expect_patience_to_end({"to make the first plan", "for 1 s", "timeout"}, [&] {
    Plan(c2c({8, 8}), comm, impatient);
  });
}

TEST_F(Desertion, WhenAnotherPlanIsMadeIsAnErrorForThoseThatWait) {
  const MPI_Comm comm = own_world();
  Plan(c2c({8, 8}), comm);
  expect_patience_to_end({"to make a plan", "for 1 s", "timeout"}, [&] {
    Plan(c2c({8, 8}), comm, impatient);
  });
}

TEST_F(Desertion, WhenAPlanIsClosedIsAnErrorForThoseThatWait) {
  auto* plan = new Plan(c2c({8, 8, 8}), own_world(), {{"timeout", "1"}, {"exchange", "window-pull"}});
  expect_patience_to_end({"to close plan 1 (8x8x8)", "for 1 s", "timeout"}, [&] { plan->close(); });
}

TEST_F(Desertion, WhenRatesAreMeasuredIsAnErrorForThoseThatWait) {
  const MPI_Comm comm = own_world();
  Plan(c2c({8, 8}), comm);
  expect_patience_to_end({"to measure the rates", "for 1 s", "timeout"},
                         [&] { measure_rates(comm, impatient); });
}

TEST_F(Desertion, WhenProcessesAgreeIsAnErrorForThoseThatWait) {
  auto* plan = new Plan(c2c({8, 8, 8}), own_world(), impatient);
  expect_patience_to_end({"to a call of plan 1 (8x8x8)", "for 1 s", "timeout"}, [&] { plan->agree([] {}); });
}

// At most three processes along an axis: each is a neighbour of each other one.
Distribution all_neighbours(MPI_Comm comm) {
  const int n = size_of(comm);
  Layout layout = n == 4   ? Layout{{8, 6}, {{2, 2}}, {0, 1}, {}}
                  : n == 6 ? Layout{{8, 6}, {{2, 3}}, {0, 1}, {}}
                  : n == 8 ? Layout{{8, 6, 4}, {{2, 2, 2}}, {0, 1, 2}, {}}
                           : Layout{{12, 5}, {{n}}, {0}, {}};
  layout.ghosts.assign(layout.shape.size(), 1);
  return {comm, layout, element_type<double>()};
}

HaloOptions impatient_halo(const std::string& exchange) {
  HaloOptions options;
  options.exchange = exchange;
  options.timeout = 1;
  return options;
}

TEST_F(Desertion, InAHaloIsAnErrorForThoseThatWait) {
  const std::vector<std::string> of_each_kind = {"window-pull", "node", "persistent"};
  for (const std::string& exchange : full_tier() ? halo_exchange_names() : of_each_kind) {
    SCOPED_TRACE(exchange);
    auto* halo = new Halo(all_neighbours(own_world()), impatient_halo(exchange));
    auto u = halo->allocate<double>();
    halo->exchange(u);
    halo->accumulate(u);
    expect_patience_to_end({"for 1 s", "timeout"}, [&] { halo->exchange(u); });
    if (stays_away()) continue;  // its end would wait for the others
    EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"of no use any more"},
                                  [&] { halo->accumulate(u); }));
    delete halo;
  }
}

TEST_F(Desertion, WhenAHaloIsMadeUsedOrClosedIsAnErrorForThoseThatWait) {
  const Distribution arrays = all_neighbours(own_world());
  expect_patience_to_end({"for 1 s", "timeout"}, [&] { Halo(arrays, impatient_halo("auto")); });
  auto* halo = new Halo(all_neighbours(own_world()), impatient_halo("window-pull"));
  expect_patience_to_end({"to make an array", "for 1 s", "timeout"}, [&] { halo->allocate<double>(); });
  auto* closed = new Halo(all_neighbours(own_world()), impatient_halo("window-push"));
  expect_patience_to_end({"to close halo 1 (", "for 1 s", "timeout"}, [&] { closed->close(); });
}

}  // namespace
}  // namespace weft::test
