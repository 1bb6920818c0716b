// Numbers of curves given by points: peaks, and values between the points.
#pragma once

#include <string>
#include <vector>

#include "numbers_file.hpp"

namespace weft::cli {

struct Peak {
  double value = 0;
  double place = 0;
};

// The largest value, of the polynomial through the eight points around it (or all, where there are fewer):
// grids of spectral methods are too coarse for parabolas. `x` ascending, at least one point.
Peak peak_of(const std::vector<double>& x, const std::vector<double>& f);

// By the cubic through the four points around `x`; `xs` ascending, at least four.
double interpolated(const std::vector<double>& xs, const std::vector<double>& fs, double x);

// A CSV table of numbers by the names in its first line; lines that begin with # are comments.
Columns columns_of(const std::string& table);

}  // namespace weft::cli
