// What is known of the lines of a tile before any velocity is: wavenumbers, and which line is the mean.
#pragma once

#include <vector>

#include "weft/columns.hpp"

namespace weft::channel {

// alpha along x, beta along z, k^2 = alpha^2 + beta^2. All of them are 0 for the mean, and for the modes n/2,
// which have no sign: what has neither right-hand side nor beginning stays 0.
struct Waves {
  Factor alpha, beta;
  Factor minus_alpha, minus_beta;
  Factor square, minus_square;     // k^2
  Factor is_wave;                  // 1; 0 where k is 0
  Factor alpha_share, beta_share;  // alpha / k^2, beta / k^2; 0 where k is 0
  Factor minus_beta_share;
  int mean = -1;  // the lane of alpha = beta = 0; -1: in another tile
};

// Of each tile. `z` and `x`: the axes; nz and nx: points of the grid whose modes are kept.
std::vector<Waves> waves_of(const Columns& columns, int z, int x, Index nz, Index nx);

}  // namespace weft::channel
