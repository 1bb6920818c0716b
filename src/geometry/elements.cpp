// What the elements of a problem are, at the points and at the modes.
#include "geometry/elements.hpp"

#include "weft/error.hpp"

namespace weft::inline geometry {

ElementType element_of(const Problem& problem, bool at_points) {
  return {problem.precision == Precision::double_,
          at_points ? points_are_real(problem) : modes_are_real(problem)};
}

void check_element(const Problem& problem, ElementType type, bool at_points) {
  const ElementType expected = element_of(problem, at_points);
  if (!(type == expected))
    fail(std::string("the ") + (at_points ? "points" : "modes") + " of this plan are " + to_text(expected) +
         ", not " + to_text(type) + "; use the type of the problem's transform and precision");
}

}  // namespace weft::inline geometry
