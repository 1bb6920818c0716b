// One way to compute a problem, as a value and as one line of text that reproduces the plan anywhere:
//
//   "2x1 native window-pull"                        slab on two processes
//   "4x2 fftw:measure alltoallv alltoallw"          pencil: one exchange for each redistribution
//   "2 native,mkl window-push stores=cached lines=32"  a backend for each sweep, and details
//   "2 native pipelined:p2p:8 lump=1"               strips of 8 indices travel while the next are transformed
//
// Choices are values. Not collective.
// Example:
//   const weft::Choice choice = weft::parse_choice("4x2 fftw:measure alltoallv alltoallw lines=32");
//   assert(choice.grid.size() == 8 && choice.steps[1] == "alltoallw" && choice.lines == 32);
//   assert(weft::to_text(choice) == "4x2 fftw:measure alltoallv alltoallw lines=32");
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/options.hpp"

namespace weft WEFT_API {

// How a plan does its work, as tuning chooses it and one line of text says it.
struct Choice {
  ProcessGrid grid;                // the grid on which the transform runs
  std::string backend;             // "native", "fftw:measure", ...: of all sweeps; or one for each sweep that
                                   // transforms, in forward order, with commas between
  std::vector<std::string> steps;  // the exchange of each redistribution, in forward order: its name, or
                                   // pipelined:NAME:WIDTH, cut into strips of so many indices

  // Details (see detail_table()); a text names only those that differ from these defaults.
  std::string stores = "auto";    // of sweeps: auto, cached, or stream, around the cache
  int lines = 0;                  // of a tile; 0: as many as make rows of 256 bytes
  std::string sweeps = "joined";  // which axes ride one sweep: joined, apart or late
  std::string ranks = "rows";     // of the grid: its last dimension runs first; or columns: its first one
  std::string deal = "blocks";    // of the axes to the grid: blocks, or cycles (see Description::cycles)
  int threads = 1;                // of each process, within the sweeps
  int lump = 0;                   // fields that travel in one message; 0: all of a call
  int carriers = 0;               // of the exchange `node`: processes of a node that send for it; 0: all
  bool operator==(const Choice&) const = default;
};

// The table of the details of a choice, as they stand in its text: key=value. Not collective.
// Errors: none.
const std::vector<OptionRow>& detail_table();

// A `choice` as one line of text, to be kept in a file or passed as the option choice. Not collective.
// Errors: none.
std::string to_text(const Choice& choice);
// A choice from its text, the inverse of `to_text()`. Not collective.
// text: grid, backends, exchanges and details; Error(invalid_argument) for any other text.
Choice parse_choice(const std::string& text);

// The backends of the sweeps that transform, in forward order. Not collective.
// choice: names one backend for all sweeps, or one for each, else Error(invalid_argument).
// n_sweeps: how many sweeps transform.
// Example:
//   const weft::Choice choice = weft::parse_choice("2 native,fftw window-pull");
//   assert(weft::backends_of(choice, 2)[1] == "fftw");
std::vector<std::string> backends_of(const Choice& choice, std::size_t n_sweeps);

}  // namespace weft
