// A loop over the chunks of several axes.
#pragma once

#include "sweep/side.hpp"
#include "sweep/tiling.hpp"

namespace weft::inline sweep {

// Calls body(patch) for the chunks with these numbers, the last axis varying fastest.
template <class Body>
void for_chunks(const std::vector<Chunks>& chunks, const Coords& origin, const Range& numbers,
                const Body& body) {
  const int n_axes = static_cast<int>(chunks.size());
  Coords index{};
  Index rest = numbers.begin;
  for (int a = n_axes - 1; a >= 0; --a) {
    index[a] = rest % chunks[a].n;
    rest /= chunks[a].n;
  }
  for (Index number = numbers.begin; number < numbers.end; ++number) {
    Patch patch;
    for (int a = 0; a < n_axes; ++a) {
      patch.begin[a] = origin[a] + chunks[a].begin(index[a]);
      patch.size[a] = chunks[a].extent(index[a]);
    }
    body(patch);
    for (int a = n_axes - 1; a >= 0; --a) {
      if (++index[a] < chunks[a].n) break;
      index[a] = 0;
    }
  }
}

}  // namespace weft::inline sweep
