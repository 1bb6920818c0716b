// A lock file that is removed by its holder: who waits for it may have opened a file that has no name any
// more, so each looks after locking whether the file that it locked is the one that has the name.
#include "base/write_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "weft/error.hpp"

namespace weft {
namespace {

bool has_its_name(int file, const std::string& path) {
  struct stat held = {}, named = {};
  return fstat(file, &held) == 0 && stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

// A lock file is an empty file; anything else is the user's.
[[noreturn]] void refuse_foreign(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::resource, "cannot make the lock file " + path +
                                       ": something of that name is there, and it " + why +
                                       "; move it away, or write elsewhere");
}

}  // namespace

WriteLock::WriteLock(const std::string& target, double seconds) : path_(target + ".lock") {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!try_once()) {
    if (std::chrono::steady_clock::now() > end)
      throw Error(ErrorCode::resource, "cannot write " + target +
                                           ": another program is writing it (it holds the lock on " + path_ +
                                           "); wait for its end, or write elsewhere");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// True if there is nothing to wait for.
bool WriteLock::try_once() {
  const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (file < 0 && errno == ELOOP) refuse_foreign(path_, "is a symbolic link");
  if (file < 0)
    throw Error(ErrorCode::resource,
                "cannot make the lock file " + path_ + ": " + std::strerror(errno) + "; write elsewhere");
  struct stat found = {};
  if (fstat(file, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size != 0) {
    close(file);
    refuse_foreign(path_, S_ISREG(found.st_mode) ? "has contents" : "is not a regular file");
  }
  if (flock(file, LOCK_EX | LOCK_NB) == 0) {
    if (has_its_name(file, path_)) {
      file_ = file;
      return true;
    }
  } else if (errno != EWOULDBLOCK && errno != EINTR) {  // no locks here
    close(file);
    unlink(path_.c_str());
    return true;
  }
  close(file);
  return false;
}

WriteLock::~WriteLock() {
  if (file_ < 0) return;
  unlink(path_.c_str());
  close(file_);
}

}  // namespace weft
