// Long lines by the native backend, each on its own.
//
// Other native kernels hold as many lines in scratch as a vector has lanes. Where those do not fit into the
// cache, or where there are only few lines, each line is a matrix of n1 rows of n2 points: its columns are
// transformed, multiplied by roots of unity, and its rows are transformed (Bailey, J. Supercomputing 4,
// 1990), both by native kernels, which then find enough lines beside each other. Lengths with large prime
// factors are convolutions by Bluestein's method, of a matrix.
#pragma once

#include <memory>

#include "kernels/native.hpp"

namespace weft::inline kernels {

// Is this a Fourier transform of such lines?
bool is_long(const KernelSpec& spec);

// A kernel of contiguous lines, all of whose modes are in memory.
std::unique_ptr<Kernel> make_native_long(const KernelSpec& spec);

}  // namespace weft::inline kernels
