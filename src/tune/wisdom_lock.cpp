// Record locks belong to a process, not to a thread, so a mutex comes before them. They are asked for again
// and again rather than waited for: a wait for a record lock has no limit.
#include "tune/wisdom_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_tries(5);

std::timed_mutex& mutex_of_threads() {
  static std::timed_mutex mutex;
  return mutex;
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::resource, "the plan is not kept: " + path + " cannot be locked: " + why);
}

[[noreturn]] void fail_by_system(const std::string& path, int error) {
  fail(path, std::string(std::strerror(error)) +
                 "; set WEFT_HOME to a folder on a file system that can be written and has locks");
}

[[noreturn]] void fail_busy(const std::string& path, const std::string& who, double seconds) {
  fail(path, who + " has held it for " + short_number(seconds) + " s; end it, or tune again when it is done");
}

struct flock whole_file(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

// Whether this process has the lock now; false if another one has it.
bool try_lock(int file, const std::string& path) {
  struct flock lock = whole_file(F_WRLCK);
  while (fcntl(file, F_SETLK, &lock) != 0) {
    if (errno == EACCES || errno == EAGAIN) return false;
    if (errno != EINTR) fail_by_system(path, errno);
  }
  return true;
}

// "process 1234", where the system says so.
std::string holder_of(int file) {
  struct flock lock = whole_file(F_WRLCK);
  if (fcntl(file, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK || lock.l_pid <= 0) return "another process";
  return "process " + std::to_string(lock.l_pid);
}

struct OpenFile {
  explicit OpenFile(int opened) : file(opened) {}
  ~OpenFile() {
    if (file >= 0) close(file);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int release() { return std::exchange(file, -1); }
  int file;
};

}  // namespace

WisdomLock::WisdomLock(const std::string& path, double seconds)
    : among_threads_(mutex_of_threads(), std::defer_lock) {
  const auto limit = SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(
                                              std::chrono::duration<double>(seconds));
  const std::string beside = path + ".lock";
  if (!among_threads_.try_lock_until(limit)) fail_busy(beside, "another thread of this process", seconds);
  std::error_code ignored;  // open() tells what is missing
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  OpenFile opened(open(beside.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
  if (opened.file < 0) fail_by_system(beside, errno);
  while (!try_lock(opened.file, beside)) {
    if (SteadyClock::now() >= limit) fail_busy(beside, holder_of(opened.file), seconds);
    std::this_thread::sleep_for(between_tries);
  }
  file_ = opened.release();
}

WisdomLock::~WisdomLock() { close(file_); }

}  // namespace weft
