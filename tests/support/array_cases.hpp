// Distributed arrays for tests: the layouts, memory orders and ghost cells that make a difference, and values
// that say where they are.
#pragma once

#include <complex>
#include <limits>
#include <vector>

#include "agree.hpp"
#include "weft/array_functions.hpp"

namespace weft::test {

inline const Extents small_shape = {7, 5, 6};

// Two factors of n, the first at most the second.
inline std::vector<int> two_factors(int n) {
  int a = 1;
  for (int i = 2; i * i <= n; ++i)
    if (n % i == 0) a = i;
  return {a, n / a};
}

// Arrays of three axes of this shape on all processes: slabs, pencils, everything on one process, an axis cut
// twice; C, Fortran and other orders; with and without ghost cells.
inline std::vector<Distribution> array_cases(const Extents& shape, ElementType element) {
  const int p = size_of(MPI_COMM_WORLD);
  Extents on_last(static_cast<std::size_t>(p), 0);
  on_last.back() = shape[0];
  const std::vector<int> factors = two_factors(p);
  std::vector<Distribution> cases;
  const auto add = [&](const Layout& layout, const Axes& order) {
    cases.emplace_back(MPI_COMM_WORLD, layout, element, order);
  };
  add({shape, {{p}}, {0}, {}}, {});
  add({shape, {{p}}, {1}, {}}, {2, 0, 1});
  add({shape, {{p}}, {0}, {}, {2, 1, 0}}, {});
  add({shape, {factors}, {0, 2}, {}, {1, 0, 2}}, {2, 1, 0});
  add({shape, {{p}}, {0}, {{on_last}, {}, {}}}, {1, 2, 0});
  add({shape, {factors}, {2, 2}, {}, {0, 0, 3}}, {0, 1, 2});
  return cases;
}

// A number that says where it is.
template <class T>
T value_at(const Extents& shape, const Extents& index) {
  Index position = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) position = position * shape[axis] + index[axis];
  const auto number = static_cast<double>(position);
  if constexpr (element_type<T>().is_real)
    return static_cast<T>(number + 1);
  else
    return T(static_cast<typename T::value_type>(number + 1),
             static_cast<typename T::value_type>(-2 * number));
}

// An array of `value` of each index; ghost cells are NaN.
template <class T, class Value>
std::vector<T> make_array(const Distribution& arrays, Value&& value) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<T> memory(static_cast<std::size_t>(arrays.memory_elements()), T(static_cast<float>(nan)));
  fill(arrays, memory.data(), value);
  return memory;
}
template <class T>
std::vector<T> make_array(const Distribution& arrays) {
  return make_array<T>(arrays,
                       [&](const Extents& index) { return value_at<T>(arrays.layout().shape, index); });
}

// The array that every process would have, in C order.
template <class T, class Value>
std::vector<T> whole_array(const Extents& shape, Value&& value) {
  std::vector<T> all;
  Extents index(shape.size(), 0);
  Index n = 1;
  for (const Index length : shape) n *= length;
  for (Index i = 0; i < n; ++i) {
    all.push_back(value(index));
    for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) index[axis] = 0;
  }
  return all;
}

// Does `memory` hold `value` at all owned elements, and NaN in all other places?
template <class T, class Value>
bool holds(const Distribution& arrays, const std::vector<T>& memory, Value&& value) {
  bool right = true;
  std::vector<bool> owned(memory.size(), false);
  for_each_index(arrays, [&](const Extents& index, Index offset) {
    const auto i = static_cast<std::size_t>(offset);
    right = right && memory[i] == value(index);
    owned[i] = true;
  });
  for (std::size_t i = 0; i < memory.size(); ++i) right = right && (owned[i] || memory[i] != memory[i]);
  return right;
}

}  // namespace weft::test
