// What a well-formed problem is.
#include "weft/problem.hpp"

#include <algorithm>

#include "geometry/axis_kinds.hpp"
#include "geometry/domain.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr int max_axes = 6;
constexpr Index most_padding = Index{1} << 20;

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

// The kinds of the axes, and whether they suit elements and lengths.
void check_kinds(const Problem& problem) {
  const Axes axes = transformed_axes(problem);
  if (!problem.kinds.empty() && problem.kinds.size() != axes.size())
    fail("there are " + std::to_string(problem.kinds.size()) + " kinds for " + std::to_string(axes.size()) +
         " transformed axes; give one for each, in the order of the axes");
  bool has_fourier = false;
  for (int axis : axes) {
    const AxisKindRow& row = row_of(*kind_of(problem, axis));
    has_fourier = has_fourier || is_fourier(row.axis);
    if (problem.shape[axis] + row_of(row.line).intervals < 1)
      fail("axis " + std::to_string(axis) + " has 1 point, but " + row.name +
           " needs both end points; give it at least 2");
    if (is_fourier(row.axis) && problem.transform == Transform::r2r)
      fail("axis " + std::to_string(axis) +
           " is a Fourier axis, but the transform is r2r; give it another kind (key kinds), or use r2c");
  }
  if (problem.transform == Transform::r2c && !has_fourier)
    fail("the transform is r2c, but none of its axes is a Fourier axis; use r2r");
}

// The modes that are kept.
void check_kept(const Problem& problem) {
  const Extents& kept = problem.kept;
  if (kept.empty()) return;
  if (kept.size() != problem.shape.size())
    fail("kept has " + std::to_string(kept.size()) + " lengths for an array of " +
         std::to_string(problem.shape.size()) + " axes; give one for each axis of the shape");
  for (int axis = 0; axis < static_cast<int>(kept.size()); ++axis) {
    const std::string name = "axis " + std::to_string(axis), points = std::to_string(problem.shape[axis]);
    if (kept[axis] < 1 || kept[axis] > problem.shape[axis])
      fail(name + " has " + points + " points, but is to keep the modes of " + std::to_string(kept[axis]) +
           "; keep those of 1 to " + points);
    if (kept[axis] != problem.shape[axis] && !kind_of(problem, axis))
      fail(name + " is not transformed, but is to keep the modes of " + std::to_string(kept[axis]) + " of " +
           points + " points; keep all " + points + " of it");
    if (kept[axis] != problem.shape[axis] && has_whole_waves(*kind_of(problem, axis)))
      fail(name + " is transformed by " + row_of(*kind_of(problem, axis)).name +
           ", but is to keep the modes of " + std::to_string(kept[axis]) + " of " + points +
           " points; keep all " + points + " of it, or make it a Fourier axis");
  }
}

void check_layout(const Layout& layout, const Extents& shape, const char* side) {
  check(layout);
  if (layout.shape != shape)
    fail(std::string("the layout of the ") + side + " has shape " + to_text(layout.shape) + ", but the " +
         side + " have shape " + to_text(shape) + "; give a layout of that shape");
  if (std::any_of(layout.ghosts.begin(), layout.ghosts.end(), [](Index n) { return n != 0; }))
    fail(std::string("the layout of the ") + side +
         " has ghost cells, which plans do not transform; give it without, and copy the owned block to an "
         "array "
         "with ghost cells");
}

// How the arrays of a side lie in memory.
void check_memory(const Problem& problem, const Axes& order, const Extents& padding,
                  const std::string& side) {
  const int n = static_cast<int>(problem.shape.size());
  const std::string of = " of the " + side;
  const Axes all = c_order(n);
  if (!order.empty() && !std::is_permutation(order.begin(), order.end(), all.begin(), all.end()))
    fail("the order of the axes" + of + " is " + join(order) + "; list each of the axes 0 to " +
         std::to_string(n - 1) + " once, from slowest to fastest varying");
  if (!padding.empty() && static_cast<int>(padding.size()) != n)
    fail("the padding" + of + " has " + std::to_string(padding.size()) + " numbers for an array of " +
         std::to_string(n) + " axes; give one for each axis of the shape");
  for (Index beside : padding)
    if (beside < 0 || beside > most_padding)
      fail("the padding" + of + " is " + std::to_string(beside) + " along an axis; give 0 to " +
           std::to_string(most_padding) + " elements");
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

Problem r2r(Extents shape, std::vector<AxisKind> kinds, Precision precision) {
  Problem problem = c2c(std::move(shape), precision);
  problem.transform = Transform::r2r;
  problem.kinds = std::move(kinds);
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

}  // namespace weft

namespace weft::inline geometry {

Axes transformed_axes(const Problem& problem) {
  if (problem.transform == Transform::none) return {};
  return problem.axes.empty() ? c_order(static_cast<int>(problem.shape.size())) : problem.axes;
}

}  // namespace weft::inline geometry

namespace weft {

std::optional<AxisKind> kind_of(const Problem& problem, int axis) {
  const Axes axes = transformed_axes(problem);
  const auto found = std::find(axes.begin(), axes.end(), axis);
  if (found == axes.end()) return std::nullopt;
  const auto i = static_cast<std::size_t>(found - axes.begin());
  return i < problem.kinds.size() ? problem.kinds[i] : AxisKind::fourier;
}

bool points_are_real(const Problem& problem) {
  return problem.transform == Transform::r2c || modes_are_real(problem);
}
bool modes_are_real(const Problem& problem) {
  return problem.transform == Transform::r2r ||
         (problem.transform == Transform::none && problem.real_elements);
}

int real_axis(const Problem& problem) {
  if (problem.transform != Transform::r2c) return -1;
  const Axes axes = transformed_axes(problem);
  const auto real =
      std::find_if(axes.rbegin(), axes.rend(), [&](int axis) { return is_fourier(*kind_of(problem, axis)); });
  return real == axes.rend() ? -1 : *real;
}

Index kept_points(const Problem& problem, int axis) {
  return problem.kept.empty() ? problem.shape[axis] : problem.kept[axis];
}

Extents modes_shape(const Problem& problem) {
  Extents shape = problem.kept.empty() ? problem.shape : problem.kept;
  const int axis = real_axis(problem);
  if (axis >= 0) shape[axis] = shape[axis] / 2 + 1;
  return shape;
}

std::vector<Index> wavenumbers(const Problem& problem, int axis, const Range& range) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  if (!kind) {
    const Axes axes = transformed_axes(problem);
    fail("axis " + std::to_string(axis) + " has no wavenumbers: the transformed axes are " +
         (axes.empty() ? "none" : join(axes)));
  }
  if (*kind == AxisKind::hc2r)
    fail("axis " + std::to_string(axis) +
         " is transformed by hc2r, whose modes are points and have no wavenumbers; take r2hc, its inverse");
  std::vector<Index> wave;
  if (has_mirrors(*kind)) {
    if (has_half_waves(*kind))
      fail("axis " + std::to_string(axis) + " is transformed by " + row_of(*kind).name +
           ", whose wavenumbers are not whole numbers; they are those of its index and a half");
    const auto first = static_cast<Index>(line_of(*kind).first_wave);
    for (Index mode = range.begin; mode < range.end; ++mode) wave.push_back(mode + first);
    return wave;
  }
  if (*kind == AxisKind::r2hc) {
    for (Index mode = range.begin; mode < range.end; ++mode)
      wave.push_back(std::min(mode, problem.shape[axis] - mode));
    return wave;
  }
  return fourier_waves(problem, axis, range, {});
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
  check_kinds(problem);
  check_kept(problem);
  if (problem.transform == Transform::none && !problem.axes.empty())
    fail("axes " + join(problem.axes) + " are listed, but the transform is none; leave the axes out");
  if (problem.transform != Transform::none && problem.real_elements)
    fail("real_elements belongs to a redistribution without transform; use r2c or r2r for real points");
  if (problem.sign != -1 && problem.sign != 1)
    fail("the sign of the exponent is " + std::to_string(problem.sign) + "; it is -1 or +1");
  if (problem.n_fields < 1)
    fail("n_fields is " + std::to_string(problem.n_fields) + "; a plan transforms at least 1 field");
  check_memory(problem, problem.points_order, problem.points_padding, "points");
  check_memory(problem, problem.modes_order, problem.modes_padding, "modes");
  if (problem.points) check_layout(*problem.points, problem.shape, "points");
  if (problem.modes) check_layout(*problem.modes, modes_shape(problem), "modes");
}

}  // namespace weft
