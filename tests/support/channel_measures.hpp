// What a channel flow is judged by: errors at the points, divergence, slip, mean profiles.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "channel/flow.hpp"
#include "weft/spectral.hpp"

namespace weft::test {

using channel::Flow;
using channel::Settings;

inline double largest_of(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return value;
}

// visit(x, y, z, value) for each point of a component of the velocity, as seen at rest.
inline void for_points(Flow& flow, int component,
                       const std::function<void(double, double, double, double)>& visit) {
  Plan& plan = flow.plan();
  const Settings& s = flow.settings();
  auto points = plan.points<double>();
  plan.backward(flow.velocity(component), points);
  const auto y = coordinates(plan, 0), z = coordinates(plan, 1, s.length_z),
             x = coordinates(plan, 2, s.length_x);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < z.size(); ++j)
      for (std::size_t k = 0; k < x.size(); ++k)
        visit(x[k], y[i], z[j], points(i, j, k) + (component == 0 ? s.frame : 0));
}

// The largest difference to a velocity, of all components and processes.
inline double largest_error(Flow& flow, const Flow::Velocity& exact) {
  double error = 0;
  for (int component = 0; component < 3; ++component)
    for_points(flow, component, [&](double x, double y, double z, double value) {
      error = std::max(error, std::abs(value - exact(x, y, z)[static_cast<std::size_t>(component)]));
    });
  return largest_of(error);
}

// The largest velocity at the walls.
inline double slip(Flow& flow) {
  double largest = 0;
  for (int component = 0; component < 3; ++component)
    for_points(flow, component, [&](double, double y, double, double value) {
      if (std::abs(y) == 1) largest = std::max(largest, std::abs(value));
    });
  return largest_of(largest);
}

inline double largest_number(const Field<std::complex<double>>& field) {
  double largest = 0;
  for (std::size_t i = 0; i < field.size(); ++i) largest = std::max(largest, std::abs(field.data()[i]));
  return largest_of(largest);
}
inline double largest_point(Plan& plan, const Field<std::complex<double>>& field) {
  auto points = plan.points<double>();
  plan.backward(field, points);
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) largest = std::max(largest, std::abs(points.data()[i]));
  return largest_of(largest);
}

// The largest divergence over the largest derivative along x, of coefficients and of points.
struct Divergence {
  double of_modes, of_points;
};
inline Divergence divergence_of(Flow& flow) {
  Plan& plan = flow.plan();
  const Settings& s = flow.settings();
  const Spectral spectral(plan, {{2, s.length_z, s.length_x}});
  auto divergence = plan.modes<std::complex<double>>(), slope = plan.modes<std::complex<double>>();
  const std::vector<const void*> velocity = {flow.velocity(1).data(), flow.velocity(2).data(),
                                             flow.velocity(0).data()};
  spectral.divergence(velocity, divergence.data());
  spectral.derivative(flow.velocity(0), slope, 2);
  return {largest_number(divergence) / largest_number(slope),
          largest_point(plan, divergence) / largest_point(plan, slope)};
}

// Chebyshev coefficients of the mean of a component, on all processes.
inline std::vector<double> mean_series(const Flow& flow, int component) {
  const Plan& plan = flow.plan();
  const auto& field = flow.velocity(component);
  std::vector<double> series(static_cast<std::size_t>(flow.settings().ny), 0);
  const Box& box = plan.modes_box();
  if (!box.empty() && box.ranges[1].begin == 0 && box.ranges[2].begin == 0)
    for (std::size_t k = 0; k < series.size(); ++k) series[k] = field(static_cast<Index>(k), 0, 0).real();
  plan.sum(series);
  if (component == 0) series[0] += flow.settings().frame;
  return series;
}

// The derivative of a series at the upper (1) or lower (-1) wall.
inline double slope_at(const std::vector<double>& series, int wall) {
  double sum = 0;
  for (std::size_t k = 0; k < series.size(); ++k)
    sum += (wall < 0 && k % 2 == 0 ? -1.0 : 1.0) * static_cast<double>(k * k) * series[k];
  return sum;
}

}  // namespace weft::test
