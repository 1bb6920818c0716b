// Waiting for a word in shared memory that another process will write.
#include "comm/wait.hpp"

#include <sched.h>

#include <chrono>
#include <string>

#include "comm/check.hpp"

namespace weft {

void wait_until(const std::atomic<std::uint64_t>& word, std::uint64_t value, int peer,
                const Patience& patience) {
  constexpr int spins_before_yielding = 2000, yields_between_polls = 16;
  using Clock = std::chrono::steady_clock;
  for (int spin = 0; spin < spins_before_yielding; ++spin)
    if (word.load(std::memory_order_acquire) >= value) return;
  const Clock::time_point start = Clock::now();
  for (int turn = 0; word.load(std::memory_order_acquire) < value; ++turn) {
    sched_yield();
    if (turn % yields_between_polls != 0) continue;
    int arrived = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, patience.comm, &arrived, MPI_STATUS_IGNORE),
              "polling for progress");
    if (std::chrono::duration<double>(Clock::now() - start).count() > patience.seconds)
      throw Error(
          ErrorCode::communication,
          "process " + std::to_string(peer) + " did not answer for " +
              std::to_string(static_cast<int>(patience.seconds)) +
              " s; every process must make the same calls of the plan (option timeout sets the limit)");
  }
}

}  // namespace weft
