// Plans with arrays=shared, called with shared arrays, private ones, and both at once.
//
// In every call each process decides for itself, and for input, output and field apart, whether it passes
// memory of the plan's shared arrays or its own; the others cannot know beforehand. Routes that end or begin
// in a copy: output in the layout of the input, bricks, own blocks, redistributions. Forward and backward in
// any order with fresh data, one process late in each call, nothing in between; judged against the
// definition.

#include <gtest/gtest.h>
#include <unistd.h>

#include <complex>
#include <cstring>
#include <memory>

#include "agree.hpp"
#include "blocks.hpp"
#include "grids.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
constexpr unsigned lag_microseconds = 500;

// How arrays are passed.
enum class Memory { shared, own, either };

bool draw(Memory memory, std::uint64_t call, std::uint64_t which) {
  if (memory != Memory::either) return memory == Memory::shared;
  const std::uint64_t key = call * 64 + which * 8 + static_cast<std::uint64_t>(rank_in(world));
  return hashed(test_seed(), key, Precision::double_) < 0;
}

// One side of a plan: an array of its own and one in shared memory, for each field.
class Side {
 public:
  Side(const Plan& plan, bool at_points, Index room = 0)
      : box_(at_points ? plan.points_box() : plan.modes_box()),
        storage_(at_points ? plan.points_storage() : plan.modes_storage()),
        element_(at_points ? points_element(plan.problem()) : modes_element(plan.problem())),
        bytes_(storage_.n_elements() * element_.bytes()) {
    for (int f = 0; f < plan.problem().n_fields; ++f) {
      own_.emplace_back(std::max(bytes_, room), element_);
      shared_.push_back(plan.shared_memory(std::max(bytes_, room)));
    }
  }
  void* at(std::size_t field, bool shared) {
    return shared && shared_[field] ? shared_[field].get() : own_[field].data();
  }
  void* fill(const GlobalField& values, std::size_t field, bool shared) {
    put(values, box_, storage_, own_[field]);
    void* array = at(field, shared);
    if (array != own_[field].data()) std::memcpy(array, own_[field].data(), size());
    return array;
  }
  void* forget(std::size_t field, bool shared) {
    own_[field].forget();
    void* array = at(field, shared);
    if (array != own_[field].data()) std::memcpy(array, own_[field].data(), size());
    return array;
  }
  Misfit judge(const GlobalField& values, std::size_t field, bool shared) {
    const void* array = at(field, shared);
    if (array != own_[field].data()) std::memcpy(own_[field].data(), array, size());
    return misfit(values, box_, storage_, own_[field]);
  }
  bool guards_intact() const {
    return std::all_of(own_.begin(), own_.end(), [](const Block& block) { return block.guards_intact(); });
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(bytes_); }
  Box box_;
  Storage storage_;
  Element element_;
  Index bytes_;
  std::vector<Block> own_;
  std::vector<std::shared_ptr<void>> shared_;
};

class SharedCaller {
 public:
  SharedCaller(const Problem& problem, const Options& options)
      : plan_(problem, world, options),
        points_(plan_, true, plan_.is_in_place() ? plan_.in_place_bytes() : 0),
        modes_(plan_, false) {
    for (std::uint64_t i = 0; i < 3; ++i) data_.push_back(there_and_back(problem, i));
  }

  // The calls of `order` ("FFB..."), "" if all are right.
  std::string run(const std::string& order, Memory memory) {
    std::string complaint;
    for (std::size_t call = 0; call < order.size(); ++call) {
      const int p = size_of(world);
      if (p > 1 && static_cast<int>(call) % p == rank_in(world)) usleep(lag_microseconds);
      const std::string text = one_call(order[call] == 'F', memory, call);
      if (complaint.empty() && !text.empty())
        complaint = text + " in call " + std::to_string(call) + " of " + order;
    }
    return complaint;
  }
  const Plan& plan() const { return plan_; }

 private:
  const ThereAndBack& data_of(std::size_t call, std::size_t field) const {
    return data_[(call + field) % data_.size()];
  }

  std::string one_call(bool forward, Memory memory, std::size_t call) {
    Side &from = forward ? points_ : modes_, &to = forward ? modes_ : points_;
    const std::size_t most = static_cast<std::size_t>(plan_.problem().n_fields);
    const std::size_t n_fields = call % 3 == 2 ? 1 : most;
    std::vector<const void*> in;
    std::vector<void*> out;
    const auto shared = [&](std::size_t f, bool output) {
      return draw(memory, call, 2 * f + (output ? 1 : 0));
    };
    for (std::size_t f = 0; f < n_fields; ++f) {
      const ThereAndBack& d = data_of(call, f);
      if (plan_.is_in_place()) {
        put_in_place(forward ? d.points : d.modes, forward, f, shared(f, false));
        in.push_back(points_.at(f, shared(f, false)));
        out.push_back(points_.at(f, shared(f, false)));
        continue;
      }
      in.push_back(from.fill(forward ? d.points : d.modes, f, shared(f, false)));
      out.push_back(to.forget(f, shared(f, true)));
    }
    if (forward)
      plan_.forward_fields(in, out);
    else
      plan_.backward_fields(in, out);
    // The input is the caller's again: what he writes now must not reach anybody.
    for (std::size_t f = 0; f < n_fields && !plan_.is_in_place(); ++f) from.forget(f, shared(f, false));
    Misfit all;
    for (std::size_t f = 0; f < n_fields; ++f) {
      const ThereAndBack& d = data_of(call, f);
      const GlobalField& wanted = forward ? d.modes : d.points_back;
      if (!plan_.is_in_place()) {
        all += to.judge(wanted, f, shared(f, true));
      } else {
        const auto size = static_cast<std::size_t>(plan_.in_place_bytes());
        Block result(plan_.in_place_bytes(), element(!forward));
        std::memcpy(result.data(), out[f], size);
        all += misfit(wanted, box(!forward), storage(!forward), result);
      }
    }
    if (!points_.guards_intact() || !modes_.guards_intact()) return "something is written outside an array";
    if (!(all.relative() <= 100 * tolerance(plan_.problem())))
      return "an error of " + std::to_string(all.relative());
    return "";
  }

  void put_in_place(const GlobalField& values, bool at_points, std::size_t field, bool shared) {
    Block block(plan_.in_place_bytes(), element(at_points));
    put(values, box(at_points), storage(at_points), block);
    std::memcpy(points_.at(field, shared), block.data(), static_cast<std::size_t>(plan_.in_place_bytes()));
  }
  Element element(bool at_points) const {
    return at_points ? points_element(plan_.problem()) : modes_element(plan_.problem());
  }
  const Box& box(bool at_points) const { return at_points ? plan_.points_box() : plan_.modes_box(); }
  const Storage& storage(bool at_points) const {
    return at_points ? plan_.points_storage() : plan_.modes_storage();
  }

  Plan plan_;
  Side points_, modes_;
  std::vector<ThereAndBack> data_;
};

Options with_shared_arrays(Options options) { return options.set("arrays", "shared"); }

bool expect_right_calls(const Problem& problem, const Options& options) {
  SharedCaller caller(problem, with_shared_arrays(options));
  for (Memory memory : {Memory::shared, Memory::either, Memory::own})
    if (!expect_no_complaint(world, caller.run("FBFFBBBFFB", memory))) return false;
  return true;
}

Problem with_output_as_input(Problem problem) {
  problem.output = Output::input;
  return problem;
}

// A brick: every axis is cut (by 1 where there are not enough processes).
Layout brick(const Extents& shape) {
  const int p = size_of(world);
  return {shape, {p % 4 == 0 ? std::vector<int>{2, p / 4, 2} : std::vector<int>{p, 1, 1}}, {2, 1, 0}, {}};
}

TEST(SharedArrays, ServeOutputInTheLayoutOfTheInput) {
  const Extents shapes[] = {{7, 6, 5}, {16, 2, 9}};
  std::size_t turn = 0;  // in the fast tier shapes go round
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {std::to_string(size_of(world)), pencil()})
      for (const Extents& shape : full_tier() ? shapes : std::span(shapes).subspan(turn++ % 2, 1)) {
        SCOPED_TRACE(exchange + " on " + grid + ", " + to_text(shape));
        if (!expect_right_calls(with_output_as_input(r2c(shape)), {{"exchange", exchange}, {"grid", grid}}))
          return;
      }
}

TEST(SharedArrays, ServePencilsWithAnyMixtureOfExchanges) {
  const Problem problem = with_output_as_input(c2c({6, 9, 8}, Precision::single_));
  const int p = size_of(world);
  if (p % 2 != 0 || p < 4) return;
  const auto& names = exchange_names();
  const int n_moves =
      static_cast<int>(describe(problem, p, 0, {{"grid", pencil()}}, p).forward.exchanges.size());
  for (std::size_t first = 0; first < names.size(); ++first) {
    std::string choice = pencil() + " native";
    for (int i = 0; i < n_moves; ++i)
      choice += " " + names[(first + static_cast<std::size_t>(i)) % names.size()];
    SCOPED_TRACE(choice);
    if (!expect_right_calls(problem, {{"choice", choice}})) return;
    if (!expect_right_calls(problem, {{"choice", choice}, {"overwrite_input", "yes"}})) return;
  }
}

TEST(SharedArrays, ServeBricksAndOwnBlocksAtBothEnds) {
  Problem problem = c2c({8, 7, 6});
  problem.points = brick(problem.shape);
  problem.modes = brick(problem.shape);
  const int p = size_of(world);
  Layout uneven{problem.shape, {{p}}, {1}, {{}, {Extents(static_cast<std::size_t>(p), 0)}, {}}};
  uneven.splits[1].block_sizes.front() = 7;  // all on one process
  Problem on_one = problem;
  on_one.modes = uneven;
  for (const std::string& exchange : exchange_names())
    for (const Problem& wanted : {problem, on_one}) {
      SCOPED_TRACE(exchange + ", modes " + to_text(*wanted.modes));
      if (!expect_right_calls(wanted, {{"exchange", exchange}})) return;
    }
}

TEST(SharedArrays, ServeSeveralFieldsSmallArraysAndRedistributions) {
  Problem fields = with_output_as_input(r2c({5, 8, 6}));
  fields.n_fields = 3;
  Problem small = with_output_as_input(c2c({2, 3, 1}));  // fewer points than processes on an axis
  Problem move =
      redistribution({{6, 11}, {{size_of(world)}}, {0}, {}}, {{6, 11}, {{size_of(world)}}, {1}, {}}, true);
  move.n_fields = 2;
  for (const char* exchange : {"window-pull", "window-push"})
    for (const Problem& problem : {fields, small, move}) {
      SCOPED_TRACE(std::string(exchange) + ", " + to_text(problem.shape));
      if (!expect_right_calls(problem, {{"exchange", exchange}})) return;
    }
}

TEST(SharedArrays, ServeInPlaceWithTheCopyThatThisNeeds) {
  Problem problem = with_output_as_input(r2c({7, 6, 5}));
  problem.n_fields = 2;
  for (const char* exchange : {"window-pull", "window-push", "alltoallv"})
    expect_right_calls(problem, {{"exchange", exchange}, {"in_place", "yes"}});
}

// Fields of one piece of memory: each is found by where it lies in it.
TEST(SharedArrays, MayHoldSeveralFieldsInOnePiece) {
  Problem problem = with_output_as_input(c2c({6, 5, 4}));
  problem.n_fields = 2;
  Plan plan(problem, world, {{"arrays", "shared"}});
  const Index n = plan.points_storage().n_elements(), m = plan.modes_storage().n_elements();
  std::shared_ptr<void> in = plan.shared_memory(2 * n * 16), out = plan.shared_memory(2 * m * 16);
  std::vector<Complex128> own_in(static_cast<std::size_t>(2 * n)), own_out(static_cast<std::size_t>(2 * m));
  auto* u = in ? static_cast<Complex128*>(in.get()) : own_in.data();
  auto* uh = out ? static_cast<Complex128*>(out.get()) : own_out.data();
  for (int round = 0; round < 2; ++round) {
    std::fill_n(u, n, 1.0);
    std::fill_n(u + n, n, 2.0);
    const void* ins[] = {u, u + n};
    void* outs[] = {uh, uh + m};
    plan.forward_fields(ins, outs);
    std::string complaint;
    for_each_point(problem.shape, plan.modes_box(), plan.modes_storage(), [&](Index position, Index offset) {
      const double first = position == 0 ? 120 : 0;
      if (std::abs(uh[offset] - first) > 1e-12 || std::abs(uh[m + offset] - 2 * first) > 1e-12)
        complaint = "mode " + std::to_string(position) + " is wrong";
    });
    expect_no_complaint(world, complaint);
  }
}

}  // namespace
}  // namespace weft::test
