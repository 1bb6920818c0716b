// Plans on several nodes, which are emulated (WEFT_PROCESSES_PER_NODE): processes of different ones share no
// memory. Transforms are right and have the bits of those on one node, by every exchange that applies; what
// does not apply is refused in words; one message goes from node to node.

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_case.hpp"
#include "gather.hpp"
#include "verdict.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

class EmulatedNodes : public testing::Test {
 protected:
  static constexpr const char* variable = "WEFT_PROCESSES_PER_NODE";
  void SetUp() override { unsetenv(variable); }
  void TearDown() override { unsetenv(variable); }
  static void divide(int n) { setenv(variable, std::to_string(n).c_str(), 1); }

  // A duplicate of the world on nodes of n processes each, the last one maybe smaller.
  struct Divided {
    explicit Divided(int n) {
      MPI_Comm_dup(world, &comm);
      divide(n);
    }
    Divided(const Divided&) = delete;
    Divided& operator=(const Divided&) = delete;
    ~Divided() { MPI_Comm_free(&comm); }
    MPI_Comm comm = MPI_COMM_NULL;
  };
};

int n_nodes(int n) { return (p() + n - 1) / n; }

bool shares_memory(const std::string& exchange) { return exchange.starts_with("window"); }

bool same_bits(const GlobalField& a, const GlobalField& b) {
  return a.shape == b.shape && a.values == b.values;
}

TEST_F(EmulatedNodes, TransformWithTheBitsOfOneNodeByEveryExchange) {
  const std::vector<std::string> grids =
      p() % 2 == 0 ? std::vector<std::string>{std::to_string(p()), "2x" + std::to_string(p() / 2)}
                   : std::vector<std::string>{std::to_string(p())};
  for (const Problem& problem : {r2c({13, 12, 10}), c2c({8, 9, 7}, Precision::single_)})
    for (const std::string& grid : grids) {
      const GlobalField points =
          hashed_field(problem.shape, 7, problem.transform == Transform::r2c, problem.precision);
      unsetenv(variable);
      Plan usual(problem, world, {{"reproducible", "yes"}, {"grid", grid}});
      const GlobalField modes = forward(usual, world, points), back = backward(usual, world, modes);
      for (int n : {1, 2, 3}) {
        const Divided nodes(n);
        for (const std::string& exchange : exchange_names()) {
          if (shares_memory(exchange) && p() > n) continue;
          SCOPED_TRACE(exchange + " on " + grid + ", " + std::to_string(n) + " processes on a node");
          Plan plan(problem, nodes.comm, {{"reproducible", "yes"}, {"grid", grid}, {"exchange", exchange}});
          EXPECT_TRUE(same_bits(forward(plan, nodes.comm, points), modes));
          EXPECT_TRUE(same_bits(backward(plan, nodes.comm, modes), back));
        }
      }
    }
}

// Any problem, in place, in little memory, with several fields and fewer, on ranks in any order.
TEST_F(EmulatedNodes, TransformRandomProblemsRight) {
  const rc::Gen<Case> cases = any_case(p()), moves = any_redistribution(p());
  const int n = n_cases(40);
  for (int i = 0; i < n; ++i) {
    divide(1 + i % 3);
    Case c = draw(i % 4 == 3 ? moves : cases, i);
    c.exchange = "node";
    if (c.team == Team::whole) c.team = Team::copy;  // of which no plan has been made before
    SCOPED_TRACE("case " + std::to_string(i) + " of WEFT_TEST_SEED=" + std::to_string(test_seed()));
    if (!expect_right(c)) return;
  }
}

// While the message of one field travels the next one is transformed; calls with fewer fields, and calls that
// the caller finishes later.
TEST_F(EmulatedNodes, TransformFieldsThatTravelApart) {
  using Complex = std::complex<double>;
  Problem problem = c2c({6, 10, 8});
  problem.n_fields = 3;
  for (int n : {1, 2, 3}) {
    const Divided nodes(n);
    for (const char* lump : {"all", "1", "2"})
      for (const char* exchange : {"node", "alltoallv"}) {
        Plan plan(problem, nodes.comm, {{"exchange", exchange}, {"lump", lump}});
        std::vector<Field<Complex>> u, uh, back;
        for (int f = 0; f < 3; ++f) {
          u.push_back(plan.points<Complex>());
          uh.push_back(plan.modes<Complex>());
          back.push_back(plan.points<Complex>());
        }
        for (int n_fields : {3, 1, 2, 3}) {
          std::vector<const void*> from, between_in;
          std::vector<void*> between, to;
          for (int f = 0; f < n_fields; ++f) {
            u[f].fill(Complex(f + 1, n_fields));
            back[f].fill(0);
            from.push_back(u[f].data());
            between.push_back(uh[f].data());
            between_in.push_back(uh[f].data());
            to.push_back(back[f].data());
          }
          plan.forward_fields(from, between);
          plan.backward_fields(between_in, to);
          bool equal = true;
          for (int f = 0; f < n_fields; ++f)
            for (std::size_t k = 0; k < static_cast<std::size_t>(u[f].size()); ++k)
              equal = equal && std::abs(back[f].data()[k] - u[f].data()[k]) < 1e-13;
          expect_no_complaint(world, equal ? "" : std::string("fields differ: lump=") + lump);
        }
      }
  }
}

// Sum over all processes.
Index sum(Index mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT64_T, MPI_SUM, world);
  return mine;
}

TEST_F(EmulatedNodes, SendOneMessageToEachOther) {
  const Problem problem = c2c({24, 24, 24});
  for (int n : {1, 2, 3}) {
    const Divided nodes(n);
    for (const char* lanes : {"", " lanes=1", " lanes=2"}) {
      if (p() == 1) continue;  // nothing moves
      Plan plan(problem, nodes.comm, {{"choice", std::to_string(p()) + " native node" + lanes}});
      for (const Counts* counts : {&plan.description().forward, &plan.description().backward}) {
        ASSERT_EQ(counts->exchanges.size(), 1u);
        const ExchangeCounts& mine = counts->exchanges[0];
        EXPECT_EQ(sum(mine.messages), n_nodes(n) * (n_nodes(n) - 1));
        EXPECT_EQ(sum(mine.messages > 0 ? 1 : 0) > 0, n_nodes(n) > 1);
        if (std::string(lanes) == " lanes=1") {
          EXPECT_LE(sum(mine.messages > 0 ? 1 : 0), n_nodes(n)) << "one lane on each node";
        }
        const std::string text = to_text(plan.report());
        EXPECT_EQ(text.find(std::to_string(mine.messages) + " message(s)") != std::string::npos,
                  mine.messages > 0)
            << text;
      }
      const auto u = plan.points<std::complex<double>>();
      auto uh = plan.modes<std::complex<double>>();
      plan.forward(u, uh);
    }
  }
}

TEST_F(EmulatedNodes, RefuseInWordsWhatNeedsOne) {
  for (int n : {1, 2, 3}) {
    if (p() <= n) continue;
    const Divided nodes(n);
    for (const std::string& exchange : exchange_names()) {
      if (!shares_memory(exchange)) continue;
      expect_error_on_all(
          nodes.comm, ErrorCode::not_applicable,
          {exchange, "on one node", "some are on others", "exchange=alltoallv"}, [&] {
            new Plan(c2c({8, 8, 8}), nodes.comm, {{"exchange", exchange}, {"grid", std::to_string(p())}});
          });
    }
  }
}

}  // namespace
}  // namespace weft::test
