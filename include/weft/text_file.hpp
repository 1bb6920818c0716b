// Small text files that programs read and write: settings, tables, kept measurements. At each instant a file
// is the old one or the new one.
//
// Not collective: each calling process reads or writes for itself.
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

// The folder of the files that weft keeps for a user: $WEFT_HOME, else $XDG_DATA_HOME/weft, else
// $HOME/.local/share/weft; empty if the environment names none of them. Makes no folder. Errors: none.
std::string personal_folder();

// The whole text of the file `path`; none if there is no such file. Error(resource), with the reason, if it
// cannot be read, is not a regular file, or has more than a GiB.
std::optional<std::string> read_text(const std::string& path);

// The whole text of the file `path`, which a user named. Error(resource), "cannot read PATH: ...", if it is
// missing, not a regular file, or has more than `most_bytes`.
std::string text_in_file(const std::string& path, Index most_bytes);

// The first line of the file `path`, without its end; empty if it cannot be read, as files of the system may
// be. Errors: none.
std::string first_line(const std::string& path);

// Makes `text` the whole text of the file `path`. The file is written aside and renamed: readers find the old
// text or the new one, never a part. Missing folders are made. Error(resource), with the reason, if the file
// cannot be written; the old file then stays unchanged.
// elsewhere: the last words of the error, the remedy.
void replace_text(const std::string& path, const std::string& text,
                  const std::string& elsewhere = "write elsewhere");

// Throws the error that `replace_text()` would have now, before a program does work whose result it will
// write. Leaves no trace. Error(resource).
// path, elsewhere: as of `replace_text()`.
void try_to_replace(const std::string& path, const std::string& elsewhere);

// A text file that is written at the end of work, with errors of writing at the beginning. Until then the old
// file stays, and an interrupted program leaves no other file.
class PreparedTextFile {
 public:
  // Prepares to replace the file `path`. Error(resource) as of `replace_text()`, and without its folder.
  // elsewhere: the last words of the error, the remedy.
  PreparedTextFile(const std::string& path, const std::string& elsewhere);
  ~PreparedTextFile();
  PreparedTextFile(const PreparedTextFile&) = delete;
  PreparedTextFile& operator=(const PreparedTextFile&) = delete;
  // Makes `text` the whole text of the file. Call it once. Error(resource).
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
