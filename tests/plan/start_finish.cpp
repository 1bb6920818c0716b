// Calls in two parts: the same bits as in one, whatever the exchange, the grid, the lumps, and whatever the
// program does in between; misuse is an error on this process, and the call can still be finished.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "agree.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"
#include "grids.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;

// The arrays of one direction of a plan, filled with fresh numbers.
class Arrays {
 public:
  Arrays(const Plan& plan, bool forward, std::uint64_t seed) : plan_(plan), forward_(forward) {
    const Problem& problem = plan.problem();
    const bool real = problem.transform == Transform::r2c && forward;
    const Extents shape = forward ? problem.shape : modes_shape(problem);
    for (int f = 0; f < problem.n_fields; ++f) {
      in_.emplace_back(bytes(forward), element(forward));
      put(hashed_field(shape, seed + static_cast<std::uint64_t>(f), real, problem.precision),
          forward ? plan.points_box() : plan.modes_box(),
          forward ? plan.points_storage() : plan.modes_storage(), in_.back());
      if (!plan.is_in_place()) out_.emplace_back(bytes(!forward), element(!forward));
    }
  }
  std::vector<const void*> in() const {
    std::vector<const void*> pointers;
    for (const Block& block : in_) pointers.push_back(block.data());
    return pointers;
  }
  std::vector<void*> out() {
    std::vector<void*> pointers;
    for (Block& block : results()) pointers.push_back(block.data());
    return pointers;
  }
  void forget_input() {
    for (Block& block : in_)
      if (!plan_.is_in_place()) block.forget();
  }
  // "" if the results have the same bits, and nothing was written beside the arrays.
  std::string difference(Arrays& other) {
    for (std::size_t f = 0; f < results().size(); ++f) {
      if (!std::ranges::equal(results()[f].bytes(), other.results()[f].bytes()))
        return "field " + std::to_string(f) + " differs";
      if (!results()[f].guards_intact()) return "something was written beside field " + std::to_string(f);
    }
    return "";
  }

 private:
  std::vector<Block>& results() { return plan_.is_in_place() ? in_ : out_; }
  Element element(bool at_points) const {
    return at_points ? points_element(plan_.problem()) : modes_element(plan_.problem());
  }
  Index bytes(bool at_points) const {
    if (plan_.is_in_place()) return plan_.in_place_bytes();
    return (at_points ? plan_.points_storage() : plan_.modes_storage()).n_elements() *
           element(at_points).bytes();
  }

  const Plan& plan_;
  bool forward_;
  std::vector<Block> in_, out_;
};

void call(Plan& plan, bool forward, Arrays& arrays) {
  if (forward)
    plan.forward_fields(arrays.in(), arrays.out());
  else
    plan.backward_fields(arrays.in(), arrays.out());
}
void start(Plan& plan, bool forward, Arrays& arrays) {
  if (forward)
    plan.forward_start(arrays.in(), arrays.out());
  else
    plan.backward_start(arrays.in(), arrays.out());
}
void finish(Plan& plan, bool forward) {
  if (forward)
    plan.forward_finish();
  else
    plan.backward_finish();
}

// What a program may do between start and finish.
enum class Meanwhile { nothing, progress_at_times, progress_until_done };

void spend_time(Plan& plan, Meanwhile meanwhile) {
  if (meanwhile == Meanwhile::progress_at_times)
    for (int i = 0; i < 3; ++i) plan.progress();
  if (meanwhile == Meanwhile::progress_until_done)
    while (!plan.progress()) {
    }
}

// Both directions, one process late.
std::string complaint_of(const Problem& problem, const Options& options) {
  Plan plan(problem, MPI_COMM_WORLD, options);
  std::string complaint;
  int round = 0;
  for (Meanwhile meanwhile :
       {Meanwhile::nothing, Meanwhile::progress_at_times, Meanwhile::progress_until_done})
    for (bool forward : {true, false}) {
      const auto seed = static_cast<std::uint64_t>(100 * ++round);
      Arrays expected(plan, forward, seed), actual(plan, forward, seed);
      call(plan, forward, expected);
      if (round % p() == plan.rank()) usleep(500);
      start(plan, forward, actual);
      spend_time(plan, meanwhile);
      finish(plan, forward);
      actual.forget_input();
      const std::string difference = actual.difference(expected);
      if (complaint.empty() && !difference.empty())
        complaint = (forward ? "forward: " : "backward: ") + difference;
    }
  return complaint;
}

void expect_bits_of_one_call(const Problem& problem, const Options& options) {
  std::string words;
  for (const OptionRow& row : option_table())
    if (options.is_set(row.key)) words += row.key + "=" + options.get(row.key) + " ";
  SCOPED_TRACE(words + "fields " + std::to_string(problem.n_fields));
  expect_no_complaint(MPI_COMM_WORLD, complaint_of(problem, options));
}

TEST(StartFinish, GivesTheSameBitsByEveryExchange) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {slab(), pencil()}) {
      expect_bits_of_one_call(r2c({9, 8, 6}), {{"exchange", exchange}, {"grid", grid}});
      Problem three = c2c({5, 8, 6}, Precision::single_);
      three.n_fields = 3;
      for (const char* lump : {"all", "1"})
        if (full_tier() || (grid == slab()) == (std::string(lump) == "all"))
          expect_bits_of_one_call(three, {{"exchange", exchange}, {"grid", grid}, {"lump", lump}});
    }
}

TEST(StartFinish, GivesTheSameBitsInPlace) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {slab(), pencil()}) {
      Problem problem = r2c({9, 8, 6});
      if (full_tier() || grid == slab())
        expect_bits_of_one_call(problem, {{"exchange", exchange}, {"grid", grid}, {"in_place", "yes"}});
      problem.n_fields = 3;
      if (full_tier() || grid != slab())
        expect_bits_of_one_call(problem,
                                {{"exchange", exchange}, {"grid", grid}, {"in_place", "yes"}, {"lump", "1"}});
    }
}

TEST(StartFinish, GivesTheSameBitsWithLowMemory) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {slab(), pencil()})
      expect_bits_of_one_call(r2c({9, 8, 6}),
                              {{"exchange", exchange},
                               {"grid", grid},
                               {"in_place", "yes"},
                               {"memory", exchange.starts_with("window") ? "low:6000" : "low:5000"}});
}

TEST(StartFinish, GivesTheSameBitsPipelinedAndWithBarriers) {
  for (const char* exchange : {"pipelined:alltoallv:2", "pipelined:alltoallw:1"})
    for (const std::string& grid : {slab(), pencil()})
      expect_bits_of_one_call(r2c({9, 8, 6}), {{"exchange", exchange}, {"grid", grid}, {"barriers", "yes"}});
}

TEST(StartFinish, GivesTheSameBitsInSharedArrays) {
  Problem problem = r2c({9, 8, 6});
  problem.output = Output::input;
  Plan plan(problem, MPI_COMM_WORLD, {{"arrays", "shared"}});
  Field<double> u = plan.points<double>(), back = plan.points<double>(), again = plan.points<double>();
  Field<Complex128> expected = plan.modes<Complex128>(), actual = plan.modes<Complex128>();
  std::string complaint;
  for (Meanwhile meanwhile :
       {Meanwhile::nothing, Meanwhile::progress_at_times, Meanwhile::progress_until_done}) {
    std::iota(u.data(), u.data() + u.size(), plan.rank() + static_cast<int>(meanwhile));
    plan.forward(u, expected);
    plan.forward_start(u, actual);
    spend_time(plan, meanwhile);
    plan.forward_finish();
    plan.backward(expected, back);
    plan.backward_start(actual, again);
    spend_time(plan, meanwhile);
    plan.backward_finish();
    const auto same = [](const auto& a, const auto& b) {
      return std::equal(a.data(), a.data() + a.size(), b.data());
    };
    if (!same(expected, actual)) complaint = "the modes differ";
    if (!same(back, again)) complaint = "the points differ";
  }
  expect_no_complaint(MPI_COMM_WORLD, complaint);
}

TEST(StartFinish, OfTwoPlansAtATimeMayEndInEitherOrder) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {slab(), pencil()}) {
      Plan first(r2c({9, 8, 6}), MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", grid}});
      Plan second(c2c({5, 8, 6}), MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", grid}});
      std::string complaint;
      for (int round = 0; round < 8; ++round) {
        const bool forward = (round & 1) == 0, in_order = (round & 2) == 0, polls = (round & 4) == 0;
        const auto seed = static_cast<std::uint64_t>(round);
        Arrays expected(first, forward, seed), expected2(second, !forward, seed);
        Arrays actual(first, forward, seed), actual2(second, !forward, seed);
        call(first, forward, expected);
        call(second, !forward, expected2);
        if (round % p() == first.rank()) usleep(500);
        start(first, forward, actual);
        start(second, !forward, actual2);
        for (int i = 0; polls && i < 3; ++i) {
          second.progress();
          first.progress();
        }
        if (in_order) finish(first, forward);
        finish(second, !forward);
        if (!in_order) finish(first, forward);
        for (const std::string& difference : {actual.difference(expected), actual2.difference(expected2)})
          if (complaint.empty() && !difference.empty())
            complaint = exchange + " on " + grid + ", round " + std::to_string(round) + ": " + difference;
      }
      expect_no_complaint(MPI_COMM_WORLD, complaint);
    }
}

TEST(StartFinish, MisusedIsAnErrorHereAndTheCallGoesOn) {
  Plan plan(r2c({9, 8, 6}), MPI_COMM_WORLD);
  Arrays expected(plan, true, 1), actual(plan, true, 1), other(plan, false, 2);
  call(plan, true, expected);
  std::vector<std::string> complaints;
  const auto expect_refused = [&](const std::vector<std::string>& fragments, auto&& wrong) {
    complaints.push_back(error_complaint(ErrorCode::invalid_argument, fragments, wrong));
  };
  const std::vector<std::string> none = {"no call backward is under way", "backward_start"};
  const std::vector<std::string> busy = {"a call forward of this plan is under way", "forward_finish"};
  expect_refused(none, [&] { plan.backward_finish(); });
  complaints.push_back(plan.progress() ? "" : "progress() waits for a call that is none");
  start(plan, true, actual);
  expect_refused(busy, [&] { start(plan, true, other); });
  expect_refused(busy, [&] { call(plan, false, other); });
  expect_refused(busy, [&] { plan.agree([] {}); });
  expect_refused(busy, [&] { plan.require_equal("name", "value"); });
  expect_refused(busy, [&] { plan.gather_timers(); });
  expect_refused(none, [&] { plan.backward_finish(); });
  finish(plan, true);
  expect_refused({"no call forward is under way"}, [&] { plan.forward_finish(); });
  complaints.push_back(actual.difference(expected));
  for (const std::string& complaint : complaints) expect_no_complaint(MPI_COMM_WORLD, complaint);
}

TEST(StartFinish, MakingSharedArraysMeanwhileIsAnErrorHere) {
  Plan plan(r2c({9, 8, 6}), MPI_COMM_WORLD, {{"arrays", "shared"}});
  Arrays arrays(plan, true, 1);
  start(plan, true, arrays);
  expect_no_complaint(MPI_COMM_WORLD, error_complaint(ErrorCode::invalid_argument, {"a call forward"},
                                                      [&] { plan.shared_memory(64); }));
  finish(plan, true);
}

TEST(StartFinish, IsFinishedByCloseByTheDestructorAndByAssignment) {
  enum class End { close, destructor, assignment };
  for (const std::string& exchange : exchange_names())
    for (End end : {End::close, End::destructor, End::assignment}) {
      auto plan = std::make_unique<Plan>(r2c({9, 8, 6}), MPI_COMM_WORLD,
                                         Options{{"exchange", exchange}, {"grid", pencil()}});
      Plan like(r2c({9, 8, 6}), MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", pencil()}});
      Arrays expected(like, true, 1), actual(like, true, 1);
      call(like, true, expected);
      start(*plan, true, actual);
      std::string complaint;
      if (end == End::close) {
        plan->close();
        complaint = error_complaint(ErrorCode::invalid_argument, {"closed"}, [&] { plan->forward_finish(); });
        for (const StageTimer& timer : plan->timers())
          if (timer.n_calls != (timer.direction == "forward" ? 1 : 0)) complaint = "a closed plan forgets";
      } else if (end == End::destructor) {
        plan.reset();
      } else {
        *plan = Plan(c2c({4, 4}), MPI_COMM_WORLD);
      }
      const std::string difference = actual.difference(expected);
      expect_no_complaint(MPI_COMM_WORLD, complaint.empty() ? difference : complaint);
    }
}

// Nobody is asked then, because the others may not be here; the plan still says what it did. Messages may
// arrive until the end of MPI.
TEST(StartFinish, IsLeftAloneWhileAnExceptionUnwinds) {
  for (const std::string& exchange : exchange_names()) {
    static std::vector<std::unique_ptr<Arrays>> kept;
    Plan like(r2c({9, 8, 6}), MPI_COMM_WORLD);
    kept.push_back(std::make_unique<Arrays>(like, true, 1));
    struct Closes {
      Plan& plan;
      std::string& explained;
      ~Closes() {
        plan.close();
        explained = plan.explain() + std::to_string(plan.times().size() + plan.timers().size());
      }
    };
    std::string explained;
    bool caught = false;
    try {
      Plan plan(r2c({9, 8, 6}), MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", pencil()}});
      const Closes closes{plan, explained};
      start(plan, true, *kept.back());
      throw std::runtime_error("something else");
    } catch (const std::runtime_error&) {
      caught = true;
    }
    EXPECT_TRUE(caught);
    EXPECT_FALSE(explained.empty());
    MPI_Barrier(MPI_COMM_WORLD);  // nobody's windows go while others still read them
  }
  Plan plan(r2c({9, 8, 6}), MPI_COMM_WORLD);  // the communicator still carries plans
  Arrays arrays(plan, true, 1);
  call(plan, true, arrays);
}

}  // namespace
}  // namespace weft::test
