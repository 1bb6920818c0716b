// A sweep reads the local array once, transforms one or more axes in cache, and writes it once.
#include "sweep/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "geometry/part.hpp"
#include "sweep/for_chunks.hpp"

namespace weft::inline sweep {

namespace {

// Numbers of lines that the tiles of a pass have: products of one extent per axis.
std::vector<Index> line_counts(const PassPlan& plan) {
  std::vector<Index> counts{1};
  for (int axis : plan.line_order) {
    std::vector<Index> products;
    const Chunks& chunks = plan.chunks[axis];
    for (Index count : counts) {
      products.push_back(count * chunks.last);
      if (chunks.n > 1) products.push_back(count * chunks.size);
    }
    std::sort(products.begin(), products.end());
    products.erase(std::unique(products.begin(), products.end()), products.end());
    counts = products;
  }
  return counts;
}

// The axis along which the lines of a tile lie beside each other; -1 if there are several.
int axis_beside(const PassPlan& plan) {
  int beside = -1;
  for (int axis : plan.line_order) {
    if (plan.chunks[axis].most() == 1) continue;
    if (beside >= 0) return -1;
    beside = axis;
  }
  return beside >= 0 || plan.line_order.empty() ? beside : plan.line_order.front();
}

// The axis along which a tile of results is contiguous.
int contiguous_axis(const PassPlan& plan) {
  if (plan.out.step == 1) return plan.transform.axis;
  const auto longer = std::find_if(plan.line_order.begin(), plan.line_order.end(),
                                   [&](int axis) { return plan.chunks[axis].most() > 1; });
  return longer == plan.line_order.end() ? plan.line_order.front() : *longer;
}

Index length_of(const Chunks& chunks) { return chunks.begin(chunks.n - 1) + chunks.last; }

// Tiles of more lines along `beside`: fewer calls, where nothing has to fit into a tile's memory. Threads
// that divide them want a few each.
std::vector<Chunks> widened(const PassPlan& plan, int beside, int n_dividing) {
  std::vector<Chunks> chunks = plan.chunks;
  const Chunks& narrow = plan.chunks[beside];
  Index most_lines = 256;
  if (n_dividing > 1) {
    const Index n_lines =
        std::accumulate(plan.line_order.begin(), plan.line_order.end(), Index{1},
                        [&](Index n, int axis) { return n * length_of(plan.chunks[axis]); });
    most_lines = std::min<Index>(most_lines, n_lines / (4 * n_dividing));
  }
  chunks[beside] =
      cut_into_chunks(length_of(narrow), std::max<Index>(1, most_lines / narrow.size) * narrow.size);
  return chunks;
}

// The addresses of `n` rows of a tile, `step` bytes from each other.
void address_tile(const char* tile, Index n, Index step, std::vector<const char*>& rows) {
  for (Index i = 0; i < n; ++i) rows[i] = tile + i * step;
}

}  // namespace

Sweep::Sweep(const LocalSweep& sweep, KernelCache& kernels, const std::vector<Workspace>& workspaces,
             Team& team, int first_thread)
    : sweep_(sweep),
      kernels_(kernels),
      team_(team),
      n_axes_(static_cast<int>(sweep.from.size())),
      source_(sweep.source, n_axes_, element_bytes(sweep.precision, sweep.from_real)),
      target_(sweep.target, n_axes_, element_bytes(sweep.precision, sweep.to_real)) {
  const Tiling tiling = make_tiling(sweep);
  block_chunks_ = tiling.blocks;
  tile_bytes_ = tiling.in_bytes;
  block_bytes_ = tiling.block_bytes;
  own_blocks_ = has_blocks_of_its_own(tiling, team.size());
  n_dividing_ = own_blocks_ ? 1 : team.size();
  block_ranges_ = divide(tiling.blocks, team.size());
  Side between({}, n_axes_, element_bytes(sweep.precision, is_real_between(sweep)));
  for (const BlockPlan& plan : tiling.variants) {
    Block& block = blocks_.emplace_back(Block{plan.shape, plan.storage, {}});
    between.bind_block(nullptr, Coords{}, plan.storage);
    for (std::size_t i = 0; i < plan.passes.size(); ++i)
      block.passes.push_back(
          make_pass(plan.passes[i], i == 0, i + 1 == plan.passes.size(), between, kernels));
  }
  const std::vector<const char*> rows(most_rows());
  for (int thread = 0; thread < team.size(); ++thread)
    hands_.push_back(
        {thread, first_thread + thread, workspaces[static_cast<std::size_t>(thread)], between, rows, rows});
}

// Addresses that a tile may need.
std::size_t Sweep::most_rows() const {
  Index most = 0;
  for (const Block& block : blocks_)
    for (const Pass& pass : block.passes) {
      const int axis = pass.plan.transform.axis;
      most = std::max({most, pass.plan.from[axis], pass.plan.to[axis]});
      for (const PassKernel& kernel : pass.kernels) most = std::max(most, kernel.n_lines);
      Index wide_lines = 1;
      for (int a : pass.wide.empty() ? Axes{} : pass.plan.line_order) wide_lines *= pass.wide[a].most();
      most = std::max(most, wide_lines);
    }
  return static_cast<std::size_t>(most);
}

Sweep::Pass Sweep::make_pass(const PassPlan& plan, bool first, bool last, const Side& between,
                             KernelCache& kernels) const {
  Pass pass;
  pass.plan = plan;
  pass.in_element = element_bytes(sweep_.precision, reads_real(plan.transform.kind, plan.transform.real));
  pass.out_element = element_bytes(sweep_.precision, writes_real(plan.transform.kind, plan.transform.real));
  pass.is_first = first;
  pass.is_last = last;
  pass.gather.precision = pass.scatter.precision = sweep_.precision;
  if (plan.transform.twiddle.n > 0)
    pass.twiddles.emplace(plan.transform, sweep_.precision, sweep_.origin, sweep_.to, contiguous_axis(plan));
  if (last) {
    pass.scatter.scale = sweep_.scale;
    pass.scatter.stream = sweep_.stream;
  }
  for (Index n_lines : plan.batch > 0 ? std::vector<Index>{plan.batch} : line_counts(plan))
    pass.kernels.push_back(
        {n_lines,
         &kernels.get(sweep_.backend, {plan.transform.kind, sweep_.precision, plan.transform.n,
                                       plan.transform.sign, n_lines, plan.in, plan.out, plan.transform.real,
                                       plan.transform.ends, sweep_.reproducible, plan.transform.kept})});
  pass.reaches_memory =
      plan.batch == 0 && std::all_of(pass.kernels.begin(), pass.kernels.end(),
                                     [](const PassKernel& k) { return k.kernel->reaches_memory(); });
  if (pass.reaches_memory) reach_memory(pass, between);
  pass.tiles = divide(plan.chunks, n_dividing_);
  if (!pass.wide.empty()) pass.wide_tiles = divide(pass.wide, n_dividing_);
  return pass;
}

// What the kernels of a pass read and write themselves.
void Sweep::reach_memory(Pass& pass, const Side& between) const {
  const PassPlan& plan = pass.plan;
  const bool first = pass.is_first, last = pass.is_last;
  pass.in_along = plan.in.step == 1;
  pass.out_along = plan.out.step == 1;
  pass.beside = axis_beside(plan);
  const int axis = plan.transform.axis;
  pass.reads_memory = (first ? source_ : between).has_rows(axis, pass.in_along ? axis : pass.beside);
  pass.writes_memory = (last ? target_ : between).has_rows(axis, pass.out_along ? axis : pass.beside);
  // Lines that are written elsewhere than they were go through a tile: only then all are read before any is
  // written.
  if (is_in_place(pass) && !keeps_lines(sweep_)) pass.writes_memory = false;
  if (pass.twiddles) pass.writes_memory = false;  // they multiply a tile
  if (first && (sweep_.stream || sweep_.is_far) && pass.reads_memory && pass.beside >= 0)
    pass.ahead =
        sweep_.source.pieces.front().strides[pass.beside] * plan.chunks[pass.beside].size * pass.in_element;
  if (pass.reads_memory && pass.writes_memory && pass.beside >= 0)
    pass.wide = widened(plan, pass.beside, n_dividing_);
}

const Kernel& Sweep::Pass::kernel_of(Index n_lines) const {
  return *std::find_if(kernels.begin(), kernels.end(), [&](const PassKernel& k) {
            return k.n_lines == n_lines;
          })->kernel;
}

void Sweep::run(Places slots, Index field, const Coords& source_origin, const Coords& target_origin) {
  source_.bind(slots, field, source_origin);
  target_.bind(slots, field, target_origin);
  target_is_aligned_ = target_.is_aligned();
  if (sweep_.axes.empty()) {
    if (target_.is_same_memory(source_)) return;
    team_.run([&](int thread) { copy(thread); });
  } else if (!blocks_.empty()) {
    for_passes([&](Hand& hand, const Pass& pass, const Patch& block) { run_pass(hand, pass, block); });
  }
}

// What lies in the tiles is transformed over and over; only zeros stay what they are.
double Sweep::measure_arithmetic() {
  if (sweep_.axes.empty() || blocks_.empty()) return 0;
  for (const Hand& hand : hands_) {
    std::fill_n(hand.workspace.in, tile_bytes_, 0);
    if (own_blocks_ || hand.thread == 0) std::fill_n(hand.workspace.block, block_bytes_, 0);
  }
  const auto start = std::chrono::steady_clock::now();
  for_passes([&](Hand& hand, const Pass& pass, const Patch& block) { run_kernels(hand, pass, block); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Calls work(hand, pass, block) on all threads, each for its blocks, or for its share of every block.
template <class Work>
void Sweep::for_passes(const Work& work) {
  if (own_blocks_)
    return team_.run([&](int thread) {
      Hand& hand = hands_[static_cast<std::size_t>(thread)];
      for_chunks(block_chunks_, Coords{}, block_ranges_[static_cast<std::size_t>(thread)],
                 [&](const Patch& patch) {
                   const Block& block = block_of(patch);
                   hand.between.bind_block(hand.workspace.block, patch.begin, block.storage);
                   for (const Pass& pass : block.passes) work(hand, pass, patch);
                 });
      if (sweep_.stream) finish_streams();
    });
  for_chunks(block_chunks_, Coords{}, {0, n_chunks(block_chunks_)}, [&](const Patch& patch) {
    const Block& block = block_of(patch);
    for (Hand& hand : hands_)
      hand.between.bind_block(hands_.front().workspace.block, patch.begin, block.storage);
    for (const Pass& pass : block.passes)
      team_.run([&](int thread) {
        work(hands_[static_cast<std::size_t>(thread)], pass, patch);
        if (sweep_.stream) finish_streams();
      });
  });
}

const Sweep::Block& Sweep::block_of(const Patch& patch) const {
  return *std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& block) {
    for (int a = 0; a < n_axes_; ++a)
      if (block.shape[a] != 0 && block.shape[a] != patch.size[a]) return false;
    return true;
  });
}

// The box of one thread.
void Sweep::copy(int thread) {
  CopyMode mode;
  mode.stream = sweep_.stream;
  Patch patch;
  std::copy(sweep_.from.begin(), sweep_.from.end(), patch.size.begin());
  const int axis = axis_of_boxes(sweep_, team_.size());
  const Range range = part_of(patch.size[axis], team_.size(), thread);
  patch.begin[axis] = range.begin;
  patch.size[axis] = range.size();
  target_.copy_from(source_, patch, mode);
  if (sweep_.stream) finish_streams();
}

// Which passes leave out the tile can depend on the arrays of the call: streams need rows that are aligned.
void Sweep::run_pass(Hand& hand, const Pass& pass, const Patch& block_patch) {
  const bool is_direct = !pass.wide.empty() && (!pass.scatter.stream || target_is_aligned_);
  for_chunks(is_direct ? pass.wide : pass.plan.chunks, block_patch.begin,
             (is_direct ? pass.wide_tiles : pass.tiles)[own_blocks_ ? 0 : hand.thread],
             [&](const Patch& tile) { run_tile(hand, pass, tile); });
}

// The kernels of a pass alone, on what lies in the tiles.
void Sweep::run_kernels(Hand& hand, const Pass& pass, const Patch& block_patch) const {
  const PassPlan& plan = pass.plan;
  for_chunks(plan.chunks, block_patch.begin, pass.tiles[own_blocks_ ? 0 : hand.thread],
             [&](const Patch& tile) {
               Patch result = tile;
               result.size[plan.transform.axis] = plan.to[plan.transform.axis];
               char* in = plan.in_is_block ? hand.between.block_address(tile) : hand.workspace.in;
               char* out = plan.out_is_block ? hand.between.block_address(result) : hand.workspace.out;
               Index n_lines = 1;
               for (int a : plan.line_order) n_lines *= tile.size[a];
               const Index batch = plan.batch > 0 ? plan.batch : n_lines;
               for (Index line = 0; line < n_lines; line += batch)
                 pass.kernel_of(batch).run(in, out, kernels_.scratch(hand.scratch));
             });
}

void Sweep::run_tile(Hand& hand, const Pass& pass, const Patch& tile) {
  const PassPlan& plan = pass.plan;
  const int axis = plan.transform.axis;
  TileStrides strides;
  strides.in[axis] = plan.in.step;
  strides.out[axis] = plan.out.step;
  Index n_lines = 1;
  for (int a : plan.line_order) {
    strides.in[a] = n_lines * plan.in.next;
    strides.out[a] = n_lines * plan.out.next;
    n_lines *= tile.size[a];
  }
  Patch result = tile;
  result.size[axis] = plan.to[axis];
  if (pass.reaches_memory)
    transform_memory(hand, pass, tile, result, n_lines, strides);
  else
    transform_tile(hand, pass, tile, result, n_lines, strides);
}

// By way of tiles: gather, transform, scatter.
void Sweep::transform_tile(Hand& hand, const Pass& pass, const Patch& tile, const Patch& result,
                           Index n_lines, const TileStrides& strides) {
  const PassPlan& plan = pass.plan;
  const Side& from = pass.is_first ? source_ : hand.between;
  const Side& to = pass.is_last ? target_ : hand.between;
  char* in = hand.workspace.in;
  if (plan.in_is_block)
    in = hand.between.block_address(tile);
  else
    from.gather(tile, in, strides.in, pass.gather);
  char* out = plan.out_is_block ? hand.between.block_address(result) : hand.workspace.out;
  const Index batch = plan.batch > 0 ? plan.batch : n_lines;
  const Kernel& kernel = pass.kernel_of(batch);
  for (Index line = 0; line < n_lines; line += batch)
    kernel.run(in + line * plan.in.next * pass.in_element, out + line * plan.out.next * pass.out_element,
               kernels_.scratch(hand.scratch));
  if (pass.twiddles) pass.twiddles->multiply(out, result, strides.out);
  if (!plan.out_is_block) to.scatter(result, out, strides.out, pass.scatter);
}

// The kernel reads and writes memory itself, where it can: a side whose lines are cut or lie otherwise still
// goes through a tile, and so does a target that cannot be streamed to directly.
void Sweep::transform_memory(Hand& hand, const Pass& pass, const Patch& tile, const Patch& result,
                             Index n_lines, const TileStrides& strides) {
  const PassPlan& plan = pass.plan;
  const Side& from = pass.is_first ? source_ : hand.between;
  const Side& to = pass.is_last ? target_ : hand.between;
  const int axis = plan.transform.axis;
  MemoryMode mode;
  mode.in_place = &from == &to || is_in_place(pass);
  if (pass.reads_memory) {
    from.rows(tile, axis, plan.line_order, pass.in_along, hand.in_rows);
    mode.ahead = pass.ahead;
  } else {
    from.gather(tile, hand.workspace.in, strides.in, pass.gather);
    address_tile(hand.workspace.in, pass.in_along ? n_lines : plan.from[axis],
                 (pass.in_along ? plan.in.next : plan.in.step) * pass.in_element, hand.in_rows);
  }
  const bool to_memory = pass.writes_memory && (!pass.scatter.stream || target_is_aligned_);
  if (to_memory) {
    to.rows(result, axis, plan.line_order, pass.out_along, hand.out_rows);
    mode.scale = pass.scatter.scale;
    // A tile may begin in the middle of a cache line; its rows are whole lines from each other.
    mode.stream = pass.scatter.stream && reinterpret_cast<std::uintptr_t>(hand.out_rows.front()) % 64 == 0;
  } else {
    address_tile(hand.workspace.out, pass.out_along ? n_lines : plan.to[axis],
                 (pass.out_along ? plan.out.next : plan.out.step) * pass.out_element, hand.out_rows);
  }
  // The kernel for most lines does any number of them.
  pass.kernels.back().kernel->run_lines({pass.in_along, hand.in_rows.data()},
                                        {pass.out_along, hand.out_rows.data()}, n_lines, mode,
                                        kernels_.scratch(hand.scratch));
  if (pass.twiddles) pass.twiddles->multiply(hand.workspace.out, result, strides.out);
  if (!to_memory) to.scatter(result, hand.workspace.out, strides.out, pass.scatter);
}

}  // namespace weft::inline sweep
