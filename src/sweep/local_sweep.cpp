// What one process does in one sweep, as a value.
#include "sweep/local_sweep.hpp"

#include <algorithm>

#include "geometry/storage.hpp"

namespace weft::inline sweep {

namespace {

constexpr Index most_kept_bytes = 4 << 20;

}  // namespace

bool transforms(const LocalSweep& sweep, int axis) {
  return std::any_of(sweep.axes.begin(), sweep.axes.end(),
                     [&](const AxisTransform& transform) { return transform.axis == axis; });
}

LocalSweep local_sweep(const SweepSpec& spec, Precision precision, int rank, const View& source,
                       const View& target) {
  LocalSweep sweep{spec.axes,
                   box_of(spec.from, rank).shape(),
                   box_of(spec.to, rank).shape(),
                   source,
                   target,
                   spec.from_real,
                   spec.to_real,
                   spec.scale,
                   precision};
  if (!spec.backend.empty()) sweep.backend = spec.backend;
  sweep.pairing = spec.pairing;
  for (const Range& range : box_of(spec.to, rank).ranges) sweep.origin.push_back(range.begin);
  return sweep;
}

LocalSweep whole_sweep(const Problem& problem, const Route& route, const std::optional<Storage>& points,
                       const std::optional<Storage>& modes) {
  const SweepSpec& spec = route.sweeps.front();
  const Storage from = storage_in(spec.from.shape, points_order(problem), problem.points_padding),
                to = storage_in(spec.to.shape, modes_order(problem, route), problem.modes_padding);
  return local_sweep(spec, problem.precision, 0, whole_view(points.value_or(from), 0, 0),
                     whole_view(modes.value_or(to), 1, 0));
}

bool keeps_lines(const LocalSweep& sweep) {
  const std::vector<Piece>&source = sweep.source.pieces, &target = sweep.target.pieces;
  if (sweep.axes.size() != 1 || source.size() != 1 || target.size() != 1) return false;
  const Index read = element_bytes(sweep.precision, sweep.from_real),
              written = element_bytes(sweep.precision, sweep.to_real);
  const Extents &from = source.front().strides, &to = target.front().strides;
  bool keeps = source.front().offset * read == target.front().offset * written;
  for (int a = 0; a < static_cast<int>(sweep.from.size()); ++a) {
    if (transforms(sweep, a))  // elements of two sizes are in the same memory if the line is contiguous
      keeps = keeps && from[a] == to[a] && (read == written || from[a] == 1);
    else if (sweep.from[a] > 1)
      keeps = keeps && from[a] * read == to[a] * written;
  }
  return keeps;
}

bool is_large(const LocalSweep& sweep, int n_fields) {
  return n_fields * whole_box(sweep.to).n_points() * element_bytes(sweep.precision, sweep.to_real) >
         most_kept_bytes;
}

}  // namespace weft::inline sweep
