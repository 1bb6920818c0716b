// What the elements of a problem are, at the points and at the modes.
#pragma once

#include "weft/field.hpp"
#include "weft/problem.hpp"

namespace weft::inline geometry {

ElementType element_of(const Problem& problem, bool at_points);

// Throws Error(invalid_argument) if the elements of an array of a plan of `problem` are not `type`.
void check_element(const Problem& problem, ElementType type, bool at_points);

}  // namespace weft::inline geometry
