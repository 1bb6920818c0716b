// Twiddle factors between the two transforms of an axis that is split in two.
//
// Element k of an axis and i of another one is multiplied by w^(i k), w = exp(sign 2 pi i / n): in cache, on
// a tile that has just been transformed. A table holds the factors of a short run of k for each i, another
// two (by the high and the low digits of the exponent) the factor that each run begins with: two more
// roundings than exact factors, and at most as much memory as 34 sqrt(n) numbers. Where a table of runs would
// be larger, each number is a run.
#pragma once

#include <complex>
#include <vector>

#include "route/route.hpp"
#include "sweep/for_chunks.hpp"

namespace weft::inline sweep {

class Twiddles {
 public:
  // Of a local array with this shape after the transform, which begins at these global indices. Tiles are
  // contiguous along `run_axis`.
  Twiddles(const AxisTransform& transform, Precision precision, const Extents& origin, const Extents& shape,
           int run_axis);
  // Multiplies the elements of a tile: the part `patch` of the local array, with these strides in elements.
  void multiply(char* tile, const Patch& patch, const Coords& strides) const;

 private:
  std::complex<double> factor(Index exponent) const;
  template <class T>
  void multiply(T* tile, const std::vector<T>& runs, const Patch& patch, const Coords& strides) const;
  template <class T>
  void multiply_row(T* row, const std::vector<T>& runs, const Patch& patch, const Coords& at) const;

  int n_axes_, run_axis_;
  int axis_, other_;        // whose indices are multiplied; `axis_` is the run axis if that is one of them
  Index run_;               // numbers that begin with a factor of their own
  bool has_table_ = false;  // of runs, one for each i; else the numbers of a run have the same factor
  Coords origin_{};
  int low_bits_ = 0;
  std::vector<std::complex<double>> high_, low_;  // w^(h 2^low_bits), w^l
  std::vector<double> runs_double_;  // w^(i k), by i; k = 0 ... run - 1; empty in single precision
  std::vector<float> runs_single_;
};

// Multiplies `n` interleaved complex numbers by `first` and each by one of the factors, of which there are as
// many.
void multiply_run(double* numbers, const double* factors, Index n, std::complex<double> first);
void multiply_run(float* numbers, const float* factors, Index n, std::complex<double> first);

}  // namespace weft::inline sweep
