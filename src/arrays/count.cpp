// How many elements of a distributed array are as large as a bound, or no numbers.
#include <cmath>
#include <complex>

#include "arrays/arrival.hpp"
#include "arrays/memory_lines.hpp"
#include "comm/check.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

template <class T>
Index count_here(const Distribution& distribution, const void* data, double bound) {
  const MemoryLines lines(distribution, MemoryLines::Merging::memory);
  Index n = 0;
  lines.for_each([&](Index offset, Index) {
    const T* line = static_cast<const T*>(data) + offset;
    for (Index i = 0; i < lines.length(); ++i)
      if (!(static_cast<double>(std::abs(line[i * lines.stride()])) < bound)) ++n;
  });
  return n;
}

}  // namespace

Index count_outside(const Distribution& distribution, ConstMemory data, double bound) {
  Facts facts = facts_of(distribution);
  facts.emplace_back("bound", exact_number(bound));
  const Doing doing = arrive(distribution, "count_outside", facts, [&] {
    if (!(bound > 0)) fail("the bound is " + exact_number(bound) + "; give a number above 0");
    check_memory(distribution, data);
  });
  const ElementType element = distribution.element();
  const auto count =
      element.is_real
          ? (element.is_double ? &count_here<double> : &count_here<float>)
          : (element.is_double ? &count_here<std::complex<double>> : &count_here<std::complex<float>>);
  Index n = count(distribution, data.address(), bound);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT64_T, MPI_SUM, distribution.comm()),
            "adding the counts of all processes");
  return n;
}

}  // namespace weft
