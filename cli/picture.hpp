// Pictures of what a command found, drawn by a Python with matplotlib that process 0 runs.
#pragma once

#include <string>

#include "json.hpp"
#include "session.hpp"

namespace weft::cli {

// What can go wrong is tried before the work starts: the ending of the name, the folder, Python, matplotlib.
// The picture is written beside its name and renamed. Without a path it does nothing.
class Picture {
 public:
  // `path` as it was given with --plot. Collective; the same Error everywhere: (invalid_argument) for an
  // unknown ending, (resource) if it cannot be written, or for a Python without matplotlib.
  Picture(const Session& session, std::string path);
  bool is_wanted() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  // From the facts that draw_job.py takes, of process 0. Collective; Error(resource) everywhere if it fails.
  void draw(const Json& facts);

 private:
  const Session& session_;
  std::string path_;
};

}  // namespace weft::cli
