// Calls in two parts from C: the bits of one call, arrays that belong to the plan until finish, misuse as a
// code, and timers as C++ gives them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "agree.hpp"
#include "c_calls.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// A plan of r2c fields with two sets of arrays, from one of which it is called at once.
struct TwoSets {
  explicit TwoSets(int fields, std::vector<std::pair<const char*, std::string>> keys = {})
      : n_fields(fields) {
    const std::int64_t shape[3] = {12, 10, 8};
    weft_problem* problem = nullptr;
    weft_options* options = nullptr;
    weft_problem_create(&problem, "r2c", 3, shape);
    weft_problem_set(problem, "n_fields", std::to_string(fields).c_str());
    weft_options_create(&options);
    for (const auto& [key, value] : keys) weft_options_set(options, key, value.c_str());
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_create(&plan, problem, MPI_COMM_WORLD, options)) << weft_last_error();
    weft_options_free(&options);
    weft_problem_free(&problem);
    weft_plan_storage(plan, WEFT_POINTS, nullptr, nullptr, nullptr, &n_points);
    weft_plan_storage(plan, WEFT_MODES, nullptr, nullptr, nullptr, &n_modes);
    for (int f = 0; f < fields; ++f) {
      for (auto* sides : {&points, &back, &expected_back})
        weft_plan_allocate(plan, WEFT_POINTS, &sides->emplace_back());
      for (auto* sides : {&modes, &expected}) weft_plan_allocate(plan, WEFT_MODES, &sides->emplace_back());
      for (std::int64_t i = 0; i < n_points; ++i)
        static_cast<double*>(points.back())[i] = std::sin(static_cast<double>(i + f + 1));
    }
  }
  ~TwoSets() {
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(&plan)) << weft_last_error();
    for (auto* sides : {&points, &modes, &expected, &back, &expected_back})
      for (void* array : *sides) weft_array_free(array);
  }
  bool same_modes() const {
    return same(modes, expected, static_cast<std::size_t>(n_modes) * 2 * sizeof(double));
  }
  bool same_points() const {
    return same(back, expected_back, static_cast<std::size_t>(n_points) * sizeof(double));
  }
  static bool same(const std::vector<void*>& a, const std::vector<void*>& b, std::size_t bytes) {
    return std::equal(a.begin(), a.end(), b.begin(),
                      [&](const void* x, const void* y) { return std::memcmp(x, y, bytes) == 0; });
  }
  int n_fields;
  weft_plan* plan = nullptr;
  std::int64_t n_points = 0, n_modes = 0;
  std::vector<void*> points, modes, expected, back, expected_back;
};

const void* const* in(const std::vector<void*>& arrays) { return arrays.data(); }

TEST(CStartFinish, GivesTheBitsOfOneCall) {
  const std::string grid = p() % 2 == 0 ? "2x" + std::to_string(p() / 2) : std::to_string(p());
  for (int n_fields : {1, 3}) {
    TwoSets h(n_fields, {{"grid", grid}});
    ASSERT_SUCCESS(weft_forward_fields(h.plan, n_fields, in(h.points), h.expected.data()));
    ASSERT_SUCCESS(weft_backward_fields(h.plan, n_fields, in(h.expected), h.expected_back.data()));
    std::vector<void*> outputs = h.modes;
    ASSERT_SUCCESS(weft_forward_start(h.plan, n_fields, in(h.points), outputs.data()));
    std::fill(outputs.begin(), outputs.end(), nullptr);  // the list is the caller's
    for (int done = 0; done == 0;) ASSERT_SUCCESS(weft_progress(h.plan, &done));
    ASSERT_SUCCESS(weft_forward_finish(h.plan));
    for (void* array : h.points) std::memset(array, 1, static_cast<std::size_t>(h.n_points) * sizeof(double));
    EXPECT_TRUE(h.same_modes());
    ASSERT_SUCCESS(weft_backward_start(h.plan, n_fields, in(h.modes), h.back.data()));
    ASSERT_SUCCESS(weft_backward_finish(h.plan));
    EXPECT_TRUE(h.same_points());
  }
}

TEST(CStartFinish, OfTwoPlansMayEndInEitherOrder) {
  for (bool in_order : {true, false}) {
    TwoSets first(1), second(1, {{"exchange", "alltoallw"}});
    for (TwoSets* h : {&first, &second}) ASSERT_SUCCESS(weft_forward(h->plan, h->points[0], h->expected[0]));
    for (TwoSets* h : {&first, &second})
      ASSERT_SUCCESS(weft_forward_start(h->plan, 1, in(h->points), h->modes.data()));
    ASSERT_SUCCESS(weft_forward_finish((in_order ? first : second).plan));
    ASSERT_SUCCESS(weft_forward_finish((in_order ? second : first).plan));
    EXPECT_TRUE(first.same_modes());
    EXPECT_TRUE(second.same_modes());
  }
}

TEST(CStartFinish, MisusedIsACodeHereAndTheCallGoesOn) {
  TwoSets h(1);
  ASSERT_SUCCESS(weft_forward(h.plan, h.points[0], h.expected[0]));
  EXPECT_EQ("", complaint(weft_forward_finish(h.plan), {"no call forward is under way", "forward_start"}));
  EXPECT_EQ("", complaint(weft_forward_start(h.plan, 2, in({h.points[0], h.points[0]}), h.modes.data()),
                          {"2 fields", "1 to 1"}));
  EXPECT_EQ("", complaint(weft_forward_start(h.plan, 1, nullptr, h.modes.data()), {"in is NULL"}));
  ASSERT_SUCCESS(weft_forward_start(h.plan, 1, in(h.points), h.modes.data()));
  const std::vector<std::string> busy = {"a call forward of this plan is under way", "forward_finish"};
  EXPECT_EQ("", complaint(weft_forward_start(h.plan, 1, in(h.points), h.back.data()), busy));
  EXPECT_EQ("", complaint(weft_backward(h.plan, h.expected[0], h.back[0]), busy));
  EXPECT_EQ("", complaint(weft_plan_agree(h.plan, WEFT_SUCCESS, nullptr), busy));
  EXPECT_EQ("", complaint(weft_plan_gather_timers(h.plan), busy));
  EXPECT_EQ("", complaint(weft_backward_finish(h.plan), {"no call backward is under way"}));
  ASSERT_SUCCESS(weft_forward_finish(h.plan));
  EXPECT_TRUE(h.same_modes());
  EXPECT_EQ("",
            complaint(weft_forward_start(nullptr, 1, in(h.points), h.modes.data()), {"the plan is NULL"}));
  EXPECT_EQ("", complaint(weft_forward_finish(nullptr), {"the plan is NULL"}));
  EXPECT_EQ("", complaint(weft_progress(nullptr, nullptr), {"the plan is NULL"}));
  EXPECT_EQ("", complaint(weft_plan_reset_timers(nullptr), {"the plan is NULL"}));
}

TEST(CStartFinish, IsFinishedByClose) {
  TwoSets h(1);
  ASSERT_SUCCESS(weft_forward(h.plan, h.points[0], h.expected[0]));
  ASSERT_SUCCESS(weft_forward_start(h.plan, 1, in(h.points), h.modes.data()));
  ASSERT_SUCCESS(weft_plan_close(h.plan));
  EXPECT_TRUE(h.same_modes());
  EXPECT_EQ("", complaint(weft_forward_finish(h.plan), {"closed"}));
}

struct Row {
  std::string direction, stage, kind;
  std::int64_t n_calls;
  double seconds, least, mean, greatest;
};

std::vector<Row> rows_of(weft_plan* plan) {
  int n = 0;
  EXPECT_EQ(WEFT_SUCCESS, weft_plan_n_timers(plan, &n));
  std::vector<Row> rows;
  for (int i = 0; i < n; ++i) {
    const char *direction = nullptr, *stage = nullptr, *kind = nullptr;
    Row row{};
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_timer(plan, i, &direction, &stage, &kind, &row.n_calls, &row.seconds,
                                            &row.least, &row.mean, &row.greatest));
    row.direction = direction, row.stage = stage, row.kind = kind;
    rows.push_back(row);
  }
  EXPECT_EQ("", complaint(weft_plan_timer(plan, n, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                          nullptr, nullptr),
                          {"there is no timer " + std::to_string(n)}));
  return rows;
}

TEST(CStartFinish, HasTheTimersOfCpp) {
  for (const char* barriers : {"no", "yes"}) {
    TwoSets h(1, {{"barriers", barriers}});
    Plan cpp(r2c({12, 10, 8}), MPI_COMM_WORLD, {{"barriers", barriers}});
    for (int i = 0; i < 2; ++i) ASSERT_SUCCESS(weft_forward(h.plan, h.points[0], h.modes[0]));
    const std::vector<StageTimer> expected = cpp.timers();
    const std::vector<Row> own = rows_of(h.plan);
    ASSERT_EQ(own.size(), expected.size());
    ASSERT_SUCCESS(weft_plan_gather_timers(h.plan));
    const std::vector<Row> all = rows_of(h.plan);
    double sum = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(own[i].direction, expected[i].direction);
      EXPECT_EQ(own[i].stage, expected[i].stage);
      EXPECT_EQ(own[i].kind, expected[i].kind);
      EXPECT_EQ(own[i].n_calls, own[i].direction == "forward" ? 2 : 0);
      sum += own[i].seconds;
      EXPECT_EQ(own[i].least, own[i].seconds);
      EXPECT_EQ(own[i].greatest, own[i].seconds);
      double greatest = 0, least = 0;
      MPI_Allreduce(&own[i].seconds, &greatest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      MPI_Allreduce(&own[i].seconds, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
      EXPECT_EQ(all[i].seconds, own[i].seconds);
      EXPECT_EQ(all[i].greatest, greatest);
      EXPECT_EQ(all[i].least, least);
      EXPECT_LE(all[i].least, all[i].mean);
      EXPECT_LE(all[i].mean, all[i].greatest);
    }
    EXPECT_GT(sum, 0);
    ASSERT_SUCCESS(weft_forward(h.plan, h.points[0], h.modes[0]));
    for (const Row& row : rows_of(h.plan)) {
      EXPECT_EQ(row.n_calls, row.direction == "forward" ? 3 : 0) << "what was gathered is out of date";
      EXPECT_EQ(row.greatest, row.seconds);
    }
    ASSERT_SUCCESS(weft_plan_reset_timers(h.plan));
    for (const Row& row : rows_of(h.plan)) EXPECT_EQ(row.n_calls + row.seconds, 0);
  }
}

}  // namespace
}  // namespace weft::test
