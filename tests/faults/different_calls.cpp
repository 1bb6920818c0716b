// One process makes another collective call than the others: every process gets an error that names both
// calls, long before the timeout, and none a wrong number.
//
// Every pair of calls on every exchange in the full tier; in the fast tier each exchange meets one call, and
// each call one exchange. Each case has a communicator of its own, of which nothing is freed: its processes
// are not in step any more.

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "agree.hpp"
#include "expect_error.hpp"
#include "folder.hpp"
#include "weft/array_file.hpp"
#include "weft/array_functions.hpp"
#include "weft/checkpoint.hpp"
#include "weft/halo.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;

Layout slabs_with_ghosts(int n_processes) {
  Layout layout{{12, 5}, {{n_processes}}, {0}, {}};
  layout.ghosts = {1, 1};
  return layout;
}

// What calls are made on.
struct Things {
  Things(const std::string& exchange, int n_processes, const std::string& timeout)
      : comm(own_world()),
        one(r2c({12, 10, 8}), comm, with(exchange, timeout)),
        other(r2c({12, 10, 8}), comm, with(exchange, timeout)),
        arrays(comm, slabs_with_ghosts(n_processes), element_type<double>()),
        halo(arrays, HaloOptions{.exchange = "auto", .timeout = 20}),
        u(one.points<double>()),
        uh(one.modes<Complex128>()),
        f(halo.allocate<double>()) {}
  static Options with(const std::string& exchange, const std::string& timeout) {
    return {{"exchange", exchange}, {"timeout", timeout}, {"convolve", "yes"}};
  }
  MPI_Comm comm;
  Plan one, other;
  Distribution arrays;
  Halo halo;
  Field<double> u;
  Field<Complex128> uh;
  Field<double> f;
};

struct Made {
  const char* words;  // in the error
  std::function<void(Things&)> make;
  bool needs_window = false;  // else it is no collective call
};

const std::vector<Made>& calls() {
  static const std::vector<Made> all = {
      {"to call forward of plan 1 (12x10x8)", [](Things& t) { t.one.forward(t.u, t.uh); }},
      {"to call backward of plan 1 (12x10x8)", [](Things& t) { t.one.backward(t.uh, t.u); }},
      {"to call convolve of plan 1 (12x10x8)",
       [](Things& t) {
         const void* in = t.uh.data();
         void* out = t.uh.data();
         t.one.convolve(std::span(&in, 1), std::span(&out, 1), [](const PointsBlock&) {});
       }},
      {"to a call of plan 1 (12x10x8), to compare arguments",
       [](Things& t) { t.one.require_equal("a name", "a value"); }},
      {"to call forward of plan 2 (12x10x8)", [](Things& t) { t.other.forward(t.u, t.uh); }},
      // Only neighbours meet: who is none of the last process may have returned before that one came.
      {"to call exchange of halo 3 (12x5)", [](Things& t) { t.halo.exchange(t.f), t.halo.exchange(t.f); }},
      {"to call accumulate of halo 3 (12x5)",
       [](Things& t) { t.halo.accumulate(t.f), t.halo.accumulate(t.f); }},
      {"to sum distributed arrays", [](Things& t) { sum(t.arrays, t.f); }},
      {"to begin a checkpoint", [](Things& t) { CheckpointWriter("other.weft", t.comm); }},
      {"to write an array file",
       [](Things& t) {
         write_array("other.npy", {12, 5}, t.f, t.comm);
       }},
      {"to make a plan",
       [](Things& t) {
         Plan(c2c({8, 8}), t.comm);
       }},
      {"to make a halo", [](Things& t) { Halo(t.arrays, {}); }},
      {"to a call of plan 1 (12x10x8)", [](Things& t) { t.one.agree([] {}); }},
      {"to a call of plan 2 (12x10x8)", [](Things& t) { t.other.agree([] {}); }},
      {"to close plan 1 (12x10x8)", [](Things& t) { t.one.close(); }, true},
  };
  return all;
}

class DifferentCalls : public testing::Test {
 protected:
  void SetUp() override {
    if (size_of(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "one process makes one call";
  }
  static void expect_error(const std::string& exchange, const Made& mine, const Made& of_last,
                           const std::string& timeout) {
    SCOPED_TRACE(exchange + ": " + mine.words + ", and " + of_last.words);
    const int n = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
    auto* things = new Things(exchange, n, timeout);
    things->one.forward(things->u, things->uh);
    EXPECT_EQ(
        "", error_complaint(ErrorCode::communication,
                            {"process ", mine.words, of_last.words, "every process must make the same calls"},
                            [&] { (rank == n - 1 ? of_last : mine).make(*things); }));
    MPI_Barrier(MPI_COMM_WORLD);
  }
};

// Tries pairs of calls on each exchange whose name does not begin so: one pair, or `n_first` calls with all
// others.
void for_pairs(const std::string& leaves_out, std::size_t n_first,
               const std::function<void(const std::string&, const Made&, const Made&)>& try_pair) {
  std::size_t next = 1;
  for (const std::string& exchange : exchange_names()) {
    if (!leaves_out.empty() && exchange.starts_with(leaves_out)) continue;
    const bool has_window = exchange.starts_with("window") || exchange == "node";
    for (std::size_t a = 0; a < std::max<std::size_t>(n_first, 1); ++a)
      for (std::size_t b = 0; b < calls().size(); ++b)
        if (a != b && (n_first > 0 || b == next) &&
            (has_window || !(calls()[a].needs_window || calls()[b].needs_window)))
          try_pair(exchange, calls()[a], calls()[b]);
    next = next % (calls().size() - 1) + 1;
  }
}

TEST_F(DifferentCalls, OnAnyExchangeEndInAnErrorThatNamesBoth) {
  for_pairs("", full_tier() ? calls().size() : 0,
            [](const auto& exchange, const auto& a, const auto& b) { expect_error(exchange, a, b, "20"); });
}

// Between nodes nobody sees what others call: processes tell each other after a quarter of the timeout.
TEST_F(DifferentCalls, OnSeveralNodesEndInAnErrorThatNamesBoth) {
  const bool all = full_tier() && size_of(MPI_COMM_WORLD) <= 3;  // it takes half a second each
  for (const char* processes_of_node : {"1", "2"}) {
    if (!all && processes_of_node == std::string("2")) continue;
    setenv("WEFT_PROCESSES_PER_NODE", processes_of_node, 1);
    for_pairs("window", all ? 1 : 0,
              [](const auto& exchange, const auto& a, const auto& b) { expect_error(exchange, a, b, "2"); });
    unsetenv("WEFT_PROCESSES_PER_NODE");
  }
}

}  // namespace
}  // namespace weft::test
