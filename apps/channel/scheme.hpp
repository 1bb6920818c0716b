// Schemes in time: viscous terms implicit, the nonlinear term explicit, in one or several stages a step.
//
// With q the unknown, N the nonlinear term, and L the viscous operator times nu, stage i of a step dt is
//
//   (1 - beta dt L) q_i = (1 + alpha dt L) q_(i-1) + dt (gamma N(q_(i-1)) + zeta N(q_(i-2)))
//
// and advances time by (alpha + beta) dt = (gamma + zeta) dt. A scheme of one stage takes N(q_(i-2)) from the
// step before, so that the first step needs another one.
#pragma once

#include <string>
#include <vector>

namespace weft::channel {

struct Stage {
  double alpha, beta;  // of the viscous term before and after the stage
  double gamma, zeta;  // of the nonlinear term before the stage, and one stage earlier
  double share() const { return alpha + beta; }  // of the step
};

struct Scheme {
  std::string name;
  std::vector<Stage> first;  // of the first step; as many as
  std::vector<Stage> later;  // of the others. Only gamma and zeta may differ
  double stability;  // along the imaginary axis: what dt times the frequency of advection should stay below
};

// "cnab2": Crank-Nicolson and Adams-Bashforth 2; one stage, second order. The first step is explicit Euler
// for N. Adams-Bashforth is weakly unstable on the imaginary axis: its limit is one of experience. "rk3":
// three stages, third order for N, second for the viscous term, and no N of the step before (Spalart, Moser
// and Rogers, J. Comput. Phys. 96, 1991, 297, appendix A).
const std::vector<Scheme>& schemes();
// Error(invalid_argument) names the nearest known.
const Scheme& find_scheme(const std::string& name);

}  // namespace weft::channel
