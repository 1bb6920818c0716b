// A file that is open for reading on this process, and what tells it from one that took its place. All files
// that a user names are opened here: a pipe would be waited for, and a device read without end.
#pragma once

#include <string>

#include "weft/layout.hpp"

namespace weft::inline base {

class InputFile {
 public:
  // Throws Error(resource), "cannot read PATH: ...", if there is no regular file that may be read.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  Index bytes() const { return bytes_; }
  // Device, number, length and time of the last change: another text if the file was written or replaced.
  const std::string& identity() const { return identity_; }
  // Up to `length` bytes from `begin`.
  std::string read(Index begin, Index length) const;
  // All of it. Throws Error(resource) if that is more than `most_bytes`.
  std::string whole(Index most_bytes) const;

 private:
  [[noreturn]] void fail(const std::string& why) const;
  std::string path_;
  std::string identity_;
  int fd_ = -1;
  Index bytes_ = 0;
};

}  // namespace weft::inline base
