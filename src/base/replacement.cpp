// The steps that make a replacement safe: exclusive creation, reservation of all space, fsync, rename.
//
// A writer that is killed leaves its unfinished file behind. Each holds a lock on its own, which the system
// takes away from a process that ends, however it ends: who writes the same file next removes those that it
// can lock. The lock is of one byte that no file has, and belongs to the open file: MPI-IO locks what it
// writes, by process. To have its lock from the beginning, the file is made without a name where the file
// system can do that.
//
// The unfinished file is readable and writable for its owner only, whatever the umask, so that all
// processes of the job can open it; it gets its permissions when it is complete.
#include "base/replacement.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "base/removal.hpp"
#include "base/system_reason.hpp"
#include "weft/error.hpp"

namespace weft::inline base {

namespace {

constexpr int most_links = 40;  // as the system follows
constexpr const char* locktest = ".locktest.";

[[noreturn]] void refuse(const std::string& message) { fail(ErrorCode::resource, message); }

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The path behind symbolic links, which need not lead to anything.
std::string followed(const std::string& given) {
  std::string path = given;
  for (int i = 0; i < most_links; ++i) {
    char link[PATH_MAX];
    const ssize_t length = readlink(path.c_str(), link, sizeof link);
    if (length < 0) return path;
    const std::string next(link, static_cast<std::size_t>(length));
    path = next.starts_with('/') ? next : folder_of(path) + "/" + next;
  }
  refuse("cannot write " + given + ": its symbolic links lead in a circle; remove them");
}

std::string real_folder(const std::string& given, const std::string& folder, const std::string& elsewhere) {
  char resolved[PATH_MAX];
  if (realpath(folder.c_str(), resolved) != nullptr) return resolved;
  if (errno == ENOENT)
    refuse("cannot write " + given + ": the folder " + folder + " does not exist; make it, or " + elsewhere);
  refuse("cannot write " + given + ": the folder " + folder + " cannot be used: " + system_reason() + "; " +
         elsewhere);
}

// A name that no other run takes; short enough for any file system.
std::string unfinished_name(const std::string& name) {
  std::random_device random;
  char text[64];
  std::snprintf(text, sizeof text, ".%ld-%08x.part", static_cast<long>(getpid()), random());
  return name.substr(0, NAME_MAX - 64) + text;
}

// Whether unfinished_name() could have made this name of a file called `name`.
bool is_unfinished_name(const std::string& candidate, const std::string& name) {
  const std::string begin = name.substr(0, NAME_MAX - 64) + ".", end = ".part";
  if (!candidate.starts_with(begin) || !candidate.ends_with(end)) return false;
  if (candidate.size() < begin.size() + end.size()) return false;
  const std::string middle = candidate.substr(begin.size(), candidate.size() - begin.size() - end.size());
  const std::size_t dash = middle.find('-');
  return dash != std::string::npos && dash > 0 && middle.size() == dash + 9 &&
         middle.find_first_not_of("0123456789") == dash &&
         middle.find_first_not_of("0123456789abcdef", dash + 1) == std::string::npos;
}

// The file that Open MPI had open when it made one of this name beside it: NAME.locktest.0, on which it tries
// locks, or, on several hosts, NAME-JOB-PROCESS.lock, which it removes when it closes NAME. The name itself
// where it is neither.
std::string opened_with(const std::string& name) {
  if (const std::size_t at = name.rfind(locktest); at != std::string::npos) return name.substr(0, at);
  constexpr std::string_view end = ".lock";
  const std::size_t process = name.rfind('-');
  if (!name.ends_with(end) || process == std::string::npos || process == 0) return name;
  const std::size_t job = name.rfind('-', process - 1);
  if (job == std::string::npos) return name;
  const std::string numbers = name.substr(job + 1, name.size() - end.size() - job - 1);
  return numbers.find_first_not_of("0123456789-") == std::string::npos ? name.substr(0, job) : name;
}

// The names in it reach the disk; where that cannot be asked for, a little later.
void flush_folder(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// False: another writer has it, or the file system has no locks.
bool lock(int fd) {
  struct flock far_away = {};
  far_away.l_type = F_WRLCK;
  far_away.l_whence = SEEK_SET;
  far_away.l_start = std::numeric_limits<off_t>::max() - 1;
  far_away.l_len = 1;
  return fcntl(fd, F_OFD_SETLK, &far_away) == 0;
}

// A new file of this name, locked; -1 and errno if there is none.
int open_new(const std::string& folder, const std::string& path) {
  const int fd = open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0666);
  if (fd >= 0) {
    lock(fd);
    const std::string nameless = "/proc/self/fd/" + std::to_string(fd);
    if (linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return fd;
    close(fd);
  }
  const int named = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (named >= 0) lock(named);
  return named;
}

std::string octal(mode_t mode) {
  char text[16];
  std::snprintf(text, sizeof text, "%03o", static_cast<unsigned>(mode));
  return text;
}

}  // namespace

Replacement::Replacement(const std::string& path, const std::string& elsewhere)
    : path_(path), elsewhere_(elsewhere) {
  if (path.empty()) refuse("the name of the file to write is empty; give one");
  const std::string last = followed(path);
  struct stat there = {};
  replaces_ = stat(last.c_str(), &there) == 0;
  if (replaces_ && S_ISDIR(there.st_mode)) refuse("cannot write " + path + ": it is a folder; " + elsewhere_);
  if (replaces_ && !S_ISREG(there.st_mode))
    refuse("cannot write " + path + ": it is not a regular file; " + elsewhere_);
  if (replaces_ && access(last.c_str(), W_OK) != 0)
    refuse("cannot write " + path + ": " + system_reason() + " (its permissions are " +
           octal(there.st_mode & 07777) + "); change them (chmod u+w), or " + elsewhere_);
  if (name_of(last).empty()) refuse("cannot write " + path + ": it names a folder; " + elsewhere_);
  folder_ = real_folder(path, folder_of(last), elsewhere_);
  const std::string inside = folder_ == "/" ? folder_ : folder_ + "/";
  target_ = inside + name_of(last);
  unfinished_ = inside + unfinished_name(name_of(last));
  mode_ = there.st_mode & 07777;
  owner_ = there.st_uid;
  group_ = there.st_gid;
}

Replacement::~Replacement() { discard(); }

void Replacement::discard() {
  if (fd_ < 0) return;
  unlink(unfinished_.c_str());
  close(fd_);
  fd_ = -1;
}

void Replacement::create(Index bytes, const std::string& header) {
  remove_leftovers();
  fd_ = open_new(folder_, unfinished_);
  if (fd_ < 0)
    refuse("cannot write " + path_ + ": no file can be made in the folder " + folder_ + ": " +
           system_reason() + "; " + elsewhere_);
  struct stat made = {};
  fstat(fd_, &made);
  if (!replaces_) mode_ = made.st_mode & 07777;
  fchmod(fd_, S_IRUSR | S_IWUSR);
  reserve(bytes);
  append(header);
}

void Replacement::append(const std::string& text) const {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(fd_, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) refuse("cannot write " + path_ + ": " + system_reason());
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

void Replacement::reserve(Index bytes, bool keeps_length) const {
  const std::string needs = "cannot write " + path_ + ": it needs " + std::to_string(bytes) + " bytes, ";
  struct rlimit limit = {};
  const bool is_limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  int error = EINTR;
  while (error == EINTR)
    error = !keeps_length                                               ? posix_fallocate(fd_, 0, bytes)
            : is_limited && static_cast<rlim_t>(bytes) > limit.rlim_cur ? EFBIG
            : fallocate(fd_, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0        ? 0
                                                                        : errno;
  if (error == EINVAL || error == EOPNOTSUPP) error = keeps_length || ftruncate(fd_, bytes) == 0 ? 0 : errno;
  if (error == 0) return;
  if (error == EFBIG && is_limited)
    refuse(needs + "but files may have at most " + std::to_string(limit.rlim_cur) +
           " here; raise the limit (ulimit -f)");
  struct statvfs disk = {};
  if ((error == ENOSPC || error == EDQUOT) && statvfs(folder_.c_str(), &disk) == 0)
    refuse(needs + "but " + (error == EDQUOT ? "your quota is used up" : "the disk is too full") + " (" +
           std::to_string(static_cast<Index>(disk.f_bavail) * static_cast<Index>(disk.f_frsize)) +
           " free in " + folder_ + "); free some, or " + elsewhere_);
  refuse(needs + "but: " + std::strerror(error));
}

Index Replacement::bytes() const {
  struct stat there = {};
  if (fstat(fd_, &there) != 0) refuse("cannot write " + path_ + ": " + system_reason());
  return there.st_size;
}

void Replacement::flush() {
  // What was reserved past the end is given back.
  if (ftruncate(fd_, bytes()) != 0 || fsync(fd_) != 0)
    refuse("cannot write " + path_ + ": " + system_reason());
  is_flushed_ = true;
}

// The new file comes first, the old one second: should the old one be damaged, what was kept before is there
// until the new one is. A writer that is killed in between leaves the old one under the name aside(): the
// next one ends what that began.
void Replacement::put_in_place(Old old) const {
  const bool is_aside = old == Old::kept && link(target_.c_str(), aside().c_str()) == 0;
  if (old == Old::kept && !is_aside && errno != ENOENT) {  // no hard links here
    if (rename(target_.c_str(), previous().c_str()) != 0 && errno != ENOENT)
      refuse("cannot keep " + target_ + " as " + previous() + ": " + system_reason());
  }
  if (rename(unfinished_.c_str(), target_.c_str()) != 0) {
    const std::string why = system_reason();
    if (is_aside) unlink(aside().c_str());
    refuse("cannot write " + path_ + ": " + why);
  }
  if (!is_aside) return;
  flush_folder(folder_);
  if (rename(aside().c_str(), previous().c_str()) != 0)
    refuse(path_ + " is written, but its predecessor cannot be kept as " + previous() + ": " +
           system_reason());
  unlink(aside().c_str());  // a second name of what is previous() already is not renamed
}

// Whether the new file had got its name: then the old one is another file.
void Replacement::end_commit() const {
  struct stat old = {}, now = {};
  if (lstat(aside().c_str(), &old) != 0 || !S_ISREG(old.st_mode) || stat(target_.c_str(), &now) != 0) return;
  if (old.st_ino != now.st_ino) rename(aside().c_str(), previous().c_str());
  unlink(aside().c_str());
}

void Replacement::commit(Old old) {
  if (!is_flushed_) flush();
  // Owner first: changing it may clear bits of the mode. Only root can, and nothing depends on it.
  if (replaces_ && fchown(fd_, owner_, group_) != 0) errno = 0;
  if (fchmod(fd_, mode_) != 0) refuse("cannot write " + path_ + ": " + system_reason());
  put_in_place(old);
  close(fd_);
  fd_ = -1;
  flush_folder(folder_);
}

void Replacement::remove_leftovers() const {
  DIR* folder = opendir(folder_.c_str());
  if (folder == nullptr) return;
  std::vector<std::string> found;
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (is_unfinished_name(opened_with(name), name_of(target_))) found.push_back(name);
  }
  closedir(folder);
  for (const std::string& name : found) {
    const std::string unfinished = folder_ + "/" + opened_with(name);
    const int fd = open(unfinished.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 ? errno == ENOENT : lock(fd)) {
      unlink((folder_ + "/" + name).c_str());
      unlink(semaphore_of(unfinished).c_str());
    }
    if (fd >= 0) close(fd);
  }
}

}  // namespace weft::inline base
