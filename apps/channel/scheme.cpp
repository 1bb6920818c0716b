// The table of schemes in time.
#include "channel/scheme.hpp"

#include "weft/named_rows.hpp"

namespace weft::channel {
namespace {

const std::vector<Stage> spalart_moser_rogers = {{29.0 / 96, 37.0 / 160, 8.0 / 15, 0},
                                                 {-3.0 / 40, 5.0 / 24, 5.0 / 12, -17.0 / 60},
                                                 {1.0 / 6, 1.0 / 6, 3.0 / 4, -5.0 / 12}};

}  // namespace

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> table = {
      {"cnab2", {{0.5, 0.5, 1, 0}}, {{0.5, 0.5, 1.5, -0.5}}, 0.5},
      {"rk3", spalart_moser_rogers, spalart_moser_rogers, 1.7320508075688772},
  };
  return table;
}

const Scheme& find_scheme(const std::string& name) { return find_by_name(schemes(), "scheme", name); }

}  // namespace weft::channel
