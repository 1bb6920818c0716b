// The steps that make a replacement safe: exclusive creation, reservation of all space, fsync, rename.
//
// The unfinished file is readable and writable for its owner only, whatever the umask, so that all
// processes of the job can open it; it gets its permissions when it is complete.
#include "io/replacement.hpp"

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
#include <random>
#include <vector>

#include "base/fail.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

constexpr int most_links = 40;  // as the system follows

[[noreturn]] void refuse(const std::string& message) { fail(message, ErrorCode::resource); }

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

std::string real_folder(const std::string& given, const std::string& folder) {
  char resolved[PATH_MAX];
  if (realpath(folder.c_str(), resolved) != nullptr) return resolved;
  if (errno == ENOENT)
    refuse("cannot write " + given + ": the folder " + folder +
           " does not exist; make it, or write elsewhere");
  refuse("cannot write " + given + ": the folder " + folder + " cannot be used: " + system_reason());
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

// The names in it reach the disk; where that cannot be asked for, a little later.
void flush_folder(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

std::string octal(mode_t mode) {
  char text[16];
  std::snprintf(text, sizeof text, "%03o", static_cast<unsigned>(mode));
  return text;
}

}  // namespace

Replacement::Replacement(const std::string& path) : path_(path) {
  if (path.empty()) refuse("the name of the file to write is empty; give one");
  const std::string last = followed(path);
  struct stat there = {};
  replaces_ = stat(last.c_str(), &there) == 0;
  if (replaces_ && S_ISDIR(there.st_mode))
    refuse("cannot write " + path + ": it is a directory; give the name of a file");
  if (replaces_ && !S_ISREG(there.st_mode))
    refuse("cannot write " + path + ": it is not a regular file; give the name of a file");
  if (replaces_ && access(last.c_str(), W_OK) != 0)
    refuse("cannot write " + path + ": " + system_reason() + " (its permissions are " +
           octal(there.st_mode & 07777) + "); change them (chmod u+w) or write elsewhere");
  if (name_of(last).empty()) refuse("cannot write " + path + ": it names a folder; give the name of a file");
  folder_ = real_folder(path, folder_of(last));
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
  fd_ = open(unfinished_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd_ < 0)
    refuse("cannot write " + path_ + ": no file can be made in the folder " + folder_ + ": " +
           system_reason() + "; write elsewhere");
  struct stat made = {};
  fstat(fd_, &made);
  if (!replaces_) mode_ = made.st_mode & 07777;
  fchmod(fd_, S_IRUSR | S_IWUSR);
  reserve(bytes);
  const ssize_t written = pwrite(fd_, header.data(), header.size(), 0);
  if (written != static_cast<ssize_t>(header.size()))
    refuse("cannot write " + path_ + ": " + system_reason());
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
           " free in " + folder_ + "); free some or write elsewhere");
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
// until the new one is.
void Replacement::put_in_place(Old old) const {
  const std::string inside = target_.substr(0, target_.rfind('/') + 1);
  const std::string aside = inside + unfinished_name(name_of(target_));
  bool is_aside = old == Old::kept && link(target_.c_str(), aside.c_str()) == 0;
  if (old == Old::kept && !is_aside && errno != ENOENT) {  // no hard links here
    if (rename(target_.c_str(), previous().c_str()) != 0 && errno != ENOENT)
      refuse("cannot keep " + target_ + " as " + previous() + ": " + system_reason());
  }
  if (rename(unfinished_.c_str(), target_.c_str()) != 0) {
    const std::string why = system_reason();
    if (is_aside) unlink(aside.c_str());
    refuse("cannot write " + path_ + ": " + why);
  }
  if (!is_aside) return;
  flush_folder(folder_);
  const bool is_kept = rename(aside.c_str(), previous().c_str()) == 0;
  const std::string why = system_reason();
  unlink(aside.c_str());  // a second name of what is previous() already is not renamed
  if (!is_kept)
    refuse(path_ + " is written, but its predecessor cannot be kept as " + previous() + ": " + why);
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
  while (const dirent* entry = readdir(folder))
    if (is_unfinished_name(entry->d_name, name_of(target_))) found.push_back(folder_ + "/" + entry->d_name);
  closedir(folder);
  for (const std::string& path : found)
    if (path != unfinished_) unlink(path.c_str());
}

}  // namespace weft
