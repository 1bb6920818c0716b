// Ends the job in words where a process waits inside MPI or HDF5 for what does not come: another process that
// is stopped or dead, a disk that does not answer. Where weft itself waits, it throws (comm/wait.hpp).
#pragma once

namespace weft::inline comm {

// While one lives ("to write a dataset"), this process may wait inside a library for `seconds` since the
// watchdog was made or renewed, and no longer. Of several the first counts.
class Watchdog {
 public:
  Watchdog(const char* doing, double seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  // All have come to where this process is.
  static void renew();

 private:
  bool is_first_;
};

}  // namespace weft::inline comm
