// What drives the flow along x: a row for each.
#pragma once

#include <string>
#include <vector>

#include "channel/settings.hpp"

namespace weft::channel {

struct Forcing {
  std::string name;
  // -dP/dx of a stage, of which U would be `unforced` without it, and which adds `response` for each unit of
  // it: Chebyshev coefficients of the mean velocity in the frame.
  double (*gradient)(const Settings& settings, const std::vector<double>& unforced,
                     const std::vector<double>& response);
  // The bulk velocity that it leads to, more or less.
  double (*expected_bulk)(const Settings& settings);
};

// "pressure": settings.pressure_gradient; "flow-rate": what makes the bulk velocity settings.bulk_velocity.
const std::vector<Forcing>& forcings();
// Error(invalid_argument) names the nearest known.
const Forcing& find_forcing(const std::string& name);

// Half the integral from wall to wall of a Chebyshev series.
double bulk(const std::vector<double>& series);

}  // namespace weft::channel
