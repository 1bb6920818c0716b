// One way to compute a problem, as a value and as one line of text that reproduces the plan anywhere:
//
//   "2x1 native window-pull"               slab on two processes
//   "4x2 fftw:measure alltoallv alltoallw" pencil: one exchange for each redistribution
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft {

struct Choice {
  ProcessGrid grid;                // the grid on which the transform runs
  std::string backend;             // "native", "fftw", "fftw:estimate", "fftw:measure", "fftw:patient"
  std::vector<std::string> steps;  // the exchange of each redistribution, in forward order
  bool operator==(const Choice&) const = default;
};

// One line of text, to be kept in a file or passed as the option "choice". Not collective.
std::string to_text(const Choice& choice);
// The inverse of to_text. Throws Error(invalid_argument) in words. Not collective.
// Example:
//   const weft::Choice choice = weft::parse_choice("4x2 fftw:measure alltoallv alltoallw");
//   assert(choice.grid.size() == 8 && choice.steps[1] == "alltoallw");
//   assert(weft::to_text(choice) == "4x2 fftw:measure alltoallv alltoallw");
Choice parse_choice(const std::string& text);

}  // namespace weft
