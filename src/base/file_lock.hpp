// One writer of a file at a time, among the threads of this process and all processes that see the file.
//
// The lock is a record lock of the system on a file of its own, PATH.lock, which is empty: the file itself is
// replaced by renaming, and MPI-IO locks parts of the files that it writes by itself. The system takes the
// lock away from a process that ends, however it ends. Work of one process; no MPI.
#pragma once

#include <string>

namespace weft::inline base {

class FileLock {
 public:
  // The file PATH.lock when the lock is given back.
  enum class LockFile { removed, kept };
  // Waits at most `seconds` for another writer. Error(resource) in words, the last of them `elsewhere`, if it
  // takes longer, or if there can be no lock file there, or is a file of the user's with that name. On a file
  // system without locks it holds nothing.
  explicit FileLock(const std::string& target, double seconds = 10, LockFile after = LockFile::removed,
                    const std::string& elsewhere = "write elsewhere");
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  const std::string& path() const { return path_; }
  bool holds() const { return file_ >= 0; }

 private:
  std::string try_once();
  int open_lock_file() const;

  std::string path_;  // of the lock file
  std::string elsewhere_;
  LockFile after_;
  int file_ = -1;
};

}  // namespace weft::inline base
