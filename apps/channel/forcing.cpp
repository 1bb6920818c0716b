// The table of what drives the flow.
#include "channel/forcing.hpp"

#include <algorithm>
#include <cmath>

#include "channel/wall_laws.hpp"
#include "weft/named_rows.hpp"

namespace weft::channel {

// The integral of T_k over [-1, 1] is 2 / (1 - k^2) for even k, else 0.
double bulk(const std::vector<double>& series) {
  double sum = 0;
  for (std::size_t k = 0; k < series.size(); k += 2) sum += series[k] / (1 - static_cast<double>(k * k));
  return sum;
}

const std::vector<Forcing>& forcings() {
  static const std::vector<Forcing> table = {
      {"pressure",
       [](const Settings& settings, const std::vector<double>&, const std::vector<double>&) {
         return settings.pressure_gradient;
       },
       // The slower of turbulent and laminar flow.
       [](const Settings& s) {
         const double gradient = std::abs(s.pressure_gradient),
                      bulk = std::min(turbulent_bulk(std::sqrt(gradient), s.viscosity),
                                      gradient / (3 * s.viscosity));
         return std::copysign(bulk, s.pressure_gradient);
       }},
      {"flow-rate",
       [](const Settings& settings, const std::vector<double>& unforced,
          const std::vector<double>& response) {
         return (settings.bulk_velocity - settings.frame - bulk(unforced)) / bulk(response);
       },
       [](const Settings& s) { return s.bulk_velocity; }},
  };
  return table;
}

const Forcing& find_forcing(const std::string& name) { return find_by_name(forcings(), "forcing", name); }

}  // namespace weft::channel
