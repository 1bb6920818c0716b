// Poisson's and Helmholtz's equation on a box, solved in the modes of a plan:
//
//   laplace u - shift u = f,   shift >= 0; Poisson: shift = 0
//
// Example:
//   weft::Plan plan(weft::r2c({64, 64, 64}), MPI_COMM_WORLD);
//   weft::Helmholtz poisson(plan);
//   auto f = plan.points<double>(), u = plan.points<double>();
//   auto fh = plan.modes<std::complex<double>>();
//   plan.forward(f, fh);
//   poisson.solve(fh, fh);
//   plan.backward(fh, u);
//
// The kinds of the plan's axes are the boundary conditions: periodic (fourier), u = 0 at both ends (dst1,
// dst2), no slope at both ends (dct1, dct2), one of each (dct3, dct4, dst3, dst4; weft/coordinates.hpp says
// which, and where the points are), or any condition that is linear in u and its slope (one Chebyshev axis).
// Each axis for itself, in any number of dimensions and any layout.
//
// Without a Chebyshev axis the operator is diagonal: mode by mode a division by -(k^2 + shift). With one, the
// modes of the other axes are independent lines of Chebyshev coefficients, solved by the tau method: the
// equation holds in the first n-2 coefficients of f, the boundary conditions take the place of the last two.
// Canuto, Hussaini, Quarteroni and Zang, Spectral Methods: Fundamentals in Single Domains, section 4.1.3.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "weft/coordinates.hpp"
#include "weft/export.h"
#include "weft/weft.hpp"

namespace weft WEFT_API {

// Coordinates of this process's points along an axis, as many as the local length. Not collective.
// plan: whose points are meant; Error(not_applicable) for one whose axes are dealt out in turns
//     (deal=cycles).
// axis: one of its array; Error(invalid_argument) for others, and for one of kind hc2r, whose points are
//     modes.
// length: of the domain; if not given, the natural length. Error(invalid_argument) unless it is finite and
//     above 0.
// Example:
//   weft::Problem problem = weft::r2c({8, 9});
//   problem.kinds = {weft::AxisKind::fourier, weft::AxisKind::dst2};
//   weft::Plan plan(problem, MPI_COMM_WORLD);
//   const std::vector<double> y = weft::coordinates(plan, 1, 9.0);
//   assert(static_cast<weft::Index>(y.size()) == plan.points_box().ranges[1].size() && y[0] == 0.5);
std::vector<double> coordinates(const Plan& plan, int axis, std::optional<double> length = {});

// The condition at one end of a Chebyshev axis: value u + slope du/dy = g. du/dy is the derivative along the
// axis at either end, not the one that points outward.
struct Wall {
  double value = 1;  // factor of u
  double slope = 0;  // factor of du/dy, a length
  bool operator==(const Wall&) const = default;
};
inline constexpr Wall dirichlet{1, 0};
inline constexpr Wall neumann{0, 1};

// At the ends y = +L/2 (of the first point of the axis) and y = -L/2.
struct Walls {
  Wall upper, lower;
  bool operator==(const Walls&) const = default;
};

// A solver of laplace u - shift u = f for the modes of one plan, with its factors ready: made once, used any
// number of times. The kinds of the plan's axes are the boundary conditions: periodic (fourier), u = 0 at
// both ends (dst1, dst2), no slope at both ends (dct1, dct2), one of each (dct3, dct4: no slope at 0; dst3,
// dst4: no slope at L), or any condition that is linear in u and its slope (one Chebyshev axis).
// `coordinates()` says where the points are.
//
// The factors are, without a Chebyshev axis, a number for each local mode of each axis; with one of n modes,
// n + 9 numbers of the plan's precision for each line of this process: half of a complex array.
//
// Not collective, unless the function says otherwise. Errors: none, unless the function says otherwise.
class Helmholtz {
 public:
  // Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same
  // on all processes, else Error(mismatch). The same error on all, also Error(resource) without memory for
  // the factors.
  // plan: it may be closed afterwards. Error(invalid_argument) for one that transforms nothing.
  //     Error(not_applicable) for several Chebyshev axes, for one that is divided among processes at the
  //     modes or has fewer than 3 modes, for r2hc, hc2r and dht axes, for dct1, dct3 and dst3 axes with
  //     norm=ortho, whose modes are then no waves of the field, and for axes that are dealt out in turns
  //     (deal=cycles).
  // lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine
  //     axes, 2 along Chebyshev axes. Error(invalid_argument) unless they are finite and above 0. That of an
  //     untransformed axis is ignored; each line along it is an independent problem.
  // shift: finite and from 0 on, else Error(invalid_argument); 0, Poisson's equation, if not given.
  // walls: the conditions at the ends of the Chebyshev axis; if not given, u at both. Error(invalid_argument)
  //     for conditions without factors or that leave no single solution, or without a Chebyshev axis.
  // Example:
  //   const double pi = 3.14159265358979323846;
  //   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
  //   weft::Helmholtz poisson(plan, {1, 1, 2 * pi});
  //   auto f = plan.points<double>(), u = plan.points<double>();
  //   auto fh = plan.modes<std::complex<double>>();
  //   const std::vector<double> z = weft::coordinates(plan, 2, 2 * pi);
  //   for (weft::Index i = 0; i < f.shape()[0]; ++i)
  //     for (weft::Index j = 0; j < f.shape()[1]; ++j)
  //       for (weft::Index k = 0; k < f.shape()[2]; ++k) f(i, j, k) = -4 * std::cos(2 * z[k]);
  //   plan.forward(f, fh);
  //   poisson.solve(fh, fh);
  //   plan.backward(fh, u);
  //   assert(u.shape()[0] == 0 || std::abs(u(0, 0, 1) - std::cos(2 * z[1])) < 1e-12);
  explicit Helmholtz(const Plan& plan, std::vector<double> lengths = {}, double shift = 0,
                     const std::optional<Walls>& walls = {});
  ~Helmholtz();
  Helmholtz(const Helmholtz&) = delete;
  Helmholtz& operator=(const Helmholtz&) = delete;
  Helmholtz(Helmholtz&&) noexcept;
  Helmholtz& operator=(Helmholtz&&) noexcept;

  // Solves the equation: modes of f to modes of u. Allocates nothing. Not collective, but not by several
  // threads at a time.
  //
  // Where shift is 0 and no axis or wall fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u
  // is known up to a constant, and there is a solution only for the f whose mean is the flux through the
  // walls (0 where there is no Chebyshev axis). Then the mean of u is 0, and the rest of the mean of f is
  // left out, as if it had been subtracted from f.
  // f, u: this process's blocks of the modes, in the storage of the plan; null where the block is empty. They
  //     may be the same array, otherwise they must not overlap.
  // upper, lower: the right-hand sides g of the conditions at the walls, as modes of the other axes in the
  //     storage of a wall, transformed with the norm of the plan. For a constant g with norm=backward its
  //     mode 0 is g N, N of the other axes as in doc/conventions.md. If not given or null, 0.
  //     Error(invalid_argument), on this process, if one is given without a Chebyshev axis.
  // In C++: that storage is `wall_storage()`, of the block `wall_box()`; `wall()` makes such an array.
  // Pointers are not checked; of fields the element type and the storage are: Error(invalid_argument), on
  // this process.
  void solve(const void* f, void* u, const void* upper = nullptr, const void* lower = nullptr);

  template <class T>
  void solve(const Field<T>& f, Field<T>& u) {
    check_fields(element_type<T>(), {&f.storage(), &u.storage()}, {});
    solve(f.data(), u.data());
  }
  // Solves the equation with walls that have right-hand sides: as above.
  // f, u, upper, lower: as above; fields of this plan, and of `wall()`.
  // Example:
  //   weft::Problem problem = weft::r2c({9, 8});
  //   problem.kinds = {weft::AxisKind::chebyshev, weft::AxisKind::fourier};
  //   weft::Plan plan(problem, MPI_COMM_WORLD);
  //   weft::Helmholtz couette(plan);  // no force, walls that move: u = y
  //   auto u = plan.points<double>();
  //   auto uh = plan.modes<std::complex<double>>();
  //   auto upper = couette.wall<std::complex<double>>(), lower = couette.wall<std::complex<double>>();
  //   if (upper.size() > 0 && upper.box().ranges[1].begin == 0) {
  //     upper(0, 0) = 8;
  //     lower(0, 0) = -8;
  //   }
  //   couette.solve(uh, uh, upper, lower);
  //   plan.backward(uh, u);
  //   const std::vector<double> y = weft::coordinates(plan, 0);
  //   assert(u.size() == 0 || std::abs(u(0, 3) - y[0]) < 1e-14);
  template <class T>
  void solve(const Field<T>& f, Field<T>& u, const Field<T>& upper, const Field<T>& lower) {
    check_fields(element_type<T>(), {&f.storage(), &u.storage()}, {&upper.storage(), &lower.storage()});
    solve(f.data(), u.data(), upper.data(), lower.data());
  }

  // Is there a Chebyshev axis, whose ends have conditions?
  bool has_walls() const;
  // The block of the values at a wall on this process: that of the modes, with one plane in the place of the
  // Chebyshev axis. Error(invalid_argument) without a Chebyshev axis.
  const Box& wall_box() const;
  // How the values at a wall lie in memory on this process: dense, in the order of the axes that the modes
  // have, with one plane in the place of the Chebyshev axis. Error(invalid_argument) without a Chebyshev
  // axis.
  const Storage& wall_storage() const;
  // A new array of zeros for the values at one wall on this process: the modes with one plane in the place of
  // the Chebyshev axis. Error(invalid_argument) without a Chebyshev axis.
  // In C++: Error(invalid_argument) as well if T is not the element type of the modes.
  template <class T>
  Field<T> wall() const {
    check_fields(element_type<T>(), {}, {});
    return Field<T>(wall_box(), wall_storage());
  }

  // Bytes that the solver holds on this process.
  Index bytes() const;
  // The lengths of the box, one for each axis; those that were not given are filled in.
  const std::vector<double>& lengths() const;
  // The shift, as it was given.
  double shift() const;

 private:
  void check_fields(ElementType element, const std::vector<const Storage*>& modes,
                    const std::vector<const Storage*>& walls) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
