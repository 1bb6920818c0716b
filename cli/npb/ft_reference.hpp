// The classes of the NAS FT benchmark and the checksums that a right run prints.
#pragma once

#include <array>
#include <complex>
#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::cli {

struct NpbFtClass {
  std::string name;
  std::array<Index, 3> n;  // points along x, y, z
  int n_iterations;
  std::vector<std::complex<double>> checksums;  // one for each iteration; empty: not known here
};

// All classes of NPB 3.4, S to F.
const std::vector<NpbFtClass>& npb_ft_classes();

}  // namespace weft::cli
