// One axis over several processes: a problem of one axis as a problem of two (the six-step algorithm; Bailey,
// J. Supercomputing 4, 1990).
//
//   n = n_fast n_slow, point j = j_slow n_fast + j_fast, mode k = k_fast n_slow + k_slow
//
// The sum over j_slow is a transform of length n_slow for each j_fast, the twiddle factors w^(j_fast k_slow)
// turn its results, and the sum over j_fast is a transform of length n_fast for each k_slow. So the array has
// the axes (fast, slow); the route transforms slow, then fast, with an exchange before each of them, and one
// more if the modes are wanted in their own order. Of real points all modes with k_slow <= n_slow / 2 come
// out; the natural order makes those up to n / 2 of them, the scrambled order leaves them as they are. A
// process has whole rows: blocks of points are multiples of n_fast, blocks of modes multiples of n_slow
// (scrambled: of n_fast). A length without factors (a prime) is transformed by one process.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "geometry/axis_kinds.hpp"
#include "geometry/part.hpp"
#include "plan/split_axes.hpp"
#include "route/grid.hpp"
#include "weft/error.hpp"

namespace weft::inline plan {

namespace {

constexpr Index most_divisors_tried = Index{1} << 22;

// The largest number of which all blocks of a layout are multiples; n if there is none.
Index unit_of(const std::optional<Layout>& layout, Index n) {
  Index unit = n;
  for (int rank = 0; layout && rank < layout->n_processes(); ++rank)
    unit = std::gcd(unit, box_of(*layout, rank).n_points());
  return unit;
}

// The layout of rows of `width` elements along `axis` of the split array.
Layout split_layout(const std::optional<Layout>& flat, const Extents& shape, int axis, int n_processes) {
  Layout layout{shape, {{n_processes}}, {axis}, {}};
  if (!flat) return layout;
  layout.splits.resize(2);
  for (int rank = 0; rank < n_processes; ++rank)
    layout.splits[axis].block_sizes.push_back(box_of(*flat, rank).n_points() / shape[1 - axis]);
  return layout;
}

// Rows in pairs, as even as can be.
Layout paired_layout(const Extents& shape, int n_processes) {
  Layout layout{shape, {{n_processes}}, {0}, std::vector<Split>(2)};
  const Index n_pairs = (shape[0] + 1) / 2;
  for (int rank = 0; rank < n_processes; ++rank) {
    const Range pairs = part_of(n_pairs, n_processes, rank);
    layout.splits[0].block_sizes.push_back(std::min(2 * pairs.end, shape[0]) -
                                           std::min(2 * pairs.begin, shape[0]));
  }
  return layout;
}

bool is_scrambled(const Problem& problem) { return problem.output == Output::scrambled; }

// Are rows brought together in pairs, for the natural order of the modes of real points?
bool has_pairs(const Problem& problem) {
  return problem.transform == Transform::r2c && !is_scrambled(problem);
}

// Is the problem one axis over several processes?
bool takes_six_steps(const Problem& problem, const Choice& choice) {
  return problem.shape.size() == 1 && choice.grid.size() > 1 && problem.transform != Transform::none;
}

// The lengths {n_fast, n_slow} for that many processes: the most even division of both, then the most even
// pair. If the problem states layouts, its blocks are whole rows.
Extents factors_of_axis(const Problem& problem, int n_processes) {
  const Index n = problem.shape.front(), p = n_processes;
  const Index of_points = unit_of(problem.points, n), of_modes = unit_of(problem.modes, n);
  const auto uneven = [p](Index length) {
    const Index longest = (length + p - 1) / p;
    return static_cast<double>(longest * p) / static_cast<double>(length);
  };
  const auto cost = [&](const Extents& lengths) {
    const Index fast = lengths[0], slow = lengths[1];
    const bool fits = of_points % fast == 0 && of_modes % (is_scrambled(problem) ? fast : slow) == 0;
    const double ratio =
        static_cast<double>(std::max(fast, slow)) / static_cast<double>(std::min(fast, slow));
    return std::make_tuple(!fits, std::max(uneven(fast), uneven(slow)), ratio, fast);
  };
  Extents best{1, n};
  for (Index d = 1; d * d <= n && d <= most_divisors_tried; ++d)
    if (n % d == 0)
      for (const Extents& lengths : {Extents{d, n / d}, Extents{n / d, d}})
        if (cost(lengths) < cost(best)) best = lengths;
  return best;
}

Problem six_step_problem(const Problem& problem, const ProcessGrid& grid) {
  const int n_processes = grid.size();
  const Extents lengths = factors_of_axis(problem, n_processes);
  Problem split = problem;
  split.shape = lengths;
  split.axes = {};
  split.kept = {};  // all modes, or none would be here
  split.points = split_layout(problem.points, lengths, 1, n_processes);
  split.points_order = {1, 0};
  const bool scrambled = is_scrambled(problem);
  split.modes = has_pairs(problem)
                    ? paired_layout(modes_shape(split), n_processes)
                    : split_layout(problem.modes, modes_shape(split), scrambled ? 1 : 0, n_processes);
  split.modes_order = scrambled ? Axes{1, 0} : Axes{0, 1};
  split.points_padding = split.modes_padding = {};
  return split;
}

// The layout of the only axis where the rows of the two axes lie so: axis 1 (slow) or 0 (fast) is cut. With a
// pairing the rows are pairs of real points' modes.
Layout flat_layout(const Layout& rows, const Pairing& pairing) {
  const int axis = rows.cut.front();
  const Index width = rows.shape[1 - axis];
  Layout flat{{0}, rows.grid, {0}, {{}}};
  for (int rank = 0; rank < rows.n_processes(); ++rank) {
    const Range mine = box_of(rows, rank).ranges[axis];
    const Index n = pairing.side == Paired::no ? mine.size() * width : n_natural(pairing, mine);
    flat.splits.front().block_sizes.push_back(n);
    flat.shape.front() += n;
  }
  return flat;
}

void check_six_step(const Problem& problem, const Choice& choice, const Settings& settings) {
  const auto refuse = [](const std::string& what, const std::string& remedy) {
    fail(ErrorCode::not_applicable,
         "one axis over several processes " + what + "; " + remedy + ", or use MPI_COMM_SELF");
  };
  check_grid(problem, choice.grid);
  if (problem.transform == Transform::r2r || !is_fourier(*kind_of(problem, 0)))
    refuse("is transformed as a Fourier axis only", "use transform=c2c or r2c and kind fourier");
  if (problem.transform == Transform::r2c && problem.modes)
    refuse("has the modes of real points in blocks of its own", "leave the layout of the modes out");
  if (kept_points(problem, 0) != problem.shape.front()) refuse("keeps all modes", "leave kept out");
  if (settings.reproducible)
    refuse("is cut by their number, on which the bits depend", "leave reproducible out");
  if (settings.convolve) refuse("has no products of points in cache", "leave convolve out");
  if (settings.low_memory_bytes) refuse("takes buffers beside the array", "use memory=normal");
  for (const Extents* padding : {&problem.points_padding, &problem.modes_padding})
    if (!padding->empty() && padding->front() > 0)
      refuse("has nothing beside its blocks", "leave points_padding and modes_padding out");
  if (problem.output == Output::input) {
    const Problem rows = six_step_problem(problem, choice.grid);
    if (problem.transform == Transform::r2c ||
        !(flat_layout(*rows.points, {}) == flat_layout(*rows.modes, {})))
      refuse("has blocks of points and of modes of their own", "use output=last");
  }
  const Extents lengths = factors_of_axis(problem, choice.grid.size());
  const Index fast = lengths[0], of_modes = is_scrambled(problem) ? fast : lengths[1];
  if (unit_of(problem.points, problem.shape.front()) % fast != 0 ||
      unit_of(problem.modes, problem.shape.front()) % of_modes != 0)
    refuse("is divided into whole rows of " + std::to_string(fast) + " points and " +
               std::to_string(of_modes) + " modes, but the layouts of the problem cut other blocks",
           "leave the layouts to the plan and redistribute");
}

void set_six_step_style(RouteStyle& style) { style.fixed_order = true; }

// Twiddle factors stand between the transforms of the two axes; the modes of real points are brought into
// their natural order at the end.
void join_axes(const Problem& planned, Route& route) {
  const Index fast = planned.shape[0], slow = planned.shape[1];
  transform_along(route, 1).twiddle = {fast * slow, planned.sign, 0};
  if (!has_pairs(planned) || fast == 1) return;
  sweep_along(route, 0).pairing = {Paired::written, fast, slow};
  route.sweeps.back().pairing = {Paired::read, fast, slow};
}

// The user sees one axis where there are two, in the layouts that the problem states.
void flatten(const Problem& problem, const Problem& planned, const Route& route, int rank,
             Blueprint& blueprint) {
  blueprint.axis_factors = planned.shape;
  blueprint.points = problem.points.value_or(flat_layout(blueprint.points, {}));
  blueprint.modes = problem.modes.value_or(flat_layout(blueprint.modes, route.sweeps.back().pairing));
  blueprint.points_storage = dense_storage(box_of(blueprint.points, rank).shape(), {0});
  blueprint.modes_storage = dense_storage(box_of(blueprint.modes, rank).shape(), {0});
}

}  // namespace

const SplitAxes six_step_split = {takes_six_steps,    check_six_step, six_step_problem,
                                  set_six_step_style, join_axes,      flatten};

}  // namespace weft::inline plan
