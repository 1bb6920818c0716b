// The least and the greatest element of a distributed array, and where it is.
//
// Vector code finds the least number of each line of the memory; only a line that has a new one is searched
// for its place. Processes then compare numbers as integers that are ordered as they are, with NaN first, and
// of equal ones take the first position.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "arrays/arrival.hpp"
#include "arrays/memory_lines.hpp"
#include "arrays/terms.hpp"
#include "comm/check.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

constexpr Index nowhere = std::numeric_limits<Index>::max();

// The first element that precedes all others: NaN, then the least number; of equal ones the one at the lowest
// position.
struct First {
  double value = std::numeric_limits<double>::infinity();
  Index position = nowhere;  // in the global array, in C order
};

bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool precedes(double a, double b) { return std::isnan(a) ? !std::isnan(b) : a < b; }

// With sign = -1 the greatest element: the least of all negatives.
template <class T>
First first_of(const Distribution& distribution, const T* data, double sign) {
  const MemoryLines lines(distribution, MemoryLines::Merging::memory_and_positions);
  First first;
  std::vector<T> buffer;
  const auto look_at = [&](const T* line, Index n, Index position) {
    const Least found = least_of(line, n);
    const double value = found.has_nan ? std::nan("") : (sign > 0 ? found.least : -found.greatest);
    const bool is_new = first.position == nowhere || precedes(value, first.value) ||
                        (equal(value, first.value) && position < first.position);
    if (!is_new) return;
    Index i = 0;
    while (!equal(sign * static_cast<double>(line[i]), value)) ++i;
    const Index place = position + i * lines.position_stride();
    if (first.position != nowhere && equal(value, first.value) && place > first.position) return;
    first = {value, place};
  };
  lines.for_each([&](Index offset, Index position) {
    for (Index begin = 0; begin < lines.length(); begin += most_terms) {
      const Index n = std::min(most_terms, lines.length() - begin);
      const T* line = data + offset + begin * lines.stride();
      if (lines.stride() != 1) {
        buffer.resize(static_cast<std::size_t>(n));
        for (Index i = 0; i < n; ++i) buffer[static_cast<std::size_t>(i)] = line[i * lines.stride()];
        line = buffer.data();
      }
      look_at(line, n, position + begin * lines.position_stride());
    }
  });
  return first;
}

// An integer that is ordered as `precedes`; zeros of both signs are equal.
std::int64_t key_of(const First& first) {
  if (first.position == nowhere) return nowhere;
  if (std::isnan(first.value)) return std::numeric_limits<std::int64_t>::min();
  const auto bits = std::bit_cast<std::int64_t>(first.value + 0.0);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double number_of(std::int64_t key) {
  if (key == std::numeric_limits<std::int64_t>::min()) return std::nan("");
  return std::bit_cast<double>(key >= 0 ? key : std::numeric_limits<std::int64_t>::min() - key);
}

std::int64_t least_of_all(const Distribution& distribution, std::int64_t number) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_MIN, distribution.comm()),
            "comparing the extrema of all processes");
  return number;
}

Extents index_at(const Extents& shape, Index position) {
  Extents index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; position /= shape[axis])
    index[axis] = position % shape[axis];
  return index;
}

Extremum extremum(const Distribution& distribution, const ConstMemory& data, const char* what, double sign) {
  const Doing doing = arrive(distribution, what, facts_of(distribution), [&] {
    if (!distribution.element().is_real)
      fail(std::string("complex elements have no ") + what +
           "; take norm() for the largest magnitude, or the array of real or imaginary parts");
    check_memory(distribution, data);
  });
  const First mine = distribution.element().is_double
                         ? first_of(distribution, static_cast<const double*>(data.address()), sign)
                         : first_of(distribution, static_cast<const float*>(data.address()), sign);
  const std::int64_t key = key_of(mine), least = least_of_all(distribution, key);
  const Index position = least_of_all(distribution, key == least ? mine.position : nowhere);
  return {sign * number_of(least), index_at(distribution.layout().shape, position)};
}

}  // namespace

Extremum minimum(const Distribution& distribution, ConstMemory data) {
  return extremum(distribution, data, "minimum", 1);
}

Extremum maximum(const Distribution& distribution, ConstMemory data) {
  return extremum(distribution, data, "maximum", -1);
}

}  // namespace weft
