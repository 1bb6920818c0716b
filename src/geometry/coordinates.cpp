// The grid of each kind of axis (weft/coordinates.hpp has the table), in floating point once: x = L (j + a) /
// b.
#include "weft/coordinates.hpp"

#include <cmath>
#include <numbers>

#include "geometry/domain.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {
namespace {

void check_axis(const Problem& problem, int axis) {
  const int n = static_cast<int>(problem.shape.size());
  if (axis < 0 || axis >= n)
    fail("axis " + std::to_string(axis) + " does not exist; the array has the axes 0 to " +
         std::to_string(n - 1));
}

// Point j of n is at (j + first) / parts of the length.
struct Grid {
  double first = 0, parts = 1;
};

Grid grid_of(AxisKind kind, Index n) {
  const auto points = static_cast<double>(n);
  switch (kind) {
    case AxisKind::fourier:
    case AxisKind::dct3:
      return {0, points};
    case AxisKind::dct1:
    case AxisKind::chebyshev:
      return {0, points - 1};
    case AxisKind::dst1:
      return {1, points + 1};
    case AxisKind::dst3:
      return {1, points};
    default:
      return {0.5, points};
  }
}

}  // namespace

bool is_chebyshev(AxisKind kind) { return kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss; }

bool has_half_waves(AxisKind kind) {
  return kind == AxisKind::dct3 || kind == AxisKind::dct4 || kind == AxisKind::dst3 || kind == AxisKind::dst4;
}

std::vector<double> waves_of(const Problem& problem, int axis, const Range& range) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  std::vector<double> waves(static_cast<std::size_t>(range.size()), 0);
  if (!kind) return waves;
  if (has_half_waves(*kind)) {
    for (Index i = range.begin; i < range.end; ++i)
      waves[static_cast<std::size_t>(i - range.begin)] = static_cast<double>(i) + 0.5;
    return waves;
  }
  const std::vector<Index> numbers = wavenumbers(problem, axis, range);
  for (std::size_t i = 0; i < numbers.size(); ++i) waves[i] = static_cast<double>(numbers[i]);
  return waves;
}

void check_length(int axis, double length) {
  if (!(length > 0) || !std::isfinite(length))
    fail("the length of the domain along axis " + std::to_string(axis) + " is " + exact_number(length) +
         "; give a number above 0");
}

double natural_length(const Problem& problem, int axis) {
  check_axis(problem, axis);
  const AxisKind kind = kind_of(problem, axis).value_or(AxisKind::fourier);
  if (is_chebyshev(kind)) return 2;
  return kind == AxisKind::fourier ? 2 * std::numbers::pi : std::numbers::pi;
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
  const Grid grid = grid_of(kind, n);
  std::vector<double> x;
  x.reserve(static_cast<std::size_t>(range.size()));
  for (Index j = range.begin; j < range.end; ++j) {
    const double place = static_cast<double>(j) + grid.first;
    // Of Chebyshev points by the sine, which is exactly odd about the middle.
    x.push_back(is_chebyshev(kind)
                    ? whole / 2 * std::sin(std::numbers::pi * (grid.parts - 2 * place) / (2 * grid.parts))
                    : whole * place / grid.parts);
  }
  return x;
}

}  // namespace weft
