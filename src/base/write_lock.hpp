// One writer of a file at a time.
//
// The lock is on a file of its own, PATH.lock, which is empty: MPI-IO locks parts of the files that it writes
// by itself. The system takes the lock away from a process that ends, however it ends. Work of one process;
// no MPI.
#pragma once

#include <string>

namespace weft {

class WriteLock {
 public:
  // Waits at most `seconds` for another writer. Error(resource) in words if it takes longer, or if there can
  // be no lock file there, or is a file of the user's with that name. On a file system without locks it holds
  // nothing.
  explicit WriteLock(const std::string& target, double seconds = 10);
  // Removes the lock file.
  ~WriteLock();
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

  const std::string& path() const { return path_; }
  bool holds() const { return file_ >= 0; }

 private:
  bool try_once();

  std::string path_;  // of the lock file
  int file_ = -1;
};

}  // namespace weft
