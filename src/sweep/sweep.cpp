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

// The axis along which a tile of results is contiguous.
int contiguous_axis(const PassPlan& plan) {
  if (plan.out.step == 1) return plan.transform.axis;
  const auto longer = std::find_if(plan.line_order.begin(), plan.line_order.end(),
                                   [&](int axis) { return plan.chunks[axis].most() > 1; });
  return longer == plan.line_order.end() ? plan.line_order.front() : *longer;
}

Index lines_of_tile(const PassPlan& plan) {
  Index n_lines = 1;
  for (int axis : plan.line_order) n_lines *= plan.chunks[axis].size;
  return n_lines;
}

Index length_of(const Chunks& chunks) { return chunks.begin(chunks.n - 1) + chunks.last; }

// Tiles of more lines, where nothing has to fit into a tile's memory: fewer calls. Threads that divide them
// want a few each. Not those of lines along several axes: real lines that share transforms would have other
// partners.
std::vector<Chunks> widened(const PassPlan& plan, int n_dividing) {
  std::vector<Chunks> chunks = plan.chunks;
  const auto is_long = [&](int axis) { return plan.chunks[axis].most() > 1; };
  if (std::count_if(plan.line_order.begin(), plan.line_order.end(), is_long) != 1) return chunks;
  const int beside = *std::find_if(plan.line_order.begin(), plan.line_order.end(), is_long);
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

}  // namespace

Sweep::Sweep(const LocalSweep& sweep, KernelCache& kernels, const std::vector<Workspace>& workspaces,
             Team& team, int first_thread, bool through_tiles)
    : sweep_(sweep),
      kernels_(kernels),
      team_(team),
      through_tiles_(through_tiles || !find_backend(sweep.backend).row->reaches_memory),
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
  for (int thread = 0; thread < team.size(); ++thread)
    hands_.push_back({thread, first_thread + thread, workspaces[static_cast<std::size_t>(thread)], between});
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
  pass.reads_memory = plan.in_is_block;
  pass.writes_memory = plan.out_is_block;
  KernelSpec spec{plan.transform.kind,
                  sweep_.precision,
                  plan.transform.n,
                  plan.transform.sign,
                  1,
                  plan.in,
                  plan.out,
                  plan.transform.real,
                  plan.transform.ends,
                  sweep_.reproducible,
                  plan.transform.kept};
  if (!through_tiles_ && plan.batch == 0) {
    const std::vector<Index> counts = line_counts(plan);
    spec.n_lines = counts.back();
    spec.least_lines = counts.front();
    reach_memory(pass, spec, between);
  }
  pass.tiles = divide(pass.plan.chunks, n_dividing_);
  for (Index n_lines : plan.batch > 0 ? std::vector<Index>{plan.batch} : line_counts(pass.plan)) {
    spec.n_lines = n_lines;
    pass.kernels.push_back({n_lines, &kernels.get(sweep_.backend, spec)});
  }
  return pass;
}

// Tables of a call: pieces may lie elsewhere in the next.
void Sweep::fill_tables() {
  for (Block& block : blocks_)
    for (Pass& pass : block.passes) {
      const int axis = pass.plan.transform.axis;
      if (!pass.in_table.empty()) source_.fill_table(axis, pass.in_table);
      if (!pass.out_table.empty()) target_.fill_table(axis, pass.out_table);
      pass.is_aligned = pass.out_along || std::all_of(pass.out_table.begin(), pass.out_table.end(),
                                                      [](Index distance) { return distance % 64 == 0; });
    }
}

// What the kernels of a pass read and write themselves: sides whose lines are evenly spaced, along memory or
// side by side.
void Sweep::reach_memory(Pass& pass, KernelSpec& spec, const Side& between) const {
  PassPlan& plan = pass.plan;
  const Side &from = pass.is_first ? source_ : between, &to = pass.is_last ? target_ : between;
  const int axis = plan.transform.axis;
  const bool is_in_place = &from == &to || (pass.is_first && pass.is_last && sweep_.in_place);
  const BackendChoice backend = find_backend(sweep_.backend);
  const auto has_kernel =
      [&](const KernelSpec& wanted) {  // for tables; one for as many lines as the pass has
        return backend.row->make(wanted, backend.effort) != nullptr;
      };
  if (const auto in = from.lines(axis, plan.line_order, plan.chunks)) {
    KernelSpec wanted = spec;
    wanted.in = *in;
    if (pass.is_first && (sweep_.stream || sweep_.is_far))
      wanted.ahead = in->next * lines_of_tile(plan) * pass.in_element;
    if (!in->table || has_kernel(wanted)) {
      pass.reads_memory = true;
      spec = wanted;
      if (in->table) pass.in_table.resize(static_cast<std::size_t>(plan.from[axis]));
    }
  }
  // Twiddle factors multiply a tile, and parts of lines of the cache are streamed from one. Lines that are
  // written elsewhere than they were go through a tile: only then all are read before any is written.
  const auto out = to.lines(axis, plan.line_order, plan.chunks);
  if (out && !pass.twiddles && (!is_in_place || &from == &to || keeps_lines(sweep_))) {
    KernelSpec wanted = spec;
    wanted.out = *out;
    wanted.stream = pass.scatter.stream;
    wanted.out.table = out->table || wanted.stream;
    wanted.scale = pass.scatter.scale;
    wanted.in_place = is_in_place && pass.reads_memory;
    const bool is_along = wanted.stream && !out->table && out->step == 1;
    const bool can_be =
        (out->next == 1 || is_along) && !wanted.in_place && (!wanted.stream || to.has_aligned_rows());
    if (!wanted.out.table || (can_be && has_kernel(wanted))) {
      pass.writes_memory = true;
      pass.out_along = is_along;
      spec = wanted;
      if (wanted.out.table) pass.out_table.resize(static_cast<std::size_t>(plan.to[axis]));
    }
  }
  if (pass.reads_memory && pass.writes_memory && spec.kept.is_all()) plan.chunks = widened(plan, n_dividing_);
}

const Kernel& Sweep::Pass::kernel_of(Index n_lines) const {
  return *std::find_if(kernels.begin(), kernels.end(), [&](const PassKernel& k) {
            return k.n_lines == n_lines;
          })->kernel;
}

void Sweep::run(Places slots, Index field, const Coords& source_origin, const Coords& target_origin) {
  source_.bind(slots, field, source_origin);
  target_.bind(slots, field, target_origin);
  fill_tables();
  if (sweep_.axes.empty()) {
    if (target_.is_same_memory(source_)) return;
    team_.run([&](int thread) { copy(thread); });
  } else if (!blocks_.empty()) {
    for_passes([&](Hand& hand, const Pass& pass, const Patch& block) { run_pass(hand, pass, block); });
  }
}

// By way of tiles, so that no array is read.
double Sweep::measure_arithmetic() {
  if (sweep_.axes.empty() || blocks_.empty()) return 0;
  if (through_tiles_) return seconds_of_kernels();
  std::vector<Workspace> workspaces;
  for (const Hand& hand : hands_) workspaces.push_back(hand.workspace);
  KernelCache kernels(team_.size());
  return Sweep(sweep_, kernels, workspaces, team_, 0, true).seconds_of_kernels();
}

// What lies in the tiles is transformed over and over; only zeros stay what they are.
double Sweep::seconds_of_kernels() {
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

void Sweep::run_pass(Hand& hand, const Pass& pass, const Patch& block_patch) {
  for_chunks(pass.plan.chunks, block_patch.begin, pass.tiles[own_blocks_ ? 0 : hand.thread],
             [&](const Patch& tile) { run_tile(hand, pass, tile); });
}

// The kernels of a pass alone, on what lies in the tiles.
void Sweep::run_kernels(Hand& hand, const Pass& pass, const Patch& block_patch) const {
  const PassPlan& plan = pass.plan;
  for_chunks(plan.chunks, block_patch.begin, pass.tiles[own_blocks_ ? 0 : hand.thread],
             [&](const Patch& tile) {
               Patch result = tile;
               result.size[plan.transform.axis] = plan.to[plan.transform.axis];
               char* in = plan.in_is_block ? hand.between.address(tile) : hand.workspace.in;
               char* out = plan.out_is_block ? hand.between.address(result) : hand.workspace.out;
               Index n_lines = 1;
               for (int a : plan.line_order) n_lines *= tile.size[a];
               const Index batch = plan.batch > 0 ? plan.batch : n_lines;
               for (Index line = 0; line < n_lines; line += batch)
                 pass.kernel_of(batch).run(in, out, kernels_.scratch(hand.scratch));
             });
}

// Gather, transform, scatter; what the kernel reads or writes itself goes through no tile.
void Sweep::run_tile(Hand& hand, const Pass& pass, const Patch& tile) {
  const PassPlan& plan = pass.plan;
  const int axis = plan.transform.axis;
  const Side& from = pass.is_first ? source_ : hand.between;
  const Side& to = pass.is_last ? target_ : hand.between;
  Patch result = tile;
  result.size[axis] = plan.to[axis];
  TileStrides strides;
  strides.in[axis] = plan.in.step;
  strides.out[axis] = plan.out.step;
  Index n_lines = 1;
  for (int a : plan.line_order) {
    strides.in[a] = n_lines * plan.in.next;
    strides.out[a] = n_lines * plan.out.next;
    n_lines *= tile.size[a];
  }
  char* const in = pass.reads_memory ? from.address(tile) : hand.workspace.in;
  char* const out = pass.writes_memory ? to.address(result) : hand.workspace.out;
  if (!pass.reads_memory) from.gather(tile, in, strides.in, pass.gather);
  const Index batch = plan.batch > 0 ? plan.batch : n_lines;
  const Kernel& kernel = pass.kernel_of(batch);
  const LineTables tables{pass.in_table.data(), pass.out_table.data(), pass.is_aligned};
  for (Index line = 0; line < n_lines; line += batch)
    kernel.run_at(in + line * plan.in.next * pass.in_element, out + line * plan.out.next * pass.out_element,
                  tables, kernels_.scratch(hand.scratch));
  if (pass.twiddles) pass.twiddles->multiply(out, result, strides.out);
  if (!pass.writes_memory) to.scatter(result, out, strides.out, pass.scatter);
}

}  // namespace weft::inline sweep
