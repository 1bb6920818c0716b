// A sweep reads the local array once, transforms one or more axes in cache, and writes it once.
#include "sweep/sweep.hpp"

#include <algorithm>

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
  for (const BlockPlan& plan : tiling.variants) {
    Block& block = blocks_.emplace_back(Block{plan.shape, plan.storage.strides, {}});
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
      block.stages.push_back(make_stage(plan.stages[i], i == 0, i + 1 == plan.stages.size(), kernels));
  }
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
    stage.kernels.push_back({n_lines, &kernels.get({plan.transform.kind, sweep_.precision, plan.transform.n,
                                                    plan.transform.sign, n_lines, plan.in, plan.out})});
  return stage;
}

void Sweep::run(char* const* slots, Index field) {
  source_.bind(slots, field);
  target_.bind(slots, field);
  if (sweep_.axes.empty()) {
    if (target_.is_same_memory(source_)) return;
    CopyMode mode;
    mode.stream = sweep_.stream;
    target_.copy_from(source_, mode);
  } else if (!blocks_.empty()) {
    for_chunks(block_chunks_, Coords{}, [&](const Patch& patch) {
      const auto fits = [&](const Block& block) {
        for (int a = 0; a < n_axes_; ++a)
          if (block.shape[a] != 0 && block.shape[a] != patch.size[a]) return false;
        return true;
      };
      run_block(*std::find_if(blocks_.begin(), blocks_.end(), fits), patch);
    });
  }
  if (sweep_.stream) finish_streams();
}

void Sweep::run_block(const Block& block, const Patch& patch) {
  between_.bind_block(workspace_.block, patch, block.strides);
  for (const Stage& stage : block.stages) run_stage(stage, patch);
}

void Sweep::run_stage(const Stage& stage, const Patch& block_patch) {
  for_chunks(stage.plan.chunks, block_patch.begin, [&](const Patch& tile) { run_tile(stage, tile); });
}

void Sweep::run_tile(const Stage& stage, const Patch& tile) {
  const StagePlan& plan = stage.plan;
  const int axis = plan.transform.axis;
  Coords in_strides{}, out_strides{};
  in_strides[axis] = plan.in.step;
  out_strides[axis] = plan.out.step;
  Index n_lines = 1;
  for (int a : plan.line_order) {
    in_strides[a] = n_lines * plan.in.next;
    out_strides[a] = n_lines * plan.out.next;
    n_lines *= tile.size[a];
  }
  Patch result = tile;
  result.size[axis] = plan.to[axis];

  char* in = workspace_.in;
  if (plan.in_is_block)
    in = stage.from->block_address(tile);
  else
    stage.from->gather(tile, in, in_strides, stage.gather);
  char* out = plan.out_is_block ? stage.to->block_address(result) : workspace_.out;
  const Index batch = plan.batch > 0 ? plan.batch : n_lines;
  const Kernel& kernel = *std::find_if(stage.kernels.begin(), stage.kernels.end(), [&](const StageKernel& k) {
                            return k.n_lines == batch;
                          })->kernel;
  for (Index line = 0; line < n_lines; line += batch)
    kernel.run(in + line * plan.in.next * stage.in_element, out + line * plan.out.next * stage.out_element);
  if (!plan.out_is_block) stage.to->scatter(result, out, out_strides, stage.scatter);
}

}  // namespace weft
