// Waiting for other processes with a limit.
#include "comm/wait.hpp"

#include <sched.h>

#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

#include "comm/calls.hpp"
#include "comm/check.hpp"
#include "comm/watchdog.hpp"
#include "weft/words.hpp"

namespace weft::inline comm {

namespace {

bool given_up = false;

std::string_view waiting_asked_for() {
  const char* text = std::getenv("WEFT_WAITING");
  return text == nullptr || *text == '\0' ? "yield" : text;
}

}  // namespace

double default_timeout() {
  const char* options = std::getenv("WEFT_OPTIONS");
  if (options == nullptr) return default_timeout_seconds;
  for (const std::string& item : split(options, ';')) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || item.substr(0, equals).find("timeout") == std::string::npos) continue;
    const double seconds = std::atof(item.c_str() + equals + 1);
    if (seconds > 0) return seconds;
  }
  return default_timeout_seconds;
}

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
    fail("WEFT_WAITING is '" + std::string(how) + "'; give yield or sleep or mpi, or leave it out (yield)");
}

bool Limit::wait_on() {
  constexpr int turns_between_looks = 16;
  constexpr std::chrono::milliseconds until_patient(2);
  const auto waited = Clock::now() - start_;
  if (how_ == Waiting::asleep) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } else {
    if (waited < brief_wait) return true;
    if (how_ == Waiting::patient && waited > until_patient)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    else
      offer_core();
  }
  const double seconds = std::chrono::duration<double>(waited).count();
  if (how_ == Waiting::asleep || ++n_turns_ % turns_between_looks == 0) look_at_calls(seconds, seconds_);
  return seconds <= seconds_;
}

void Limit::give_up(const std::string& who) const {
  given_up = true;
  const std::string waited = who + " for " + std::to_string(static_cast<int>(seconds_)) + " s";
  Calls* const calls = latest_calls();
  if (calls == nullptr) fail(ErrorCode::communication, waited + remedy_of_waiting);
  calls->give_up(waited, waited + calls->who_is_missing() + remedy_of_waiting);
}

namespace {

struct HandlerOfWorld {
  std::mutex mutex;
  int n_users = 0;  // threads
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
} handler;

}  // namespace

ErrorsReturn::ErrorsReturn() {
  const std::lock_guard lock(handler.mutex);
  if (handler.n_users++ > 0) return;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler.before);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

ErrorsReturn::~ErrorsReturn() {
  const std::lock_guard lock(handler.mutex);
  if (--handler.n_users > 0) return;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler.before);
  MPI_Errhandler_free(&handler.before);
}

bool has_given_up() { return given_up; }

void wait_until(const std::atomic<std::uint64_t>& word, std::uint64_t value, int peer,
                const Patience& patience) {
  constexpr int spins_before_yielding = 2000, yields_between_polls = 16;
  for (int spin = 0; spin < spins_before_yielding; ++spin)
    if (word.load(std::memory_order_acquire) >= value) return;
  Limit limit(patience.seconds);
  for (int turn = 0; word.load(std::memory_order_acquire) < value; ++turn) {
    if (!limit.wait_on()) limit.give_up("process " + std::to_string(peer) + " did not answer");
    if (turn % yields_between_polls == 0) poll(patience.comm);
  }
}

void poll(MPI_Comm comm) {
  int arrived = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &arrived, MPI_STATUS_IGNORE),
            "polling for progress");
}

void wait_for(MPI_Request& request, const std::string& doing, double seconds, Waiting how) {
  if (waits_inside_mpi() && how != Waiting::asleep)
    return check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "waiting for other processes");
  const ErrorsReturn until_done;
  for (Limit limit(seconds, how);;) {
    int done = 0;
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "waiting for other processes");
    if (done != 0) return Watchdog::renew();
    if (!limit.wait_on()) limit.give_up("some process did not come " + doing);
  }
}

Arrival::Arrival(MPI_Comm comm, std::string doing, double seconds)
    : comm_(comm), doing_(std::move(doing)), seconds_(seconds) {}

void Arrival::start() {
  if (request_ == MPI_REQUEST_NULL)
    check_mpi(MPI_Ibarrier(comm_, &request_), "telling that this process has arrived");
}

void Arrival::finish() { wait_for(request_, doing_, seconds_); }

}  // namespace weft::inline comm
