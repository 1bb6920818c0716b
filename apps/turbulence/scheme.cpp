// The table of schemes in time.
#include "turbulence/scheme.hpp"

#include "weft/named_rows.hpp"

namespace weft::turbulence {
namespace {

struct TwoRegisters {
  double a, b;  // q <- a q + dt N, u <- u + b q
  double time;  // of the stage, in steps
};

std::vector<Stage> stages_of(const std::vector<TwoRegisters>& scheme) {
  std::vector<Stage> stages;
  for (std::size_t i = 0; i < scheme.size(); ++i) {
    const double next = i + 1 < scheme.size() ? scheme[i + 1].time : 1;
    stages.push_back({scheme[i].a, scheme[i].b, scheme[i].a * scheme[i].b, next - scheme[i].time});
  }
  return stages;
}

Scheme runge_kutta(const std::string& name, int order, const std::vector<TwoRegisters>& scheme,
                   double stability) {
  return {name, order, stages_of(scheme), stages_of(scheme), stability};
}

const std::vector<TwoRegisters> carpenter_kennedy = {
    {0, 1432997174477.0 / 9575080441755, 0},
    {-567301805773.0 / 1357537059087, 5161836677717.0 / 13612068292357, 1432997174477.0 / 9575080441755},
    {-2404267990393.0 / 2016746695238, 1720146321549.0 / 2090206949498, 2526269341429.0 / 6820363962896},
    {-3550918686646.0 / 2091501179385, 3134564353537.0 / 4481467310338, 2006345519317.0 / 3224310063776},
    {-1275806237668.0 / 842570457699, 2277821191437.0 / 14882151754819, 2802321613138.0 / 2924317926251}};

}  // namespace

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> table = {
      {"ab2", 2, {{0, 1, 0, 1}}, {{0, 1.5, -0.5, 1}}, 0.5},
      runge_kutta("rk2", 2, {{0, 0.5, 0}, {-0.5, 1, 0.5}}, 1),
      runge_kutta("rk3", 3, {{0, 1.0 / 3, 0}, {-5.0 / 9, 15.0 / 16, 1.0 / 3}, {-153.0 / 128, 8.0 / 15, 0.75}},
                  1.7320508075688772),
      runge_kutta("rk4", 4, carpenter_kennedy, 3.34),
  };
  return table;
}

const Scheme& find_scheme(const std::string& name) { return find_by_name(schemes(), "scheme", name); }

}  // namespace weft::turbulence
