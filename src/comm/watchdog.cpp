// Ends the job in words where a process waits inside a library.
//
// A thread looks at a clock every half second while there is something to watch, and sleeps otherwise. It is
// the only one that can speak: the main thread does not come back from MPI.
#include "comm/watchdog.hpp"

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "comm/wait.hpp"

namespace weft::inline comm {

namespace {

using Time = std::chrono::steady_clock;

double now() { return std::chrono::duration<double>(Time::now().time_since_epoch()).count(); }

// MPI_Abort is not meant for a second thread, but the first is inside MPI; the alarm ends this process if it
// blocks. A launcher may end all processes before it has read what they said (Hydra of MPICH does): it gets
// time to read.
[[noreturn]] void end_job(const char* doing, double seconds) {
  constexpr unsigned seconds_to_abort = 10;
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(
      stderr,
      "weft: error: process %d on %s came %s and has waited for %.0f s inside the MPI library or for a file; "
      "another process is stopped, has ended or makes another call, or a disk does not answer "
      "(WEFT_OPTIONS=\"timeout=SECONDS\" sets the limit)\n",
      rank, host.data(), doing, seconds);
  std::fflush(stderr);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  alarm(seconds_to_abort);
  MPI_Abort(MPI_COMM_WORLD, 2);
  _exit(2);
}

class Watch {
 public:
  void begin(const char* doing, double seconds) {
    const std::lock_guard lock(mutex_);
    doing_ = doing;
    seconds_ = seconds;
    since_ = now();
    is_on_ = true;
    if (!has_thread_) start_thread();
    wake_.notify_one();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    is_on_ = false;
  }
  void renew() { since_ = now(); }

 private:
  // Signals are for the threads of the program.
  void start_thread() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { run(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    has_thread_ = true;
  }
  [[noreturn]] void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!is_on_)
        wake_.wait_for(lock, std::chrono::hours(24));  // not wait(), which older libraries of C++ lack
      else if (now() - since_ > seconds_)
        end_job(doing_, seconds_);
      else
        wake_.wait_for(lock, std::chrono::milliseconds(500));
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  const char* doing_ = "";
  double seconds_ = 0;
  std::atomic<double> since_ = 0;
  bool is_on_ = false, has_thread_ = false;
};

// Never destroyed: the thread lives as long as the process. One that is forked has no such thread, nor MPI.
Watch& watch() {
  static Watch& only = *new Watch;
  return only;
}

thread_local bool is_watched = false;

}  // namespace

Watchdog::Watchdog(const char* doing, double seconds) : is_first_(!is_watched && !waits_inside_mpi()) {
  if (!is_first_) return;
  is_watched = true;
  watch().begin(doing, seconds);
}

Watchdog::~Watchdog() {
  if (!is_first_) return;
  is_watched = false;
  watch().end();
}

void Watchdog::renew() {
  if (is_watched) watch().renew();
}

}  // namespace weft::inline comm
