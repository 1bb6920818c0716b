// One way to compute a problem, as a value and as one line of text that reproduces the plan anywhere:
//
//   "2x1 fftw window-pull"                 slab on two processes
//   "4x2 fftw:measure alltoallv alltoallw" pencil: one exchange for each redistribution
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft {

struct Choice {
  ProcessGrid grid;                // the grid on which the transform runs
  std::string backend;             // "fftw", "fftw:estimate", "fftw:measure", "fftw:patient"
  std::vector<std::string> steps;  // the exchange of each redistribution, in forward order
  bool operator==(const Choice&) const = default;
};

std::string to_text(const Choice& choice);
// The inverse of to_text. Throws Error(invalid_argument) in words. Not collective.
Choice parse_choice(const std::string& text);

}  // namespace weft
