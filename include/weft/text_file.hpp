// Small text files that programs read and write: settings, tables, what is measured once and kept. A file
// that is written is the old one or the new one at each instant. Nothing here is collective.
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
// $HOME/.local/share/weft; empty if the environment names none of them.
std::string personal_folder();

// The whole text; nothing if there is no such file. Error(resource) in words if it cannot be read, or has
// more than a GiB.
std::optional<std::string> read_text(const std::string& path);

// The whole text of a file that a user named. Error(resource), "cannot read PATH: ...", if there is none, it
// is no regular file, or it has more than `most_bytes`.
std::string text_in_file(const std::string& path, Index most_bytes);

// The first line of a file, without its end; empty if it cannot be read, as those of the system may be.
std::string first_line(const std::string& path);

// Writes aside and renames: a reader sees the text before or the text after, never a part. Folders that are
// missing are made. Error(resource) in words, the last of them `elsewhere`, with what was there left as it
// was.
void replace_text(const std::string& path, const std::string& text,
                  const std::string& elsewhere = "write elsewhere");

// The error that replace_text() would have now, before work is done whose result it is to keep. Leaves no
// trace.
void try_to_replace(const std::string& path, const std::string& elsewhere);

// A text file that is written when work is done: what could keep it from being written is an error before.
// Until then the file that is there stays, and an interrupted program leaves nothing beside it.
class PreparedTextFile {
 public:
  // Error(resource) as of replace_text(), and if its folder is missing.
  PreparedTextFile(const std::string& path, const std::string& elsewhere);
  ~PreparedTextFile();
  PreparedTextFile(const PreparedTextFile&) = delete;
  PreparedTextFile& operator=(const PreparedTextFile&) = delete;
  // Once. Error(resource).
  void write(const std::string& text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// For files of the personal folder.
inline constexpr const char* another_home = "set WEFT_HOME to a folder that can be written";
inline constexpr const char* no_home =
    "there is no folder for it: the environment sets none of WEFT_HOME, XDG_DATA_HOME and HOME; set "
    "WEFT_HOME to a "
    "folder that can be written";

}  // namespace weft
