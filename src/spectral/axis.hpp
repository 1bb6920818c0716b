// What operators need to know of one axis: tables of this process's modes along it.
//
// Each operator is a product or a sum of one number per axis, so all of them live on these tables, whatever
// the kind of the axis is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geometry/domain.hpp"
#include "weft/weft.hpp"

namespace weft::inline spectral {

struct SpectralAxis {
  int number = 0;
  std::optional<AxisKind> kind;  // none: not transformed
  double length = 1;             // of the domain
  Index n_points = 1;            // of the grid of the points, global
  Index n_waves = 1;             // points of the grid whose modes these are, global
  double period = 1;             // of the transform in grid cells: n, 2 n, 2 (n-1) or 2 (n+1)
  double unit = 0;               // physical wavenumber of wave 1
  int n_parts = 1;               // among which the axis is cut at the modes
  // Of each local index:
  std::vector<double> waves;    // whole numbers, or halves; 0 where the axis is not transformed
  std::vector<double> k;        // physical wavenumbers, of Chebyshev axes the degree
  std::vector<double> odd_k;    // the same, 0 at the mode n/2 of an even length (Fourier)
  std::vector<double> weights;  // of |X|^2 in the mean of |u|^2; empty of Chebyshev axes

  bool is_transformed() const { return kind.has_value(); }
  bool is_fourier() const { return kind && weft::is_fourier(*kind); }
  bool is_chebyshev() const { return kind && weft::is_chebyshev(*kind); }
  double chebyshev_factor(int order) const;  // of a derivative in the domain, by that in [-1, 1]
  double largest_wave() const;               // |wave|, of all processes
  bool is_half(std::size_t i) const;         // is local mode i the one at n/2 that has no sign?
};

SpectralAxis make_axis(const Plan& plan, int number, double length);

}  // namespace weft::inline spectral
