// The generators of random shapes and layouts.

#include "any_layout.hpp"

#include <algorithm>
#include <numeric>

#include "oracle.hpp"

namespace weft::test {

namespace {

// p block sizes whose sum is n; zeros are likely.
Split any_split(Index n, int p) {
  std::vector<Index> cuts(static_cast<std::size_t>(p) - 1);
  for (Index& cut : cuts) cut = one_in(4) ? n : between(0, static_cast<int>(n));
  std::sort(cuts.begin(), cuts.end());
  Split split;
  Index from = 0;
  for (Index cut : cuts) {
    split.block_sizes.push_back(cut - from);
    from = cut;
  }
  split.block_sizes.push_back(n - from);
  if (one_in(3)) std::reverse(split.block_sizes.begin(), split.block_sizes.end());
  return split;
}

}  // namespace

Axes any_order(int n) {
  Axes order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(between(0, i))]);
  return order;
}

Extents any_shape(int n_axes, Index most_points) {
  static const std::vector<Index> lengths = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                             11, 12, 13, 16, 17, 19, 21, 24, 32, 41};
  static const std::vector<Index> longest = {1000, 41, 21, 9, 6, 5};
  Extents shape;
  for (int axis = 0; axis < n_axes; ++axis) {
    const Index limit = std::min(longest[static_cast<std::size_t>(n_axes) - 1], most_points / product(shape));
    std::vector<Index> fitting;
    for (Index length : lengths)
      if (length <= std::max<Index>(limit, 1)) fitting.push_back(length);
    shape.push_back(one_of(fitting));
  }
  return shape;
}

std::vector<int> any_factors(int n, int k) {
  std::vector<int> factors(static_cast<std::size_t>(k), 1);
  for (int p = 2; n > 1; ++p)
    for (; n % p == 0; n /= p) factors[static_cast<std::size_t>(between(0, k - 1))] *= p;
  return factors;
}

Layout any_layout(const Extents& shape, int n_processes) {
  const int d = static_cast<int>(shape.size());
  const int k = between(1, d);
  Layout layout{shape, {any_factors(n_processes, k)}, any_order(d), {}};
  layout.cut.resize(static_cast<std::size_t>(k));
  if (one_in(6)) layout.cut[0] = layout.cut.back();
  if (one_in(2)) return layout;
  layout.splits.resize(shape.size());
  for (int axis = 0; axis < d; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const bool is_cut = std::find(layout.cut.begin(), layout.cut.end(), axis) != layout.cut.end();
    if (is_cut && !one_in(3)) layout.splits[a] = any_split(shape[a], n_parts(layout, axis));
  }
  return layout;
}

}  // namespace weft::test
