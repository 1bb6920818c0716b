// What a well-formed problem is.
#include "weft/problem.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

constexpr int max_axes = 6;

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

void check_axes(const Problem& problem) {
  const int n = static_cast<int>(problem.shape.size());
  std::vector<bool> seen(n, false);
  for (int axis : problem.axes) {
    if (axis < 0 || axis >= n)
      fail("axis " + std::to_string(axis) + " is to be transformed, but the array has the axes 0 to " +
           std::to_string(n - 1));
    if (seen[axis]) fail("axis " + std::to_string(axis) + " is listed twice; list each axis at most once");
    seen[axis] = true;
  }
}

void check_layout(const Layout& layout, const Extents& shape, const char* side) {
  check(layout);
  if (layout.shape != shape)
    fail(std::string("the layout of the ") + side + " has shape " + to_text(layout.shape) + ", but the " +
         side + " have shape " + to_text(shape) + "; give a layout of that shape");
}

}  // namespace

Problem c2c(Extents shape, Precision precision) {
  Problem problem;
  problem.shape = std::move(shape);
  problem.precision = precision;
  return problem;
}

Problem r2c(Extents shape, Precision precision) {
  Problem problem = c2c(std::move(shape), precision);
  problem.transform = Transform::r2c;
  return problem;
}

Problem redistribution(const Layout& from, const Layout& to, bool real_elements, Precision precision) {
  Problem problem = c2c(from.shape, precision);
  problem.transform = Transform::none;
  problem.points = from;
  problem.modes = to;
  problem.real_elements = real_elements;
  problem.order = Order::c;
  return problem;
}

Axes transformed_axes(const Problem& problem) {
  if (problem.transform == Transform::none) return {};
  return problem.axes.empty() ? c_order(static_cast<int>(problem.shape.size())) : problem.axes;
}

int real_axis(const Problem& problem) {
  return problem.transform == Transform::r2c ? transformed_axes(problem).back() : -1;
}

Extents modes_shape(const Problem& problem) {
  Extents shape = problem.shape;
  const int axis = real_axis(problem);
  if (axis >= 0) shape[axis] = shape[axis] / 2 + 1;
  return shape;
}

std::vector<Index> wavenumbers(const Problem& problem, int axis, const Range& range) {
  const Axes axes = transformed_axes(problem);
  if (std::find(axes.begin(), axes.end(), axis) == axes.end())
    fail("axis " + std::to_string(axis) + " has no wavenumbers: the transformed axes are " +
         (axes.empty() ? "none" : join(axes)));
  const Index n = problem.shape[axis];
  const Index first_negative = axis == real_axis(problem) ? n / 2 + 1 : (n + 1) / 2;
  std::vector<Index> wave;
  for (Index mode = range.begin; mode < range.end; ++mode)
    wave.push_back(mode < first_negative ? mode : mode - n);
  return wave;
}

void check(const Problem& problem) {
  const int n = static_cast<int>(problem.shape.size());
  if (n < 1 || n > max_axes)
    fail("the shape has " + std::to_string(n) + " axes; weft transforms arrays of 1 to " +
         std::to_string(max_axes));
  for (int axis = 0; axis < n; ++axis)
    if (problem.shape[axis] < 1)
      fail("axis " + std::to_string(axis) + " has " + std::to_string(problem.shape[axis]) +
           " points; every axis needs at least 1");
  constexpr Index most_points = Index{1} << 58;  // their bytes still fit 64 bits
  Index points = 1;
  for (Index length : problem.shape) {
    if (length > most_points / points)
      fail("the array of shape " + to_text(problem.shape) + " has more than 2^58 points; use a smaller one");
    points *= length;
  }
  check_axes(problem);
  if (problem.transform == Transform::none && !problem.axes.empty())
    fail("axes " + join(problem.axes) +
         " are to be transformed, but the transform is none; leave the axes out");
  if (problem.transform != Transform::none && problem.real_elements)
    fail("real_elements belongs to a redistribution without transform; use r2c for real points");
  if (problem.sign != -1 && problem.sign != 1)
    fail("the sign of the exponent is " + std::to_string(problem.sign) + "; it is -1 or +1");
  if (problem.n_fields < 1)
    fail("n_fields is " + std::to_string(problem.n_fields) + "; a plan transforms at least 1 field");
  if (problem.points) check_layout(*problem.points, problem.shape, "points");
  if (problem.modes) check_layout(*problem.modes, modes_shape(problem), "modes");
}

}  // namespace weft
