// The fourth-order problem of the wall-normal velocity.
#include "channel/wall_normal.hpp"

namespace weft::channel {
namespace {

// Even coefficients of the real parts, odd ones of the imaginary parts.
std::vector<Factor> by_parity(const ColumnTile& tile, const Lanes* column) {
  std::vector<Factor> mixed(static_cast<std::size_t>(tile.n_coefficients()));
  for (std::size_t k = 0; k < mixed.size(); ++k)
    for (int lane = 0; lane < n_lanes; ++lane)
      mixed[k].of[lane] = k % 2 == 0 ? column[k].re[lane] : column[k].im[lane];
  return mixed;
}

}  // namespace

// Both solutions at once: the even one as real, the odd one as imaginary part.
WallNormal::WallNormal(const Columns& columns, const ColumnSolver& viscous, const ColumnSolver& poisson)
    : viscous_(viscous), poisson_(poisson), influences_(columns.n_tiles()) {
  Lanes upper{}, lower{};
  for (int lane = 0; lane < n_lanes; ++lane) {
    upper.re[lane] = lower.re[lane] = 1;
    upper.im[lane] = 1;
    lower.im[lane] = -1;
  }
  columns.sweep({}, {}, [&](ColumnTile& tile) {
    Influence& influence = influences_[tile.number()];
    Lanes* column = tile.column(0);
    tile.fill(0, column);
    viscous_.solve(tile, column, &upper, &lower);
    influence.phi = by_parity(tile, column);
    poisson_.solve(tile, column);
    influence.v = by_parity(tile, column);
    Lanes upper_slope, lower_slope;
    tile.end_slopes(column, upper_slope, lower_slope);
    for (int lane = 0; lane < n_lanes; ++lane) {
      const bool is_line = lane < tile.n_lines();
      influence.even_inverse.of[lane] = is_line ? 1 / upper_slope.re[lane] : 0;
      influence.odd_inverse.of[lane] = is_line ? 1 / upper_slope.im[lane] : 0;
    }
  });
}

void WallNormal::solve(const ColumnTile& tile, Lanes* phi, Lanes* v) const {
  viscous_.solve(tile, phi);
  tile.multiply(1, phi, v);
  poisson_.solve(tile, v);
  const Influence& influence = influences_[tile.number()];
  correct(tile, influence, phi, v);
  correct(tile, influence, phi, v);
}

// The slope of an even function at the lower wall is minus that at the upper one, of an odd function the
// same.
void WallNormal::correct(const ColumnTile& tile, const Influence& influence, Lanes* phi, Lanes* v) const {
  Lanes upper, lower, even, odd;
  tile.end_slopes(v, upper, lower);
  for (int lane = 0; lane < n_lanes; ++lane) {
    const double by_even = influence.even_inverse.of[lane] / 2, by_odd = influence.odd_inverse.of[lane] / 2;
    even.re[lane] = (lower.re[lane] - upper.re[lane]) * by_even;
    even.im[lane] = (lower.im[lane] - upper.im[lane]) * by_even;
    odd.re[lane] = -(lower.re[lane] + upper.re[lane]) * by_odd;
    odd.im[lane] = -(lower.im[lane] + upper.im[lane]) * by_odd;
  }
  tile.add_by_parity(even, odd, influence.v.data(), v);
  tile.add_by_parity(even, odd, influence.phi.data(), phi);
}

Index WallNormal::bytes() const {
  std::size_t factors = 0;
  for (const Influence& influence : influences_) factors += 2 + influence.phi.size() + influence.v.size();
  return static_cast<Index>(factors * sizeof(Factor));
}

}  // namespace weft::channel
