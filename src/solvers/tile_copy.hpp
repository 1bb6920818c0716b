// Lines between an array and a tile: real and imaginary parts apart, one line per lane.
//
// In the tile, coefficient k of all lines is a row: x[k][part][lane]. In the array lines are either
// neighbours, and a row there as well, or each of them a column: then small squares of coefficients and lines
// are copied, so that both sides are used a cache line at a time. Copying takes about as long as the
// arithmetic, hence the fixed lengths, which the compiler unrolls, and the prefetches: the hardware does not
// see the next tile coming.
#pragma once

#include <hwy/cache_control.h>

#include <algorithm>
#include <span>

#include "solvers/tau_kernel.hpp"

namespace weft::inline solvers {

// How many lines of a tile there are, where they begin (in numbers), how far their coefficients are apart,
// and how many they have.
struct TileLines {
  std::span<const Index> begins;
  Index stride = 0;
  Index n = 0;
  int parts = 1;
  bool are_one_row() const {
    return begins.back() - begins.front() == static_cast<Index>(begins.size() - 1) * parts;
  }
};

template <int parts, bool gather, class Array, class Tile>
void copy_element(Array* array, Tile* tile) {
  for (int part = 0; part < parts; ++part) {
    if constexpr (gather)
      tile[part * tau_lanes] = static_cast<Tile>(array[part]);
    else
      array[part] = static_cast<Array>(tile[part * tau_lanes]);
  }
}

template <int parts, bool gather, class Array, class Tile>
void copy_lines(const TileLines& lines, Array* array, Tile* tile) {
  const auto count = static_cast<Index>(lines.begins.size());
  if (lines.are_one_row()) {
    Array* row = array + lines.begins[0];
    for (Index k = 0; k < lines.n; ++k, row += lines.stride, tile += parts * tau_lanes) {
      for (int ahead = 0; ahead < parts * tau_lanes; ahead += 64 / static_cast<int>(sizeof(*row)))
        hwy::Prefetch(row + parts * tau_lanes + ahead);
      if (count == tau_lanes)
        for (int lane = 0; lane < tau_lanes; ++lane)
          copy_element<parts, gather>(row + lane * parts, tile + lane);
      else
        for (Index lane = 0; lane < count; ++lane)
          copy_element<parts, gather>(row + lane * parts, tile + lane);
    }
    return;
  }
  constexpr Index square = 8;
  for (Index first = 0; first < lines.n; first += square, tile += square * parts * tau_lanes) {
    const Index last = std::min(square, lines.n - first);
    for (Index lane = 0; lane < count; ++lane) {
      Array* column = array + lines.begins[static_cast<std::size_t>(lane)] + first * lines.stride;
      Tile* to = tile + lane;
      for (Index k = 0; k < last; ++k, column += lines.stride, to += parts * tau_lanes)
        copy_element<parts, gather>(column, to);
    }
  }
}

// Lanes without a line become 0. The numbers of array and tile may be of different precision.
template <class A, class T>
void gather_lines(const TileLines& lines, const A* array, T* tile) {
  if (lines.begins.size() < tau_lanes) std::fill_n(tile, lines.n * lines.parts * tau_lanes, T(0));
  if (lines.parts == 2)
    copy_lines<2, true>(lines, array, tile);
  else
    copy_lines<1, true>(lines, array, tile);
}

template <class T, class A>
void scatter_lines(const TileLines& lines, const T* tile, A* array) {
  if (lines.parts == 2)
    copy_lines<2, false>(lines, array, tile);
  else
    copy_lines<1, false>(lines, array, tile);
}

}  // namespace weft::inline solvers
