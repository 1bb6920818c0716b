// Products in cache from C: a function pointer and its data, ready-made products by name, and errors as
// codes.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>

#include "agree.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

bool is_last() { return rank_in(MPI_COMM_WORLD) == p() - 1; }

// A plan for two fields with convolve=yes, and modes of known points u = 1 + i, v = 2 - i along axis 2.
struct ConvolvePlan {
  explicit ConvolvePlan(const char* convolve = "yes") {
    const std::int64_t shape[3] = {12, 10, 8};
    weft_problem* problem = nullptr;
    weft_options* options = nullptr;
    weft_problem_create(&problem, "r2c", 3, shape);
    weft_problem_set(problem, "n_fields", "2");
    weft_options_create(&options);
    weft_options_set(options, "convolve", convolve);
    weft_options_set(options, "threads", "2");
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_create(&plan, problem, MPI_COMM_WORLD, options)) << weft_last_error();
    weft_options_free(&options);
    weft_problem_free(&problem);
    weft_plan_storage(plan, WEFT_POINTS, nullptr, nullptr, nullptr, &n_points);
    weft_plan_storage(plan, WEFT_MODES, nullptr, nullptr, nullptr, &n_modes);
    for (int f = 0; f < 2; ++f) {
      weft_plan_allocate(plan, WEFT_POINTS, &points[f]);
      weft_plan_allocate(plan, WEFT_MODES, &modes[f]);
      weft_plan_allocate(plan, WEFT_MODES, &results[f]);
      for (std::int64_t i = 0; i < n_points; ++i)
        static_cast<double*>(points[f])[i] = value(f, static_cast<double>(i % 8));
      EXPECT_EQ(WEFT_SUCCESS, weft_forward(plan, points[f], modes[f])) << weft_last_error();
    }
  }
  ~ConvolvePlan() {
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(&plan)) << weft_last_error();
    for (void** list : {points, modes, results})
      for (int f = 0; f < 2; ++f) weft_array_free(list[f]);
  }
  static double value(int field, double i) { return field == 0 ? 1 + i : 2 - i; }
  // Largest difference of the points of result `f` from `right`(i).
  template <class Right>
  double error(int f, const Right& right) {
    EXPECT_EQ(WEFT_SUCCESS, weft_backward(plan, results[f], points[0])) << weft_last_error();
    double most = 0;
    for (std::int64_t i = 0; i < n_points; ++i)
      most = std::max(most, std::abs(static_cast<double*>(points[0])[i] - right(static_cast<double>(i % 8))));
    return most;
  }

  weft_plan* plan = nullptr;
  std::int64_t n_points = 0, n_modes = 0;
  void *points[2] = {}, *modes[2] = {}, *results[2] = {};
};

// What a function of the user remembers.
struct Memory {
  double factor = 3;
  std::atomic<std::int64_t> n_points = 0;
  int code = 0;
  std::atomic<bool> is_right = true;
};

int multiply(const weft_points_block* block, void* data) {
  auto& memory = *static_cast<Memory*>(data);
  memory.n_points += block->n_points;
  std::int64_t volume = 1;
  for (int a = 0; a < block->n_axes; ++a) volume *= block->end[a] - block->begin[a];
  if (block->n_axes != 3 || volume != block->n_points || block->n_in != 2 || block->n_out != 1)
    memory.is_right = false;
  const auto *u = static_cast<const double*>(block->in[0]), *v = static_cast<const double*>(block->in[1]);
  auto* out = static_cast<double*>(block->out[0]);
  for (std::int64_t i = 0; i < block->n_points; ++i) out[i] = memory.factor * u[i] * v[i];
  return memory.code;
}

TEST(CConvolve, CallsAFunctionWithItsData) {
  ConvolvePlan h;
  Memory memory;
  ASSERT_EQ(WEFT_SUCCESS, weft_convolve(h.plan, 2, h.modes, 1, h.results, multiply, &memory))
      << weft_last_error();
  std::string complaint = memory.is_right ? "" : "a block is not of this call";
  if (memory.n_points != h.n_points) complaint = "not all points were in blocks";
  if (!(h.error(0, [](double i) { return 3 * (1 + i) * (2 - i); }) < 1e-11)) complaint = "a wrong product";
  expect_no_complaint(MPI_COMM_WORLD, complaint);
}

TEST(CConvolve, KnowsTheReadyMadeProducts) {
  ConvolvePlan h;
  ASSERT_EQ(WEFT_SUCCESS, weft_convolve_product(h.plan, 2, h.modes, 1, h.results, "flux"))
      << weft_last_error();
  const double error = h.error(0, [](double i) { return (1 + i) * (2 - i); });
  expect_no_complaint(MPI_COMM_WORLD, error < 1e-11 ? "" : "a wrong product");
  const char* name = nullptr;
  std::vector<std::string> names;
  for (int i = 0; weft_product_name(i, &name) == WEFT_SUCCESS; ++i) names.emplace_back(name);
  EXPECT_EQ(names, product_names());
}

TEST(CConvolve, FailsOnAllProcessesAlike) {
  ConvolvePlan h;
  Memory memory;
  const auto says = [](int expected, int code, const std::string& words) {
    const bool right = code == expected && std::string(weft_last_error()).find(words) != std::string::npos;
    expect_no_complaint(MPI_COMM_WORLD, right ? "" : std::to_string(code) + " " + weft_last_error());
  };
  memory.code = is_last() ? 5 : 0;
  says(WEFT_INVALID_ARGUMENT, weft_convolve(h.plan, 2, h.modes, 1, h.results, multiply, &memory),
       "failed on process " + std::to_string(p() - 1) + ": it returned 5");
  memory.code = 0;
  says(WEFT_INVALID_ARGUMENT,
       weft_convolve(h.plan, 2, h.modes, 1, h.results, is_last() ? nullptr : multiply, &memory),
       "no function");
  says(WEFT_INVALID_ARGUMENT,
       weft_convolve(h.plan, is_last() ? -1 : 2, h.modes, 1, h.results, multiply, &memory), "0 inputs");
  says(WEFT_INVALID_ARGUMENT,
       weft_convolve(h.plan, 2, is_last() ? nullptr : h.modes, 1, h.results, multiply, &memory), "0 inputs");
  says(WEFT_INVALID_ARGUMENT,
       weft_convolve_product(h.plan, 2, h.modes, 1, h.results, is_last() ? "flow" : "flux"),
       "the nearest is 'flux'");
  says(WEFT_INVALID_ARGUMENT,
       weft_convolve_product(h.plan, 2, h.modes, 1, h.results, is_last() ? nullptr : "flux"),
       "the name of the product is NULL");
  EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_convolve(nullptr, 2, h.modes, 1, h.results, multiply, &memory));
  ConvolvePlan plain("no");
  says(WEFT_INVALID_ARGUMENT, weft_convolve(plain.plan, 2, plain.modes, 1, plain.results, multiply, &memory),
       "convolve=yes");
  ASSERT_EQ(WEFT_SUCCESS, weft_convolve(h.plan, 2, h.modes, 1, h.results, multiply, &memory))
      << weft_last_error();
}

}  // namespace
}  // namespace weft::test
