// What one process does in one sweep, as a value.
#include "sweep/local_sweep.hpp"

#include <algorithm>

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
  return sweep;
}

bool is_large(const LocalSweep& sweep, int n_fields) {
  return n_fields * whole_box(sweep.to).n_points() * element_bytes(sweep.precision, sweep.to_real) >
         most_kept_bytes;
}

}  // namespace weft::inline sweep
