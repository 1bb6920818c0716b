// What is told of a turbulent flow in a box: numbers of one time.
#pragma once

#include <array>
#include <vector>

#include "turbulence/shell_sums.hpp"

namespace weft::turbulence {

struct ScalarMeasures {
  double variance = 0;              // mean square of the fluctuation
  double dissipation = 0;           // of half of it: kappa <|grad s|^2>
  std::array<double, 3> flux = {};  // <u s>
};

// Without the mean velocity. The Taylor scale is lambda = sqrt(15 nu u'^2 / dissipation), u'^2 = 2/3 energy;
// its Reynolds number u' lambda / nu. The Kolmogorov scale is eta = (nu^3 / dissipation)^(1/4). The integral
// scale is 3 pi / (4 energy) times the sum of energy / |k| (of isotropic flow). All are 0 without energy, and
// without viscosity the Reynolds number too.
struct Measures {
  double energy = 0, enstrophy = 0, dissipation = 0;  // <u.u>/2, <w.w>/2, 2 nu enstrophy
  double taylor_reynolds = 0, k_max_eta = 0, integral_length = 0;
  std::vector<ScalarMeasures> scalars;
};

Measures measures_of(const Box& box, const Shells& shells);

// The highest wavenumber that the box keeps along each of its axes.
double highest_wave(const Box& box);

// The skewness of the longitudinal derivatives, <g^3> / <g^2>^(3/2), where means are also those over
// g = du/dx, dv/dy, dw/dz; -0.5 or so in isotropic turbulence, 0 in a flow at rest.
class Skewness {
 public:
  // The box must live as long as this. Not collective.
  explicit Skewness(Box& box);
  // Of the flow as it is; one transform for each component. Collective.
  double operator()();
  Index bytes() const;  // on this process

 private:
  Box& box_;
  Modes modes_;
  Field<double> points_;
};

}  // namespace weft::turbulence
