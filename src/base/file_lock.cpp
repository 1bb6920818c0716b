// Record locks belong to a process, not to a thread, and are lost when it closes the file by any descriptor:
// so a table of what this process holds comes before them. They are asked for again and again rather than
// waited for: a wait for a record lock has no limit.
//
// Who waits for a lock file that its holder removes may have opened a file that has no name any more, so each
// looks after locking whether the file that it locked is the one that has the name.
#include "base/file_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "base/system_reason.hpp"
#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline base {

namespace {

struct Held {
  std::mutex mutex;
  std::set<std::string> paths;  // of lock files
};
Held& held() {
  static Held all;
  return all;
}

bool has_its_name(int file, const std::string& path) {
  struct stat opened = {}, named = {};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

struct flock whole_file() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// "process 1234", where the system says so.
std::string holder_of(int file) {
  struct flock lock = whole_file();
  if (fcntl(file, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK || lock.l_pid <= 0) return "another process";
  return "process " + std::to_string(lock.l_pid);
}

// A lock file is an empty file; anything else is the user's.
[[noreturn]] void refuse_foreign(const std::string& path, const std::string& why,
                                 const std::string& elsewhere) {
  fail(ErrorCode::resource, "cannot make the lock file " + path +
                                ": something of that name is there, and it " + why + "; move it away, or " +
                                elsewhere);
}

}  // namespace

FileLock::FileLock(const std::string& target, double seconds, LockFile after, const std::string& elsewhere)
    : path_(target + ".lock"), elsewhere_(elsewhere), after_(after) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (std::string holder; !(holder = try_once()).empty();) {
    if (std::chrono::steady_clock::now() > end)
      fail(ErrorCode::resource, "cannot write " + target + ": another program is writing it (" + holder +
                                    " has held the lock on " + path_ + " for " + short_number(seconds) +
                                    " s); wait for it or end it, or " + elsewhere);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int FileLock::open_lock_file() const {
  const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (file < 0 && errno == ELOOP) refuse_foreign(path_, "is a symbolic link", elsewhere_);
  if (file < 0)
    fail(ErrorCode::resource,
         "cannot make the lock file " + path_ + ": " + system_reason() + "; " + elsewhere_);
  struct stat found = {};
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size == 0) return file;
  close(file);
  refuse_foreign(path_, S_ISREG(found.st_mode) ? "has contents" : "is not a regular file", elsewhere_);
}

// Who holds the lock; empty if there is nothing to wait for.
std::string FileLock::try_once() {
  const std::lock_guard guard(held().mutex);
  if (held().paths.contains(path_)) return "this process";
  const int file = open_lock_file();
  struct flock lock = whole_file();
  std::string holder;
  if (fcntl(file, F_SETLK, &lock) == 0) {
    if (has_its_name(file, path_)) {
      held().paths.insert(path_);
      file_ = file;
      return "";
    }
    holder = "another process";  // that gave the lock back meanwhile
  } else if (errno == EACCES || errno == EAGAIN || errno == EINTR) {
    holder = holder_of(file);
  } else if (after_ == LockFile::removed) {  // no locks here
    unlink(path_.c_str());
  }
  close(file);
  return holder;
}

FileLock::~FileLock() {
  if (file_ < 0) return;
  const std::lock_guard guard(held().mutex);
  if (after_ == LockFile::removed) unlink(path_.c_str());
  close(file_);
  held().paths.erase(path_);
}

}  // namespace weft::inline base
