// Walks over the modes of a block in the order in which they lie in memory.
//
// The innermost loop runs along the axis that varies fastest, over contiguous elements where the storage has
// no gaps there, and sees numbers of the other axes as constants, so that compilers make vector code of it.
// Modes are visited once each; a function that reads all its inputs of a mode before it writes may work in
// place.
#pragma once

#include <array>
#include <complex>
#include <type_traits>
#include <utility>
#include <vector>

#include "weft/field.hpp"
#include "weft/independent.hpp"
#include "weft/layout.hpp"

namespace weft::inline spectral {

// Ways to join the numbers of the axes; objects, so that they become part of the loops.
inline constexpr auto plus_square = [](double sum, double k) { return sum + k * k; };
inline constexpr auto times_each = [](double a, double b) { return a * b; };

using LocalIndex = std::array<Index, 6>;  // one per axis; that of the fastest axis is 0 at the begin of a row

inline int fastest_axis(const Storage& storage) { return storage.order.back(); }

// f(offset of the row in elements, local index of its first mode) for each row along the fastest axis.
template <class F>
void for_rows(const Storage& storage, F f) {
  for (const Index length : storage.shape)
    if (length == 0) return;
  const auto outer = static_cast<int>(storage.order.size()) - 1;
  LocalIndex local{};
  for (Index offset = 0;;) {
    f(offset, local);
    int i = outer - 1;
    for (; i >= 0; --i) {
      const auto axis = static_cast<std::size_t>(storage.order[static_cast<std::size_t>(i)]);
      offset += storage.strides[axis];
      if (++local[axis] < storage.shape[axis]) break;
      offset -= storage.shape[axis] * storage.strides[axis];
      local[axis] = 0;
    }
    if (i < 0) return;
  }
}

// f(i, offset of mode i from the begin of its row), i = 0 ... n-1, in any order.
template <class F>
void for_row(Index n, Index stride, F f) {
  if (stride == 1) {
    WEFT_INDEPENDENT
    for (Index i = 0; i < n; ++i) f(i, i);
  } else {
    WEFT_INDEPENDENT
    for (Index i = 0; i < n; ++i) f(i, i * stride);
  }
}

// One table of numbers per axis, null where it has none.
template <class V>
using Tables = std::vector<const V*>;

// `join` over the numbers of all axes but the fastest, at a row.
template <class V, class Join>
V joined(const Tables<V>& tables, int fast, const LocalIndex& local, V value, Join join) {
  for (std::size_t axis = 0; axis < tables.size(); ++axis)
    if (static_cast<int>(axis) != fast && tables[axis] != nullptr)
      value = join(value, tables[axis][local[axis]]);
  return value;
}

// f(offset, value) for each mode; value is `join` over the numbers of all axes, beginning with `neutral`.
template <class V, class Join, class F>
void for_modes(const Storage& storage, const Tables<V>& tables, V neutral, Join join, F f) {
  const int fast = fastest_axis(storage);
  const auto a = static_cast<std::size_t>(fast);
  const V* along = tables[a];
  for_rows(storage, [&](Index row, const LocalIndex& local) {
    const V outer = joined(tables, fast, local, neutral, join);
    if (along != nullptr)
      for_row(storage.shape[a], storage.strides[a],
              [=](Index i, Index offset) { f(row + offset, join(outer, along[i])); });
    else
      for_row(storage.shape[a], storage.strides[a], [=](Index, Index offset) { f(row + offset, outer); });
  });
}

// The same one after the other, for functions that add up.
template <class V, class Join, class F>
void for_modes_in_order(const Storage& storage, const Tables<V>& tables, V neutral, Join join, F f) {
  const int fast = fastest_axis(storage);
  const auto a = static_cast<std::size_t>(fast);
  for_rows(storage, [&](Index row, const LocalIndex& local) {
    const V outer = joined(tables, fast, local, neutral, join);
    for (Index i = 0; i < storage.shape[a]; ++i)
      f(row + i * storage.strides[a], tables[a] == nullptr ? outer : join(outer, tables[a][i]));
  });
}

// f(offset, {number of axes[0], number of axes[1], ...}) for each mode; D different axes. Fast: which of them
// varies fastest, D if none of them does.
template <std::size_t D, std::size_t Fast, class F>
void for_vectors(const Storage& storage, const std::array<int, D>& axes,
                 const std::array<const double*, D>& tables, F f) {
  const auto a = static_cast<std::size_t>(fastest_axis(storage));
  for_rows(storage, [&](Index row, const LocalIndex& local) {
    std::array<double, D> outer{};
    for (std::size_t d = 0; d < D; ++d) outer[d] = tables[d][local[static_cast<std::size_t>(axes[d])]];
    const double* along = tables[Fast < D ? Fast : 0];
    for_row(storage.shape[a], storage.strides[a], [=](Index i, Index offset) {
      std::array<double, D> k = outer;
      if constexpr (Fast < D) k[Fast] = along[i];
      f(row + offset, k);
    });
  });
}

template <std::size_t D, class F>
void for_vectors(const Storage& storage, const std::array<int, D>& axes,
                 const std::array<const double*, D>& tables, F f) {
  for (const Index length : storage.shape)
    if (length == 0) return;
  const int fast = fastest_axis(storage);
  std::size_t position = 0;
  while (position < D && axes[position] != fast) ++position;
  [&]<std::size_t... P>(std::index_sequence<P...>) {
    ((P == position ? for_vectors<D, P>(storage, axes, tables, f) : void()), ...);
  }
  (std::make_index_sequence<D + 1>{});
}

// f(E{}) with the type of the elements.
template <class F>
void with_element(ElementType element, F f) {
  if (element.is_real)
    element.is_double ? f(double{}) : f(float{});
  else
    element.is_double ? f(std::complex<double>{}) : f(std::complex<float>{});
}

// The same for elements that must be complex.
template <class F>
void with_complex_element(ElementType element, F f) {
  element.is_double ? f(std::complex<double>{}) : f(std::complex<float>{});
}

template <class E>
struct NumberOf {
  using type = E;
};
template <class R>
struct NumberOf<std::complex<R>> {
  using type = R;
};

// factor x, rounded once.
template <class E>
E times(double factor, E x) {
  using R = typename NumberOf<E>::type;
  if constexpr (std::is_same_v<E, R>)
    return static_cast<R>(factor * static_cast<double>(x));
  else
    return {static_cast<R>(factor * static_cast<double>(x.real())),
            static_cast<R>(factor * static_cast<double>(x.imag()))};
}

// i factor x.
template <class R>
std::complex<R> times_i(double factor, std::complex<R> x) {
  return {static_cast<R>(-factor * static_cast<double>(x.imag())),
          static_cast<R>(factor * static_cast<double>(x.real()))};
}

}  // namespace weft::inline spectral
