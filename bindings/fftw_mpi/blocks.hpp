// FFTW's blocks: process r of P has the rows r b ... (r+1) b - 1 of the first axis of the array as it lies in
// memory; by default b = n / P, rounded up. So the last processes may have fewer rows, or none.
#pragma once

#include <algorithm>

#include "request.hpp"

namespace weft::fftw_mpi {

struct Block {
  Length begin = 0;
  Length size = 0;
};

inline Block block_of(Length n, Length block, int n_processes, int rank) {
  block = block == 0 ? (n + n_processes - 1) / n_processes : std::min(block, n);
  const Length size = std::clamp<Length>(n - rank * block, 0, block);
  return {size == 0 ? 0 : rank * block, size};
}

// Do blocks of this size on so many processes hold an axis?
inline bool holds(Length n, Length block, int n_processes) {
  return block == 0 || (n - 1) / block < n_processes;
}

// An axis of an array of complex or real numbers that a request names: r2c and c2r halve the last one, and
// distribute both arrays by the lengths of the complex one.
inline Length length_of(const Request& request, std::size_t axis) {
  const bool is_half =
      (request.asked == Asked::r2c || request.asked == Asked::c2r) && axis + 1 == request.n.size();
  return is_half ? request.n[axis] / 2 + 1 : request.n[axis];
}

// Is the input (output) the transpose, first axis n[1]? The output of a transpose is, and its flags say
// something else: how each process has stored its block.
inline bool is_transposed(const Request& request, bool at_input) {
  if (request.n.size() < 2) return false;
  if (request.asked == Asked::transpose) return !at_input;
  return request.has(at_input ? flag::transposed_in : flag::transposed_out);
}

// The length of the axis that is distributed at the input (output).
inline Length first_length(const Request& request, bool at_input) {
  return length_of(request, is_transposed(request, at_input) ? 1 : 0);
}

}  // namespace weft::fftw_mpi
