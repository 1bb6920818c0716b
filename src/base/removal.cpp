// A handler may call almost nothing: it finds the paths in a table of fixed size, unlinks them, restores
// the default action and raises the signal again. Every process of a job watches the same
// file, because a launcher may kill the others as soon as the first has ended.
#include "base/removal.hpp"

#include <limits.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>

#include "base/ending_handler.hpp"

namespace weft::inline base {

namespace {

struct Watched {
  std::atomic<bool> is_used = false;  // set after the path is complete
  char path[PATH_MAX] = {}, semaphore[PATH_MAX] = {};
};

constexpr std::array caught = {SIGINT, SIGTERM, SIGHUP};

std::array<Watched, 16> slots;
std::array<struct sigaction, caught.size()> before;  // actions of the caught signals
struct sigaction before_xfsz;
int n_watched = 0;

extern "C" void remove_and_raise(int signal_number) {
  for (const Watched& slot : slots)
    if (slot.is_used.load()) {
      unlink(slot.path);
      unlink(slot.semaphore);
    }
  for (std::size_t i = 0; i < caught.size(); ++i)
    if (caught[i] == signal_number) sigaction(signal_number, &before[i], nullptr);
  raise(signal_number);
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == remove_and_raise;
}

// A program that has a handler of its own may live on, and then needs the file.
bool ends_the_program(const struct sigaction& action) {
  if ((action.sa_flags & SA_SIGINFO) != 0) return false;
  const auto ending = ending_handler.load();
  return action.sa_handler == SIG_DFL || (ending != nullptr && action.sa_handler == ending);
}

void install() {
  struct sigaction ours = {};
  ours.sa_handler = remove_and_raise;
  for (const int signal_number : caught) sigaddset(&ours.sa_mask, signal_number);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    sigaction(caught[i], nullptr, &before[i]);
    if (ends_the_program(before[i])) sigaction(caught[i], &ours, nullptr);
  }
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &before_xfsz);
}

// Actions that somebody else has installed meanwhile stay.
void restore() {
  for (std::size_t i = 0; i < caught.size(); ++i) {
    struct sigaction now = {};
    sigaction(caught[i], nullptr, &now);
    if (is_ours(now)) sigaction(caught[i], &before[i], nullptr);
  }
  sigaction(SIGXFSZ, &before_xfsz, nullptr);
}

}  // namespace

std::string semaphore_of(const std::string& path) {
  return "/dev/shm/sem.OMPIO_" + path.substr(path.rfind('/') + 1);
}

RemovedOnSignal::RemovedOnSignal(const std::string& path) {
  const std::string semaphore = semaphore_of(path);
  for (std::size_t i = 0; i < slots.size() && slot_ < 0; ++i)
    if (!slots[i].is_used && path.size() < sizeof slots[i].path &&
        semaphore.size() < sizeof slots[i].semaphore) {
      std::memcpy(slots[i].path, path.c_str(), path.size() + 1);
      std::memcpy(slots[i].semaphore, semaphore.c_str(), semaphore.size() + 1);
      slots[i].is_used = true;
      slot_ = static_cast<int>(i);
    }
  if (n_watched++ == 0) install();
}

RemovedOnSignal::~RemovedOnSignal() {
  if (--n_watched == 0) restore();
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].is_used = false;
}

}  // namespace weft::inline base
