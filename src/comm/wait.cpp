// Waiting for other processes with a limit.
#include "comm/wait.hpp"

#include <sched.h>

#include <cstdlib>
#include <string_view>
#include <thread>

#include "comm/check.hpp"

namespace weft {

namespace {

std::string_view waiting_asked_for() {
  const char* text = std::getenv("WEFT_WAITING");
  return text == nullptr || *text == '\0' ? "yield" : text;
}

}  // namespace

void offer_core() {
  static const bool sleeps = waiting_asked_for() == "sleep";
  if (sleeps)
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  else
    sched_yield();
}

bool waits_inside_mpi() {
  static const bool inside = waiting_asked_for() == "mpi";
  return inside;
}

void check_waiting() {
  if (const std::string_view how = waiting_asked_for(); how != "yield" && how != "sleep" && how != "mpi")
    throw Error(ErrorCode::invalid_argument, "WEFT_WAITING is '" + std::string(how) +
                                                 "'; give yield or sleep or mpi, or leave it out (yield)");
}

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
  if (waits_inside_mpi() && how == Waiting::awake)
    return check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "waiting for other processes");
  const Limit limit(seconds);
  for (;;) {
    int done = 0;
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "waiting for other processes");
    if (done != 0) return;
    if (how == Waiting::asleep) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else {
      if (limit.is_brief()) continue;
      offer_core();
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
