// What solvers ask of a plan and of a domain, and what they say where it is not so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/solvers.hpp"

namespace weft::inline solvers {

// The Chebyshev axis of the problem, -1 if it has none. Throws Error(not_applicable) for several of them;
// `solver`: who asks.
int chebyshev_axis(const Problem& problem, const char* solver);

// Throws Error(not_applicable) unless the lines along `axis` are whole at the modes, and have coefficients
// enough for two conditions and an equation.
void check_chebyshev(const Plan& plan, int axis);

// Throws Error(invalid_argument) unless both conditions have factors.
void check_walls(const Walls& walls);

// Throws Error(invalid_argument) unless `shift` is finite and not negative.
void check_shift(double shift);

// One for each axis; natural ones where none are given. Throws Error(invalid_argument), and
// Error(not_applicable) where solvers do not know the modes of an axis.
std::vector<double> lengths_of(const Problem& problem, std::vector<double> lengths);

// Of arguments that must be equal everywhere.
std::string in_words(const std::vector<double>& numbers);
std::string in_words(const Walls& walls);

}  // namespace weft::inline solvers
