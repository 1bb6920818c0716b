// Signals that ask a simulation to write a checkpoint: SIGUSR1, and go on; SIGTERM, and stop. Batch systems
// send one of them some time before they end a job.
#pragma once

#include <signal.h>

#include <array>

namespace weft::apps {

// While it exists, the signals are noted instead of ending the program. One at a time; not collective.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // Whether it came to this process since the last call, or, of stopping, at all.
  static bool take_checkpoint();
  static bool stop();

 private:
  std::array<struct sigaction, 2> before_{};
};

}  // namespace weft::apps
