// A file that must not outlive an interrupted program.
#pragma once

#include <string>

namespace weft::inline base {

// What Open MPI keeps in /dev/shm for a file that it has open; a process that is killed leaves it there.
std::string semaphore_of(const std::string& path);

// While it exists, SIGINT, SIGTERM and SIGHUP first remove the file and its semaphore (there need not be any)
// and then end the program, and SIGXFSZ is ignored, so that a limit of the file size is an error of the call.
// Signals that the program ignores or handles itself are left to it. Several may exist at a time, in one
// thread.
class RemovedOnSignal {
 public:
  // `path` must be absolute and shorter than PATH_MAX (a longer one is not watched).
  explicit RemovedOnSignal(const std::string& path);
  ~RemovedOnSignal();
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

 private:
  int slot_ = -1;  // in the table of watched files; -1: none was free
};

}  // namespace weft::inline base
