// Signals set a flag each, which the loop looks at between steps.
#include "common/signals.hpp"

namespace weft::apps {
namespace {

constexpr std::array numbers = {SIGUSR1, SIGTERM};
volatile sig_atomic_t came[numbers.size()];

void take_note(int number) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == number) came[i] = 1;
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
  for (std::size_t i = 0; i < numbers.size(); ++i) sigaction(numbers[i], &before_[i], nullptr);
}

bool Signals::take_checkpoint() {
  const bool asked = came[0] != 0;
  came[0] = 0;
  return asked;
}

bool Signals::stop() { return came[1] != 0; }

}  // namespace weft::apps
