// Waiting for other processes with a limit: for a word in shared memory, for a nonblocking call, for all of
// them.
//
// Spins briefly, then yields the core and lets MPI make progress (a neighbour may be waiting for a message of
// another plan to leave this process). A process that never comes is an Error, not a hang. What has no limit
// in MPI (blocking collectives) is begun only after all processes have arrived.
#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace weft {

inline constexpr double default_timeout_seconds = 600;

struct Patience {
  MPI_Comm comm = MPI_COMM_NULL;             // polled for progress
  double seconds = default_timeout_seconds;  // before giving up
};

// Until word >= value. `peer` (a rank of Patience::comm) is named in the Error(communication).
void wait_until(const std::atomic<std::uint64_t>& word, std::uint64_t value, int peer,
                const Patience& patience);

// For so long a process asks again and again before it offers its core: within a node a message takes less.
// It is not a number of turns, because over TCP one takes MPI many microseconds.
inline constexpr std::chrono::microseconds brief_wait{20};

// What a process does that has waited for longer, again and again: offers its core to others, or, with
// WEFT_WAITING=sleep in the environment, leaves it for 50 microseconds. On an emulated cluster many hosts
// share few processors, and those that wait must not take them from the network, which is emulated there as
// well.
void offer_core();
// With WEFT_WAITING=mpi a process waits inside the MPI library, by MPI_Wait, as long as it takes: there is then
// no Error after a timeout. For simulators, in which nothing happens while a process asks again and again, and
// which find out themselves that all wait for each other.
bool waits_inside_mpi();
// Throws Error(invalid_argument) if that variable says something else. Not collective.
void check_waiting();

// How long somebody has waited.
class Limit {
 public:
  explicit Limit(double seconds) : seconds_(seconds), start_(Clock::now()) {}
  bool passed() const { return std::chrono::duration<double>(Clock::now() - start_).count() > seconds_; }
  bool is_brief() const { return Clock::now() - start_ < brief_wait; }
  std::string in_words() const { return std::to_string(static_cast<int>(seconds_)) + " s"; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Clock::time_point start_;
};

// The end of every Error that says that others have not come.
inline constexpr const char* remedy_of_waiting =
    "; every process must make the same calls in the same order, and its host be reachable (option timeout "
    "sets the limit)";

// What a process that waits does with its core: offers it to others, or leaves it for a millisecond at a time
// (where another process is being measured).
enum class Waiting { awake, asleep };

// Until `request` is complete. `doing` ("to make a plan") stands in the Error(communication) that says that
// others have not come. The request is then lost, and so is its communicator.
void wait_for(MPI_Request& request, const std::string& doing, double seconds, Waiting how = Waiting::awake);

// All processes of a communicator have come this far: begun early, asked for late, so that the work between
// hides it. Used again and again.
class Arrival {
 public:
  Arrival(MPI_Comm comm, std::string doing, double seconds);
  void start();
  void finish();

 private:
  MPI_Comm comm_;
  std::string doing_;
  double seconds_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace weft
