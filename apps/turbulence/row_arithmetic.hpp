// Arithmetic on the numbers of a row of modes (mode_rows.hpp), as vector code.
#pragma once

#include "common/state.hpp"
#include "turbulence/mode_rows.hpp"
#include "weft/independent.hpp"

namespace weft::turbulence {

inline double* numbers(apps::Modes& field, const ModeRow& row) {
  return reinterpret_cast<double*>(field.data() + row.offset);
}

// N <- N - k (k.N) / k^2, and no mean.
inline void project(const ModeRow& row, double* const n[3]) {
  double *const x = n[0], *const y = n[1], *const z = n[2];
  WEFT_INDEPENDENT
  for (Index i = 0; i < row.n_numbers; ++i) {
    const double along =
        (row.k[0][i] * x[i] + row.k[1][i] * y[i] + row.k[2][i] * z[i]) * row.inverse_square[i];
    x[i] = row.is_wave[i] * (x[i] - row.k[0][i] * along);
    y[i] = row.is_wave[i] * (y[i] - row.k[1][i] * along);
    z[i] = row.is_wave[i] * (z[i] - row.k[2][i] * along);
  }
}

// out = i in.
inline void turn(Index n, const double* in, double* out) {
  WEFT_INDEPENDENT
  for (Index i = 0; i < n; i += 2) {
    const double re = in[i], im = in[i + 1];
    out[i] = -im;
    out[i + 1] = re;
  }
}

// w = i k x u. `work` holds a row.
inline void curl(const ModeRow& row, const double* const u[3], double* const w[3], double* work) {
  for (int c = 0; c < 3; ++c) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    WEFT_INDEPENDENT
    for (Index i = 0; i < row.n_numbers; ++i) work[i] = row.k[a][i] * u[b][i] - row.k[b][i] * u[a][i];
    turn(row.n_numbers, work, w[c]);
  }
}

}  // namespace weft::turbulence
