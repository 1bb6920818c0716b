// The grid of each kind of axis (weft/coordinates.hpp has the table), in floating point once: x = L (j + a) /
// b.
#include "weft/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "geometry/axis_kinds.hpp"
#include "geometry/domain.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline geometry {

namespace {

void check_axis(const Problem& problem, int axis) {
  const int n = static_cast<int>(problem.shape.size());
  if (axis < 0 || axis >= n)
    fail("axis " + std::to_string(axis) + " does not exist; the array has the axes 0 to " +
         std::to_string(n - 1));
}

}  // namespace

Extents factors_of_order(const Problem& problem, int axis, const Extents& factors) {
  const bool is_scrambled = problem.output == Output::scrambled && !factors.empty();
  return is_scrambled ? factors : Extents{1, kept_points(problem, axis)};
}

std::vector<Index> fourier_waves(const Problem& problem, int axis, const Range& positions,
                                 const Extents& factors) {
  const Extents lengths = factors_of_order(problem, axis, factors);
  const Index n = kept_points(problem, axis), fast = lengths[0], slow = lengths[1];
  const Index first_negative = axis == real_axis(problem) ? n / 2 + 1 : (n + 1) / 2;
  std::vector<Index> waves;
  for (Index p = positions.begin; p < positions.end; ++p) {
    const Index mode = p / fast + p % fast * slow;
    waves.push_back(mode < first_negative ? mode : mode - n);
  }
  return waves;
}

std::vector<double> waves_of(const Problem& problem, int axis, const Range& positions,
                             const Extents& factors) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  std::vector<double> waves(static_cast<std::size_t>(positions.size()), 0);
  if (!kind) return waves;
  if (!has_mirrors(*kind)) {
    const std::vector<Index> numbers = is_fourier(*kind) ? fourier_waves(problem, axis, positions, factors)
                                                         : wavenumbers(problem, axis, positions);
    std::copy(numbers.begin(), numbers.end(), waves.begin());
  } else {
    std::iota(waves.begin(), waves.end(), static_cast<double>(positions.begin) + line_of(*kind).first_wave);
  }
  return waves;
}

double unit_of_waves(const Problem& problem, int axis, double length) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  if (!kind) return 0;
  if (is_chebyshev(*kind)) return 1;
  return (is_fourier(*kind) ? -2 * problem.sign : 1) * std::numbers::pi / length;
}

void check_waves(const Problem& problem, int axis) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  if (kind && has_whole_waves(*kind))
    fail(ErrorCode::not_applicable, "axis " + std::to_string(axis) + " is transformed by " +
                                        row_of(*kind).name +
                                        ", whose modes operators and solvers do not take; make it a Fourier "
                                        "axis, which has the same waves");
}

bool scales_points(const Problem& problem, int axis) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  if (!kind) return false;
  const EndFactors ends = ends_of(*kind, problem.norm);
  return ends.first_read != 1 || ends.last_read != 1;
}

void check_length(int axis, double length) {
  if (!(length > 0) || !std::isfinite(length))
    fail("the length of the domain along axis " + std::to_string(axis) + " is " + exact_number(length) +
         "; give a number above 0");
}

}  // namespace weft::inline geometry

namespace weft {

double natural_length(const Problem& problem, int axis) {
  check_axis(problem, axis);
  return row_of(kind_of(problem, axis).value_or(AxisKind::fourier)).length;
}

std::vector<double> coordinates(const Problem& problem, int axis, const Range& range,
                                std::optional<double> length) {
  const double whole = length.value_or(natural_length(problem, axis));
  check_axis(problem, axis);
  check_length(axis, whole);
  const Index n = problem.shape[axis];
  if (range.begin < 0 || range.end > n || range.begin > range.end)
    fail("points " + std::to_string(range.begin) + " to " + std::to_string(range.end) + " are not on axis " +
         std::to_string(axis) + ", which has " + std::to_string(n) + "; give a range in 0 to " +
         std::to_string(n));
  const AxisKind kind = kind_of(problem, axis).value_or(AxisKind::fourier);
  if (kind == AxisKind::hc2r)
    fail("axis " + std::to_string(axis) +
         " is transformed by hc2r, whose points are modes and have no coordinates; take r2hc, its inverse");
  const KindRow& line = line_of(kind);
  const auto parts = static_cast<double>(n + line.intervals);
  std::vector<double> x;
  x.reserve(static_cast<std::size_t>(range.size()));
  for (Index j = range.begin; j < range.end; ++j) {
    const double place = static_cast<double>(j) + line.first_point;
    // Of Chebyshev points by the sine, which is exactly odd about the middle.
    x.push_back(is_chebyshev(kind)
                    ? whole / 2 * std::sin(std::numbers::pi * (parts - 2 * place) / (2 * parts))
                    : whole * place / parts);
  }
  return x;
}

}  // namespace weft
