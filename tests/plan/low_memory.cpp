// Arrays in place, with memory=low above all, against the definition: arrays in place that are redistributed
// in chunks, from chunks of one index to one chunk, on every grid and by every exchange. What cannot be done
// is an error in words.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "any_case.hpp"
#include "verdict.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// The least that any plan of this problem can do with, from the words of the refusal; 0: it does with one
// byte.
Index least_bytes(const Case& c) {
  Case tight = c;
  tight.memory = "low:1";
  Options options = options_of(tight);
  try {
    const int n = team_size(c.team, p());
    describe(c.problem, n, 0, options, n);
  } catch (const Error& error) {
    const std::string text = error.what(), words = "needs at least ";
    const std::size_t at = text.find(words);
    return at == std::string::npos ? -1 : std::stoll(text.substr(at + words.size()));
  }
  return 0;
}

// All exchanges; in the fast tier `n`, which go round from call to call.
std::vector<std::string> exchanges_whose_turn_it_is(std::size_t n = 3) {
  const std::vector<std::string>& all = exchange_names();
  if (full_tier()) return all;
  static std::size_t turn = 0;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i) names.push_back(all[turn++ % all.size()]);
  return names;
}

// With the least memory and with enough for everything at once, in the full tier also in between.
void expect_right_in_any_memory(Case c) {
  c.in_place = true;
  for (const std::string& exchange : exchanges_whose_turn_it_is()) {
    c.exchange = exchange;
    const Index least = least_bytes(c);
    ASSERT_GE(least, 0);
    std::vector<Index> limits{least, Index{32} << 20};
    if (full_tier()) limits.push_back(2 * least);
    for (Index bytes : limits) {
      c.memory = bytes == 0 ? "low" : "low:" + std::to_string(bytes);
      if (!expect_right(c)) return;
    }
  }
}

std::vector<std::vector<int>> grids_of(int n_axes) {
  std::vector<std::vector<int>> all{{p()}};
  if (n_axes > 2 && p() % 2 == 0) all.push_back({2, p() / 2});
  if (n_axes > 2) all.push_back({p(), 1});
  if (n_axes > 3 && p() % 4 == 0) all.push_back({2, p() / 4, 2});
  if (n_axes > 3) all.push_back({1, p(), 1});
  return all;
}

TEST(LowMemory, TransformsOfEveryShapeAndGridAreRight) {
  for (const Extents& shape : {Extents{12, 8, 10}, Extents{7, 11, 5}, Extents{9, 6}, Extents{5, 4, 6, 7},
                               Extents{2, 3, 30}, Extents{3, 1, 2, 1, 13}})
    for (Transform transform : {Transform::r2c, Transform::c2c})
      for (const std::vector<int>& grid : grids_of(static_cast<int>(shape.size()))) {
        Case c{.problem = c2c(shape), .grid = grid};
        c.problem.transform = transform;
        expect_right_in_any_memory(c);
      }
}

// The array as the buffer of its only exchange, which messages need for the array and one buffer.
TEST(InPlace, TransformsOfOneFieldAreRight) {
  const std::vector<std::string>& names = exchange_names();
  std::size_t turn = 0;  // in the fast tier exchanges go round
  for (const Extents& shape : {Extents{12, 8, 10}, Extents{7, 11, 5}, Extents{9, 6}, Extents{5, 4, 6, 7},
                               Extents{2, 3, 30}, Extents{3, 1, 2, 1, 13}})
    for (Transform transform : {Transform::r2c, Transform::c2c})
      for (Order order : {Order::fast, Order::c})
        for (bool few : {true, false})
          for (const std::vector<int>& grid : grids_of(static_cast<int>(shape.size()))) {
            const std::string& whose_turn = names[turn++ % names.size()];
            for (const std::string& exchange : names) {
              if (!full_tier() && exchange != whose_turn) continue;
              Case c{.problem = c2c(shape), .grid = grid, .exchange = exchange, .in_place = true};
              c.problem.transform = transform;
              c.problem.order = order;
              if (few) c.problem.axes = {0, static_cast<int>(shape.size()) - 1};
              if (!expect_right(c)) return;
            }
          }
}

// Planes that do not stay in cache are transformed in two sweeps.
TEST(LowMemory, TransformsOfLargePlanesAreRight) {
  if (p() == 1 && !full_tier()) GTEST_SKIP() << "three processes do the same";
  for (const std::string& exchange : exchanges_whose_turn_it_is(1)) {
    Case c{.problem = c2c({2, 257, 258}), .exchange = exchange, .in_place = true, .memory = "low:1500000"};
    c.problem.norm = Norm::ortho;
    if (!expect_right(c)) return;
  }
}

TEST(LowMemory, LinesOnOneProcessAreRight) {
  if (p() > 1) GTEST_SKIP() << "a line is not cut";
  for (Transform transform : {Transform::r2c, Transform::c2c}) {
    Case c{.problem = c2c({30})};
    c.problem.transform = transform;
    expect_right_in_any_memory(c);
  }
}

TEST(LowMemory, EverySignNormOrderPrecisionAndNumberOfFieldsIsRight) {
  for (Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
    for (int sign : {-1, 1})
      for (Order order : {Order::fast, Order::c}) {
        Case c{.problem = r2c({8, 9, 10}, sign > 0 ? Precision::single_ : Precision::double_)};
        c.problem.norm = norm;
        c.problem.sign = sign;
        c.problem.order = order;
        c.problem.n_fields = norm == Norm::ortho ? 3 : 1;
        c.misaligned = sign > 0;
        expect_right_in_any_memory(c);
      }
}

TEST(LowMemory, AnySubsetOfAxesInAnyOrderIsRight) {
  const std::vector<std::vector<int>> all = grids_of(3);
  std::size_t next = 0;  // in the fast tier the grids go round
  for (const Axes& axes :
       {Axes{2}, Axes{0}, Axes{0, 1}, Axes{2, 0}, Axes{1, 0, 2}, Axes{2, 1, 0}, Axes{1, 2}})
    for (Transform transform : {Transform::r2c, Transform::c2c})
      for (Order order : {Order::fast, Order::c})
        for (std::size_t i = 0; i < (full_tier() ? all.size() : 1); ++i) {
          Case c{.problem = c2c({8, 7, 9}), .grid = all[next++ % all.size()]};
          c.problem.transform = transform;
          c.problem.axes = axes;
          c.problem.order = order;
          expect_right_in_any_memory(c);
        }
}

TEST(LowMemory, OutputInTheLayoutOfTheInputIsRight) {
  for (const Extents& shape : {Extents{8, 9, 10}, Extents{5, 6, 4, 7}})
    for (const std::vector<int>& grid : grids_of(static_cast<int>(shape.size()))) {
      Case c{.problem = r2c(shape), .grid = grid};
      c.problem.output = Output::input;
      expect_right_in_any_memory(c);
    }
}

TEST(LowMemory, BricksAndOwnBlockSizesAreRight) {
  const int half = p() % 2 == 0 ? 2 : 1;
  Case bricks{.problem = c2c({10, 9, 12})};
  bricks.problem.points = Layout{{10, 9, 12}, {{half, p() / half, 1}}, {0, 1, 2}, {}};
  bricks.problem.output = Output::input;
  expect_right_in_any_memory(bricks);
  Case own{.problem = r2c({2 * p() + 1, 9, 12})};
  Extents sizes(static_cast<std::size_t>(p()), 2);
  sizes.back() = 3;
  own.problem.points = Layout{own.problem.shape, {{p()}}, {0}, {{sizes}, {}, {}}};
  expect_right_in_any_memory(own);
}

TEST(LowMemory, RedistributionsAreRight) {
  const Extents shape = {6, 9, 7};
  for (bool real : {false, true})
    for (const Axes& cuts : {Axes{0, 1}, Axes{1, 0}, Axes{0, 2}, Axes{2, 1}}) {
      Case c{.problem = redistribution(Layout{shape, {{p()}}, {cuts[0]}, {}},
                                       Layout{shape, {{p()}}, {cuts[1]}, {}}, real)};
      expect_right_in_any_memory(c);
    }
}

// Where messages from node to node lie in the memory of one process, too; in the fast tier every third
// setting.
TEST(LowMemory, IsNeverMoreThanAskedForOnSeveralNodes) {
  if (p() > 1) GTEST_SKIP() << "a pure function";
  Problem three = c2c({32, 30, 28});
  three.n_fields = 3;
  std::size_t turn = 0;
  for (const Problem& problem : {r2c({61, 67, 71}), three, c2c({12, 14, 16, 10}, Precision::single_)})
    for (const char* grid : {"6", "2x3"})
      for (int on_node : {1, 2, 3, 4})
        for (const char* lanes : {"", " lanes=1"}) {
          if (!full_tier() && turn++ % 3 != 0) continue;
          Options options = {{"in_place", "yes"}};
          const auto describe_all = [&](const std::string& memory) {
            options.set("memory", memory);
            std::vector<PlanMemory> all;
            for (int rank = 0; rank < 6; ++rank)
              all.push_back(describe(problem, 6, rank, options, on_node).memory);
            return all;
          };
          const Options usual = {
              {"in_place", "yes"}, {"memory", "low"}, {"exchange", "node"}, {"grid", grid}};
          options.set("choice", to_text(describe(problem, 6, 0, usual, on_node).choice) + lanes);
          Index least = 0;
          try {
            describe_all("low:1");
          } catch (const Error& error) {
            const std::string text = error.what(), words = "needs at least ";
            least = std::stoll(text.substr(text.find(words) + words.size()));
          }
          ASSERT_GT(least, 0);
          for (Index limit : {least, 2 * least, Index{1} << 20}) {
            if (limit < least) continue;
            for (const PlanMemory& memory : describe_all("low:" + std::to_string(limit)))
              EXPECT_LE(memory.stages + memory.windows, limit)
                  << grid << ", " << on_node << " on a node" << lanes;
          }
        }
}

// "p2p" of "pipelined:p2p:8".
std::string row_of_step(const std::string& step) {
  const std::size_t begin = step.find(':') + 1;
  return step.substr(begin, step.rfind(':') - begin);
}

TEST(LowMemory, RandomProblemsInLittleMemoryAreRight) {
  const rc::Gen<Case> cases = any_case(p());
  const int n = n_cases(60);
  for (int i = 0; i < n; ++i) {
    SCOPED_TRACE("case " + std::to_string(i) + " of WEFT_TEST_SEED=" + std::to_string(test_seed()));
    Case c = draw(cases, i);
    c.in_place = true;
    c.lump = 0;  // what is moved in chunks is not cut in other ways as well
    if (c.exchange.starts_with("pipelined")) c.exchange = row_of_step(c.exchange);
    c.problem.points_order = c.problem.modes_order = {};  // the plan says itself how the array lies
    c.problem.points_padding = c.problem.modes_padding = {};
    const Index least = least_bytes(c);
    ASSERT_GE(least, 0);
    c.memory = least == 0 ? "low" : "low:" + std::to_string(least * (1 + i % 3));
    if (!expect_right(c)) return;
  }
}

TEST(LowMemory, IsRefusedInWordsWhereItCannotBe) {
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::not_applicable, {"memory=low", "in_place=yes"}, [] {
    new Plan(c2c({8, 8, 8}), MPI_COMM_WORLD, {{"memory", "low"}});
  });
  if (p() == 1) return;
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::not_applicable,
                      {"100 bytes", "at least", "memory=low:BYTES", "memory=normal"}, [] {
                        new Plan(c2c({64, 64}), MPI_COMM_WORLD, {{"memory", "low:100"}, {"in_place", "yes"}});
                      });
}

}  // namespace
}  // namespace weft::test
