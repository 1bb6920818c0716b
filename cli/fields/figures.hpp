// What the Python package weft_figures (bindings/python/weft_figures) does for a command: pictures, pages,
// and the numbers of simulations. Process 0 runs it while the others sleep.
#pragma once

#include <string>
#include <vector>

#include "program/arguments.hpp"
#include "program/json.hpp"
#include "program/session.hpp"

namespace weft::cli {

// Runs a job of weft_figures/__main__.py, `words` being its name and files (which may be no UTF-8). Returns
// what it found, on process 0. `who` wanted it, for errors: "--plot: ", or nothing. Collective;
// Error(resource) everywhere if it fails, with the remedy if there is no such Python or it lacks a package.
Json run_figures(const Session& session, const std::string& who, const std::vector<std::string>& words,
                 const Json& request = {});

// --plot: `path` of the picture. `help`: what it shows, if that is not what the command is about.
void add_plot_option(const Arguments& arguments, std::string& path, const std::string& help = "");

// The picture of what a command found. What can go wrong is tried before the work starts: the ending of the
// name, the folder, Python, matplotlib. The picture is written beside its name and renamed. Without a path it
// does nothing.
class Picture {
 public:
  // `path` as it was given with --plot. Collective; the same Error everywhere: (invalid_argument) for an
  // unknown ending, (resource) if it cannot be written, or for a Python without matplotlib.
  // `job`: the one that draws it.
  Picture(const Session& session, std::string path, const char* job = "draw");
  // From facts of process 0, whose "kind" is spectrum, slice or explain. Collective; Error(resource)
  // everywhere if it fails.
  void draw(const Json& facts);

 private:
  const Session& session_;
  std::string path_;
};

}  // namespace weft::cli
