// The route of a plan with memory=low: moves and sweeps in small steps.
#include "direction/in_place_scheme.hpp"

namespace weft::inline direction {

namespace {

constexpr Index most_block_bytes = Index{1} << 20;  // of a sweep over several axes

// The layouts from `from` to `to`, each but the first with the cut of one dimension of the grid moved to an
// axis that is whole by then. Own block sizes, another grid and dimensions that wait for each other stay one
// move.
std::vector<Layout> one_dimension_at_a_time(const Layout& from, const Layout& to) {
  std::vector<Layout> steps{from};
  bool moved = from.grid == to.grid && from.splits.empty() && to.splits.empty();
  while (moved && !(steps.back().cut == to.cut)) {
    moved = false;
    for (std::size_t g = 0; g < to.cut.size() && !moved; ++g) {
      Layout next = steps.back();
      const bool idle = next.grid.dims[g] == 1;
      moved = next.cut[g] != to.cut[g] && (idle || n_parts(next, to.cut[g]) == 1);
      next.cut[g] = to.cut[g];
      if (!moved) continue;
      if (idle)
        steps.back() = next;
      else
        steps.push_back(next);
    }
  }
  if (!(steps.back().cut == to.cut) || steps.size() < 2) return {from, to};
  return steps;
}

// The same sweep as several ones, in each as many axes as fit in a small block.
std::vector<SweepSpec> in_small_blocks(const SweepSpec& sweep, Precision precision) {
  std::vector<SweepSpec> parts;
  Index bytes = 0;
  for (const AxisTransform& transform : sweep.axes) {
    bytes *= transform.n;
    if (parts.empty() || bytes > most_block_bytes) {
      const Layout& now = parts.empty() ? sweep.from : parts.back().to;
      const bool real = parts.empty() ? sweep.from_real : parts.back().to_real;
      parts.push_back({{}, now, now, real, real, 1, 1, sweep.backend});
      bytes = transform.n * element_bytes(precision, false);
    }
    SweepSpec& part = parts.back();
    part.axes.push_back(transform);
    if (keeps_elements(transform.kind)) continue;
    part.to.shape[transform.axis] = sweep.to.shape[transform.axis];
    if (!part.to.splits.empty()) part.to.splits[transform.axis] = {};
    part.to_real = sweep.to_real;
  }
  if (parts.empty()) return {sweep};
  parts.back().to = sweep.to;
  parts.back().scale = sweep.scale;
  parts.front().inverse_scale = sweep.inverse_scale;
  return parts;
}

}  // namespace

Route route_in_steps(const Route& route) {
  Route longer{{}, {}, route.precision, route.n_fields};
  const auto move = [&](const Layout& from, const Layout& to, bool real) {
    longer.moves.push_back({from, to, element_bytes(route.precision, real), route.n_fields});
  };
  for (std::size_t i = 0; i < route.sweeps.size(); ++i) {
    const std::vector<SweepSpec> parts = in_small_blocks(route.sweeps[i], route.precision);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      if (part > 0) move(parts[part].from, parts[part].from, parts[part].from_real);
      longer.sweeps.push_back(parts[part]);
    }
    if (i == route.moves.size()) break;
    const bool real = route.sweeps[i].to_real;
    const std::vector<Layout> steps = one_dimension_at_a_time(route.moves[i].from, route.moves[i].to);
    for (std::size_t step = 1; step < steps.size(); ++step) {
      move(steps[step - 1], steps[step], real);
      if (step + 1 < steps.size()) longer.sweeps.push_back({{}, steps[step], steps[step], real, real, 1, 1});
    }
  }
  return longer;
}

}  // namespace weft::inline direction
