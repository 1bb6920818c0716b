// Rates of copying on this machine: first by one process of each node while the others sleep (a spinning one
// would take the core, the power and the memory of the one that measures), then by all at once.
//
// The arrays in cache are half of a small L2; those in memory are far beyond the last level, so that every
// piece has left the cache when its turn comes again. What is timed are the copies of the sweeps
// (sweep/copy.hpp), in memory by non-temporal stores. Each measurement ends by the clock, not after a number
// of copies: at a time all processes copy, whatever their rates are.
#include "machine/rates.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>

#include "base/arena.hpp"
#include "base/cache_size.hpp"
#include "base/memory.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "sweep/copy.hpp"

namespace weft {
namespace {

constexpr Index kib = 1024, mib = 1024 * kib;
constexpr Index cached_bytes = 256 * kib;  // of each array in cache
constexpr Index piece_bytes = mib;         // copied between two looks at the clock, in memory
constexpr double seconds_of_one = 0.08;    // of one measurement; there are four
constexpr const char* doing = "to measure the rates of the machine";

struct Arrays {
  Index bytes = 0;  // of each
  char* from = nullptr;
  char* to = nullptr;
};

// Bytes of each array in memory: twice the largest cache, in whole pieces, and at most a quarter of the free
// memory for all processes of the node.
Index memory_bytes(Index largest_cache, Index n_on_node) {
  const Index wanted = std::clamp<Index>(2 * largest_cache, 64 * mib, 256 * mib);
  const Index affordable = static_cast<Index>(available_memory_bytes()) / (8 * n_on_node);
  return std::max(std::min(wanted, affordable) / piece_bytes, Index{4}) * piece_bytes;
}

Arrays allocate(Arena& arena, Index bytes) {
  try {
    return {bytes, arena.allocate(bytes), arena.allocate(bytes)};
  } catch (const Error&) {
    throw Error(ErrorCode::resource, "there is no memory for two arrays of " + std::to_string(bytes) +
                                         " bytes to measure rates of copying; measure before the program "
                                         "allocates its arrays");
  }
}

// Bytes read plus written per second by copies of `piece` bytes, again and again over the arrays.
double rate_of_copies(const Arrays& arrays, Index piece, bool stream) {
  using Clock = std::chrono::steady_clock;
  CopyMode mode;
  mode.stream = stream;
  CopyBox box;
  box.add(piece / mode.element_bytes, 1, 1);
  const auto start = Clock::now();
  double bytes = 0, seconds = 0;
  for (Index at = 0; seconds < seconds_of_one; at = at + 2 * piece <= arrays.bytes ? at + piece : 0) {
    copy_box(box, arrays.from + at, arrays.to + at, mode);
    if (stream) finish_streams();
    bytes += 2 * static_cast<double>(piece);
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return bytes / seconds;
}

CopyRate measure(const Arrays& arrays) {
  const Arrays in_cache{cached_bytes, arrays.from, arrays.to};
  return {rate_of_copies(in_cache, cached_bytes, false), rate_of_copies(arrays, piece_bytes, true)};
}

// All processes come to this point; those that come early sleep.
void meet_asleep(MPI_Comm comm, double seconds) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm, &request), "telling that this process has arrived");
  wait_for(request, doing, seconds, Waiting::asleep);
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
  Arrays arrays;
  agree(
      comms.base(), [&] { arrays = allocate(arena, memory_bytes(largest, n_on_node)); }, doing, seconds);
  CopyRate alone;
  if (leader == comms.rank()) alone = measure(arrays);
  meet_asleep(comms.base(), seconds);
  const CopyRate together = measure(arrays);
  meet_asleep(comms.base(), seconds);

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

std::optional<MachineRates> known_rates() {
  const std::lock_guard lock(guard);
  return remembered();
}

}  // namespace weft
