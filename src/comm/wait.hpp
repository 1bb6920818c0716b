// Waiting for other processes with a limit: for a word in shared memory, for a nonblocking call, for all of
// them.
//
// Spins briefly, then yields the core and lets MPI make progress. A process that never comes is an Error, not
// a hang. What has no limit in MPI (blocking collectives) is begun only after all processes have arrived.
#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace weft::inline comm {

inline constexpr double default_timeout_seconds = 600;
// The option timeout of WEFT_OPTIONS, or this: for what has no options of its own.
double default_timeout();

struct Patience {
  MPI_Comm comm = MPI_COMM_NULL;             // polled for progress
  double seconds = default_timeout_seconds;  // before giving up
};

// Lets MPI make progress: a neighbour may be waiting for a message of another plan to leave this process.
void poll(MPI_Comm comm);

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
// With WEFT_WAITING=mpi a process waits inside the MPI library, by MPI_Wait, as long as it takes: there is
// then no Error after a timeout. For simulators, in which nothing happens while a process asks again and
// again, and which find out themselves that all wait for each other.
bool waits_inside_mpi();
// Throws Error(invalid_argument) if that variable says something else. Not collective.
void check_waiting();

// What a process that waits does with its core: offers it to others again and again; leaves it for 100
// microseconds at a time once it has waited for 2 milliseconds (others compute or write a file, and need it);
// or leaves it for a millisecond at a time from the beginning (another process is being measured).
enum class Waiting { awake, patient, asleep };

// The end of every Error that says that others have not come.
inline constexpr const char* remedy_of_waiting =
    "; every process must make the same calls in the same order, and its host be reachable (option timeout "
    "sets the limit)";

// How long somebody has waited, and what he does meanwhile.
class Limit {
 public:
  explicit Limit(double seconds, Waiting how = Waiting::awake)
      : seconds_(seconds), how_(how), start_(Clock::now()) {}
  // One turn, in which what is awaited has not come. Looks now and then whether others are in another call
  // (comm/calls.hpp), and throws the Error that says so. False: the time is over.
  bool wait_on();
  // The Error(communication) of somebody who has waited too long; `who` is "process 1 did not answer".
  [[noreturn]] void give_up(const std::string& who) const;

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Waiting how_;
  Clock::time_point start_;
  int n_turns_ = 0;
};

// While one lives, errors of MPI come back whatever the handler of MPI_COMM_WORLD: where calls differ,
// messages of different lengths may meet in a collective, and Open MPI asks that handler for collectives of
// any communicator.
class ErrorsReturn {
 public:
  ErrorsReturn();
  ~ErrorsReturn();
  ErrorsReturn(const ErrorsReturn&) = delete;
  ErrorsReturn& operator=(const ErrorsReturn&) = delete;
};

// Has somebody given up? Then MPI still has messages to and from memory of this process, and communicators
// stay as they are.
bool has_given_up();

// Until `request` is complete. `doing` ("to make a plan") stands in the Error(communication) that says that
// others have not come. The request is then lost, and so is its communicator.
void wait_for(MPI_Request& request, const std::string& doing, double seconds, Waiting how = Waiting::patient);

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

}  // namespace weft::inline comm
