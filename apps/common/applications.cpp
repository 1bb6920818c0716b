// The table of applications.
#include "channel/application.hpp"
#include "common/simulation.hpp"
#include "turbulence/application.hpp"
#include "weft/named_rows.hpp"

namespace weft::apps {

const std::vector<Application>& applications() {
  static const std::vector<Application> table = {
      {"channel", "turbulent flow between two walls, by direct numerical simulation", channel::make_setup},
      {"turbulence", "turbulence in a periodic box with passive scalars, by direct numerical simulation",
       turbulence::make_setup},
  };
  return table;
}

const Application& find_application(const std::string& name) {
  return find_by_name(applications(), "program", name);
}

}  // namespace weft::apps
