// The factors of the tau method for all lines of a process, and the solution of 16 of them at a time
// (tau_kernel.hpp), while they sit in a tile.
//
// The line of the mean may be known up to a constant only (nothing that fixes u, slopes at both ends): it is
// finished by itself.
#pragma once

#include <vector>

#include "solvers/aligned.hpp"
#include "solvers/tau_factors.hpp"

namespace weft::inline solvers {

template <class T>
class TauLines {
 public:
  // u'' - square u = f for lines of n coefficients on an interval, with `walls` at its ends and one of
  // `squares` for each line. Throws Error(invalid_argument) if the conditions leave no single solution.
  TauLines(Index n, int parts, double interval, const Walls& walls, const std::vector<double>& squares);

  // The lines 16 tile, ..., 16 tile + 15 in place: x[n][parts][lane] holds f, then u; ends[2][parts][lane]
  // the right-hand sides of the conditions at the upper and the lower end. Both aligned to 64 bytes.
  void solve(std::size_t tile, const T* ends, T* x) const;

  std::size_t n_tiles() const { return n_tiles_; }
  std::size_t tile_size() const { return static_cast<std::size_t>(n_) * tau_lanes; }  // of one part
  Index bytes() const;

 private:
  void factor(double interval, const std::vector<double>& squares);
  void finish_free(std::size_t lane, const T* ends, T* x) const;

  int parts_;
  Index n_;  // coefficients of a line
  Walls walls_;
  double slope_;  // d/dy of what is 1 per unit of [-1, 1]
  TauTable<T> table_;
  std::size_t n_tiles_;
  Aligned<T> kappas_, inverses_, pivots_;  // of all tiles
  std::vector<std::size_t> free_;          // lines that are known up to a constant only, ascending
};

}  // namespace weft::inline solvers
