// Signals that ask a simulation to write a checkpoint: SIGUSR1, and continue; SIGUSR2 and SIGTERM, and stop.
// Batch systems send one of them some time before they end a job. Launchers forward the first two; on SIGTERM
// they end the job within a second.
#pragma once

#include <signal.h>

#include <array>
#include <optional>
#include <string>

namespace weft::apps {

// While it exists, the signals are noted instead of ending the program. One at a time; not collective.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // When the last SIGUSR1 came to this process, by now(), if one came since the last call.
  static std::optional<double> take_checkpoint();
  // The signal to stop that came to this process, 0 if none came.
  static int stop();
  // Seconds of the clock of signals.
  static double now();
  // From now on a signal has no effect: the program ends.
  void stop_listening();

 private:
  std::array<struct sigaction, 3> before_{};
  bool listens_ = true;
};

// "SIGTERM"
std::string name_of_stop(int signal_number);

}  // namespace weft::apps
