// Distributions and functions of arrays from C: beside those of C++, and what they refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "agreed_error.hpp"
#include "array_cases.hpp"
#include "c_calls.hpp"
#include "weft/weft_arrays.h"

namespace weft::test {
namespace {

int rank() { return rank_in(MPI_COMM_WORLD); }

// Rows of 7 x 5 with ghost cells in Fortran order, in both languages.
struct BothArrays {
  explicit BothArrays(ElementType element)
      : cpp(MPI_COMM_WORLD, {{7, 5}, {{p()}}, {0}, {}, {1, 2}}, element, {1, 0}) {
    const std::int64_t shape[2] = {7, 5}, ghosts[2] = {1, 2};
    const int grid[1] = {p()}, cut[1] = {0}, order[2] = {1, 0};
    weft_layout* layout = nullptr;
    throw_code(weft_layout_create(&layout, 2, shape, 1, grid, cut));
    throw_code(weft_layout_set_ghosts(layout, ghosts));
    throw_code(
        weft_distribution_create(&c, MPI_COMM_WORLD, layout, element.is_real, element.is_double, order));
    weft_layout_free(&layout);
  }
  ~BothArrays() { weft_distribution_free(&c); }
  BothArrays(const BothArrays&) = delete;
  BothArrays& operator=(const BothArrays&) = delete;
  Distribution cpp;
  weft_distribution* c = nullptr;
};

TEST(CArrays, DistributionsSayWhatTheyAre) {
  const BothArrays both(element_type<std::complex<float>>());
  std::int64_t begin[2] = {}, end[2] = {}, shape[2] = {}, strides[2] = {}, ghosts[2] = {}, first = -1, n = -1;
  int order[2] = {}, n_axes = 0, of_rank = -1, bytes = 0, is_real = -1, is_double = -1;
  EXPECT_EQ(weft_distribution_n_axes(both.c, &n_axes), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_rank(both.c, &of_rank), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_box(both.c, begin, end), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_storage(both.c, shape, order, strides), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_first(both.c, &first), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_memory_elements(both.c, &n), WEFT_SUCCESS);
  EXPECT_EQ(weft_distribution_element(both.c, &bytes, &is_real, &is_double), WEFT_SUCCESS);
  EXPECT_EQ(n_axes, 2);
  EXPECT_EQ(of_rank, rank());
  EXPECT_EQ(bytes, 8);
  EXPECT_EQ(is_real + is_double, 0);
  EXPECT_EQ(first, both.cpp.first());
  EXPECT_EQ(n, both.cpp.memory_elements());
  for (std::size_t a = 0; a < 2; ++a) {
    EXPECT_EQ((Range{begin[a], end[a]}), both.cpp.box().ranges[a]);
    EXPECT_EQ(shape[a], both.cpp.storage().shape[a]);
    EXPECT_EQ(strides[a], both.cpp.storage().strides[a]);
    EXPECT_EQ(order[a], both.cpp.storage().order[a]);
  }
  weft_layout* layout = nullptr;
  EXPECT_EQ(weft_distribution_layout(both.c, &layout), WEFT_SUCCESS);
  EXPECT_EQ(weft_layout_ghosts(layout, ghosts), WEFT_SUCCESS);
  EXPECT_EQ(ghosts[0], 1);
  EXPECT_EQ(ghosts[1], 2);
  EXPECT_EQ(weft_layout_set_ghosts(layout, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(weft_layout_ghosts(layout, ghosts), WEFT_SUCCESS);
  EXPECT_EQ(ghosts[0] + ghosts[1], 0);
  weft_layout_free(&layout);
  void* array = nullptr;
  EXPECT_EQ(weft_distribution_allocate(both.c, &array), WEFT_SUCCESS);
  EXPECT_NE(array, nullptr);
  weft_array_free(array);
}

TEST(CArrays, DistributionsOfPlansAreTheirs) {
  const std::int64_t shape[2] = {6, 8};
  weft_problem* problem = nullptr;
  weft_plan* plan = nullptr;
  throw_code(weft_problem_create(&problem, "r2c", 2, shape));
  throw_code(weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr));
  weft_problem_free(&problem);
  for (const int side : {WEFT_POINTS, WEFT_MODES}) {
    weft_distribution* arrays = nullptr;
    throw_code(weft_distribution_of_plan(&arrays, plan, side));
    std::int64_t n = 0, expected = 0;
    int is_real = -1;
    EXPECT_EQ(weft_distribution_memory_elements(arrays, &n), WEFT_SUCCESS);
    EXPECT_EQ(weft_plan_storage(plan, side, nullptr, nullptr, nullptr, &expected), WEFT_SUCCESS);
    EXPECT_EQ(weft_distribution_element(arrays, nullptr, &is_real, nullptr), WEFT_SUCCESS);
    EXPECT_EQ(n, expected);
    EXPECT_EQ(is_real, side == WEFT_POINTS ? 1 : 0);
    weft_distribution_free(&arrays);
  }
  weft_distribution* none = nullptr;
  EXPECT_EQ(weft_distribution_of_plan(&none, plan, 2), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  weft_plan_free(&plan);
}

TEST(CArrays, FunctionsAreThoseOfCpp) {
  const BothArrays real(element_type<double>()), complex(element_type<std::complex<double>>());
  auto u = make_array<double>(real.cpp);
  auto v = make_array<std::complex<double>>(complex.cpp);
  double value[2] = {};
  throw_code(weft_array_sum(real.c, u.data(), value));
  EXPECT_EQ(value[0], 630);
  EXPECT_EQ(value[1], 0);
  throw_code(weft_array_mean(real.c, u.data(), value));
  EXPECT_EQ(value[0], 18);
  throw_code(weft_array_sum(complex.c, v.data(), value));
  EXPECT_EQ(value[1], -2 * 595);
  throw_code(weft_array_dot(complex.c, v.data(), v.data(), value));
  EXPECT_EQ(value[0], std::pow(norm(complex.cpp, v.data()), 2));
  throw_code(weft_array_norm(real.c, u.data(), WEFT_NORM_TWO, value));
  EXPECT_EQ(value[0], norm(real.cpp, u.data()));
  throw_code(weft_array_norm(real.c, u.data(), WEFT_NORM_ONE, value));
  EXPECT_EQ(value[0], 630);
  throw_code(weft_array_norm(real.c, u.data(), WEFT_NORM_INFINITY, value));
  EXPECT_EQ(value[0], 35);
  std::int64_t index[2] = {};
  throw_code(weft_array_maximum(real.c, u.data(), value, index));
  EXPECT_EQ(value[0], 35);
  EXPECT_EQ(index[0] * 10 + index[1], 64);
  throw_code(weft_array_minimum(real.c, u.data(), value, nullptr));
  EXPECT_EQ(value[0], 1);
  int64_t n_outside = 0;
  throw_code(weft_array_count_outside(real.c, u.data(), 35, &n_outside));
  EXPECT_EQ(n_outside, 1);
  EXPECT_EQ(weft_array_count_outside(real.c, u.data(), 0, &n_outside), WEFT_INVALID_ARGUMENT);
  auto first = u, second = u;
  throw_code(weft_array_random_uniform(real.c, first.data(), 77, -1, 1));
  random_uniform(real.cpp, second.data(), 77, -1, 1);
  EXPECT_TRUE(holds(real.cpp, first, [&](const Extents& i) {
    double here = 0;
    for_each_index(real.cpp, [&](const Extents& k, Index offset) {
      if (k == i) here = second[static_cast<std::size_t>(offset)];
    });
    return here;
  }));
  throw_code(weft_array_random_normal(real.c, first.data(), 77, 5, 0));
  EXPECT_TRUE(holds(real.cpp, first, [](const Extents&) { return 5.0; }));
}

TEST(CArrays, MoveBetweenProcesses) {
  const BothArrays both(element_type<double>());
  auto u = make_array<double>(both.cpp);
  std::vector<double> all(35), expected(35), row(5);
  std::iota(expected.begin(), expected.end(), 1.0);
  throw_code(weft_array_gather(both.c, u.data(), nullptr, nullptr, all.data(), WEFT_EVERYWHERE));
  EXPECT_EQ(all, expected);
  const std::int64_t begin[2] = {3, 0}, end[2] = {4, 5};
  throw_code(weft_array_gather(both.c, u.data(), begin, end, rank() == 0 ? row.data() : nullptr, 0));
  if (rank() == 0) {
    EXPECT_EQ(row, (std::vector<double>{16, 17, 18, 19, 20}));
  }
  auto v = make_array<double>(both.cpp, [](const Extents&) { return 0.0; });
  throw_code(weft_array_scatter(both.c, begin, end, rank() == 0 ? row.data() : nullptr, 0, v.data()));
  const auto only_row = [](const Extents& i) { return i[0] == 3 ? static_cast<double>(16 + i[1]) : 0.0; };
  EXPECT_TRUE(holds(both.cpp, v, only_row));
  const std::int64_t mine[2] = {rank() % 7, 1}, mine_end[2] = {rank() % 7 + 1, 2};
  double one = 0;
  throw_code(weft_array_read_box(both.c, u.data(), mine, mine_end, &one));
  EXPECT_EQ(one, static_cast<double>(5 * mine[0] + 2));
  const std::int64_t column[2] = {0, 4}, column_end[2] = {rank() == 0 ? 7 : 0, 5};
  const std::vector<double> sevens(7, 7.0);
  throw_code(weft_array_write_box(both.c, column, column_end, sevens.data(), v.data()));
  EXPECT_TRUE(holds(both.cpp, v, [&](const Extents& i) { return i[1] == 4 ? 7.0 : only_row(i); }));

  const std::int64_t shape[2] = {7, 5};
  const int grid[1] = {p()}, cut[1] = {1};
  weft_layout* columns = nullptr;
  weft_distribution* other = nullptr;
  throw_code(weft_layout_create(&columns, 2, shape, 1, grid, cut));
  throw_code(weft_distribution_create_f(&other, MPI_Comm_c2f(MPI_COMM_WORLD), columns, 1, 1, nullptr));
  weft_layout_free(&columns);
  void* w = nullptr;
  throw_code(weft_distribution_allocate(other, &w));
  throw_code(weft_array_redistribute(both.c, u.data(), other, w));
  double value[2] = {};
  throw_code(weft_array_gather(other, w, nullptr, nullptr, all.data(), WEFT_EVERYWHERE));
  EXPECT_EQ(all, expected);
  throw_code(weft_array_sum(other, w, value));
  EXPECT_EQ(value[0], 630);
  weft_array_free(w);
  weft_distribution_free(&other);
}

TEST(CArrays, AreRefusedInWords) {
  const BothArrays both(element_type<double>());
  auto u = make_array<double>(both.cpp);
  std::vector<double> all(35);
  double value[2] = {};
  const auto refused = [&](ErrorCode code, const std::vector<std::string>& words, auto&& call) {
    expect_error_on_all(MPI_COMM_WORLD, code, words, [&] { throw_code(call()); });
  };
  refused(invalid, {"the distribution is NULL"}, [&] { return weft_array_sum(nullptr, u.data(), value); });
  refused(invalid, {"is null"},
          [&] { return weft_array_sum(both.c, rank() == 0 ? nullptr : u.data(), value); });
  refused(invalid, {"norm of this order"}, [&] { return weft_array_norm(both.c, u.data(), 3, value); });
  const std::int64_t begin[2] = {0, 0}, far[2] = {1, 6};
  refused(invalid, {"region [0,1)x[0,6)"},
          [&] { return weft_array_gather(both.c, u.data(), begin, far, all.data(), 0); });
  refused(invalid, {"region", "not in the array"},
          [&] { return weft_array_gather(both.c, u.data(), begin, nullptr, all.data(), 0); });
  refused(invalid, {"there is no process 99"},
          [&] { return weft_array_gather(both.c, u.data(), nullptr, nullptr, all.data(), 99); });
  refused(ErrorCode::resource, {"full"}, [&] {
    return weft_distribution_agree(both.c, rank() == p() - 1 ? WEFT_RESOURCE : WEFT_SUCCESS, "it is full");
  });
  weft_distribution* none = nullptr;
  refused(invalid, {"the layout is NULL"},
          [&] { return weft_distribution_create(&none, MPI_COMM_WORLD, nullptr, 1, 1, nullptr); });
  EXPECT_EQ(none, nullptr);
  weft_distribution_free(&none);
  weft_distribution_free(nullptr);
}

}  // namespace
}  // namespace weft::test
