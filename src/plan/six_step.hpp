// One axis over several processes: a problem of one axis as a problem of two (the six-step algorithm; Bailey,
// J. Supercomputing 4, 1990).
//
//   n = n_fast n_slow, point j = j_slow n_fast + j_fast, mode k = k_fast n_slow + k_slow
//
// The sum over j_slow is a transform of length n_slow for each j_fast, the twiddle factors w^(j_fast k_slow)
// turn its results, and the sum over j_fast is a transform of length n_fast for each k_slow. So the array has
// the axes (fast, slow); the route transforms slow, then fast, with an exchange before each of them, and one
// more if the modes are wanted in their own order. A process has whole rows: blocks of points are multiples
// of n_fast, blocks of modes multiples of n_slow (scrambled: of n_fast). A length without factors (a prime)
// is transformed by one process.
#pragma once

#include "plan/settings.hpp"
#include "route/route.hpp"

namespace weft::inline plan {

// Is the problem one axis over several processes?
bool takes_six_steps(const Problem& problem, int n_processes);

// The lengths {n_fast, n_slow} for that many processes: the most even division of both, then the most even
// pair. If the problem states layouts, its blocks are whole rows.
Extents factors_of_axis(const Problem& problem, int n_processes);

// What is planned: the problem of two axes, or the problem itself where it does not take six steps.
Problem planned_problem(const Problem& problem, int n_processes);

// The problem of two axes.
Problem six_step_problem(const Problem& problem, int n_processes);

// The layout of the only axis where the rows of the two axes lie so: axis 1 (slow) or 0 (fast) is cut. With a
// pairing the rows are pairs of real points' modes.
Layout flat_layout(const Layout& rows, const Pairing& pairing);

// Throws Error(not_applicable) for what an axis over several processes cannot be.
void check_six_step(const Problem& problem, const Settings& settings, int n_processes);

}  // namespace weft::inline plan
