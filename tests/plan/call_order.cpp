// Forward and backward calls in every order, with one process late at every position.
//
// An exchange that works on shared windows must know when the others have read what it is about to
// overwrite, whichever call comes next. So: all 16 orders of four calls, fresh data in every call, and
// one process that sleeps before one of them while the others run ahead.

#include <gtest/gtest.h>
#include <unistd.h>

#include "agree.hpp"
#include "blocks.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr int n_calls_in_order = 4;
constexpr unsigned late_microseconds = 1000;  // ten calls of this size

struct Delay {
  int rank;
  int call;
};

std::string name_of_order(int order) {
  std::string name;
  for (int call = 0; call < n_calls_in_order; ++call) name += (order >> call & 1) == 0 ? 'F' : 'B';
  return name;
}

// One plan's life: sequences of calls, judged on this process without any communication.
class Caller {
 public:
  Caller(const Problem& problem, const Options& options)
      : problem_(problem), plan_(problem, MPI_COMM_WORLD, options) {
    for (std::uint64_t call = 0; call < n_calls_in_order; ++call)
      data_.push_back(there_and_back(problem, call));
  }

  std::string run(int order, Delay delay) {
    const unsigned delay_microseconds = size_of(MPI_COMM_WORLD) > 1 ? late_microseconds : 0;
    std::string complaint;
    for (int call = 0; call < n_calls_in_order; ++call) {
      if (delay.call == call && delay.rank == plan_.rank()) usleep(delay_microseconds);
      const bool forward = (order >> call & 1) == 0;
      const ThereAndBack& d = data_[static_cast<std::size_t>(call)];
      Block in(bytes(forward), element(forward)), other(bytes(!forward), element(!forward));
      put(forward ? d.points : d.modes, box(forward), storage(forward), in);
      Block& out = plan_.is_in_place() ? in : other;
      if (forward)
        plan_.forward(in.data(), out.data());
      else
        plan_.backward(in.data(), out.data());
      out.hold(element(!forward));
      const Misfit m = misfit(forward ? d.modes : d.points_back, box(!forward), storage(!forward), out);
      // Of one block, not of the whole array: wide enough for both, far below any wrong element.
      if (!(m.relative() <= 100 * tolerance(problem_)) && complaint.empty())
        complaint = name_of_order(order) + ", process " + std::to_string(delay.rank) + " late before call " +
                    std::to_string(delay.call) + ": call " + std::to_string(call) + " gives an error of " +
                    std::to_string(m.relative());
    }
    return complaint;
  }

 private:
  Element element(bool at_points) const {
    return at_points ? points_element(problem_) : modes_element(problem_);
  }
  const Box& box(bool at_points) const { return at_points ? plan_.points_box() : plan_.modes_box(); }
  const Storage& storage(bool at_points) const {
    return at_points ? plan_.points_storage() : plan_.modes_storage();
  }
  Index bytes(bool at_points) const {
    if (plan_.is_in_place()) return plan_.in_place_bytes();
    return storage(at_points).n_elements() * element(at_points).bytes();
  }

  Problem problem_;
  Plan plan_;
  std::vector<ThereAndBack> data_;
};

// All orders; each with one process late before one call. In the fast tier process and call go round from
// order to order and from plan to plan; in the full tier it is every process at every call.
void expect_every_order_right(const Problem& problem, const Options& options) {
  const int p = size_of(MPI_COMM_WORLD);
  Caller caller(problem, options);
  std::string complaint;
  static int turn = 0;
  for (int order = 0; order < 1 << n_calls_in_order; ++order, ++turn)
    for (int i = 0; i < (full_tier() ? n_calls_in_order * p : 1); ++i) {
      const int call = (turn + i) % n_calls_in_order;
      const std::string mine =
          caller.run(order, {(turn / n_calls_in_order + i / n_calls_in_order) % p, call});
      if (complaint.empty()) complaint = mine;
    }
  ++turn;
  expect_no_complaint(MPI_COMM_WORLD, complaint);
}

TEST(CallOrder, OfSlabCallsIsFreeWithALateProcess) {
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    expect_every_order_right(r2c({9, 8, 6}),
                             {{"exchange", exchange}, {"grid", std::to_string(size_of(MPI_COMM_WORLD))}});
  }
}

TEST(CallOrder, OfPencilCallsIsFreeWithALateProcess) {
  const int p = size_of(MPI_COMM_WORLD);
  const std::string grid = p % 2 == 0 ? "2x" + std::to_string(p / 2) : std::to_string(p) + "x1";
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    expect_every_order_right(c2c({5, 8, 6}), {{"exchange", exchange}, {"grid", grid}});
  }
}

TEST(CallOrder, OfPencilsThatPushAndPullIsFreeWithALateProcess) {
  const int p = size_of(MPI_COMM_WORLD);
  if (p % 2 != 0) return;
  const std::string grid = "2x" + std::to_string(p / 2);
  if (p == 2) return expect_every_order_right(c2c({5, 8, 6}), {{"choice", grid + " native window-push"}});
  for (const char* exchanges : {" native window-push window-pull", " native window-pull window-push"})
    expect_every_order_right(c2c({5, 8, 6}), {{"choice", grid + exchanges}});
}

// All chunks go through the same stages and windows.
TEST(CallOrder, OfCallsInPlaceWithLowMemoryIsFreeWithALateProcess) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const std::string& grid :
       {std::to_string(p), p % 2 == 0 ? "2x" + std::to_string(p / 2) : "1x" + std::to_string(p)})
    for (const std::string& exchange : exchange_names()) {
      SCOPED_TRACE(exchange + " on " + grid);
      const bool window = exchange.starts_with("window");
      expect_every_order_right(r2c({9, 8, 6}), {{"exchange", exchange},
                                                {"grid", grid},
                                                {"in_place", "yes"},
                                                {"memory", window ? "low:6000" : "low:5000"}});
    }
}

TEST(CallOrder, OfRoundTripPlansIsFreeWithALateProcess) {
  // Output back in the layout of the input: the most exchanges in one call.
  Problem problem = r2c({7, 6, 5});
  problem.output = Output::input;
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    expect_every_order_right(problem, {{"exchange", exchange}});
  }
}

}  // namespace
}  // namespace weft::test
