// Random shapes and layouts, for property tests. Pure: no MPI.
//
// Shapes are small and awkward: primes, ones, lengths below the number of processes. Layouts are
// whatever a layout may be. These functions draw: call them in a property or inside rc::gen::exec.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "weft/layout.hpp"

namespace weft::test {

// first..last, both included; all equally likely from the first case on, whatever rapidcheck's size.
inline int between(int first, int last) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, last + 1));
}
// True once in n times.
inline bool one_in(int n) { return between(1, n) == 1; }
// One entry of the list.
template <class T>
T one_of(const std::vector<T>& list) {
  return list[static_cast<std::size_t>(between(0, static_cast<int>(list.size()) - 1))];
}

// A permutation of the numbers 0..n-1.
Axes any_order(int n);

// Lengths of n axes, 1 to 41, whose product is at most `most_points`.
Extents any_shape(int n_axes, Index most_points);

// k numbers whose product is n, ones included.
std::vector<int> any_factors(int n, int k);

// Any layout over n processes: pencils, slabs, bricks, an axis cut twice, own block sizes, everything
// on one process.
Layout any_layout(const Extents& shape, int n_processes);

}  // namespace weft::test
