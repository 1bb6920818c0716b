// The coordinates of the points of a plan: the grid that belongs to each kind of axis.
//
// The kind of an axis determines its functions, and these determine the points. On a domain of length L, j =
// 0 ... n-1:
//
//   kind                    points x_j                  functions
//   fourier                 j L / n                     periodic
//   dct1                    j L / (n-1), both ends      even about both ends: no slope there (Neumann)
//   dct2                    (2j+1) L / (2n), midpoints  even about both ends
//   dct3                    j L / n                     even about 0, odd about L: no slope at 0, zero at L
//   dct4                    (2j+1) L / (2n)             even about 0, odd about L
//   dst1                    (j+1) L / (n+1), interior   odd about both ends: zero there (Dirichlet)
//   dst2                    (2j+1) L / (2n)             odd about both ends
//   dst3                    (j+1) L / n                 odd about 0, even about L: zero at 0, no slope at L
//   dst4                    (2j+1) L / (2n)             odd about 0, even about L
//   chebyshev               L/2 cos(pi j / (n-1))       any, on [-L/2, L/2]; the first point is the upper end
//   chebyshev-gauss         L/2 cos(pi (2j+1) / (2n))   any; inside the interval
//   r2hc, dht               j L / n                     periodic
//   hc2r                    none: its points are modes
//   none (not transformed)  j L / n
#pragma once

#include <optional>
#include <vector>

#include "weft/export.h"
#include "weft/problem.hpp"

namespace weft WEFT_API {

// The length of the domain for which wavenumbers are those of `wavenumbers()`, without a factor. It is 2 pi
// along a Fourier axis, one of r2hc, hc2r and dht, and an untransformed one. It is pi along a cosine or sine
// axis, and 2 along a Chebyshev axis: [-1, 1]. Not collective.
// problem: the problem of the axis.
// axis: an axis of the array; Error(invalid_argument) for others.
// Example:
//   const weft::Problem channel =
//       weft::r2r({8, 9}, {weft::AxisKind::dst1, weft::AxisKind::chebyshev});
//   assert(weft::natural_length(channel, 1) == 2);
double natural_length(const Problem& problem, int axis);

// Coordinates of points along an axis: the grid that belongs to its kind (doc/solvers.md has the table). Not
// collective.
// problem: the problem of the axis.
// axis: an axis of the array; Error(invalid_argument) for others, and for one of kind hc2r, whose points are
//     modes.
// range: global indices of the points; Error(invalid_argument) if they leave the axis.
// length: of the domain; Error(invalid_argument) unless it is finite and above 0. If not given, the natural
//     length: 2 pi along Fourier and untransformed axes, pi along cosine and sine axes, 2 along Chebyshev
//     axes.
// Example:
//   const weft::Problem walls = weft::r2r({3}, {weft::AxisKind::dst1});
//   assert(weft::coordinates(walls, 0, {0, 3}, 4.0) == (std::vector<double>{1, 2, 3}));
std::vector<double> coordinates(const Problem& problem, int axis, const Range& range,
                                std::optional<double> length = {});

}  // namespace weft
