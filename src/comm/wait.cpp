// Waiting for other processes with a limit.
#include "comm/wait.hpp"

#include <sched.h>

#include <thread>

#include "comm/check.hpp"

namespace weft {

void wait_until(const std::atomic<std::uint64_t>& word, std::uint64_t value, int peer,
                const Patience& patience) {
  constexpr int spins_before_yielding = 2000, yields_between_polls = 16;
  for (int spin = 0; spin < spins_before_yielding; ++spin)
    if (word.load(std::memory_order_acquire) >= value) return;
  const Limit limit(patience.seconds);
  for (int turn = 0; word.load(std::memory_order_acquire) < value; ++turn) {
    sched_yield();
    if (turn % yields_between_polls != 0) continue;
    int arrived = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, patience.comm, &arrived, MPI_STATUS_IGNORE),
              "polling for progress");
    if (limit.passed())
      throw Error(ErrorCode::communication, "process " + std::to_string(peer) + " did not answer for " +
                                                limit.in_words() + remedy_of_waiting);
  }
}

void wait_for(MPI_Request& request, const std::string& doing, double seconds, Waiting how) {
  constexpr int tests_before_yielding = 200;
  const Limit limit(seconds);
  for (int turn = 0;; ++turn) {
    int done = 0;
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "waiting for other processes");
    if (done != 0) return;
    if (how == Waiting::asleep) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else {
      if (turn < tests_before_yielding) continue;
      sched_yield();
    }
    if (limit.passed())
      throw Error(ErrorCode::communication,
                  "some process did not come " + doing + " for " + limit.in_words() + remedy_of_waiting);
  }
}

Arrival::Arrival(MPI_Comm comm, std::string doing, double seconds)
    : comm_(comm), doing_(std::move(doing)), seconds_(seconds) {}

void Arrival::start() {
  if (request_ == MPI_REQUEST_NULL)
    check_mpi(MPI_Ibarrier(comm_, &request_), "telling that this process has arrived");
}

void Arrival::finish() { wait_for(request_, doing_, seconds_); }

}  // namespace weft
