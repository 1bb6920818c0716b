// A report for other programs: written whole or not at all.
#pragma once

#include <cstdio>
#include <string>

#include "json.hpp"
#include "session.hpp"

namespace weft::cli {

// The file is opened (beside its final name) before the work starts, so that a wrong path is an error
// at once and not after an hour; `write` renames it into place. Without a path it does nothing.
class JsonFile {
 public:
  // Collective. Throws Error(resource) everywhere if rank 0 cannot write there.
  JsonFile(const Session& session, std::string path);
  ~JsonFile();
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;
  // Collective; the value of rank 0 is written.
  void write(const Json& value);

 private:
  const Session& session_;
  std::string path_;
  std::string unfinished_;     // name while it is written
  std::FILE* file_ = nullptr;  // on rank 0, until it is written
};

}  // namespace weft::cli
