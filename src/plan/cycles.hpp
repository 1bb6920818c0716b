// Axes that are dealt out to the processes in turns: the cyclic layout (Inda and Bisseling, Parallel
// Computing 27, 2001; Koopman and Bisseling, SIAM J. Sci. Comput. 45, 2023).
//
//   n = p m, point j = i p + s, mode k = r m + q        0 <= i, q < m; 0 <= s, r < p
//
// Process s has the points j = s, s + p, s + 2 p, ... The sum over i is a transform of length m that it does
// alone, the twiddle factors w^(s q) turn its results, and the sum over s is one of length p for each q. So
// an axis that is cut has the axes (m, p); all of length m are transformed, for any number of axes, then
// there is one exchange of all with all, then those of length p are. Points lie with p cut, modes with m cut.
#pragma once

#include "route/route.hpp"
#include "weft/description.hpp"

namespace weft::inline plan {

// The number of cycles p along each axis of the problem on this grid, 1 where the axis is not cut. Grid
// dimensions cut the transformed Fourier axes in their order, but not the one of real points.
Extents cycles_on(const Problem& problem, const ProcessGrid& grid);

// The grids of so many processes whose dimensions divide the axes that they cut, the best first: the most
// even blocks of modes, then the fewest axes that are cut, then the least p. Throws Error(not_applicable) if
// there is none.
std::vector<ProcessGrid> cyclic_grids(const Problem& problem, int n_processes);

// Wavenumbers of the modes that a process has along `axis` of the problem, in C order of (p, m).
std::vector<Index> cyclic_waves(const Problem& problem, const Description& description, int axis);

// Throws Error(not_applicable) where a plan has such axes: for what works on whole axes of the problem.
void check_in_blocks(const Description& description);

}  // namespace weft::inline plan
