// One writer of a file of wisdom at a time, among the threads of this process and all processes that see the
// file. The lock is a record lock of the system on a file of its own beside it, which stays: a lock on the
// file itself would be on what the next writer replaces. The system takes it away from a process that
// ends, however it ends.
#pragma once

#include <mutex>
#include <string>

namespace weft {

class WisdomLock {
 public:
  // Waits at most `seconds` for others. Error(resource) in words if they take longer, or if there can be no
  // lock there. Folders that are missing are made.
  WisdomLock(const std::string& path, double seconds);
  ~WisdomLock();
  WisdomLock(const WisdomLock&) = delete;
  WisdomLock& operator=(const WisdomLock&) = delete;

 private:
  std::unique_lock<std::timed_mutex> among_threads_;
  int file_ = -1;
};

}  // namespace weft
