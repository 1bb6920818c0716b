// The numbers of one or two arrays of a distribution, run by run: what sums and norms go through.
//
// A run is contiguous memory of float or double; complex elements are two numbers. Lines with gaps between
// their elements are copied to a buffer in cache first.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "arrays/memory_lines.hpp"
#include "weft/distribution.hpp"

namespace weft::inline arrays {

template <class Number, class Visit>
void for_each_run_of(const Distribution& distribution, std::initializer_list<const void*> arrays, Index most,
                     Visit&& visit) {
  const MemoryLines lines(distribution, MemoryLines::Merging::memory);
  const Index parts = distribution.element().is_real ? 1 : 2;
  const Index most_elements = most / parts;
  const bool is_contiguous = lines.stride() == 1 || lines.length() <= 1;
  std::array<std::vector<Number>, 2> buffers;
  std::array<const Number*, 2> runs{};
  lines.for_each([&](Index offset, Index) {
    for (Index begin = 0; begin < lines.length(); begin += most_elements) {
      const Index n = std::min(most_elements, lines.length() - begin);
      std::size_t i = 0;
      for (const void* array : arrays) {
        runs[i] = static_cast<const Number*>(array) + (offset + begin * lines.stride()) * parts;
        if (!is_contiguous) {
          buffers[i].resize(static_cast<std::size_t>(n * parts));
          for (Index k = 0; k < n; ++k)
            std::copy_n(runs[i] + k * lines.stride() * parts, parts, buffers[i].data() + k * parts);
          runs[i] = buffers[i].data();
        }
        ++i;
      }
      visit(runs, n * parts);
    }
  });
}

// Calls visit(addresses, number of numbers) for each run of at most `most` numbers, `most` even.
template <class Visit>
void for_each_run(const Distribution& distribution, std::initializer_list<const void*> arrays, Index most,
                  Visit&& visit) {
  if (distribution.element().is_double)
    for_each_run_of<double>(distribution, arrays, most, visit);
  else
    for_each_run_of<float>(distribution, arrays, most, visit);
}

}  // namespace weft::inline arrays
