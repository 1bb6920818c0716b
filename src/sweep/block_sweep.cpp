// Sweeps by block kernels.
#include "sweep/block_sweep.hpp"

#include <algorithm>
#include <chrono>

#include "base/arena.hpp"
#include "geometry/part.hpp"
#include "geometry/storage.hpp"
#include "sweep/pairing.hpp"

namespace weft::inline sweep {

namespace {

// Bytes of points or modes, of which there are more, up to which an array stays in cache from visit to visit,
// and a block of many.
constexpr Index most_array_bytes = Index{5} << 20, most_bytes_of_many = Index{128} << 10;

bool is_plain(const AxisTransform& transform) {
  return transform.kept.is_all() && is_fourier(transform.kind) && transform.twiddle.n == 0;
}

BlockSpec spec_of(const LocalSweep& sweep) {
  const Extents &in = sweep.source.pieces.front().strides, &out = sweep.target.pieces.front().strides;
  BlockSpec spec{sweep.precision, {}, true, {}, {}, sweep.scale};
  for (int a = 0; a < static_cast<int>(sweep.from.size()); ++a)
    for (const AxisTransform& t : sweep.axes)
      if (t.axis == a) {
        spec.axes.push_back({t.kind, t.n, t.sign});
        spec.points.push_back(in[a]);
        spec.modes.push_back(out[a]);
      }
  const Kind last = spec.axes.back().kind;
  spec.forward = last == Kind::r2c || (last == Kind::c2c && spec.points.back() == 1);
  if (!spec.forward) std::swap(spec.points, spec.modes);
  return spec;
}

}  // namespace

Blocks blocks_of(const LocalSweep& sweep) {
  Blocks blocks;
  if (sweep.axes.empty() || sweep.source.pieces.size() != 1 || sweep.target.pieces.size() != 1 ||
      sweep.reproducible || sweep.stream || sweep.lines > 0 ||
      !std::all_of(sweep.axes.begin(), sweep.axes.end(), is_plain))
    return blocks;
  Index points = element_bytes(sweep.precision, sweep.from_real),
        modes = element_bytes(sweep.precision, sweep.to_real);
  for (int a = 0; a < static_cast<int>(sweep.from.size()); ++a) {
    if (transforms(sweep, a)) {
      points *= sweep.from[a];
      modes *= sweep.to[a];
    } else {
      blocks.shape.push_back(sweep.from[a]);
      blocks.in.push_back(sweep.source.pieces.front().strides[a]);
      blocks.out.push_back(sweep.target.pieces.front().strides[a]);
      blocks.n *= sweep.from[a];
    }
  }
  const Backend& row = *find_backend(sweep.backend).row;
  if (row.make_block == nullptr || blocks.n == 0 || (sweep.in_place && blocks.n > 1) ||
      std::max(points, modes) > (blocks.n > 1 ? most_bytes_of_many : most_array_bytes))
    return blocks;
  blocks.kernel = row.make_block(spec_of(sweep));
  return blocks;
}

bool has_block_kernel(const Problem& problem, const std::string& backend, bool in_place,
                      const std::optional<Storage>& points, const std::optional<Storage>& modes) {
  RouteStyle style;
  style.all_joined = true;
  const Route route = make_route(problem, {std::vector<int>(problem.shape.size() - 1, 1)}, style);
  if (route.sweeps.size() != 1) return false;
  LocalSweep sweep = whole_sweep(problem, route, points, modes);
  sweep.backend = backend;
  sweep.in_place = in_place;
  const Blocks blocks = blocks_of(sweep);
  return blocks.kernel != nullptr && blocks.n == 1;
}

BlockSweep::BlockSweep(const LocalSweep& sweep, Blocks blocks, const std::vector<Workspace>& workspaces,
                       Team& team)
    : blocks_(std::move(blocks)),
      workspaces_(workspaces),
      team_(team),
      in_(side_of(sweep.source, sweep.from, element_bytes(sweep.precision, sweep.from_real))),
      out_(side_of(sweep.target, sweep.to, element_bytes(sweep.precision, sweep.to_real))) {}

BlockSweep::Side BlockSweep::side_of(const View& view, const Extents& shape, int element_bytes) {
  const Piece& piece = view.pieces.front();
  Index last = 0;
  for (std::size_t a = 0; a < shape.size(); ++a) last += (shape[a] - 1) * piece.strides[a];
  return {piece.slot, piece.offset * element_bytes, piece.field_stride * element_bytes,
          (last + 1) * element_bytes, element_bytes};
}

void BlockSweep::run(Places slots, Index field) { run(in_.at(slots, field), out_.at(slots, field)); }

void BlockSweep::run(const char* in, char* out) {
  if (blocks_.n > 1) return team_.run([&](int thread) { run_blocks(thread, in, out); });
  for (int visit = 0; visit < blocks_.kernel->n_visits(); ++visit)
    team_.run([&](int thread) {
      const Range units = part_of(blocks_.kernel->n_units(visit), team_.size(), thread);
      run_visit(visit, units.begin, units.end, in, out, thread, 0);
    });
}

// The share of a thread.
void BlockSweep::run_blocks(int thread, const char* in, char* out) {
  const Range mine = part_of(blocks_.n, team_.size(), thread);
  for (Index block = mine.begin; block < mine.end; ++block) {
    Index rest = block, from = 0, to = 0;
    for (std::size_t a = blocks_.shape.size(); a-- > 0; rest /= blocks_.shape[a]) {
      from += rest % blocks_.shape[a] * blocks_.in[a];
      to += rest % blocks_.shape[a] * blocks_.out[a];
    }
    for (int visit = 0; visit < blocks_.kernel->n_visits(); ++visit)
      run_visit(visit, 0, blocks_.kernel->n_units(visit), in + from * in_.element_bytes,
                out + to * out_.element_bytes, thread, thread);
  }
}

// `of_block`: the thread whose memory holds the block between visits.
void BlockSweep::run_visit(int visit, Index begin, Index end, const char* in, char* out, int thread,
                           int of_block) const {
  const Workspace& own = workspaces_[static_cast<std::size_t>(thread)];
  blocks_.kernel->run(visit, begin, end, in, out,
                      {workspaces_[static_cast<std::size_t>(of_block)].block, own.in, own.out});
}

// On arrays of its own, which hold zeros.
double BlockSweep::measure_arithmetic() {
  Arena arena;
  const char* in = arena.allocate(in_.bytes);
  char* out = arena.allocate(out_.bytes);
  run(in, out);
  const auto start = std::chrono::steady_clock::now();
  run(in, out);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<KernelPart> BlockSweep::measure_parts() {
  Arena arena;
  const BlockKernel& kernel = *blocks_.kernel;
  const char* in = arena.allocate(in_.bytes);
  char* out = arena.allocate(out_.bytes);
  const BlockMemory memory{arena.allocate(kernel.between_bytes()), arena.allocate(kernel.batch_bytes()),
                           arena.allocate(kernel.scratch_bytes())};
  std::vector<KernelPart> parts = kernel.measure_parts(in, out, memory);
  for (KernelPart& part : parts) {
    part.seconds *= static_cast<double>(blocks_.n);
    if (part.depth == 0 && blocks_.n > 1)
      part.what += ", in each of " + std::to_string(blocks_.n) + " blocks";
  }
  return parts;
}

}  // namespace weft::inline sweep
