// Which memory the exchanges of a direction use, checked by running it on labels instead of data.
//
// The simulator knows only what happens: a sweep reads the array, bit by bit, while it writes the next one
// for the exchange (what others get to `send`, its own block to `receive`); the exchange then reads `send`
// and writes `receive`; the next sweep reads `receive`. Whoever reads must find what was meant for it, in
// memory large enough, and the user's input keeps its data. A row with windows uses no buffers.

#include "direction/buffers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "any_layout.hpp"

namespace weft::test {
namespace {

// What one exchange needs, in bytes.
struct Needs {
  Index send = 0, receive = 0;
  bool from_user = false;  // sent straight from the input
  bool to_user = false;    // received straight into the output
};

struct Buffers {
  Slot send = no_slot, receive = no_slot;
};

struct Situation {
  std::vector<Needs> needs;
  BufferRules rules;
};

// The buffers of exchanges with these needs, of elements of one byte.
std::vector<Buffers> buffers_of(const Situation& problem, std::vector<Index>& buffer_bytes) {
  Direction direction;
  direction.output.is_user = true;
  direction.sweeps.resize(problem.needs.size() + 1);
  for (const Needs& needs : problem.needs) {
    MoveStep step{.row = &find_exchange("p2p"), .move = {{}, {}, 1}};
    step.views.send_elements = needs.send;
    step.views.receive_elements = needs.receive;
    if (needs.from_user) step.send = input_slot;
    if (needs.to_user) step.receive = output_slot;
    direction.moves.push_back(step);
  }
  assign_buffers(direction, problem.rules, buffer_bytes);
  std::vector<Buffers> all;
  for (const MoveStep& step : direction.moves) all.push_back({step.send, step.receive});
  return all;
}

// What one exchange needs: messages, a buffer between two sweeps (local), or nothing (windows).
Needs any_needs() {
  Needs needs;
  const int kind = between(1, 4);
  if (kind <= 2) needs.send = between(1, 100);
  if (kind <= 3) needs.receive = between(1, 100);
  return needs;
}

Situation any_situation() {
  Situation p;
  p.rules.in_place = one_in(3);
  p.rules.overwrite_input = one_in(2);
  if (!one_in(4)) {
    p.rules.input_bytes = between(1, 120);
    p.rules.output_bytes = p.rules.in_place ? p.rules.input_bytes : between(1, 120);
  }
  for (int n = between(0, 4); n > 0; --n) p.needs.push_back(any_needs());
  if (p.needs.empty() || p.rules.in_place) return p;  // in place, sweeps always stand at the ends
  p.needs.front().from_user = one_in(3) && p.needs.front().send > 0;
  p.needs.back().to_user = one_in(3) && p.needs.back().send > 0;
  return p;
}

class Simulator {
 public:
  Simulator(const Situation& problem, const std::vector<Buffers>& buffers,
            const std::vector<Index>& buffer_bytes)
      : problem_(problem), buffers_(buffers), buffer_bytes_(buffer_bytes) {
    expect(buffers.size() == problem.needs.size(), "another number of buffers than exchanges");
    expect(static_cast<int>(buffer_bytes.size()) <= most_buffers, "more buffers than there are slots");
    if (complaint_.empty()) run();
  }
  const std::string& complaint() const { return complaint_; }

 private:
  // Memory by name; in place, input and output are one.
  Slot memory(Slot slot) const { return slot == output_slot && problem_.rules.in_place ? input_slot : slot; }
  void expect(bool holds, const std::string& otherwise) {
    if (!holds && complaint_.empty()) complaint_ = otherwise;
  }

  void write(Slot slot, const std::string& what, Index bytes, bool by_the_user) {
    const bool is_buffer = slot >= first_buffer_slot;
    const std::string where = "slot " + std::to_string(slot);
    const auto buffer = static_cast<std::size_t>(slot - first_buffer_slot);
    expect(slot != no_slot && (!is_buffer || buffer < buffer_bytes_.size()), what + " has no memory");
    if (!complaint_.empty()) return;
    if (is_buffer) expect(bytes <= buffer_bytes_[buffer], what + " does not fit " + where);
    if (slot == output_slot && !by_the_user)
      expect(bytes <= problem_.rules.output_bytes, what + " does not fit the output");
    if (slot == input_slot) expect(problem_.rules.overwrite_input, what + " overwrites the input");
    if (slot == input_slot) expect(bytes <= problem_.rules.input_bytes, what + " does not fit the input");
    expect(memory(slot) != reading_, what + " is written over what is still read");
    holds_[memory(slot)] = what;
  }
  void read(Slot slot, const std::string& what) {
    expect(holds_[memory(slot)] == what, what + " is lost before it is read");
  }

  void run() {
    holds_[input_slot] = "the input";
    for (std::size_t i = 0; i < problem_.needs.size(); ++i) {
      const Needs& needs = problem_.needs[i];
      const std::string number = " of exchange " + std::to_string(i);
      const bool by_messages = needs.send > 0;
      sweep(i, needs, number);
      if (by_messages) read(buffers_[i].send, needs.from_user ? "the input" : "what is sent" + number);
      if (by_messages && needs.to_user)
        expect(buffers_[i].receive == output_slot, "the output is not received in place");
      reading_ = by_messages ? memory(buffers_[i].send) : no_slot;
      if (by_messages) write(buffers_[i].receive, "what is received" + number, needs.receive, needs.to_user);
      now_ = needs.receive > 0 ? buffers_[i].receive : no_slot;  // a window is read where it is
      now_holds_ = "what is received" + number;
    }
    const bool is_there = !problem_.needs.empty() && problem_.needs.back().to_user;
    if (is_there) return;
    if (now_ != no_slot) read(now_, now_holds_);
    reading_ = now_ == no_slot ? no_slot : memory(now_);
    const bool alone = problem_.needs.empty();  // one sweep, in place too
    expect(alone || reading_ != memory(output_slot), "the output is written over what is still read");
  }

  // The sweep before exchange i writes both buffers while it reads the array.
  void sweep(std::size_t i, const Needs& needs, const std::string& number) {
    if (needs.from_user) {
      expect(buffers_[i].send == input_slot, "the input is not sent in place");
      reading_ = input_slot;
      return;
    }
    if (now_ != no_slot) read(now_, now_holds_);
    reading_ = now_ == no_slot ? no_slot : memory(now_);
    if (needs.send > 0) write(buffers_[i].send, "what is sent" + number, needs.send, false);
    if (needs.receive > 0)
      write(buffers_[i].receive, "what is received" + number, needs.receive, needs.to_user);
    if (now_ != no_slot) read(now_, now_holds_);
  }

  const Situation& problem_;
  const std::vector<Buffers>& buffers_;
  const std::vector<Index>& buffer_bytes_;
  std::map<Slot, std::string> holds_;
  Slot reading_ = no_slot;  // memory that is being read
  Slot now_ = input_slot;   // where the array is, no_slot for windows
  std::string now_holds_ = "the input";
  std::string complaint_;
};

std::vector<Index> sizes_of(const Situation& problem) {
  std::vector<Index> buffer_bytes;
  const std::vector<Buffers> buffers = buffers_of(problem, buffer_bytes);
  EXPECT_EQ("", Simulator(problem, buffers, buffer_bytes).complaint());
  return buffer_bytes;
}

RC_GTEST_PROP(Buffers, AreNeverWrittenWhileTheyAreStillRead, ()) {
  for (int i = 0; i < 50; ++i) {
    const Situation problem = any_situation();
    std::vector<Index> buffer_bytes;
    const std::vector<Buffers> buffers = buffers_of(problem, buffer_bytes);
    const std::string complaint = Simulator(problem, buffers, buffer_bytes).complaint();
    if (complaint.empty()) continue;
    std::string text = complaint + (problem.rules.in_place ? "; in place" : "") + "; input " +
                       std::to_string(problem.rules.input_bytes) + ", output " +
                       std::to_string(problem.rules.output_bytes);
    for (std::size_t k = 0; k < buffers.size(); ++k)
      text += "; " + std::to_string(problem.needs[k].send) + " in " + std::to_string(buffers[k].send) +
              " to " + std::to_string(problem.needs[k].receive) + " in " + std::to_string(buffers[k].receive);
    RC_FAIL(text);
  }
}

RC_GTEST_PROP(Buffers, OfTheOtherDirectionUseTheSameBuffers, ()) {
  Situation forward = any_situation(), backward = forward;
  std::reverse(backward.needs.begin(), backward.needs.end());
  for (Needs& needs : backward.needs)
    needs = {needs.receive > 0 && needs.send > 0 ? needs.receive : 0, needs.receive};
  std::vector<Index> buffer_bytes;
  const std::vector<Buffers> there = buffers_of(forward, buffer_bytes);
  const std::vector<Buffers> back = buffers_of(backward, buffer_bytes);
  RC_ASSERT(Simulator(forward, there, buffer_bytes).complaint() == "");
  RC_ASSERT(Simulator(backward, back, buffer_bytes).complaint() == "");
}

// n exchanges by messages of 100 bytes.
Situation messages(int n, Index output_bytes) {
  return {std::vector<Needs>(static_cast<std::size_t>(n), Needs{100, 100, false, false}),
          {100, output_bytes, false, false}};
}

TEST(Buffers, TakeOneBufferForOneExchangeAndTwoForMoreWhereTheOutputIsLargeEnough) {
  EXPECT_EQ(sizes_of(messages(1, 100)), (std::vector<Index>{100}));
  EXPECT_EQ(sizes_of(messages(1, 99)), (std::vector<Index>{100, 100}));
  for (int n : {2, 3, 4, 5}) EXPECT_LE(sizes_of(messages(n, 100)).size(), 2U) << n << " exchanges";
  for (int n : {2, 3, 4, 5}) EXPECT_LE(sizes_of(messages(n, 99)).size(), 3U) << n << " exchanges";
}

TEST(Buffers, SaveABufferWhereTheInputMayBeOverwritten) {
  Situation pencil = messages(2, 100);
  const std::size_t without = sizes_of(pencil).size();
  pencil.rules.overwrite_input = true;
  EXPECT_EQ(sizes_of(pencil).size(), without - 1);
}

TEST(Buffers, AreNoneForWindows) {
  Situation pencil = messages(2, 100);
  pencil.needs.assign(2, Needs{});
  EXPECT_TRUE(sizes_of(pencil).empty());
}

TEST(Buffers, AreNoneWhereAnArrayIsMovedFromUserToUser) {
  Situation move = messages(1, 100);
  move.needs[0].from_user = move.needs[0].to_user = true;
  EXPECT_TRUE(sizes_of(move).empty());
}

}  // namespace
}  // namespace weft::test
