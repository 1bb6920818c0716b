// Halos of C: ghost cells by the definition, in one call and in two, several arrays, and what is refused.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "weft/weft_halo.h"

namespace weft::test {
namespace {

// Rows of 5 x 4 elements, periodic along axis 0 only, 2 and 1 ghost cells.
struct HaloRows {
  weft_distribution* distribution = nullptr;
  weft_halo* halo = nullptr;
  std::int64_t begin[2], end[2], n_elements = 0;
  explicit HaloRows(const char* exchange = "auto") {
    weft_layout* layout = nullptr;
    const std::int64_t shape[2] = {5, 4}, ghosts[2] = {2, 1};
    const int grid[1] = {p()}, cut[1] = {0}, periodic[2] = {1, 0};
    EXPECT_EQ(weft_layout_create(&layout, 2, shape, 1, grid, cut), WEFT_SUCCESS) << weft_last_error();
    EXPECT_EQ(weft_layout_set_ghosts(layout, ghosts), WEFT_SUCCESS);
    EXPECT_EQ(weft_distribution_create(&distribution, MPI_COMM_WORLD, layout, 1, 1, nullptr), WEFT_SUCCESS);
    EXPECT_EQ(weft_halo_create(&halo, distribution, periodic, exchange, 2, 1, 0), WEFT_SUCCESS)
        << weft_last_error();
    weft_layout_free(&layout);
    weft_distribution_box(distribution, begin, end);
    weft_distribution_memory_elements(distribution, &n_elements);
  }
  ~HaloRows() {
    EXPECT_EQ(weft_halo_free(&halo), WEFT_SUCCESS) << weft_last_error();
    weft_distribution_free(&distribution);
  }
  // Of an element, with ghost cells that are -1.
  void fill(double* u, double factor) const {
    for_cells([&](std::int64_t i, std::int64_t j, std::size_t at) {
      const bool owned = i >= begin[0] && i < end[0] && j >= 0 && j < 4;
      u[at] = owned ? factor * static_cast<double>(4 * i + j + 1) : -1;
    });
  }
  template <class Act>
  void for_cells(const Act& act) const {
    if (n_elements == 0) return;
    std::size_t at = 0;
    for (std::int64_t i = begin[0] - 2; i < end[0] + 2; ++i)
      for (std::int64_t j = -1; j < 5; ++j) act(i, j, at++);
  }
  bool holds(const double* u, double factor) const {
    bool right = true;
    for_cells([&](std::int64_t i, std::int64_t j, std::size_t at) {
      const double wanted = j < 0 || j > 3 ? -1 : factor * static_cast<double>(4 * ((i + 10) % 5) + j + 1);
      right = right && u[at] == wanted;
    });
    return all_true(MPI_COMM_WORLD, right);
  }
};

TEST(CHalo, ExchangesOneArrayAndSeveral) {
  const char* name = nullptr;
  for (int i = 0; weft_halo_exchange_row(i, &name) == WEFT_SUCCESS; ++i) {
    SCOPED_TRACE(name);
    const HaloRows rows(name);
    void *u = nullptr, *v = nullptr;
    ASSERT_EQ(weft_halo_allocate(rows.halo, &u), WEFT_SUCCESS) << weft_last_error();
    ASSERT_EQ(weft_halo_allocate(rows.halo, &v), WEFT_SUCCESS) << weft_last_error();
    rows.fill(static_cast<double*>(u), 1);
    EXPECT_EQ(weft_halo_exchange(rows.halo, u), WEFT_SUCCESS) << weft_last_error();
    EXPECT_TRUE(rows.holds(static_cast<double*>(u), 1));
    rows.fill(static_cast<double*>(u), 2);
    rows.fill(static_cast<double*>(v), 3);
    void* const both[2] = {u, v};
    int done = 0;
    EXPECT_EQ(weft_halo_exchange_start(rows.halo, 2, both), WEFT_SUCCESS) << weft_last_error();
    EXPECT_EQ(weft_halo_progress(rows.halo, &done), WEFT_SUCCESS);
    EXPECT_EQ(weft_halo_exchange_finish(rows.halo), WEFT_SUCCESS) << weft_last_error();
    EXPECT_TRUE(rows.holds(static_cast<double*>(u), 2));
    EXPECT_TRUE(rows.holds(static_cast<double*>(v), 3));
    weft_array_free(u);
    weft_array_free(v);
  }
}

// Each ghost cell 1, each element 0: an element gets as many as it has copies.
TEST(CHalo, AccumulatesEveryGhostCellOnce) {
  const HaloRows rows;
  std::vector<double> u(static_cast<std::size_t>(rows.n_elements), 0);
  rows.for_cells([&](std::int64_t i, std::int64_t j, std::size_t at) {
    u[at] = i >= rows.begin[0] && i < rows.end[0] && j >= 0 && j < 4 ? 0 : 1;
  });
  EXPECT_EQ(weft_halo_accumulate(rows.halo, u.data()), WEFT_SUCCESS) << weft_last_error();
  double sums[2] = {0, 0};  // of elements, of ghost cells that are copies of something
  rows.for_cells([&](std::int64_t i, std::int64_t j, std::size_t at) {
    if (j >= 0 && j < 4) sums[i >= rows.begin[0] && i < rows.end[0] ? 0 : 1] += u[at];
  });
  std::int64_t n_ghosts = 0;
  EXPECT_EQ(weft_halo_n_ghosts(rows.halo, &n_ghosts), WEFT_SUCCESS);
  EXPECT_EQ(n_ghosts, rows.n_elements == 0 ? 0 : 16);
  double total[2] = {sums[0], static_cast<double>(n_ghosts)};
  MPI_Allreduce(MPI_IN_PLACE, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(total[0], total[1]);
  EXPECT_EQ(sums[1], 0);
}

TEST(CHalo, TakesOptionsByText) {
  const HaloRows rows;
  weft_halo* halo = nullptr;
  weft_options* options = nullptr;
  ASSERT_EQ(weft_options_create_for(&options, "halo"), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_set(options, "exchange", "p2p"), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_set(options, "periodic", "yes,no"), WEFT_SUCCESS);
  ASSERT_EQ(weft_options_set(options, "n_fields", "3"), WEFT_SUCCESS);
  ASSERT_EQ(weft_halo_create_with(&halo, rows.distribution, options), WEFT_SUCCESS) << weft_last_error();
  int n_fields = 0;
  std::int64_t of_text = 0, of_numbers = 0;
  const char* name = nullptr;
  EXPECT_EQ(weft_halo_n_fields(halo, &n_fields), WEFT_SUCCESS);
  EXPECT_EQ(n_fields, 3);
  EXPECT_EQ(weft_halo_exchange_name(halo, &name), WEFT_SUCCESS);
  EXPECT_STREQ(name, "p2p");
  weft_halo_n_ghosts(halo, &of_text);
  weft_halo_n_ghosts(rows.halo, &of_numbers);  // with the same axes periodic
  EXPECT_EQ(of_text, of_numbers);
  EXPECT_EQ(weft_halo_free(&halo), WEFT_SUCCESS);
  EXPECT_EQ(weft_options_set(options, "corner", "no"), WEFT_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(weft_last_error(), "halo option 'corner' is unknown; the nearest is 'corners'"),
            nullptr);
  weft_options_free(&options);
  // Wrong ones on one process are an error of all.
  const bool is_last = rank_in(MPI_COMM_WORLD) == p() - 1;
  ASSERT_EQ(weft_options_create_for(&options, is_last ? "dataset" : "halo"), WEFT_SUCCESS);
  EXPECT_EQ(weft_halo_create_with(&halo, rows.distribution, options), WEFT_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(weft_last_error(), "options of a dataset were given to a halo"), nullptr);
  EXPECT_EQ(halo, nullptr);
  weft_options_free(&options);
}

TEST(CHalo, RefusesInWords) {
  weft_halo* halo = nullptr;
  EXPECT_EQ(weft_halo_create(&halo, nullptr, nullptr, nullptr, 1, 1, 0), WEFT_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(weft_last_error(), "distribution"), nullptr);
  const HaloRows rows;
  EXPECT_EQ(weft_halo_create(&halo, rows.distribution, nullptr, "ring", 1, 1, 0), WEFT_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(weft_last_error(), "ring"), nullptr);
  EXPECT_EQ(halo, nullptr);
  EXPECT_EQ(weft_halo_exchange_finish(rows.halo), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_halo_exchange_fields(rows.halo, 3, nullptr), WEFT_INVALID_ARGUMENT);
  const char* name = nullptr;
  EXPECT_EQ(weft_halo_exchange_row(99, &name), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_halo_exchange_name(rows.halo, &name), WEFT_SUCCESS);
  EXPECT_STREQ(name, "window-pull");
  std::int64_t messages = -1;
  EXPECT_EQ(weft_halo_counts(rows.halo, 0, &messages, nullptr, nullptr, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(messages, 0);
  EXPECT_EQ(weft_halo_explain(rows.halo, &name), WEFT_SUCCESS);
  EXPECT_NE(std::strstr(name, "window-pull"), nullptr);
}

}  // namespace
}  // namespace weft::test
