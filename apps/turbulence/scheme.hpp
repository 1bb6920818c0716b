// Schemes in time: the viscous term exactly, the nonlinear one explicitly, with two arrays for each unknown.
//
// With E = exp(-nu k^2 share dt), N the nonlinear term of u, and q what was kept of it, a stage is
//
//   u <- E (u + dt (gamma N + zeta q)),   q <- E (N + alpha q)
//
// Runge-Kutta schemes of two registers (Williamson, J. Comput. Phys. 35, 1980, 48) have this form with
// zeta = gamma alpha; so has Adams-Bashforth 2, whose q is N of the step before.
#pragma once

#include <string>
#include <vector>

namespace weft::turbulence {

struct Stage {
  double alpha, gamma, zeta;
  double share;  // of the step
};

struct Scheme {
  std::string name;
  int order;
  std::vector<Stage> first;  // of the first step; as many as, and of the same shares as,
  std::vector<Stage> later;  // of the others
  double stability;  // along the imaginary axis: what dt times the frequency of advection should stay below
};

// "ab2": Adams-Bashforth 2, begun by Euler's method. "rk2": the midpoint rule. "rk3": Williamson (1980).
// "rk4": five stages (Carpenter and Kennedy, NASA TM 109112, 1994).
const std::vector<Scheme>& schemes();
// Error(invalid_argument) names the nearest known.
const Scheme& find_scheme(const std::string& name);

}  // namespace weft::turbulence
