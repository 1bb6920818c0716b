// The lines of a process along its Chebyshev axis, one for each mode of the other axes, in the order in which
// they lie in memory.
#pragma once

#include <vector>

#include "weft/layout.hpp"

namespace weft::inline solvers {

// A number for each line: `start` and what each other axis adds to it, term(axis, local mode). `order`: of
// the axes in memory, from the slowest; `lengths`: local numbers of modes.
template <class V, class Term>
std::vector<V> over_lines(const Axes& order, const Extents& lengths, int chebyshev, V start, Term&& term) {
  std::vector<V> sums = {start};
  for (const int axis : order) {
    if (axis == chebyshev) continue;
    std::vector<V> finer;
    finer.reserve(sums.size() * static_cast<std::size_t>(lengths[axis]));
    for (const V sum : sums)
      for (Index mode = 0; mode < lengths[axis]; ++mode) finer.push_back(sum + term(axis, mode));
    sums.swap(finer);
  }
  return sums;
}

// Where the lines begin in an array of this storage, in real numbers, `parts` of them in an element. `order`
// as above, which may be that of another storage.
inline std::vector<Index> begins_of_lines(const Axes& order, const Extents& lengths, int chebyshev,
                                          const Storage& storage, int parts) {
  return over_lines<Index>(order, lengths, chebyshev, 0,
                           [&](int axis, Index mode) { return mode * storage.strides[axis] * parts; });
}

}  // namespace weft::inline solvers
