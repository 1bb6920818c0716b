// What the elimination of the tau method leaves: computed once, in double precision, when a solver is made.
#pragma once

#include <span>
#include <vector>

#include "solvers/modes_solver.hpp"
#include "solvers/tau_kernel.hpp"

namespace weft::inline solvers {

// The table of a line of n coefficients on an interval, with conditions at its ends.
TauTable<double> make_tau_table(Index n, int parts, double interval, const Walls& walls);
template <class T>
TauTable<T> rounded(const TauTable<double>& table);

// Is u fixed by the equation and the walls only up to a constant?
bool has_free_constant(double kappa, const Walls& walls);

// Of one line: i_k of k = 0 ... n-1 into `inverse` (0 below 2), and the four pivots. Throws
// Error(invalid_argument) if the conditions leave no single solution.
void factor_line(const TauTable<double>& table, const Walls& walls, double kappa, std::span<double> inverse,
                 std::span<double, 4> pivots);

}  // namespace weft::inline solvers
