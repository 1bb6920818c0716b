// Signals set a flag each, which the loop looks at between steps.
#include "common/signals.hpp"

#include <ctime>

#include <atomic>

namespace weft::apps {
namespace {

constexpr std::array numbers = {SIGUSR1, SIGUSR2, SIGTERM};
volatile sig_atomic_t came[numbers.size()];
std::atomic<double> came_at = 0;  // SIGUSR1
static_assert(std::atomic<double>::is_always_lock_free, "a handler of signals writes it");

void take_note(int number) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != number) continue;
    if (number == SIGUSR1) came_at = Signals::now();
    came[i] = 1;
  }
}

}  // namespace

Signals::Signals() {
  struct sigaction action = {};
  action.sa_handler = take_note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    came[i] = 0;
    sigaction(numbers[i], &action, &before_[i]);
  }
}

Signals::~Signals() {
  if (!listens_) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) sigaction(numbers[i], &before_[i], nullptr);
}

std::optional<double> Signals::take_checkpoint() {
  if (came[0] == 0) return std::nullopt;
  came[0] = 0;
  return came_at.load();
}

int Signals::stop() {
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (came[i] != 0) return numbers[i];
  return 0;
}

double Signals::now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void Signals::stop_listening() {
  listens_ = false;
  for (const int number : numbers) signal(number, SIG_IGN);
}

std::string name_of_stop(int signal_number) { return signal_number == SIGUSR2 ? "SIGUSR2" : "SIGTERM"; }

}  // namespace weft::apps
