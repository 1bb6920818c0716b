// Products of functions that are exact on the grid of each kind of axis, and what they are in a plan's
// blocks.
#pragma once

#include <mpi.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "blocks.hpp"
#include "weft/solvers.hpp"

namespace weft::test {

inline Problem with_kinds(Problem problem, std::vector<AxisKind> kinds) {
  problem.kinds = std::move(kinds);
  return problem;
}

// A function of one coordinate and its second derivative.
struct Along {
  std::function<double(double)> value, second;
};

// Wave `m` (from 1) of the functions of a kind on a domain of this length: periodic, or what a cosine or sine
// axis stands for at its ends. Of `m` = 0 a constant, where there is one.
inline Along wave_of(AxisKind kind, int m, double length) {
  const double pi = std::numbers::pi;
  const bool is_sine = kind >= AxisKind::dst1 && kind <= AxisKind::dst4;
  const bool is_half =
      kind == AxisKind::dct3 || kind == AxisKind::dct4 || kind == AxisKind::dst3 || kind == AxisKind::dst4;
  const double k =
      kind == AxisKind::fourier ? 2 * pi * m / length : (m + (is_half ? 0.5 : 0.0)) * pi / length;
  const double phase = kind == AxisKind::fourier ? 0.3 : is_sine ? -pi / 2 : 0;
  return {[=](double x) { return std::cos(k * x + phase); },
          [=](double x) { return -k * k * std::cos(k * x + phase); }};
}

// The value at x of sum p[i] x^i, and its derivatives.
inline double polynomial(const std::vector<double>& p, double x, int derivative = 0) {
  double sum = 0;
  for (int i = static_cast<int>(p.size()) - 1; i >= derivative; --i) {
    double factor = p[static_cast<std::size_t>(i)];
    for (int j = 0; j < derivative; ++j) factor *= i - j;
    sum = sum * x + factor;
  }
  return sum;
}

// Calls set(element, coordinates) for each element of a field of the points of `plan`.
template <class T, class Set>
void for_each_place(const Plan& plan, const std::vector<double>& lengths, Field<T>& field, Set&& set) {
  std::vector<std::vector<double>> x;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis)
    x.push_back(coordinates(plan, static_cast<int>(axis), lengths[axis]));
  const Extents shape = field.shape();
  std::vector<double> place(shape.size());
  for_each_point(shape, Box{[&] {
                   std::vector<Range> all;
                   for (const Index n : shape) all.push_back({0, n});
                   return all;
                 }()},
                 field.storage(), [&](Index position, Index offset) {
                   for (std::size_t axis = shape.size(); axis-- > 0; position /= shape[axis])
                     place[axis] = x[axis][static_cast<std::size_t>(position % shape[axis])];
                   set(field.data()[offset], place);
                 });
}

// Largest difference of a field from `exact` at its points, over all processes.
template <class T, class Exact>
double largest_error(const Plan& plan, const std::vector<double>& lengths, Field<T>& field, Exact&& exact) {
  double error = 0;
  for_each_place(plan, lengths, field, [&](const T& value, const std::vector<double>& x) {
    const double here = static_cast<double>(std::abs(value - static_cast<T>(exact(x))));
    error = here <= error ? error : here;  // NaN shows
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return error;
}

}  // namespace weft::test
