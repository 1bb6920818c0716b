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
// The kind of each axis of the plan is its boundary condition, in any number of dimensions and any layout.
// Periodic axes are fourier. Axes with u = 0 at both ends are dst1 or dst2, axes without slope at both ends
// dct1 or dct2. Axes with one of each are dct3, dct4, dst3 or dst4 (weft/coordinates.hpp has the ends and the
// points). One Chebyshev axis takes any condition that is linear in u and its slope.
//
// Without a Chebyshev axis the operator is diagonal: mode by mode a division by -(k^2 + shift). With one, the
// modes of the other axes are independent lines of Chebyshev coefficients, solved by the tau method. The
// equation holds in the first n-2 coefficients of f; the boundary conditions take the place of the last two.
// See Canuto, Hussaini, Quarteroni and Zang, Spectral Methods: Fundamentals in Single Domains, section 4.1.3.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "weft/coordinates.hpp"
#include "weft/export.h"
#include "weft/weft.hpp"

namespace weft WEFT_API {

// Coordinates of this process's points along an axis, as many as the local length. Not collective.
// plan: the plan of the points; Error(not_applicable) for one whose axes are dealt out in turns
//     (deal=cycles).
// axis: an axis of the array; Error(invalid_argument) for others, and for one of kind hc2r, whose points are
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
// axis at both ends; it does not point outward.
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

// A solver of laplace u - shift u = f for the modes of one plan. Its factors are computed once and used any
// number of times. The kind of each axis of the plan is its boundary condition. Periodic axes are fourier.
// Axes with u = 0 at both ends are dst1 or dst2, axes without slope at both ends dct1 or dct2. Axes without
// slope at 0 and with u = 0 at L are dct3 or dct4; the opposite is dst3 or dst4. One Chebyshev axis takes any
// condition that is linear in u and its slope. `coordinates()` has the points.
//
// Without a Chebyshev axis the factors are one number for each local mode of each axis. With a Chebyshev axis
// of n modes they are n + 9 numbers of the plan's precision for each line of this process: half of a complex
// array.
//
// Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
class Helmholtz {
 public:
  // Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same
  // on all processes, else Error(mismatch). The same error on all, also Error(resource) if memory for the
  // factors is missing.
  // plan: it may be closed afterwards. Error(invalid_argument) for one that transforms nothing.
  //     Error(not_applicable) for several Chebyshev axes, and for one that is cut at the modes or has fewer
  //     than 3 modes. The same for axes of r2hc, hc2r and dht, and for axes that are dealt out in turns
  //     (deal=cycles). The same for dct1, dct3 and dst3 axes with norm=ortho, whose modes are not waves of
  //     the field.
  // lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine
  //     axes, 2 along Chebyshev axes. Error(invalid_argument) unless they are finite and above 0. The entry
  //     of an untransformed axis is ignored; each line along it is an independent problem.
  // shift: finite and 0 or more, else Error(invalid_argument); if not given 0, Poisson's equation.
  // walls: the conditions at the ends of the Chebyshev axis; if not given, u at both. Error(invalid_argument)
  //     for conditions without factors, for conditions without a single solution, and for a plan without a
  //     Chebyshev axis.
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

  // Solves the equation: modes of f to modes of u. Allocates nothing. Not collective; one thread at a time.
  //
  // With shift 0 and no axis or wall that fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u
  // is known up to a constant. A solution then exists only if the mean of f is the flux through the walls (0
  // without a Chebyshev axis). The solver returns the u with mean 0, and subtracts any excess from the mean
  // of f.
  // f, u: this process's blocks of the modes, in the storage of the plan; null where the block is empty. They
  //     may be the same array, otherwise they must not overlap.
  // upper, lower: the right-hand sides g of the conditions at the walls; 0 if not given or null. They are
  //     modes of the other axes in the storage of a wall, with the norm of the plan. A constant g with
  //     norm=backward has the mode 0 g N, with N of the other axes (doc/conventions.md).
  //     Error(invalid_argument), on this process, if one is given without a Chebyshev axis.
  // In C++: the storage of a wall is `wall_storage()`, of the block `wall_box()`; `wall()` makes such an
  // array. Pointers are not checked. Element type and storage of fields are checked: Error(invalid_argument),
  // on this process.
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

  // Does the plan have a Chebyshev axis, whose ends have conditions?
  bool has_walls() const;
  // The block of the values at a wall on this process: that of the modes, with one plane in place of the
  // Chebyshev axis. Error(invalid_argument) without a Chebyshev axis.
  const Box& wall_box() const;
  // The storage of the values at a wall on this process: dense, in the order of axes of the modes, with one
  // plane in place of the Chebyshev axis. Error(invalid_argument) without a Chebyshev axis.
  const Storage& wall_storage() const;
  // A new array of zeros for the values at one wall on this process: the modes with one plane in place of the
  // Chebyshev axis. Error(invalid_argument) without a Chebyshev axis.
  // In C++: also Error(invalid_argument) if T is not the element type of the modes.
  template <class T>
  Field<T> wall() const {
    check_fields(element_type<T>(), {}, {});
    return Field<T>(wall_box(), wall_storage());
  }

  // Bytes that the solver holds on this process.
  Index bytes() const;
  // The lengths of the box, one for each axis; those that were not given are filled in.
  const std::vector<double>& lengths() const;
  // The shift of the equation.
  double shift() const;

 private:
  void check_fields(ElementType element, const std::vector<const Storage*>& modes,
                    const std::vector<const Storage*>& walls) const;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weft
