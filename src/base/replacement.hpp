// A new file that takes the place of another one when it is complete.
//
// Work of one process; no MPI. The unfinished file lies in the folder of the final one, because only
// within a file system can a file be renamed, and is created under a name that nobody has.
#pragma once

#include <sys/types.h>

#include <string>

#include "weft/layout.hpp"

namespace weft::inline base {

class Replacement {
 public:
  // Finds the file that `path` means, links followed, and a name for the unfinished file beside it. Changes
  // nothing. Throws Error(resource) if there is a directory or something that is no file, if it may not be
  // written, or if there is no such folder; its last words are `elsewhere`.
  explicit Replacement(const std::string& path, const std::string& elsewhere = "write elsewhere");
  // Removes the unfinished file unless it was committed.
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  const std::string& unfinished() const { return unfinished_; }  // absolute path
  // Creates the unfinished file, reserves `bytes` of the disk for it, and begins it with `header`; removes
  // what writers of the same file that were killed left behind. Throws Error(resource), with the space that
  // is needed and free.
  void create(Index bytes, const std::string& header);
  // Text that follows what create() and append() wrote. Error(resource).
  void append(const std::string& text) const;
  // Reserves the disk up to `bytes` from the beginning of the file: it gets longer, or with `keeps_length` it
  // does not. Throws Error(resource), with the space that is needed and free.
  void reserve(Index bytes, bool keeps_length = false) const;
  Index bytes() const;  // that the file has now
  // The file reaches the disk, before other processes are asked and commit() is called.
  void flush();
  // Flushes the file to the disk unless that was done, and gives it its name, and permissions of the one it
  // replaces. That one is gone then, or, kept, gets the name previous() and takes the place of what had it:
  // at each instant the name is that of a complete file, the old or the new one. (Where the file system has
  // no hard links there is an instant in which only previous() has one.)
  enum class Old { removed, kept };
  void commit(Old old = Old::removed);

  const std::string& target() const { return target_; }  // what is replaced, absolute path
  std::string previous() const { return previous_of(target_); }
  static std::string previous_of(const std::string& path) { return path + ".previous"; }
  // Removes what writers of the same file that were killed left behind; create() does it, too.
  void remove_leftovers() const;
  // Ends a commit with Old::kept in which a writer was killed. The caller knows that no writer is alive.
  void end_commit() const;

 private:
  std::string aside() const { return previous() + ".part"; }
  void put_in_place(Old old) const;
  void discard();

  std::string path_, elsewhere_;  // as they were given, for messages
  std::string folder_;            // absolute
  std::string target_;            // what is replaced, absolute
  std::string unfinished_;        // beside it
  bool replaces_ = false;         // there is a file already
  mode_t mode_ = 0;               // permissions of the finished file
  uid_t owner_ = 0;               // of the replaced file
  gid_t group_ = 0;               // of the replaced file
  bool is_flushed_ = false;
  int fd_ = -1;  // of the unfinished file
};

}  // namespace weft::inline base
