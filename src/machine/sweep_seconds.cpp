// What a sweep takes on a machine, estimated from its shape and strides.
//
// A sweep takes what its arithmetic and its copying take together (doc/explain.md: they hardly overlap). Its
// array is read and written once at the rate of a copy of that size; between the axes of one sweep, a block
// goes back and forth in the cache that holds it. Kernels that do not reach memory themselves copy every tile
// twice more, in cache.
#include "machine/sweep_seconds.hpp"

#include <algorithm>

#include "kernels/kernel.hpp"
#include "model/lookups.hpp"
#include "sweep/tiling.hpp"
#include "weft/description.hpp"

namespace weft::inline machine {

namespace {

// Stores into the cache of what does not fit there read each line of memory before they write it.
constexpr double cost_of_cached_stores = 1.5;
constexpr Index tile_set = 256 << 10;  // bytes of two tiles

class SweepEstimate {
 public:
  // `footprint`: bytes of all arrays that the plan goes through, which take each other's place in the cache.
  SweepEstimate(const LocalSweep& sweep, const MachineModel& model, int n_on_node, Index footprint)
      : sweep_(sweep), model_(model), n_on_node_(n_on_node), footprint_(footprint) {
    bytes_read_ = points_of(sweep.from) * element_bytes(sweep.precision, sweep.from_real);
    bytes_written_ = points_of(sweep.to) * element_bytes(sweep.precision, sweep.to_real);
  }
  SweepSeconds seconds() const {
    if (bytes_read_ == 0 && bytes_written_ == 0) return {};
    return {arithmetic(), memory() + (sweep_.axes.size() > 1 ? between_axes() : 0),
            bytes_read_ + bytes_written_};
  }

 private:
  static Index points_of(const Extents& shape) { return whole_box(shape).n_points(); }

  double arithmetic() const {
    double all = 0;
    Extents now = sweep_.from;
    for (const AxisTransform& t : sweep_.axes) {
      Index n_lines = now[t.axis] > 0 ? points_of(now) / now[t.axis] : 0;
      if (!is_fourier(t.kind) && !t.real) n_lines *= 2;  // real and imaginary parts
      const auto line = line_seconds(model_, sweep_.backend, t.kind, sweep_.precision, t.n);
      const double slowest = line ? *line : slowest_line(t);
      all += real(n_lines) * slowest;
      if (!find_backend(sweep_.backend).row->reaches_memory)
        all += 2 * real(2 * n_lines * t.n * element_bytes(sweep_.precision, false)) /
               copy_rate(model_, n_on_node_, tile_set);
      now[t.axis] = sweep_.to[t.axis];
    }
    return all;
  }

  // Of a backend that was not measured: as slow as the slowest that was.
  double slowest_line(const AxisTransform& t) const {
    double most = 0;
    for (const std::string& backend : backend_names())
      if (const auto line = line_seconds(model_, backend, t.kind, sweep_.precision, t.n))
        most = std::max(most, *line);
    return most;
  }

  double memory() const {
    const double rate = copy_rate(model_, n_on_node_, footprint_),
                 far = copy_rate(model_, n_on_node_, Index{1} << 30);
    // How far the arrays are from the cache, as the rate says: 0 inside, 1 in memory.
    const double near = copy_rate(model_, n_on_node_, tile_set);
    const double outside = near > far ? std::clamp((near / rate - 1) / (near / far - 1), 0.0, 1.0) : 1;
    double seconds = 0;
    if (sweep_.stream)
      // The rate of memory, there and when it is read next: it is not in the cache then.
      seconds = real(bytes_read_) / rate + real(bytes_written_) / far +
                (1 - outside) * real(bytes_written_) * (1 / far - 1 / rate);
    else
      seconds =
          (real(bytes_read_) + real(bytes_written_) * (1 + outside * (cost_of_cached_stores - 1))) / rate;
    const Index complex = element_bytes(sweep_.precision, false);
    // Tiles with fewer lines than a row holds use a part of what memory brings.
    const double used = sweep_.lines > 0 ? std::min(1.0, real(sweep_.lines * complex) / row_bytes) : 1;
    return seconds * (1 + 0.1 * (1 - used));
  }

  // A block is written by one axis and read by the next.
  double between_axes() const {
    const Tiling tiling = make_tiling(sweep_);
    const double bytes =
        2 * real(std::max(bytes_read_, bytes_written_)) * real(static_cast<Index>(sweep_.axes.size()) - 1);
    return bytes / copy_rate(model_, n_on_node_, 2 * std::max<Index>(tiling.block_bytes, 1));
  }

  const LocalSweep& sweep_;
  const MachineModel& model_;
  int n_on_node_;
  Index footprint_;
  Index bytes_read_ = 0, bytes_written_ = 0;
};

}  // namespace

std::string shape_of(const LocalSweep& sweep) {
  if (sweep.axes.size() != 1) return sweep.axes.empty() ? "" : "planes";
  const auto lie = [&](const View& view) {
    return view.pieces.empty() || view.pieces.front().strides[sweep.axes[0].axis] != 1 ? "rows" : "lines";
  };
  return std::string(lie(sweep.source)) + " to " + lie(sweep.target);
}

// Lines of one axis side by side whose number fills no whole vectors, as the modes of a real axis.
bool has_odd_rows(const LocalSweep& sweep) {
  constexpr Index whole = 4;
  if (sweep.axes.size() != 1) return false;
  for (const View* view : {&sweep.source, &sweep.target})
    if (!view->pieces.empty())
      for (std::size_t axis = 0; axis < sweep.from.size(); ++axis)
        if (view->pieces.front().strides[axis] == 1 && static_cast<int>(axis) != sweep.axes[0].axis)
          return sweep.from[axis] % whole != 0;
  return false;
}

std::string transform_of(const LocalSweep& sweep) {
  for (const AxisTransform& t : sweep.axes)
    if (t.kind != Kind::c2c) return row_of(t.kind).measured_as;
  return has_odd_rows(sweep) ? "c2c of odd rows" : "c2c";
}

SweepSeconds sweep_seconds(const LocalSweep& sweep, const MachineModel& model, int n_on_node,
                           Index footprint) {
  SweepSeconds seconds = SweepEstimate(sweep, model, n_on_node, footprint).seconds();
  const double all = sweep_ratio(model, {.n_processes = n_on_node,
                                         .backend = sweep.backend,
                                         .shape = shape_of(sweep),
                                         .transform = transform_of(sweep),
                                         .precision = sweep.precision,
                                         .footprint = footprint}) *
                     seconds.all();
  seconds.arithmetic = std::min(seconds.arithmetic, all);
  seconds.memory = all - seconds.arithmetic;
  return seconds;
}

}  // namespace weft::inline machine
