// How a flow in a box begins: points or modes of velocity and scalars, without what the box does not keep.
#include <algorithm>

#include "turbulence/box.hpp"
#include "turbulence/row_arithmetic.hpp"
#include "weft/solvers.hpp"

namespace weft::turbulence {
namespace {

void fill_with_zeros(std::vector<Modes>& fields) {
  for (Modes& field : fields) field.fill(0);
}

}  // namespace

// Vorticity, from a velocity that may have a divergence, modes that are not kept, and another mean.
void Box::settle() {
  std::size_t mean = 0;
  bool has_mean = false;
  rows_.for_modes([&](const std::array<Index, 3>& mode, Index offset) {
    if (mode != std::array<Index, 3>{0, 0, 0}) return;
    has_mean = true;
    mean = static_cast<std::size_t>(offset);
  });
  rows_.for_rows({}, [&](const ModeRow& row) {
    double* const u[3] = {numbers(velocity_[0], row), numbers(velocity_[1], row), numbers(velocity_[2], row)};
    project(row, u);
  });
  for (std::size_t c = 0; c < 3; ++c)
    if (has_mean) velocity_[c].data()[mean] = settings_.mean_velocity[c];
  fill_with_zeros(rates_);
  compute_vorticity();
  time_ = 0;
  n_steps_ = 0;
  has_rates_ = false;
  forced_power_ = 0;
}

// The points of a function.
void Box::sample(const Value& value, Field<double>& points) const {
  std::vector<double> at[3];
  for (std::size_t axis = 0; axis < 3; ++axis)
    at[axis] = coordinates(plan_, static_cast<int>(axis), settings_.lengths[axis]);
  for (std::size_t i = 0; i < at[0].size(); ++i)
    for (std::size_t j = 0; j < at[1].size(); ++j)
      for (std::size_t k = 0; k < at[2].size(); ++k) points(i, j, k) = value(at[0][i], at[1][j], at[2][k]);
}

void Box::start(const Velocity& velocity, const std::vector<Value>& scalars) {
  auto points = plan_.points<double>();
  for (std::size_t c = 0; c < 3; ++c) {
    sample([&](double x, double y, double z) { return velocity(x, y, z)[c]; }, points);
    plan_.forward(points, velocity_[c]);
  }
  fill_with_zeros(scalars_);
  settle();
  for (std::size_t i = 0; i < std::min(scalars.size(), scalars_.size()); ++i)
    if (scalars[i]) start_scalar(i, scalars[i]);
  hold_shells();
}

void Box::start_points(const std::array<Field<double>, 3>& velocity) {
  for (std::size_t c = 0; c < 3; ++c) plan_.forward(velocity[c], velocity_[c]);
  fill_with_zeros(scalars_);
  settle();
  hold_shells();
}

void Box::start_modes(const Coefficients& velocity) {
  fill_with_zeros(velocity_);
  fill_with_zeros(scalars_);
  rows_.for_modes([&](const std::array<Index, 3>& mode, Index offset) {
    const auto value = velocity(mode);
    for (std::size_t c = 0; c < 3; ++c) velocity_[c].data()[offset] = value[c];
  });
  settle();
  hold_shells();
}

void Box::start_scalar(std::size_t i, const Value& value) {
  auto points = plan_.points<double>();
  sample(value, points);
  start_scalar_points(i, points);
}

void Box::start_scalar_points(std::size_t i, const Field<double>& points) {
  Modes& scalar = scalars_.at(i);
  plan_.forward(points, scalar);
  rows_.for_rows({}, [&](const ModeRow& row) {
    double* const s = numbers(scalar, row);
    for (Index m = 0; m < row.n_numbers; ++m) s[m] *= row.is_kept[m];
  });
}

void Box::start_scalar_modes(std::size_t i, const Coefficient& coefficient) {
  Modes& scalar = scalars_.at(i);
  scalar.fill(0);
  rows_.for_modes(
      [&](const std::array<Index, 3>& mode, Index offset) { scalar.data()[offset] = coefficient(mode); });
}

}  // namespace weft::turbulence
