// Solvers of one precision, behind one call; what both of them are made of.
#pragma once

#include <memory>
#include <vector>

#include "weft/layout.hpp"
#include "weft/solvers.hpp"

namespace weft::inline solvers {

// The equation in the modes of one process.
struct ModesProblem {
  std::vector<std::vector<double>> waves;  // k^2 of the local modes of each axis; none of a Chebyshev axis
  Extents lengths;                         // local numbers of modes
  Storage storage;                         // of the modes
  Storage wall;                            // of the modes at an end of the Chebyshev axis
  double shift = 0;
  int parts = 1;        // real numbers of an element: 2 of complex ones
  int chebyshev = -1;   // the axis, or -1
  double interval = 2;  // length of the Chebyshev axis
  Walls walls;          // at its ends
};

class ModesSolver {
 public:
  virtual ~ModesSolver() = default;
  // f and u as Helmholtz::solve has them.
  virtual void solve(const void* f, void* u, const void* upper, const void* lower) = 0;
  virtual Index bytes() const = 0;  // of factors and work
};

// T is float or double.
template <class T>
std::unique_ptr<ModesSolver> make_diagonal(const ModesProblem& problem);
template <class T>
std::unique_ptr<ModesSolver> make_tau(const ModesProblem& problem);

}  // namespace weft::inline solvers
