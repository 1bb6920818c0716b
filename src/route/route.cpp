// make_route: transform what is local, then bring the next axis in, until every axis is done.
//
// Each move gives an axis that is finished (or at least local) to the processes, in exchange for one
// that is due: the cut of a grid dimension moves from one axis to another, and only the processes
// along that dimension talk. The array is real until the real axis is done, so that axis comes first.
#include "route/route.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "geometry/axis_kinds.hpp"
#include "geometry/storage.hpp"
#include "weft/error.hpp"

namespace weft::inline route {

namespace {

// Two axes ride one sweep even when their plane leaves the cache (the second still reads what the first wrote
// a moment ago), more than two only while their block stays in L2. A plane that is the whole array takes as
// much memory as a buffer, and is a third array in cache: a large one has two sweeps.
constexpr Index most_bytes_of_two_axes = Index{64} << 20, most_bytes_of_only_plane = Index{7} << 20;
constexpr Index most_bytes_of_more_axes = Index{512} << 10;

class Builder {
 public:
  Builder(const Problem& problem, const ProcessGrid& grid, const RouteStyle& style);
  Route build();

 private:
  Axes ready() const;           // due axes that can be transformed where the array is now
  Axes ready_together() const;  // those of them that ride one sweep
  void add_sweep(const Axes& axes);
  void move_to(const Layout& next);
  void go_to_grid();
  void bring_in(int axis);
  int target_for(std::size_t grid_dim, int axis, const Axes& taken) const;
  Layout start_layout() const;  // axes 0..k-1 cut on the transform's grid
  void name_idle_dimensions();
  void set_scales();

  const Problem& problem_;
  const ProcessGrid& grid_;
  const RouteStyle style_;
  const Axes transformed_;
  const int real_axis_;
  Axes due_;                      // axes to transform, in the order in which they are tried
  Layout layout_;                 // where the array is now
  bool real_;                     // what its elements are now
  std::optional<Layout> wanted_;  // layout of the modes, if one is asked for
  Route route_;
};

Builder::Builder(const Problem& problem, const ProcessGrid& grid, const RouteStyle& style)
    : problem_(problem),
      grid_(grid),
      style_(style),
      transformed_(transformed_axes(problem)),
      real_axis_(real_axis(problem)),
      due_(transformed_),
      real_(points_are_real(problem)),
      route_{{}, {}, problem.precision, problem.n_fields} {
  std::sort(due_.begin(), due_.end(), std::greater<>());
  std::stable_partition(due_.begin(), due_.end(), [&](int axis) { return axis == real_axis_; });
  layout_.shape = problem.shape;
  layout_ = problem.points ? *problem.points : start_layout();
  if (problem.modes) {
    wanted_ = problem.modes;
  } else if (problem.output == Output::input) {
    wanted_ = layout_;
    wanted_->shape = modes_shape(problem);
    for (std::size_t a = 0; a < wanted_->splits.size(); ++a)
      if (wanted_->shape[a] != layout_.shape[a]) wanted_->splits[a] = {};
  }
}

Route Builder::build() {
  if (problem_.points && !due_.empty() && !(layout_.grid == grid_)) go_to_grid();
  while (!due_.empty()) {
    const Axes together = ready_together();
    if (together.empty() && style_.at_once) {
      move_to(*wanted_);
    } else if (together.empty()) {
      bring_in(*std::find_if(due_.begin(), due_.end(), [&](int axis) { return n_parts(layout_, axis) > 1; }));
    } else {
      if (route_.sweeps.size() > route_.moves.size()) move_to(layout_);
      add_sweep(together);
    }
  }
  if (wanted_ && !(layout_ == *wanted_ || is_local({layout_, *wanted_, 0, 1}))) move_to(*wanted_);
  if (route_.sweeps.size() == route_.moves.size()) add_sweep({});
  if (wanted_)
    layout_ = *wanted_;
  else
    name_idle_dimensions();
  if (problem_.points) route_.sweeps.front().from = *problem_.points;
  route_.sweeps.back().to = layout_;
  set_scales();
  return route_;
}

Axes Builder::ready() const {
  Axes local;
  for (int axis : due_) {
    if (n_parts(layout_, axis) == 1)
      local.push_back(axis);
    else if (style_.fixed_order)
      break;
  }
  const bool waits_for_real_axis = due_.front() == real_axis_ && n_parts(layout_, real_axis_) > 1;
  return waits_for_real_axis ? Axes{} : local;
}

Axes Builder::ready_together() const {
  const Axes local = ready();
  const bool all_local = local.size() == due_.size();
  const bool has_swept = route_.sweeps.size() > route_.moves.size();
  if (style_.joining == Joining::late && !all_local && has_swept) return {};
  const Index element = element_bytes(problem_.precision, false);
  const Index of_array =
      std::accumulate(problem_.shape.begin(), problem_.shape.end(), element, std::multiplies<>());
  Axes together;
  Index bytes = element;
  for (int axis : local) {
    if (!together.empty() && style_.joining == Joining::apart) break;
    if (!together.empty() && style_.joining == Joining::late && !all_local) break;
    bytes *= problem_.shape[axis];
    const Index most_of_two = bytes == of_array ? most_bytes_of_only_plane : most_bytes_of_two_axes;
    if (!style_.all_joined && together.size() == 1 && bytes > most_of_two) break;
    if (!style_.all_joined && together.size() >= 2 && bytes > most_bytes_of_more_axes) break;
    together.push_back(axis);
  }
  return together;
}

void Builder::add_sweep(const Axes& axes) {
  SweepSpec sweep;
  sweep.from = layout_;
  sweep.from_real = real_;
  for (int axis : axes) {
    const AxisKind kind = *kind_of(problem_, axis);
    AxisTransform transform{row_of(kind).line,           axis, problem_.shape[axis], problem_.sign, {}, real_,
                            ends_of(kind, problem_.norm)};
    if (kept_points(problem_, axis) < transform.n) transform.kept.out = kept_points(problem_, axis);
    if (axis == real_axis_) {
      transform.kind = Kind::r2c;
      transform.real = false;
      real_ = false;
    }
    const Index n_modes = n_written(transform.kind, transform.n, transform.kept);
    if (n_modes != layout_.shape[axis] && !layout_.splits.empty()) layout_.splits[axis] = {};
    layout_.shape[axis] = n_modes;
    sweep.axes.push_back(transform);
    due_.erase(std::find(due_.begin(), due_.end(), axis));
  }
  sweep.to = layout_;
  sweep.to_real = real_;
  route_.sweeps.push_back(sweep);
}

void Builder::move_to(const Layout& next) {
  if (route_.sweeps.size() == route_.moves.size()) add_sweep({});
  route_.moves.push_back({layout_, next, element_bytes(problem_.precision, real_), problem_.n_fields});
  layout_ = next;
}

Layout Builder::start_layout() const {
  Layout layout{layout_.shape, grid_, {}, {}};
  for (std::size_t g = 0; g < grid_.dims.size(); ++g) layout.cut.push_back(static_cast<int>(g));
  if (style_.by_columns) std::reverse(layout.cut.begin(), layout.cut.end());
  return layout;
}

// From the user's layout of the points to the grid on which the transforms run.
void Builder::go_to_grid() {
  const Layout start = start_layout();
  if (is_local({layout_, start, 0, 1}))
    layout_ = start;
  else
    move_to(start);
}

// Every grid dimension that cuts `axis` moves onto a local axis.
void Builder::bring_in(int axis) {
  Layout next = layout_;
  Axes taken;
  for (std::size_t g = 0; g < layout_.cut.size(); ++g) {
    if (layout_.cut[g] != axis || layout_.grid.dims[g] == 1) continue;
    const int target = target_for(g, axis, taken);
    if (target < 0) return move_to(start_layout());  // bricks: no axis is local
    next.cut[g] = target;
    taken.push_back(target);
  }
  taken.push_back(axis);
  for (int changed : taken)  // own block sizes belong to an axis as it was cut
    if (!next.splits.empty()) next.splits[changed] = {};
  for (int target : taken)  // own block sizes of the modes, where the route already ends in them
    if (wanted_ && wanted_->grid == next.grid && !wanted_->splits.empty() && wanted_->cut == next.cut &&
        wanted_->shape[target] == next.shape[target]) {
      next.splits.resize(next.shape.size());
      next.splits[target] = wanted_->splits[target];
    }
  move_to(next);
}

// Which local axis grid dimension `grid_dim` shall cut instead of `axis`; -1 if there is none. Finished
// axes before due ones, axes that feed every process before short ones, the one that the modes want,
// identity axes, then the nearest above.
int Builder::target_for(std::size_t grid_dim, int axis, const Axes& taken) const {
  const int n_axes = layout_.n_axes();
  int best = -1, best_cost = 0;
  for (int step = 1; step < n_axes; ++step) {
    const int t = axis + step < n_axes ? axis + step : n_axes - 1 - step;
    if (n_parts(layout_, t) > 1 || std::count(taken.begin(), taken.end(), t) != 0) continue;
    const bool due = std::count(due_.begin(), due_.end(), t) != 0;
    const bool identity = std::count(transformed_.begin(), transformed_.end(), t) == 0;
    const bool wanted = wanted_ && wanted_->grid == layout_.grid && wanted_->cut[grid_dim] == t;
    const bool feeds_all = layout_.shape[t] >= layout_.grid.dims[grid_dim];
    const int cost =
        step + (identity ? 0 : 10) + (wanted ? 0 : 20) + (feeds_all ? 0 : 100) + (due ? 1000 : 0);
    if (best < 0 || cost < best_cost) {
      best = t;
      best_cost = cost;
    }
  }
  return best;
}

// A grid dimension of one process divides nothing; it is reported where a longer one would end.
void Builder::name_idle_dimensions() {
  const int n = static_cast<int>(layout_.cut.size());
  for (int g = 0; g < n; ++g)
    if (layout_.grid.dims[g] == 1)
      layout_.cut[g] = std::min((style_.by_columns ? n - 1 - g : g) + 1, layout_.n_axes() - 1);
}

// The whole scale is applied once in each direction, by the last sweep that transforms.
void Builder::set_scales() {
  double n = 1;
  AxisScales own;
  for (int axis : transformed_) {
    const AxisKind kind = *kind_of(problem_, axis);
    n *= logical_length(kind, problem_.shape[axis]);
    const AxisScales scales = scales_of(kind, problem_.shape[axis]);
    own.forward *= scales.forward;
    own.backward *= scales.backward;
  }
  const auto has_axes = [](const SweepSpec& sweep) { return !sweep.axes.empty(); };
  const auto first = std::find_if(route_.sweeps.begin(), route_.sweeps.end(), has_axes);
  const auto last = std::find_if(route_.sweeps.rbegin(), route_.sweeps.rend(), has_axes);
  if (first == route_.sweeps.end()) return;
  const double root = 1 / std::sqrt(n);
  last->scale = own.forward * (problem_.norm == Norm::ortho     ? root
                               : problem_.norm == Norm::forward ? 1 / n
                                                                : 1);
  first->inverse_scale = own.backward * (problem_.norm == Norm::ortho      ? root
                                         : problem_.norm == Norm::backward ? 1 / n
                                                                           : 1);
}

EndFactors inverse(const EndFactors& ends) {
  return {1 / ends.first_written, 1 / ends.last_written, 1 / ends.first_read, 1 / ends.last_read};
}

SweepSpec reversed(const SweepSpec& sweep) {
  SweepSpec back{
      {},          sweep.to,      sweep.from,   sweep.to_real, sweep.from_real, sweep.inverse_scale,
      sweep.scale, sweep.backend, sweep.pairing};
  if (sweep.pairing.side != Paired::no)
    back.pairing.side = sweep.pairing.side == Paired::read ? Paired::written : Paired::read;
  for (auto t = sweep.axes.rbegin(); t != sweep.axes.rend(); ++t) {
    const Kind kind = row_of(t->kind).inverse;
    back.axes.push_back(
        {kind, t->axis, t->n, -t->sign, {t->kept.out, t->kept.in}, t->real, inverse(t->ends)});
  }
  return back;
}

}  // namespace

bool transforms(const SweepSpec& sweep, int axis) {
  return std::any_of(sweep.axes.begin(), sweep.axes.end(),
                     [&](const AxisTransform& transform) { return transform.axis == axis; });
}

Route make_route(const Problem& problem, const ProcessGrid& grid, const RouteStyle& style) {
  return Builder(problem, grid, style).build();
}

Route with_buffer(const Route& route) {
  Route longer = route;
  const SweepSpec& last = route.sweeps.back();
  longer.moves.push_back({last.to, last.to, element_bytes(route.precision, last.to_real), route.n_fields});
  longer.sweeps.push_back({{}, last.to, last.to, last.to_real, last.to_real, 1, 1});
  return longer;
}

SweepSpec& sweep_along(Route& route, int axis) {
  return *std::find_if(route.sweeps.begin(), route.sweeps.end(),
                       [&](const SweepSpec& sweep) { return transforms(sweep, axis); });
}

AxisTransform& transform_along(Route& route, int axis) {
  std::vector<AxisTransform>& axes = sweep_along(route, axis).axes;
  return *std::find_if(axes.begin(), axes.end(),
                       [&](const AxisTransform& transform) { return transform.axis == axis; });
}

Index n_natural(const Pairing& pairing, const Range& positions) {
  if (positions.size() <= 0) return 0;
  const Index begin = positions.begin / 2, end = (positions.end + 1) / 2;
  const bool is_last = positions.end == pairing.fast;
  return (is_last ? pairing.fast * pairing.slow / 2 + 1 : end * pairing.slow) - begin * pairing.slow;
}

Route reversed(const Route& route) {
  Route back{{}, {}, route.precision, route.n_fields};
  for (auto sweep = route.sweeps.rbegin(); sweep != route.sweeps.rend(); ++sweep)
    back.sweeps.push_back(reversed(*sweep));
  for (const SweepSpec& sweep : route.sweeps)  // twiddle factors stay between the same two transforms
    for (const AxisTransform& t : sweep.axes)
      if (t.twiddle.n > 0)
        transform_along(back, t.twiddle.other).twiddle = {t.twiddle.n, -t.twiddle.sign, t.axis};
  for (auto move = route.moves.rbegin(); move != route.moves.rend(); ++move)
    back.moves.push_back({move->to, move->from, move->element_bytes, move->n_fields});
  return back;
}

Axes points_order(const Problem& problem) {
  return problem.points_order.empty() ? c_order(static_cast<int>(problem.shape.size()))
                                      : problem.points_order;
}

Axes modes_order(const Problem& problem, const Route& route) {
  if (!problem.modes_order.empty()) return problem.modes_order;
  Axes order = c_order(static_cast<int>(problem.shape.size()));
  const std::vector<AxisTransform>& last = route.sweeps.back().axes;
  if (problem.order == Order::fast && !last.empty())
    std::rotate(order.begin() + last.back().axis, order.begin() + last.back().axis + 1, order.end());
  return order;
}

int real_bytes(Precision precision) { return precision == Precision::double_ ? 8 : 4; }

int element_bytes(Precision precision, bool real) { return real_bytes(precision) * (real ? 1 : 2); }

}  // namespace weft::inline route
