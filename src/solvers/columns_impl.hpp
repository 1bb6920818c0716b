// What a sweep over columns knows: the lines of a process, and the tile at work.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "solvers/aligned.hpp"
#include "solvers/tile_copy.hpp"
#include "weft/columns.hpp"

namespace weft {

struct WEFT_HIDDEN ColumnTile::Impl {
  // Of all tiles:
  Index n = 0;                             // coefficients of a line
  double slope = 1;                        // d/dy of what is 1 per unit of [-1, 1]
  bool is_double = true;                   // or float, in the arrays
  Index stride = 0;                        // between coefficients in the arrays, in numbers
  std::vector<Index> begins;               // of the lines in the arrays, in numbers
  std::vector<std::vector<Index>> modes;   // [axis][line]: global index; none of the Chebyshev axis
  std::vector<std::vector<Factor>> waves;  // [axis][tile]
  std::vector<Aligned<Lanes>> columns;
  // Of the sweep:
  std::span<const void* const> in;
  std::span<void* const> out;
  std::size_t tile = 0;

  std::size_t first_line() const { return tile * n_lanes; }
  std::size_t count() const { return std::min<std::size_t>(n_lanes, begins.size() - first_line()); }
  TileLines lines() const { return {std::span(begins).subspan(first_line(), count()), stride, n, 2}; }
};

struct WEFT_HIDDEN Columns::Impl {
  const Plan* plan = nullptr;
  int axis = 0;
  ElementType element;
  Storage storage;  // of the modes
  std::vector<double> lengths;
  std::vector<double> squares;  // k^2 of each line
  mutable ColumnTile::Impl tile;

  Impl(const Plan& of, std::vector<double> given, int n_columns);
};

}  // namespace weft
