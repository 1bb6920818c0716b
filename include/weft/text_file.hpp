// Small text files that programs read and write: settings, tables, what is measured once and kept. A file
// that is written is the old one or the new one at each instant.
//
// Not collective: each process that calls reads or writes for itself.
//
// Example:
//   int rank = 0;
//   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
//   if (rank == 0) {
//     weft::replace_text("table.csv", "time,energy\n");
//     weft::replace_text("table.csv", "time,energy\n0,1\n");
//     assert(weft::read_text("table.csv") == "time,energy\n0,1\n" && !weft::read_text("no-such.csv"));
//   }
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "weft/export.h"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// The folder of what weft keeps for a user: $WEFT_HOME, else $XDG_DATA_HOME/weft, else
// $HOME/.local/share/weft; empty if the environment names none of them. Makes no folder. Errors: none.
std::string personal_folder();

// The whole text of the file `path`; nothing if there is no such file. Error(resource) in words if it cannot
// be read, is no regular file, or has more than a GiB.
std::optional<std::string> read_text(const std::string& path);

// The whole text of the file `path`, which a user named. Error(resource), "cannot read PATH: ...", if there
// is none, it is no regular file, or it has more than `most_bytes`.
std::string text_in_file(const std::string& path, Index most_bytes);

// The first line of the file `path`, without its end; empty if it cannot be read, as files of the system may
// be. Errors: none.
std::string first_line(const std::string& path);

// Makes `text` the whole text of the file `path`. It is written aside and renamed: a reader sees the text
// before or the text after, never a part. Folders that are missing are made. Error(resource) in words if the
// file cannot be written; what was there is left as it was.
// elsewhere: the last words of the error, the remedy.
void replace_text(const std::string& path, const std::string& text,
                  const std::string& elsewhere = "write elsewhere");

// Throws the error that `replace_text()` would have now, before work is done whose result it is to keep.
// Leaves no trace. Error(resource).
// path, elsewhere: as of `replace_text()`.
void try_to_replace(const std::string& path, const std::string& elsewhere);

// A text file that is written when work is done: what could keep it from being written is an error before.
// Until then the file that is there stays, and an interrupted program leaves nothing beside it.
class PreparedTextFile {
 public:
  // Prepares to replace the file `path`. Error(resource) as of `replace_text()`, and without its folder.
  // elsewhere: the last words of the error, the remedy.
  PreparedTextFile(const std::string& path, const std::string& elsewhere);
  ~PreparedTextFile();
  PreparedTextFile(const PreparedTextFile&) = delete;
  PreparedTextFile& operator=(const PreparedTextFile&) = delete;
  // Makes `text` the whole text of the file. To be called once. Error(resource).
  void write(const std::string& text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Remedies for `replace_text()` in the personal folder: of a folder that cannot be written, and of none.
inline constexpr const char* another_home = "set WEFT_HOME to a folder that can be written";
inline constexpr const char* no_home =
    "there is no folder for it: the environment sets none of WEFT_HOME, XDG_DATA_HOME and HOME; set "
    "WEFT_HOME to a "
    "folder that can be written";

}  // namespace weft
