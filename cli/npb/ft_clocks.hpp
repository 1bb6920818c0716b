// Where the time of a run of NAS FT goes, and how many bytes it sends: on one process, added up by the run
// itself and by the plans it uses.
#pragma once

#include "weft/weft.hpp"

namespace weft::cli {

// Seconds of one process.
struct NpbFtClocks {
  double calculation = 0;  // sweeps of the transforms, the initial field, decaying modes, checksums
  double sending = 0;      // starting messages
  double idle = 0;         // waiting for messages and for other processes
  double planning = 0;     // making plans

  void add(const NpbFtClocks& other);
  // What the timers of a plan say.
  void add(const Plan& plan);
};

// Bytes that one process sends.
struct NpbFtBytes {
  double sent = 0;    // in messages to other processes
  double shared = 0;  // through memory that the processes of a node share

  void add(const NpbFtBytes& other);
  // Of `n_transforms` in one direction of a plan.
  void add(const Counts& counts, int n_transforms);
};

// Adds the seconds of its life to a clock.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), begin_(MPI_Wtime()) {}
  ~Stopwatch() { seconds_ += MPI_Wtime() - begin_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  double begin_;
};

}  // namespace weft::cli
