// What solvers ask of a plan and of a domain.
#include "solvers/domain_checks.hpp"

#include <cmath>

#include "geometry/domain.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline solvers {

int chebyshev_axis(const Problem& problem, const char* solver) {
  int found = -1;
  for (int axis = 0; axis < static_cast<int>(problem.shape.size()); ++axis) {
    if (!is_chebyshev(kind_of(problem, axis).value_or(AxisKind::fourier))) continue;
    if (found >= 0)
      fail(ErrorCode::not_applicable,
           "axes " + std::to_string(found) + "," + std::to_string(axis) + " are Chebyshev axes; " + solver +
               " solves with one of them, make the others Fourier, cosine or sine axes");
    found = axis;
  }
  return found;
}

void check_chebyshev(const Plan& plan, int axis) {
  const Index n = plan.modes_layout().shape[axis];
  if (n < 3)
    fail(ErrorCode::not_applicable, "the Chebyshev axis " + std::to_string(axis) + " has " +
                                        std::to_string(n) +
                                        " modes; two conditions and an equation need at least 3");
  const int parts = n_parts(plan.modes_layout(), axis);
  if (parts > 1)
    fail(
        ErrorCode::not_applicable,
        "the Chebyshev axis " + std::to_string(axis) + " is divided among " + std::to_string(parts) +
            " processes at the modes, but its lines must be whole; state a layout of the modes that does not "
            "cut this axis");
}

void check_walls(const Walls& walls) {
  const auto check = [](const Wall& wall, const char* which) {
    if (!std::isfinite(wall.value) || !std::isfinite(wall.slope) || (wall.value == 0 && wall.slope == 0))
      fail(std::string("the condition at the ") + which + " wall has the factors " +
           exact_number(wall.value) + " of u and " + exact_number(wall.slope) +
           " of du/dy; give numbers of which one is not 0");
  };
  check(walls.upper, "upper");
  check(walls.lower, "lower");
}

void check_shift(double shift) {
  if (!(shift >= 0) || !std::isfinite(shift))
    fail("the shift is " + exact_number(shift) + "; it is a number from 0 on, in laplace u - shift u = f");
}

std::vector<double> lengths_of(const Problem& problem, std::vector<double> lengths) {
  const std::size_t n = problem.shape.size();
  if (lengths.empty())
    for (int axis = 0; axis < static_cast<int>(n); ++axis) lengths.push_back(natural_length(problem, axis));
  if (lengths.size() != n)
    fail(std::to_string(lengths.size()) + " lengths were given for " + std::to_string(n) +
         " axes; give one for each");
  for (std::size_t axis = 0; axis < n; ++axis)
    if (kind_of(problem, static_cast<int>(axis))) {
      check_waves(problem, static_cast<int>(axis));
      check_length(static_cast<int>(axis), lengths[axis]);
    }
  return lengths;
}

std::string in_words(const std::vector<double>& numbers) {
  std::vector<std::string> words;
  words.reserve(numbers.size());
  for (const double number : numbers) words.push_back(exact_number(number));
  return join(words, ",");
}

std::string in_words(const Walls& walls) {
  return in_words(
      std::vector<double>{walls.upper.value, walls.upper.slope, walls.lower.value, walls.lower.slope});
}

}  // namespace weft::inline solvers
