// Opening with the reason in words, and reading at a place.
//
// O_NONBLOCK: what takes the place of the file between two calls is not waited for either.
#include "base/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/system_reason.hpp"
#include "weft/error.hpp"

namespace weft::inline base {

namespace {

constexpr std::size_t most_path_bytes = 200;

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
  struct stat there = {};
  if (stat(path.c_str(), &there) != 0) fail(errno == ENOENT ? "there is no such file" : system_reason());
  if (S_ISDIR(there.st_mode)) fail("it is a folder; give the name of a file");
  if (!S_ISREG(there.st_mode)) fail("it is not a regular file; copy it to one");
  // Open MPI makes a longer name of it, and ends the program if that is too long.
  if (path.size() - (path.rfind('/') + 1) > most_path_bytes)
    fail("its name has more than " + std::to_string(most_path_bytes) +
         " bytes, too many for some MPI libraries; give it a shorter one (ln -s)");
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd_ < 0) fail(system_reason() + "; make it readable (chmod u+r) or copy it");
  if (fstat(fd_, &there) != 0 || !S_ISREG(there.st_mode)) {
    close(fd_);
    fail("it is not a regular file any more; do not replace it while it is read");
  }
  bytes_ = there.st_size;
  for (const Index part :
       {static_cast<Index>(there.st_dev), static_cast<Index>(there.st_ino), static_cast<Index>(there.st_size),
        static_cast<Index>(there.st_mtim.tv_sec), static_cast<Index>(there.st_mtim.tv_nsec)})
    identity_ += std::to_string(part) + " ";
}

InputFile::~InputFile() { close(fd_); }

std::string InputFile::read(Index begin, Index length) const {
  std::string text(static_cast<std::size_t>(length), '\0');
  std::size_t n = 0;
  while (n < text.size()) {
    const ssize_t got = pread(fd_, text.data() + n, text.size() - n, begin + static_cast<Index>(n));
    if (got < 0 && errno != EINTR) fail(system_reason());
    if (got == 0) break;
    n += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  text.resize(n);
  return text;
}

std::string InputFile::whole(Index most_bytes) const {
  constexpr Index part = Index{1} << 20;  // files of the system do not tell their length
  std::string text;
  for (;;) {
    const std::string more = read(static_cast<Index>(text.size()), part);
    text += more;
    if (static_cast<Index>(text.size()) > most_bytes)
      fail("it has more than " + std::to_string(most_bytes >> 20) + " MiB; give the file that is meant");
    if (static_cast<Index>(more.size()) < part) return text;
  }
}

void InputFile::fail(const std::string& why) const {
  weft::fail(ErrorCode::resource, "cannot read " + path_ + ": " + why);
}

}  // namespace weft::inline base
