// A report for other programs: written whole or not at all.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "program/arguments.hpp"
#include "program/json.hpp"
#include "program/session.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

// --json: `path` of the report.
void add_json_option(const Arguments& arguments, std::string& path);

// The file is opened (beside its final name) before the work starts, so that a wrong path is an error
// at once and not after an hour; `write` renames it into place. "-" and /dev/stdout are the standard output:
// what the program says goes to the standard error then. Without a path it does nothing.
class JsonFile {
 public:
  // Collective. Throws Error(resource) everywhere if rank 0 cannot write there, or there is something that is
  // no regular file.
  JsonFile(const Session& session, std::string path);
  ~JsonFile();
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;
  // Collective; the value of rank 0 is written.
  void write(const Json& value);

 private:
  const Session& session_;
  std::string path_;
  // Of rank 0.
  std::optional<PreparedTextFile> file_;
  std::FILE* output_ = nullptr;  // the standard output, for the report alone
};

}  // namespace weft::cli
