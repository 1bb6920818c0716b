// A sweep reads the local array once, transforms one or more axes in cache, and writes it once.
#include "sweep/sweep.hpp"

#include <algorithm>
#include <chrono>

namespace weft {
namespace {

// Numbers of lines that the tiles of a stage have: products of one extent per axis.
std::vector<Index> line_counts(const StagePlan& plan) {
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

// Calls body(begin, size) for every combination of chunks, the last axis varying fastest.
template <class Body>
void for_chunks(const std::vector<Chunks>& chunks, const Coords& origin, const Body& body) {
  const int n_axes = static_cast<int>(chunks.size());
  Coords index{};
  while (true) {
    Patch patch;
    for (int a = 0; a < n_axes; ++a) {
      patch.begin[a] = origin[a] + chunks[a].begin(index[a]);
      patch.size[a] = chunks[a].extent(index[a]);
    }
    body(patch);
    int a = n_axes - 1;
    for (; a >= 0; --a) {
      if (++index[a] < chunks[a].n) break;
      index[a] = 0;
    }
    if (a < 0) return;
  }
}

// The axis along which the lines of a tile lie beside each other; -1 if there are several.
int axis_beside(const StagePlan& plan) {
  int beside = -1;
  for (int axis : plan.line_order) {
    if (plan.chunks[axis].most() == 1) continue;
    if (beside >= 0) return -1;
    beside = axis;
  }
  return beside >= 0 || plan.line_order.empty() ? beside : plan.line_order.front();
}

// Tiles of more lines along `beside`: fewer calls, where nothing has to fit into a tile's memory.
std::vector<Chunks> widened(const StagePlan& plan, int beside) {
  constexpr Index most_lines = 256;
  std::vector<Chunks> chunks = plan.chunks;
  const Chunks& narrow = plan.chunks[beside];
  const Index length = narrow.begin(narrow.n - 1) + narrow.last;
  chunks[beside] = cut_into_chunks(length, std::max<Index>(1, most_lines / narrow.size) * narrow.size);
  return chunks;
}

// The addresses of `n` rows of a tile, `step` bytes from each other.
void address_tile(const char* tile, Index n, Index step, std::vector<const char*>& rows) {
  for (Index i = 0; i < n; ++i) rows[i] = tile + i * step;
}

}  // namespace

Sweep::Sweep(const LocalSweep& sweep, KernelCache& kernels, const Workspace& workspace)
    : sweep_(sweep),
      workspace_(workspace),
      n_axes_(static_cast<int>(sweep.from.size())),
      source_(sweep.source, n_axes_, element_bytes(sweep.precision, sweep.from_real)),
      target_(sweep.target, n_axes_, element_bytes(sweep.precision, sweep.to_real)),
      between_({}, n_axes_, element_bytes(sweep.precision, false)) {
  const Tiling tiling = make_tiling(sweep);
  block_chunks_ = tiling.blocks;
  tile_bytes_ = tiling.in_bytes;
  block_bytes_ = tiling.block_bytes;
  for (const BlockPlan& plan : tiling.variants) {
    Block& block = blocks_.emplace_back(Block{plan.shape, plan.storage.strides, {}});
    between_.bind_block(workspace.block, Patch{}, plan.storage.strides);
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
      block.stages.push_back(make_stage(plan.stages[i], i == 0, i + 1 == plan.stages.size(), kernels));
  }
  std::size_t n_rows = 0;
  for (const Block& block : blocks_)
    for (const Stage& stage : block.stages) {
      const int axis = stage.plan.transform.axis;
      n_rows =
          std::max(n_rows, static_cast<std::size_t>(std::max(stage.plan.from[axis], stage.plan.to[axis])));
      for (const StageKernel& kernel : stage.kernels)
        n_rows = std::max(n_rows, static_cast<std::size_t>(kernel.n_lines));
      Index wide_lines = 1;
      for (int a : stage.wide.empty() ? Axes{} : stage.plan.line_order) wide_lines *= stage.wide[a].most();
      n_rows = std::max(n_rows, static_cast<std::size_t>(wide_lines));
    }
  in_rows_.resize(n_rows);
  out_rows_.resize(n_rows);
}

Sweep::Stage Sweep::make_stage(const StagePlan& plan, bool first, bool last, KernelCache& kernels) const {
  Stage stage;
  stage.plan = plan;
  stage.in_element = element_bytes(sweep_.precision, plan.transform.kind == Kind::r2c);
  stage.out_element = element_bytes(sweep_.precision, plan.transform.kind == Kind::c2r);
  stage.from = first ? &source_ : &between_;
  stage.to = last ? &target_ : &between_;
  stage.gather.precision = stage.scatter.precision = sweep_.precision;
  if (last) {
    stage.scatter.scale = sweep_.scale;
    stage.scatter.stream = sweep_.stream;
  }
  for (Index n_lines : plan.batch > 0 ? std::vector<Index>{plan.batch} : line_counts(plan))
    stage.kernels.push_back(
        {n_lines, &kernels.get(sweep_.backend, {plan.transform.kind, sweep_.precision, plan.transform.n,
                                                plan.transform.sign, n_lines, plan.in, plan.out})});
  stage.reaches_memory =
      plan.batch == 0 && std::all_of(stage.kernels.begin(), stage.kernels.end(),
                                     [](const StageKernel& k) { return k.kernel->reaches_memory(); });
  if (!stage.reaches_memory) return stage;
  stage.in_along = plan.in.step == 1;
  stage.out_along = plan.out.step == 1;
  stage.beside = axis_beside(plan);
  const int axis = plan.transform.axis;
  stage.reads_memory = stage.from->has_rows(axis, stage.in_along ? axis : stage.beside);
  stage.writes_memory = stage.to->has_rows(axis, stage.out_along ? axis : stage.beside);
  // The lines of a tile are read before any is written only if they pass through a tile.
  if (first && last && sweep_.in_place) stage.writes_memory = false;
  if (first && sweep_.stream && stage.reads_memory && stage.beside >= 0)
    stage.ahead = sweep_.source.pieces.front().strides[stage.beside] * plan.chunks[stage.beside].size *
                  stage.in_element;
  if (stage.reads_memory && stage.writes_memory && stage.beside >= 0)
    stage.wide = widened(plan, stage.beside);
  return stage;
}

const Kernel& Sweep::Stage::kernel_of(Index n_lines) const {
  return *std::find_if(kernels.begin(), kernels.end(), [&](const StageKernel& k) {
            return k.n_lines == n_lines;
          })->kernel;
}

void Sweep::run(char* const* slots, Index field) {
  source_.bind(slots, field);
  target_.bind(slots, field);
  target_is_aligned_ = target_.is_aligned();
  if (sweep_.axes.empty()) {
    if (target_.is_same_memory(source_)) return;
    CopyMode mode;
    mode.stream = sweep_.stream;
    target_.copy_from(source_, mode);
  } else if (!blocks_.empty()) {
    for_chunks(block_chunks_, Coords{}, [&](const Patch& patch) { run_block(block_of(patch), patch); });
  }
  if (sweep_.stream) finish_streams();
}

const Sweep::Block& Sweep::block_of(const Patch& patch) const {
  return *std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& block) {
    for (int a = 0; a < n_axes_; ++a)
      if (block.shape[a] != 0 && block.shape[a] != patch.size[a]) return false;
    return true;
  });
}

// What lies in the tiles is transformed over and over; only zeros stay what they are.
double Sweep::measure_arithmetic() {
  if (sweep_.axes.empty() || blocks_.empty()) return 0;
  std::fill_n(workspace_.in, tile_bytes_, 0);
  std::fill_n(workspace_.block, block_bytes_, 0);
  const auto start = std::chrono::steady_clock::now();
  for_chunks(block_chunks_, Coords{}, [&](const Patch& patch) {
    for (const Stage& stage : block_of(patch).stages) {
      const StagePlan& plan = stage.plan;
      char* in = plan.in_is_block ? workspace_.block : workspace_.in;
      char* out = plan.out_is_block ? workspace_.block : workspace_.out;
      for_chunks(plan.chunks, patch.begin, [&](const Patch& tile) {
        Index n_lines = 1;
        for (int a : plan.line_order) n_lines *= tile.size[a];
        const Index batch = plan.batch > 0 ? plan.batch : n_lines;
        for (Index line = 0; line < n_lines; line += batch) stage.kernel_of(batch).run(in, out);
      });
    }
  });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void Sweep::run_block(const Block& block, const Patch& patch) {
  between_.bind_block(workspace_.block, patch, block.strides);
  for (const Stage& stage : block.stages) run_stage(stage, patch);
}

// Which stages pass a tile by can depend on the arrays of the call: streams need rows that are aligned.
void Sweep::run_stage(const Stage& stage, const Patch& block_patch) {
  const bool is_direct = !stage.wide.empty() && (!stage.scatter.stream || target_is_aligned_);
  for_chunks(is_direct ? stage.wide : stage.plan.chunks, block_patch.begin,
             [&](const Patch& tile) { run_tile(stage, tile); });
}

void Sweep::run_tile(const Stage& stage, const Patch& tile) {
  const StagePlan& plan = stage.plan;
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
  if (stage.reaches_memory)
    transform_memory(stage, tile, result, n_lines, strides);
  else
    transform_tile(stage, tile, result, n_lines, strides);
}

// By way of tiles: gather, transform, scatter.
void Sweep::transform_tile(const Stage& stage, const Patch& tile, const Patch& result, Index n_lines,
                           const TileStrides& strides) {
  const StagePlan& plan = stage.plan;
  char* in = workspace_.in;
  if (plan.in_is_block)
    in = stage.from->block_address(tile);
  else
    stage.from->gather(tile, in, strides.in, stage.gather);
  char* out = plan.out_is_block ? stage.to->block_address(result) : workspace_.out;
  const Index batch = plan.batch > 0 ? plan.batch : n_lines;
  const Kernel& kernel = stage.kernel_of(batch);
  for (Index line = 0; line < n_lines; line += batch)
    kernel.run(in + line * plan.in.next * stage.in_element, out + line * plan.out.next * stage.out_element);
  if (!plan.out_is_block) stage.to->scatter(result, out, strides.out, stage.scatter);
}

// The kernel reads and writes memory itself, where it can: a side whose lines are cut or lie otherwise still
// passes through a tile, and so does a target that cannot be streamed to directly.
void Sweep::transform_memory(const Stage& stage, const Patch& tile, const Patch& result, Index n_lines,
                             const TileStrides& strides) {
  const StagePlan& plan = stage.plan;
  const int axis = plan.transform.axis;
  MemoryMode mode;
  mode.in_place = stage.from == stage.to;
  if (stage.reads_memory) {
    stage.from->rows(tile, axis, plan.line_order, stage.in_along, in_rows_);
    mode.ahead = stage.ahead;
  } else {
    stage.from->gather(tile, workspace_.in, strides.in, stage.gather);
    address_tile(workspace_.in, stage.in_along ? n_lines : plan.from[axis],
                 (stage.in_along ? plan.in.next : plan.in.step) * stage.in_element, in_rows_);
  }
  const bool to_memory = stage.writes_memory && (!stage.scatter.stream || target_is_aligned_);
  if (to_memory) {
    stage.to->rows(result, axis, plan.line_order, stage.out_along, out_rows_);
    mode.scale = stage.scatter.scale;
    mode.stream = stage.scatter.stream;
  } else {
    address_tile(workspace_.out, stage.out_along ? n_lines : plan.to[axis],
                 (stage.out_along ? plan.out.next : plan.out.step) * stage.out_element, out_rows_);
  }
  stage.kernels.front().kernel->run_lines({stage.in_along, in_rows_.data()},
                                          {stage.out_along, out_rows_.data()}, n_lines, mode);
  if (!to_memory) stage.to->scatter(result, workspace_.out, strides.out, stage.scatter);
}

}  // namespace weft
