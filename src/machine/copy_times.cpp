// Rates of copying while 1, 2, 4, ... processes of each node copy at once: in the L2, in half of the share of
// the last-level cache, and in memory around the cache.
#include "machine/copy_times.hpp"

#include <algorithm>
#include <array>

#include "base/cache_size.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "machine/copying.hpp"

namespace weft::inline machine {

namespace {

// The same number on all processes: the smallest of all.
Index smallest(MPI_Comm comm, Index value) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MIN, comm), "agreeing on a size");
  return value;
}

// Bytes of each array, ascending, where `share` is that of a process of the last-level cache.
std::vector<Index> sizes(Index share, Index in_memory) {
  const Index half_of_share = share / 4 / 4096 * 4096;
  if (half_of_share < 2 * cached_copy_bytes || half_of_share > in_memory / 2)
    return {cached_copy_bytes, in_memory};
  return {cached_copy_bytes, half_of_share, in_memory};
}

}  // namespace

std::vector<CopyTime> measure_copies(const Site& site) {
  const std::vector<std::int64_t> caches = last_level_caches();
  const Index largest = caches.empty() ? 0 : *std::max_element(caches.begin(), caches.end());
  const Index in_memory = smallest(site.comm(), memory_copy_bytes(largest, site.n_on_node));
  Arena arena;
  CopyArrays arrays;
  agree(
      site.comm(), [&] { arrays = allocate_copy_arrays(arena, in_memory); }, "to calibrate", site.seconds);
  std::vector<CopyTime> copies;
  for (const int n : counts_up_to(site.most_on_node))
    for (const Index bytes : sizes(smallest(site.comm(), share_of_caches(caches, n)), in_memory)) {
      site.meet();
      std::array<double, 2> sums{};  // rates, processes that copied
      if (site.n_on_node >= n && site.place < n)
        sums = {rate_of_copies(arrays.first(bytes), bytes == in_memory, site.quick ? 0.01 : 0.06), 1};
      site.meet();
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_DOUBLE, MPI_SUM, site.comm()),
                "adding up the rates");
      copies.push_back({n, 2 * bytes, sums[0] / sums[1]});
    }
  return copies;
}

}  // namespace weft::inline machine
