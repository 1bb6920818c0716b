// Checks before a call, and the end of an object, with the same words for plans and halos.
#include "comm/life.hpp"

#include <cstdio>
#include <exception>

#include "comm/agree.hpp"

namespace weft::inline comm {

const std::string& Life::take_name(const Extents& shape) {
  return full_name = kind + " " + std::to_string(comms->take_number()) + " (" + to_text(shape) + ")";
}

void Life::check_open() const {
  if (closed) fail("the " + kind + " is closed; make a new one");
  if (mpi_has_ended()) fail("MPI is finalised; use " + kind + "s before MPI_Finalize");
  if (lost)
    fail("the " + kind +
         " is of no use any more, because some process did not come to an earlier call; end the program");
}

void Life::check_idle(std::string_view running, const char* wanted) const {
  check_open();
  if (running.empty()) return;
  const std::string call(running);
  fail("a call " + call + " of this " + kind + " is under way; call " + call + "_finish before you " +
       wanted);
}

void Life::fail_idle(const std::string& call) {
  fail("no call " + call + " is under way; begin one with " + call + "_start");
}

void Life::all_agree(const std::function<void()>& check, const std::string& doing, double seconds) {
  together([&] { agree(comms->base(), check, doing, seconds); });
}

bool Life::is_alone() const { return lost || std::uncaught_exceptions() > 0 || !mpi_is_usable(); }

void Life::release(std::vector<std::unique_ptr<SharedWindow>> windows, Communicators& communicators,
                   double seconds) const {
  if (windows.empty()) return;
  const auto abandon_all = [&] {
    for (auto& window : windows) window->abandon();
  };
  if (is_alone() || communicators.calls().is_broken()) return abandon_all();
  const std::string doing = "to close a " + kind;
  try {
    agree(
        communicators.base(), [] {}, "to close " + full_name, seconds);
    const Watchdog watchdog(doing.c_str(), seconds + 2);
    windows.clear();
  } catch (const Error&) {
    abandon_all();
    throw;
  }
}

void close_in_words(const char* kind, const std::function<void()>& close) {
  try {
    close();
  } catch (const Error& error) {
    std::fprintf(stderr, "weft: error: a %s was destroyed on some processes only: %s\n", kind, error.what());
  }
}

}  // namespace weft::inline comm
