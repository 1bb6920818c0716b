// What a transform must be, independent of any FFT: a few modes of the test data, summed directly from the
// definition, O(N) work each, by all processes together. Any error in the order, the scaling or the sign of a
// spectrum shows in them.
#pragma once

#include <complex>
#include <vector>

#include "bench/implementation.hpp"
#include "program/session.hpp"
#include "weft/problem.hpp"

namespace weft::cli {

struct Truth {
  std::vector<Extents> indices;                           // global indices of the modes
  std::vector<std::vector<std::complex<double>>> values;  // values[field][mode]
};

// The modes by direct summation. Collective.
Truth sum_modes(const Session& session, const Problem& problem);

// Relative l2 difference between the modes in `fields` and the truth, at its indices. Collective.
double modes_error(const Session& session, const Problem& problem, const Truth& truth, const Block& modes,
                   const std::vector<void*>& fields);

// Above this relative error a result is wrong, not inexact: 10 u sqrt(log2 N), u the unit roundoff. A good
// FFT stays near u sqrt(log2 N), one of prime lengths at three times that.
double error_limit(const Problem& problem);

// N: the number of points along the transformed axes. log2 of it counts the operations of an FFT.
double n_transformed(const Problem& problem);

}  // namespace weft::cli
