// Small dense systems, for definitions that fast methods are judged by.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

namespace weft::test {

// Solves the square system by elimination with pivots.
template <class Number>
std::vector<Number> solve_dense(std::vector<std::vector<Number>> a, std::vector<Number> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t row = i; row < n; ++row)
      if (std::abs(a[row][i]) > std::abs(a[pivot][i])) pivot = row;
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t row = i + 1; row < n; ++row) {
      const Number factor = a[row][i] / a[i][i];
      for (std::size_t column = i; column < n; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t column = i + 1; column < n; ++column) b[i] -= a[i][column] * b[column];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace weft::test
