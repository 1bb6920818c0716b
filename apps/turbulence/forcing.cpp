// The table of what keeps the flow from decaying.
#include "turbulence/forcing.hpp"

#include "weft/named_rows.hpp"

namespace weft::turbulence {

const std::vector<Forcing>& forcings() {
  static const auto none = [](const Settings&) { return 0.0; };
  static const std::vector<Forcing> table = {
      {"none", none, false},
      {"linear", [](const Settings& settings) { return settings.forcing_rate; }, false},
      {"shells", none, true},
  };
  return table;
}

const Forcing& find_forcing(const std::string& name) { return find_by_name(forcings(), "forcing", name); }

}  // namespace weft::turbulence
