// What a plan moves, as a pure function, for 2 to 4096 processes: no MPI, one process computes all.
//
// A slab has two sweeps in each direction, a pencil three, and no exchange needs a copy. Bytes and
// messages are computed here a second time, from the boxes: my box before the exchange, intersected
// with the other's box after it.

#include <gtest/gtest.h>

#include <algorithm>

#include "agree.hpp"
#include "description_words.hpp"
#include "exchange/exchange.hpp"
#include "expect_error.hpp"
#include "oracle.hpp"
#include "sanitizer_step.hpp"
#include "weft/description.hpp"

namespace weft::test {
namespace {

// One problem on one grid: the boxes between its sweeps, as the documentation states them.
struct Setting {
  Problem problem;
  ProcessGrid grid;
  std::vector<Axes> cuts() const {  // before the first sweep's exchange, after it, ...
    if (grid.dims.size() == 1) return {{0}, {1}};
    return {{0, 1}, {0, 2}, {1, 2}};
  }
  int real_bytes() const { return problem.precision == Precision::double_ ? 8 : 4; }
  Box points_box(int rank) const { return box_of({problem.shape, grid, cuts().front(), {}}, rank); }
  // The complex block between the sweeps: number `i` of cuts().
  Box stage_box(std::size_t i, int rank) const {
    return box_of({modes_shape(problem), grid, cuts()[i], {}}, rank);
  }
};

std::vector<Setting> settings(int p) {
  std::vector<ProcessGrid> grids = {{{p}}};
  for (int rows = 2; rows < p; rows *= 2)
    if (p % rows == 0) grids.push_back({{rows, p / rows}});
  std::vector<Setting> all;
  for (const ProcessGrid& grid : grids)
    for (const Problem& problem : {r2c({130, 131, 60}), c2c({128, 140, 130}, Precision::single_)})
      all.push_back({problem, grid});
  return all;
}

Options options_of(const Setting& s, const std::string& exchange) {
  return {{"grid", to_text(s.grid)}, {"exchange", exchange}};
}

// On one node.
bool shares_memory(const std::string& exchange) {
  return exchange.starts_with("window") || exchange == "node";
}

const std::vector<int> process_counts = {2, 3, 8, 64, 128};

// What this rank sends to others, and reads from them, in one exchange.
struct Traffic {
  Index messages = 0, bytes_sent = 0, sources = 0, bytes_received = 0;
};

Traffic traffic(const Setting& s, std::size_t before, std::size_t after, int rank) {
  Traffic t;
  for (int other = 0; other < s.grid.size(); ++other) {
    if (other == rank) continue;
    const Index out = intersect(s.stage_box(before, rank), s.stage_box(after, other)).n_points();
    const Index in = intersect(s.stage_box(before, other), s.stage_box(after, rank)).n_points();
    t.messages += out > 0 ? 1 : 0;
    t.sources += in > 0 ? 1 : 0;
    t.bytes_sent += out * 2 * s.real_bytes();
    t.bytes_received += in * 2 * s.real_bytes();
  }
  return t;
}

// "" if the counts of one direction are right; `i` of n stages is before an exchange, or counted from the
// end for backward.
std::string complaint_about(const Setting& s, const Counts& counts, bool forward, const std::string& exchange,
                            int rank) {
  const std::size_t n = s.cuts().size();
  const auto stage = [&](std::size_t i) { return forward ? i : n - 1 - i; };
  const auto complain = [&](const std::string& what) {
    return what + " is wrong on process " + std::to_string(rank) + " of " + to_text(s.grid) + " for " +
           to_text(s.problem.shape) + (forward ? ", forward\n" : ", backward\n") + words_of(counts);
  };
  if (counts.sweeps.size() != n) return complain("number of sweeps");
  if (counts.n_copies() != 0) return complain("number of copies");
  if (counts.exchanges.size() != n - 1) return complain("number of exchanges");
  const Index real = s.real_bytes() * s.points_box(rank).n_points();
  const Index points = s.problem.transform == Transform::r2c ? real : 2 * real;
  const auto stage_bytes = [&](std::size_t i) {
    return 2 * s.real_bytes() * s.stage_box(i, rank).n_points();
  };
  Axes done;
  for (std::size_t i = 0; i < n; ++i) {
    const SweepCounts& sweep = counts.sweeps[i];
    done.insert(done.end(), sweep.axes.begin(), sweep.axes.end());
    const bool reads_points = forward && i == 0, writes_points = !forward && i == n - 1;
    if (sweep.bytes_read != (reads_points ? points : stage_bytes(stage(i))))
      return complain("bytes read by sweep " + std::to_string(i));
    if (sweep.bytes_written != (writes_points ? points : stage_bytes(stage(i))))
      return complain("bytes written by sweep " + std::to_string(i));
  }
  std::sort(done.begin(), done.end());
  if (done != Axes{0, 1, 2}) return complain("set of transformed axes");
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const ExchangeCounts& e = counts.exchanges[i];
    const Traffic t = traffic(s, stage(i), stage(i + 1), rank);
    if (e.exchange != exchange) return complain("name of an exchange");
    if (e.messages > 0 && e.peer_bytes > 0) return complain("traffic (messages and windows)");
    if (shares_memory(exchange)) {
      if (e.messages != 0 || e.bytes_sent != 0) return complain("number of messages");
      if (e.peer_bytes != (exchange == "window-pull" ? t.bytes_received : t.bytes_sent))
        return complain("bytes read from peers or written to them");
      if (e.flags < t.sources) return complain("number of flags");
    } else {
      const bool pads = find_exchange(exchange).pads;  // then it may be more
      if (pads ? e.messages < t.messages : e.messages != t.messages) return complain("number of messages");
      if (pads ? e.bytes_sent < t.bytes_sent : e.bytes_sent != t.bytes_sent) return complain("bytes sent");
      if (e.flags != 0) return complain("number of flags");
    }
  }
  return "";
}

TEST(Description, CountsSweepsBytesAndMessagesOfSlabsAndPencils) {
  for (int p : process_counts)
    for (const Setting& s : settings(p))
      for (const std::string& exchange : exchange_names())
        for (int rank : p <= 8 ? std::vector<int>{0, 1, p / 2, p - 1} : std::vector<int>{0, p / 3, p - 1}) {
          const Description d = describe(s.problem, p, rank, options_of(s, exchange), p);
          EXPECT_EQ(d.points_box, s.points_box(rank));
          EXPECT_EQ(d.modes_box, s.stage_box(s.cuts().size() - 1, rank));
          EXPECT_EQ(d.choice.grid, s.grid);
          ASSERT_EQ("", complaint_about(s, d.forward, true, exchange, rank));
          ASSERT_EQ("", complaint_about(s, d.backward, false, exchange, rank));
        }
}

TEST(Description, OfAGridDimensionOfOneProcessIsThatOfASlab) {
  for (const std::vector<int>& dims : {std::vector<int>{1, 8}, {8, 1}})
    for (const std::string& exchange : exchange_names()) {
      const Description d = describe(r2c({64, 48, 40}), 8, 5,
                                     {{"grid", to_text(ProcessGrid{dims})}, {"exchange", exchange}}, 8);
      for (const Counts& counts : {d.forward, d.backward}) {
        EXPECT_EQ(counts.sweeps.size(), 2U) << words_of(counts);
        EXPECT_EQ(counts.exchanges.size(), 1U) << words_of(counts);
        EXPECT_EQ(counts.n_copies(), 0) << words_of(counts);
      }
    }
}

// In the fast tier one of seven.
TEST(Description, SendsAsManyBytesAsItReceives) {
  const int step = full_tier() ? 1 : 7 * sanitizer_step;
  int n = 0;
  for (int p : {3, 8, 64})
    for (const Setting& s : settings(p))
      for (const std::string& exchange : exchange_names()) {
        if (find_exchange(exchange).pads) continue;  // sends more
        if (n++ % step != 0) continue;
        std::vector<Index> sent(s.cuts().size() - 1), expected(sent);
        for (int rank = 0; rank < p; ++rank) {
          const Counts counts = describe(s.problem, p, rank, options_of(s, exchange), p).forward;
          ASSERT_EQ(counts.exchanges.size(), sent.size()) << to_text(s.grid);
          for (std::size_t i = 0; i < sent.size(); ++i) {
            sent[i] += counts.exchanges[i].bytes_sent + counts.exchanges[i].peer_bytes;
            expected[i] += traffic(s, i, i + 1, rank).bytes_received;
          }
        }
        EXPECT_EQ(sent, expected) << exchange << " on " << to_text(s.grid);
      }
}

TEST(Description, CountsAnExchangeMoreForOutputInTheLayoutOfTheInput) {
  Problem problem = r2c({64, 48, 40});
  problem.output = Output::input;
  for (const std::string& exchange : exchange_names()) {
    const Description d = describe(problem, 8, 3, {{"grid", "8"}, {"exchange", exchange}}, 8);
    EXPECT_EQ(d.modes.cut, d.points.cut);
    EXPECT_EQ(d.forward.exchanges.size(), 2U);
    EXPECT_EQ(d.forward.n_copies(), find_exchange(exchange).plain_arrays ? 0 : 1)
        << exchange << ": datatypes write the output itself";
    EXPECT_EQ(d.backward.exchanges.size(), 2U);
  }
}

// On a node, where the arrays may be shared, nobody copies; between nodes there is nothing to share.
TEST(Description, CountsNoCopyWhereArraysAreShared) {
  Problem output_as_input = r2c({64, 48, 40}), bricks = c2c({64, 48, 40});
  output_as_input.output = Output::input;
  bricks.points = bricks.modes = Layout{bricks.shape, {{2, 2, 2}}, {0, 1, 2}, {}};
  for (const char* grid : {"8", "2x4"})
    for (const std::string& exchange : exchange_names())
      for (const Problem& problem : {output_as_input, bricks}) {
        const Options options = {{"grid", grid}, {"exchange", exchange}, {"arrays", "shared"}};
        const Description d = describe(problem, 8, 3, options, 8);
        const ExchangeRow& row = find_exchange(exchange);
        const bool by_message = !row.shares_memory && !row.plain_arrays;
        const int n_ends = problem.points ? 2 : 1;
        EXPECT_EQ(d.forward.n_copies(), by_message ? n_ends : 0) << exchange;
        EXPECT_EQ(d.backward.n_copies(), by_message ? n_ends : 0) << exchange;
        EXPECT_EQ(d.choice, describe(problem, 8, 3, {{"grid", grid}, {"exchange", exchange}}, 8).choice);
        if (!exchange.starts_with("window")) continue;
        EXPECT_EQ(d.forward.exchanges.back().exchange, "direct-push");
        EXPECT_EQ(d.backward.exchanges.front().exchange, "direct-pull");
        EXPECT_EQ(d.forward.exchanges.back().flags, d.backward.exchanges.front().flags);
        Index given = 0, taken = 0;
        for (int rank = 0; rank < 8; ++rank) {
          const Description there = describe(problem, 8, rank, options, 8);
          given += there.forward.exchanges.back().peer_bytes;
          taken += there.backward.exchanges.front().peer_bytes;
        }
        EXPECT_EQ(given, taken) << "over all processes, what is written there is read back";
      }
  const Options two_nodes = {{"grid", "8"}, {"arrays", "shared"}};
  EXPECT_EQ(describe(output_as_input, 8, 3, two_nodes, 4).forward.n_copies(), 1);
  const Options in_place = {{"grid", "8"}, {"arrays", "shared"}, {"in_place", "yes"}};
  EXPECT_EQ(describe(output_as_input, 8, 3, in_place, 8).forward.n_copies(), 1);
}

TEST(Description, OfOneProcessMovesNothing) {
  for (const std::string& exchange : exchange_names()) {
    const Description d = describe(r2c({16, 16, 16}), 1, 0, {{"exchange", exchange}});
    EXPECT_EQ(d.forward.exchanges.size(), 0U) << words_of(d.forward);
    EXPECT_EQ(d.forward.n_copies(), 0);
    EXPECT_EQ(d.memory.windows, 0);
  }
}

// 2^33 points: every count is beyond 32 bits somewhere.
TEST(Description, HoldsArraysOf8589934592PointsOn2And4096Processes) {
  const Index points = Index{1} << 33;
  for (const std::string& exchange : exchange_names()) {
    const Setting slab{r2c({2048, 2048, 2048}, Precision::single_), {{2}}};
    for (int rank : {0, 1}) {
      const Description d = describe(slab.problem, 2, rank, options_of(slab, exchange), 2);
      EXPECT_EQ(d.forward.sweeps[0].bytes_read, points / 2 * 4);
      EXPECT_EQ("", complaint_about(slab, d.forward, true, exchange, rank));
      EXPECT_EQ("", complaint_about(slab, d.backward, false, exchange, rank));
      EXPECT_GE(d.memory.total(), 2048 * Index{1024} * 1025 * 8) << "one stage";
    }
    const Setting pencil{c2c({2048, 2048, 2048}), {{64, 64}}};
    for (int rank : {0, 4095}) {
      const Description d = describe(pencil.problem, 4096, rank, options_of(pencil, exchange), 4096);
      EXPECT_EQ(d.points_box.n_points(), points / 4096);
      EXPECT_EQ("", complaint_about(pencil, d.forward, true, exchange, rank));
      EXPECT_EQ("", complaint_about(pencil, d.backward, false, exchange, rank));
    }
  }
}

TEST(Description, ChoosesAGridThatGivesEveryProcessWork) {
  for (int p : process_counts)
    for (const Extents& shape : {Extents{64, 64, 64}, Extents{256, 256, 256}, Extents{300, 40, 128}})
      for (int rank : {0, p - 1}) {
        const Description d = describe(r2c(shape), p, rank);
        EXPECT_EQ(d.choice.grid.size(), p);
        EXPECT_FALSE(d.points_box.empty()) << to_text(d.points);
        EXPECT_FALSE(d.modes_box.empty()) << to_text(d.modes);
      }
}

TEST(Description, RefusesWindowsBetweenNodesAndTakesThemInside) {
  const Problem problem = c2c({64, 64, 64});
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"window-pull", "node"}, [&] {
              describe(problem, 8, 0, {{"grid", "8"}, {"exchange", "window-pull"}}, 4);
            }));
  const Description rows = describe(problem, 8, 5, {{"choice", "2x4 fftw window-pull alltoallv"}}, 4);
  EXPECT_EQ(rows.forward.exchanges[0].exchange, "window-pull");
  EXPECT_EQ(rows.forward.exchanges[1].exchange, "alltoallv");
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"window-pull", "node"}, [&] {
              describe(problem, 8, 5, {{"choice", "2x4 fftw alltoallv window-pull"}}, 4);
            }));
  for (const ExchangeCounts& e : describe(problem, 8, 0, {}, 4).forward.exchanges)
    EXPECT_FALSE(e.exchange.empty());
}

TEST(Description, RefusesWhatAPlanRefuses) {
  EXPECT_EQ("", error_complaint(invalid, {"rank", "8"}, [] { describe(c2c({8, 8, 8}), 8, 8); }));
  EXPECT_EQ("", error_complaint(invalid, {"rank", "-1"}, [] { describe(c2c({8, 8, 8}), 8, -1); }));
  EXPECT_EQ("", error_complaint(invalid, {"at least 1 process"}, [] { describe(c2c({8, 8, 8}), 0, 0); }));
  EXPECT_EQ("", error_complaint(invalid, {"2x2", "there are 8"}, [] {
              describe(c2c({8, 8, 8}), 8, 0, {{"grid", "2x2"}});
            }));
  EXPECT_EQ("", error_complaint(invalid, {"axis 3"}, [] {
              Problem problem = c2c({8, 8, 8});
              problem.axes = {3};
              describe(problem, 8, 0);
            }));
  EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"one axis over several processes"},
                                [] { describe(r2r({64}, {AxisKind::dct2}), 8, 0); }));
}

}  // namespace
}  // namespace weft::test
