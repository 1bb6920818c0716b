// Points that never leave the cache: the last sweep of some fields, a function, the first sweep of others.
#include "sweep/products.hpp"

#include <algorithm>

#include "geometry/storage.hpp"
#include "sweep/for_chunks.hpp"

namespace weft {

namespace {

constexpr Index most_buffer_bytes = 1 << 20;  // of all fields together: half of L2
constexpr Index least_row_bytes = 256;        // where memory varies fastest
constexpr Index least_field_bytes = 16 << 10;
constexpr Index wanted_chunks = 16;     // for threads to share
constexpr Index cache_line_bytes = 64;  // and a few of them, so that fields do not meet in the same sets
constexpr Index distance_bytes = 3 * cache_line_bytes;

Index point_bytes(const ProductPlan& plan) { return element_bytes(plan.before.precision, plan.real); }

// As many rows as fit, the axis that varies fastest first.
std::vector<Chunks> cut_points(const ProductPlan& plan) {
  const Extents& shape = plan.before.to;
  const int n_axes = static_cast<int>(shape.size());
  const Index bytes = whole_box(shape).n_points() * point_bytes(plan);
  const Index most = std::max(least_field_bytes, bytes / wanted_chunks);
  const Index room = std::min(most, most_buffer_bytes / (2 * plan.n_fields)) / point_bytes(plan);
  const auto is_whole = [&](int a) { return transforms(plan.before, a) || transforms(plan.after, a); };
  Index taken = 1;
  for (int a = 0; a < n_axes; ++a) taken *= is_whole(a) ? shape[a] : 1;
  std::vector<Chunks> chunks(shape.size());
  for (int a = n_axes - 1; a >= 0; --a) {
    if (is_whole(a)) {
      chunks[a] = {1, shape[a], shape[a]};
      continue;
    }
    const Index least = a == n_axes - 1 ? least_row_bytes / point_bytes(plan) : 1;
    chunks[a] = cut_into_chunks(shape[a], std::max(least, room / taken));
    taken *= chunks[a].most();
  }
  return chunks;
}

// The points of a chunk of this shape: dense.
View chunk_view(const Extents& shape, Slot slot) {
  return whole_view(dense_storage(shape, c_order(static_cast<int>(shape.size()))), slot, 0);
}

// The same sweep over a chunk of points of this shape.
LocalSweep before_of(const ProductPlan& plan, const Extents& points) {
  LocalSweep sweep = plan.before;
  for (std::size_t a = 0; a < points.size(); ++a)
    if (!transforms(sweep, static_cast<int>(a))) sweep.from[a] = points[a];
  sweep.to = points;
  sweep.target = chunk_view(points, plan.slot);
  return sweep;
}

LocalSweep after_of(const ProductPlan& plan, const Extents& points) {
  LocalSweep sweep = plan.after;
  for (std::size_t a = 0; a < points.size(); ++a)
    if (!transforms(sweep, static_cast<int>(a))) sweep.to[a] = points[a];
  sweep.from = points;
  sweep.source = chunk_view(points, plan.slot);
  return sweep;
}

}  // namespace

void PointsBlock::check(std::size_t i, std::size_t n, const char* what, ElementType type) const {
  if (i >= n)
    fail("a block of points has no " + std::string(what) + " " + std::to_string(i) + ", but " +
         std::to_string(n) + " of them, numbered from 0; pass more fields to convolve");
  if (!(type == element))
    fail("the points of a block are " + to_text(element) + ", not " + to_text(type) +
         "; use the type of the problem's transform and precision");
}

}  // namespace weft

namespace weft::inline sweep {

ProductPlan plan_products(LocalSweep before, LocalSweep after, int n_fields, Slot slot) {
  ProductPlan plan{std::move(before), std::move(after), {}, slot, 0, n_fields, false};
  plan.real = plan.before.to_real;
  plan.before.is_far = plan.before.stream;
  plan.before.stream = false;  // it writes what is read at once
  if (whole_box(plan.before.to).empty()) return plan;
  plan.chunks = cut_points(plan);
  Index points = 1;
  for (const Chunks& axis : plan.chunks) points *= axis.most();
  const Index lines = (points * point_bytes(plan) + cache_line_bytes - 1) / cache_line_bytes;
  plan.field_bytes = lines * cache_line_bytes + distance_bytes;
  return plan;
}

std::vector<LocalSweep> sweeps_of(const ProductPlan& plan) {
  std::vector<LocalSweep> sweeps;
  if (plan.chunks.empty()) return sweeps;
  for (const Extents& shape : shapes_of(plan.chunks)) {
    sweeps.push_back(before_of(plan, shape));
    sweeps.push_back(after_of(plan, shape));
  }
  return sweeps;
}

ProductSweep::ProductSweep(const ProductPlan& plan, KernelCache& kernels,
                           const std::vector<Workspace>& workspaces, const std::vector<char*>& buffers,
                           Team& team, const Box& local)
    : plan_(plan), team_(team), local_(local) {
  const auto n_threads = static_cast<std::size_t>(team.size());
  ranges_ = plan.chunks.empty() ? std::vector<Range>(n_threads) : divide(plan.chunks, team.size());
  const std::vector<Extents> shapes = plan.chunks.empty() ? std::vector<Extents>{} : shapes_of(plan.chunks);
  for (std::size_t thread = 0; thread < n_threads; ++thread) {
    Worker& worker = workers_.emplace_back();
    worker.alone = std::make_unique<Team>(1);
    const std::vector<Workspace> own{workspaces[thread]};
    const int number = static_cast<int>(thread);
    for (const Extents& shape : shapes)
      worker.variants.push_back({shape, Sweep(before_of(plan, shape), kernels, own, *worker.alone, number),
                                 Sweep(after_of(plan, shape), kernels, own, *worker.alone, number)});
    worker.slots.resize(static_cast<std::size_t>(plan.slot) + 1);
    worker.buffer = buffers[thread];
    for (int i = 0; i < plan.n_fields; ++i) {
      worker.in.push_back(field(worker, static_cast<std::size_t>(i)));
      worker.out.push_back(
          field(worker, static_cast<std::size_t>(plan.n_fields) + static_cast<std::size_t>(i)));
    }
    worker.block.box = local;
    worker.block.thread = number;
    worker.block.element = {plan.before.precision == Precision::double_, plan.real};
  }
}

void ProductSweep::run(std::span<const FieldSlots> in, std::span<const FieldSlots> out,
                       const PointsFunction& function) {
  in_ = in;
  out_ = out;
  function_ = &function;
  failed_ = false;
  error_ = nullptr;
  if (plan_.chunks.empty()) return;
  team_.run([&](int thread) {
    Worker& worker = workers_[static_cast<std::size_t>(thread)];
    for_chunks(plan_.chunks, Coords{}, ranges_[static_cast<std::size_t>(thread)],
               [&](const Patch& patch) { run_chunk(worker, patch); });
  });
}

void ProductSweep::run_chunk(Worker& worker, const Patch& patch) {
  Variant& variant = *std::find_if(worker.variants.begin(), worker.variants.end(), [&](const Variant& v) {
    return std::equal(v.shape.begin(), v.shape.end(), patch.size.begin());
  });
  const auto use = [&](const FieldSlots& memory, const void* points) {
    std::copy(memory.slots.begin(), memory.slots.end(), worker.slots.begin());
    worker.slots[static_cast<std::size_t>(plan_.slot)].address =
        static_cast<char*>(const_cast<void*>(points));
  };
  for (std::size_t i = 0; i < in_.size(); ++i) {
    use(in_[i], worker.in[i]);
    variant.before.run(worker.slots, in_[i].field, patch.begin, {});
  }
  if (!failed_) call(worker, patch);
  for (std::size_t i = 0; i < out_.size(); ++i) {
    use(out_[i], worker.out[i]);
    variant.after.run(worker.slots, out_[i].field, {}, patch.begin);
  }
}

void ProductSweep::call(Worker& worker, const Patch& patch) {
  PointsBlock& block = worker.block;
  block.n_points = 1;
  for (std::size_t a = 0; a < local_.ranges.size(); ++a) {
    const Index begin = local_.ranges[a].begin + patch.begin[a];
    block.box.ranges[a] = {begin, begin + patch.size[a]};
    block.n_points *= patch.size[a];
  }
  block.in = {worker.in.data(), in_.size()};
  block.out = {worker.out.data(), out_.size()};
  try {
    (*function_)(block);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) error_ = std::current_exception();
  }
}

}  // namespace weft::inline sweep
