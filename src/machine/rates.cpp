// Rates of copying on this machine: first by one process of each node while the others sleep, then by all at
// once; in cache by ordinary stores, in memory by non-temporal ones.
#include "machine/rates.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/cache_size.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "machine/copying.hpp"
#include "machine/site.hpp"

namespace weft::inline machine {

namespace {

constexpr double seconds_of_one = 0.08;  // of one measurement; there are four
constexpr const char* doing = "to measure the rates of the machine";

CopyRate measure(const CopyArrays& arrays) {
  return {rate_of_copies(arrays.first(cached_copy_bytes), false, seconds_of_one),
          rate_of_copies(arrays, true, seconds_of_one)};
}

std::mutex guard;
std::optional<MachineRates>& remembered() {
  static std::optional<MachineRates> rates;
  return rates;
}

}  // namespace

MachineRates measure_rates_on(const Communicators& comms, double seconds) {
  const std::vector<int>& node_of = comms.node_of();
  const int leader = node_of[comms.rank()];
  const Index n_on_node = std::count(node_of.begin(), node_of.end(), leader);
  const std::vector<std::int64_t> caches = last_level_caches();
  const Index largest = caches.empty() ? 0 : *std::max_element(caches.begin(), caches.end());
  Arena arena;
  CopyArrays arrays;
  agree(
      comms.base(), [&] { arrays = allocate_copy_arrays(arena, memory_copy_bytes(largest, n_on_node)); },
      doing, seconds);
  CopyRate alone;
  if (leader == comms.rank()) alone = measure(arrays);
  meet_asleep(comms.base(), doing, seconds);
  const CopyRate together = measure(arrays);
  meet_asleep(comms.base(), doing, seconds);

  const double share = static_cast<double>(share_of_caches(caches, static_cast<int>(n_on_node)));
  std::array<double, 6> sums = {alone.cached,    alone.memory,    leader == comms.rank() ? 1.0 : 0.0,
                                together.cached, together.memory, share};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
                          comms.base()),
            "adding up the rates");
  const double n = comms.size(), n_nodes = sums[2];
  const MachineRates rates{{sums[0] / n_nodes, sums[1] / n_nodes},
                           {sums[3] / n, sums[4] / n},
                           comms.size(),
                           static_cast<Index>(sums[5] / n)};
  const std::lock_guard lock(guard);
  remembered() = rates;
  return rates;
}

}  // namespace weft::inline machine

namespace weft {

std::optional<MachineRates> known_rates() {
  const std::lock_guard lock(guard);
  return remembered();
}

}  // namespace weft
