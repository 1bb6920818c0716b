// What plans offer to solvers.py: solvers made from them, coordinates of their points.
#pragma once

#include "arrays.hpp"
#include "weft/solvers.hpp"

namespace weft::python {

// A solver whose calls check the arrays.
class BoundHelmholtz {
 public:
  // Collective over the plan: all processes raise the complaint of one of them. `walls` are the factors of u
  // and du/dy at the upper and at the lower end.
  BoundHelmholtz(const Plan& plan, const Side& modes, const std::vector<double>& lengths, double shift,
                 const std::optional<std::vector<double>>& walls, const Complaint& complaint);
  // Local. `upper` and `lower` may be None.
  void solve(nb::handle f, nb::handle u, nb::handle upper, nb::handle lower);
  const Side& wall() const;  // Error(invalid_argument) if there is none
  const Helmholtz& solver() const { return *solver_; }

 private:
  std::unique_ptr<Helmholtz> solver_;
  Side modes_;
  std::optional<Side> wall_;
};

}  // namespace weft::python
