// What `weft fft` is asked for, and what that means for the array at hand. Pure: the file was read before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/array_file.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// As typed; empty: not given.
struct FftRequest {
  std::string in, out;              // paths
  std::optional<std::string> axes;  // numpy's numbers: "0,-1"
  std::string real_length;          // of the real axis of the result
  std::string norm = "backward";
  bool inverse = false;
  std::string grid, exchange, timeout;  // of the plan
};

// One transform of one array. Axes are those of the file, slowest first.
struct FftJob {
  Problem problem;                 // its points are the result of an inverse
  bool is_inverse = false;         // from modes to points
  ElementType in;                  // elements in memory, converted where the file has others
  ElementType out;                 // elements of the result
  Extents out_shape;               // global lengths of the result
  bool fortran_order = false;      // of both files
  std::vector<std::string> notes;  // what the user should know
};

// Throws Error(invalid_argument) in words for options that cannot be right, or not for this array.
FftJob fft_job(const FftRequest& request, const ArrayFileInfo& file);

// Those of the plan. Throws Error(invalid_argument).
Options fft_options(const FftRequest& request);

}  // namespace weft::cli
