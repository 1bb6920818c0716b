// Small text files that several programs read and write: what is measured once and kept.
#pragma once

#include <optional>
#include <string>

namespace weft {

// The folder of what weft keeps for a user: $WEFT_HOME, else $XDG_DATA_HOME/weft, else
// $HOME/.local/share/weft; empty if the environment names none of them.
std::string personal_folder();

// The whole text; nothing if there is no such file. Error(resource) in words if it cannot be read, or has
// more than a GiB.
std::optional<std::string> read_text(const std::string& path);

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

// For files of the personal folder.
inline constexpr const char* another_home = "set WEFT_HOME to a folder that can be written";
inline constexpr const char* no_home =
    "there is no folder for it: the environment sets none of WEFT_HOME, XDG_DATA_HOME and HOME; set "
    "WEFT_HOME to a "
    "folder that can be written";

}  // namespace weft
