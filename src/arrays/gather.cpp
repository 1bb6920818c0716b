// Whole arrays and regions of them to and from single processes.
//
// All are one move of boxes: each process has its block, and each wants, or gives, a region. Who wants what
// is known beforehand where it is the same for all, and told to all where it is not.
#include <string>
#include <vector>

#include "arrays/arrival.hpp"
#include "arrays/boxes.hpp"
#include "arrays/move.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "geometry/storage.hpp"
#include "geometry/view.hpp"
#include "weft/array_functions.hpp"
#include "weft/error.hpp"

namespace weft {

namespace {

int size_of(const Distribution& distribution) { return distribution.layout().n_processes(); }

int element_bytes_of(const Distribution& distribution) {
  return static_cast<int>(bytes_of(distribution.element()));
}

Box empty_box(const Distribution& distribution) {
  return {std::vector<Range>(static_cast<std::size_t>(distribution.layout().n_axes()))};
}

void check_region(const Distribution& distribution, const Box& region) {
  const Extents& shape = distribution.layout().shape;
  bool is_inside = region.ranges.size() == shape.size();
  for (std::size_t axis = 0; is_inside && axis < shape.size(); ++axis) {
    const Range range = region.ranges[axis];
    is_inside = 0 <= range.begin && range.begin <= range.end && range.end <= shape[axis];
  }
  if (!is_inside)
    fail("the region " + to_text(region) + " is not in the array of shape " + to_text(shape) +
         "; give a range 0 <= begin <= end <= length for each axis");
}

void check_dense(const Distribution& distribution, const Box& region, const void* dense) {
  if (dense == nullptr && !region.empty())
    fail("process " + std::to_string(distribution.rank()) + " has no memory for the elements of the region " +
         to_text(region) + "; pass an array of " + std::to_string(region.n_points()) + " elements");
}

// The region of this process, where only `root` has one, or all have.
Box region_at(const Distribution& distribution, const Box& region, int rank, int root) {
  return root == everywhere || rank == root ? region : empty_box(distribution);
}

void check_root(const Distribution& distribution, int root, bool may_be_everywhere) {
  if (root >= 0 && root < size_of(distribution)) return;
  if (may_be_everywhere && root == everywhere) return;
  fail("there is no process " + std::to_string(root) + "; root is 0 to " +
       std::to_string(size_of(distribution) - 1) + (may_be_everywhere ? ", or everywhere" : ""));
}

// Which way elements go between arrays and regions.
enum class Way { to_regions, from_regions };

// What a call does, checked on this process.
struct Call {
  Way way;
  const char* what;
  ConstMemory memory;  // of the array
  Box region;          // of this process
  const void* dense;   // the elements of the region
  Facts facts;         // equal on all processes
};

// `regions(rank)` is asked for after all processes have arrived.
template <class Regions>
void run(const Distribution& distribution, const Call& call, const std::function<void()>& check,
         const Regions& regions) {
  Facts facts = facts_of(distribution);
  facts.insert(facts.end(), call.facts.begin(), call.facts.end());
  const bool gathers = call.way == Way::to_regions;
  const int bytes = element_bytes_of(distribution);
  const Axes c = c_order(distribution.layout().n_axes());
  std::unique_ptr<MessageBuffers> buffers;
  const Doing doing = arrive(distribution, call.what, facts, [&] {
    check();
    check_dense(distribution, call.region, call.dense);
    check_memory(distribution, call.memory);
    const Index block = distribution.box().n_points(), region = call.region.n_points();
    buffers = std::make_unique<MessageBuffers>(gathers ? block : region, gathers ? region : block, bytes,
                                               size_of(distribution));
  });
  const auto region_of = regions();
  const BoxInMemory block = owned_block(distribution, call.memory.address());
  const BoxInMemory dense = dense_block(call.region, call.dense, bytes, c);
  const auto for_others = [&](int rank) { return intersect(distribution.box(), region_of(rank)); };
  const auto of_others = [&](int rank) {
    return intersect(call.region, box_of(distribution.layout(), rank));
  };
  const Axes& order = distribution.storage().order;
  const Move move = gathers ? Move{for_others, of_others, block, dense, c, order.back()}
                            : Move{of_others, for_others, dense, block, order, c.back()};
  move_boxes(distribution, move, *buffers, call.what);
}

// The same region on all processes, with its elements on one of them or on all.
void run_at(const Distribution& distribution, Call call, const Box& region, int root) {
  call.facts = {{"region", to_text(region)}, {"root", std::to_string(root)}};
  const bool has_region = root == everywhere || root == distribution.rank();
  call.region =
      has_region && region.n_axes() == distribution.layout().n_axes() ? region : empty_box(distribution);
  run(
      distribution, call,
      [&] {
        check_root(distribution, root, call.way == Way::to_regions);
        check_region(distribution, region);
      },
      [&] { return [&](int rank) { return region_at(distribution, region, rank, root); }; });
}

// Regions of all processes.
std::vector<Box> told_regions(const Distribution& distribution, const Box& region) {
  const auto d = region.ranges.size();
  std::vector<Index> mine, all(2 * d * static_cast<std::size_t>(size_of(distribution)));
  for (const Range& range : region.ranges) mine.insert(mine.end(), {range.begin, range.end});
  const int n = static_cast<int>(mine.size());
  check_mpi(MPI_Allgather(mine.data(), n, MPI_INT64_T, all.data(), n, MPI_INT64_T, distribution.comm()),
            "telling the region of each process");
  std::vector<Box> regions;
  for (std::size_t i = 0; i < all.size(); i += 2 * d) {
    regions.emplace_back();
    for (std::size_t axis = 0; axis < d; ++axis)
      regions.back().ranges.push_back({all[i + 2 * axis], all[i + 2 * axis + 1]});
  }
  return regions;
}

// Of what is written to the block of this process.
void check_overlaps(const Distribution& distribution, const std::vector<Box>& regions) {
  std::vector<int> here;
  for (std::size_t rank = 0; rank < regions.size(); ++rank) {
    const Box part = intersect(regions[rank], distribution.box());
    if (part.empty()) continue;
    for (const int other : here)
      if (!intersect(part, regions[static_cast<std::size_t>(other)]).empty())
        fail("processes " + std::to_string(other) + " and " + std::to_string(rank) + " both write " +
             to_text(intersect(part, regions[static_cast<std::size_t>(other)])) +
             "; pass regions that do not overlap");
    here.push_back(static_cast<int>(rank));
  }
}

void run_with(const Distribution& distribution, Call call, const Box& region) {
  call.region = region.n_axes() == distribution.layout().n_axes() ? region : empty_box(distribution);
  run(
      distribution, call, [&] { check_region(distribution, region); },
      [&] {
        std::vector<Box> regions = told_regions(distribution, region);
        if (call.way == Way::from_regions)
          agree(distribution.comm(), [&] { check_overlaps(distribution, regions); });
        return [regions = std::move(regions)](int rank) { return regions[static_cast<std::size_t>(rank)]; };
      });
}

}  // namespace

void gather(const Distribution& distribution, ConstMemory data, void* out, int root) {
  gather(distribution, data, whole_box(distribution.layout().shape), out, root);
}

void gather(const Distribution& distribution, ConstMemory data, const Box& region, void* out, int root) {
  run_at(distribution, {Way::to_regions, "gather", data, {}, out, {}}, region, root);
}

void scatter(const Distribution& distribution, const void* in, int root, Memory data) {
  scatter(distribution, whole_box(distribution.layout().shape), in, root, data);
}

void scatter(const Distribution& distribution, const Box& region, const void* in, int root, Memory data) {
  run_at(distribution, {Way::from_regions, "scatter", data, {}, in, {}}, region, root);
}

void read_box(const Distribution& distribution, ConstMemory data, const Box& region, void* out) {
  run_with(distribution, {Way::to_regions, "read_box", data, {}, out, {}}, region);
}

void write_box(const Distribution& distribution, const Box& region, const void* in, Memory data) {
  run_with(distribution, {Way::from_regions, "write_box", data, {}, in, {}}, region);
}

}  // namespace weft
