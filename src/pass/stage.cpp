// Where this process is: said when it is ended from outside.
//
// When a process of a job dies, its launcher ends the others by SIGTERM (Open MPI's does, MPICH's kills at
// once). A process that waits for a message then knows best what was under way.
#include "pass/stage.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

#include "base/ending_handler.hpp"
#include "weft/weft.hpp"

namespace weft::inline pass {

namespace {

std::atomic<const char*> now_direction = nullptr, now_where = nullptr;

// Only what a signal handler may call.
void say(const char* text) {
  if (text != nullptr) [[maybe_unused]]
    const auto n = write(STDERR_FILENO, text, std::strlen(text));
}

void tell_and_end(int signal) {
  if (const char* where = now_where.load()) {
    say("weft: error: ended from outside while in ");
    say(now_direction.load());
    say(", ");
    say(where);
    say("; most likely another process has died\n");
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void enter_stage(const char* direction, const char* where) {
  now_direction.store(direction, std::memory_order_relaxed);
  now_where.store(where, std::memory_order_relaxed);
}

}  // namespace weft::inline pass

namespace weft {

void tell_stage_when_ended() {
  ending_handler = tell_and_end;
  std::signal(SIGTERM, tell_and_end);
}

}  // namespace weft
