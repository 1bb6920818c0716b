// The problem of the axes (m, p) in place of those that are dealt out in turns.
#include "plan/cycles.hpp"

#include <algorithm>
#include <tuple>

#include "geometry/axis_kinds.hpp"
#include "geometry/storage.hpp"
#include "plan/split_axes.hpp"
#include "route/grid.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline plan {

namespace {

constexpr std::size_t most_axes = 6;

// The axes that a grid may cut, in the order of its dimensions.
Axes axes_to_cut(const Problem& problem) {
  Axes axes;
  for (int axis = 0; axis < static_cast<int>(problem.shape.size()); ++axis)
    if (kind_of(problem, axis) == AxisKind::fourier && axis != real_axis(problem)) axes.push_back(axis);
  return axes;
}

// Of each axis of the problem, the first of those that stand for it.
Axes first_axes(const Extents& cycles) {
  Axes first;
  int next = 0;
  for (Index p : cycles) {
    first.push_back(next);
    next += p > 1 ? 2 : 1;
  }
  return first;
}

// The lengths (m, p), or (p, m), in place of those that are cut.
Extents split_lengths(const Extents& lengths, const Extents& cycles, bool p_first) {
  Extents split;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    const Index p = cycles[a], m = lengths[a] / p;
    if (p > 1 && p_first) split.push_back(p);
    split.push_back(m);
    if (p > 1 && !p_first) split.push_back(p);
  }
  return split;
}

// Grid dimension g cuts the axis that is `beside` the first one of its axis, where this is split.
Layout cyclic_layout(const Problem& problem, const ProcessGrid& grid, const Extents& lengths, bool p_first,
                     int beside) {
  const Extents cycles = cycles_on(problem, grid);
  const Axes first = first_axes(cycles), to_cut = axes_to_cut(problem);
  Layout layout{split_lengths(lengths, cycles, p_first), grid, {}, {}};
  for (std::size_t g = 0; g < grid.dims.size(); ++g) {
    const auto axis = static_cast<std::size_t>(to_cut.empty() ? 0 : to_cut[std::min(g, to_cut.size() - 1)]);
    layout.cut.push_back(first[axis] + (cycles[axis] > 1 ? beside : 0));
  }
  return layout;
}

bool divides(const Problem& problem, const ProcessGrid& grid) {
  const Axes to_cut = axes_to_cut(problem);
  std::size_t n_split = 0;
  for (std::size_t g = 0; g < grid.dims.size(); ++g) {
    if (grid.dims[g] == 1) continue;
    if (g >= to_cut.size() || problem.shape[static_cast<std::size_t>(to_cut[g])] % grid.dims[g] != 0)
      return false;
    ++n_split;
  }
  return problem.shape.size() + n_split <= most_axes;
}

// Modes of the fullest process over those of an even division.
double imbalance(const Problem& problem, const ProcessGrid& grid) {
  double factor = 1;
  const Extents cycles = cycles_on(problem, grid);
  for (std::size_t a = 0; a < cycles.size(); ++a) {
    const Index p = cycles[a], m = problem.shape[a] / p, largest = (m + p - 1) / p;
    factor *= static_cast<double>(largest * p) / static_cast<double>(m);
  }
  return factor;
}

bool in_cycles(const Problem&, const Choice& choice) {
  return choice.deal == "cycles" && choice.grid.size() > 1;
}

void check_cycles(const Problem& problem, const Choice& choice, const Settings& settings) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    fail(ErrorCode::not_applicable, "deal=cycles " + what + "; " + remedy + ", or use deal=blocks");
  };
  if (problem.points || problem.modes || problem.output == Output::input)
    refuse("says itself where points and modes are", "leave their layouts and output=input out");
  if (says_memory(problem, true) || says_memory(problem, false))
    refuse("says itself how points and modes lie in memory",
           "leave points_order, modes_order, points_padding and modes_padding out");
  if (settings.reproducible)
    refuse("makes sums of as many terms as processes, on which the bits depend", "leave reproducible out");
  if (settings.convolve) refuse("has no products of points in cache", "leave convolve out");
  if (settings.low_memory_bytes) refuse("takes buffers beside the array", "use memory=normal");
  const Extents cycles = cycles_on(problem, choice.grid);
  for (std::size_t axis = 0; axis < cycles.size(); ++axis)
    if (cycles[axis] > 1 && kept_points(problem, static_cast<int>(axis)) != problem.shape[axis])
      refuse("keeps all modes of the axes that it cuts", "leave kept out");
  if (!divides(problem, choice.grid)) {
    const std::vector<ProcessGrid> grids = cyclic_grids(problem, choice.grid.size());
    refuse("cuts the axes " + join(axes_to_cut(problem)) + " of " + to_text(problem.shape) +
               ", in this order, by grid dimensions that divide them, but the grid is " +
               to_text(choice.grid),
           "use grid=" + to_text(grids.front()));
  }
}

Problem cyclic_problem(const Problem& problem, const ProcessGrid& grid) {
  const Extents cycles = cycles_on(problem, grid);
  const Axes first = first_axes(cycles);
  Problem split = problem;
  split.shape = split_lengths(problem.shape, cycles, false);
  split.axes = {};
  split.kinds = {};
  for (int axis : transformed_axes(problem)) {
    const auto a = static_cast<std::size_t>(axis);
    for (int beside = 0; beside < (cycles[a] > 1 ? 2 : 1); ++beside) {
      split.axes.push_back(first[a] + beside);
      split.kinds.push_back(*kind_of(problem, axis));
    }
  }
  if (!problem.kept.empty()) split.kept = split_lengths(problem.kept, cycles, false);
  split.points = cyclic_layout(problem, grid, problem.shape, false, 1);
  split.modes = cyclic_layout(problem, grid, modes_shape(problem), false, 0);
  split.modes_order = {};
  for (std::size_t a = 0; a < cycles.size(); ++a) {  // C order of the modes: (p, m)
    if (cycles[a] > 1) split.modes_order.push_back(first[a] + 1);
    split.modes_order.push_back(first[a]);
  }
  split.output = Output::last;
  return split;
}

void set_cyclic_style(RouteStyle& style) {
  style.at_once = true;
  if (style.joining == Joining::late) style.joining = Joining::joined;
}

// Of the planned problem the axes (m, p) lie beside each other, where both are cut: p of the points, m of the
// modes.
void add_twiddles(const Problem& planned, Route& route) {
  for (std::size_t g = 0; g < planned.points->cut.size(); ++g) {
    const int m = planned.modes->cut[g], p = planned.points->cut[g];
    if (m == p) continue;  // not split
    const Index n = planned.shape[static_cast<std::size_t>(m)] * planned.shape[static_cast<std::size_t>(p)];
    transform_along(route, m).twiddle = {n, planned.sign, p};
  }
}

void show(const Problem& problem, const Problem& planned, const Route&, int, Blueprint& blueprint) {
  blueprint.cycles = cycles_on(problem, blueprint.choice.grid);
  blueprint.modes = cyclic_layout(problem, blueprint.choice.grid, modes_shape(problem), true, 1);
  Storage storage = blueprint.modes_storage;
  for (std::size_t i = 0; i < planned.modes_order.size(); ++i) {
    const auto axis = static_cast<std::size_t>(planned.modes_order[i]);
    storage.shape[i] = blueprint.modes_storage.shape[axis];
    storage.strides[i] = blueprint.modes_storage.strides[axis];
  }
  storage.order = c_order(static_cast<int>(planned.modes_order.size()));
  blueprint.modes_storage = storage;
}

}  // namespace

Extents cycles_on(const Problem& problem, const ProcessGrid& grid) {
  Extents cycles(problem.shape.size(), 1);
  const Axes to_cut = axes_to_cut(problem);
  for (std::size_t g = 0; g < std::min(grid.dims.size(), to_cut.size()); ++g)
    cycles[static_cast<std::size_t>(to_cut[g])] = grid.dims[g];
  return cycles;
}

std::vector<ProcessGrid> cyclic_grids(const Problem& problem, int n_processes) {
  if (n_processes == 1) return {{{1}}};
  const auto most = static_cast<int>(axes_to_cut(problem).size());
  std::vector<ProcessGrid> all;
  for (int k = 1; k <= most; ++k)
    for (const ProcessGrid& grid : grids_of(n_processes, k))
      if (divides(problem, grid) && grid.dims.back() > 1) all.push_back(grid);
  if (all.empty())
    fail(ErrorCode::not_applicable,
         "deal=cycles deals complex Fourier axes out to a grid whose dimensions divide them; " +
             to_text(problem.shape) + " has no such grid of " + std::to_string(n_processes) +
             " processes; use another number of them, or deal=blocks");
  const auto cost = [&](const ProcessGrid& grid) {
    return std::make_tuple(imbalance(problem, grid), grid.dims.size(),
                           *std::max_element(grid.dims.begin(), grid.dims.end()));
  };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  return all;
}

std::vector<Index> cyclic_waves(const Problem& problem, const Description& description, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const auto first = static_cast<std::size_t>(first_axes(description.cycles)[a]);
  const std::vector<Range>& mine = description.modes_box.ranges;
  if (description.cycles[a] == 1) return wavenumbers(problem, axis, mine[first]);
  const Index m = description.modes.shape[first + 1];
  std::vector<Index> waves;
  for (Index r = 0; r < description.cycles[a]; ++r)
    for (Index wave :
         wavenumbers(problem, axis, {r * m + mine[first + 1].begin, r * m + mine[first + 1].end}))
      waves.push_back(wave);
  return waves;
}

void check_in_blocks(const Description& description) {
  if (std::any_of(description.cycles.begin(), description.cycles.end(), [](Index p) { return p > 1; }))
    fail(ErrorCode::not_applicable,
         "the axes of the plan are dealt out in turns (deal=cycles), but operators, solvers and coordinates "
         "are "
         "of axes in blocks; use deal=blocks, or plan.wavenumbers()");
}

const SplitAxes cyclic_split = {in_cycles,        check_cycles, cyclic_problem,
                                set_cyclic_style, add_twiddles, show};

}  // namespace weft::inline plan
