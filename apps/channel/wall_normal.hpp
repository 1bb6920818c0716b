// The wall-normal velocity of one stage in time: a problem of fourth order, as two of second order and an
// influence matrix.
//
//   (1 - b L) phi = r,   L v = phi,   L = D^2 - k^2,   v = Dv = 0 at both walls
//
// phi has no condition of its own. It is solved with phi = 0 at the walls; the solutions of r = 0 with
// phi = 1 at both walls, and with 1 and -1, are added with the factors that make Dv zero there (Kim, Moin and
// Moser, J. Fluid Mech. 177, 1987, 133, section 2). One is even and the other odd, so the matrix is two
// numbers for each line, and the two solutions share an array. What rounding leaves of Dv is corrected once
// more.
#pragma once

#include <vector>

#include "weft/columns.hpp"

namespace weft::channel {

class WallNormal {
 public:
  // `viscous` solves (D^2 - k^2 - 1/b) u = f, `poisson` (D^2 - k^2) u = f, u = 0 at the walls. Both must live
  // as long as this. Uses the first two working columns of `columns`.
  WallNormal(const Columns& columns, const ColumnSolver& viscous, const ColumnSolver& poisson);

  // `phi` holds f = -r/b, then phi; `v` gets the velocity.
  void solve(const ColumnTile& tile, Lanes* phi, Lanes* v) const;

  Index bytes() const;

 private:
  // Of one tile.
  struct Influence {
    std::vector<Factor> phi, v;        // coefficients of the even solution at even k, of the odd one at odd k
    Factor even_inverse, odd_inverse;  // of Dv of each at the upper wall
  };
  void correct(const ColumnTile& tile, const Influence& influence, Lanes* phi, Lanes* v) const;

  const ColumnSolver& viscous_;
  const ColumnSolver& poisson_;
  std::vector<Influence> influences_;
};

}  // namespace weft::channel
