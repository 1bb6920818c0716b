// Operators on modes: derivatives, vectors of fields, dealiasing, energies.
//
// Operators act on this process's block of the modes of a plan, for any kinds of axes, layout, order in
// memory, elements and precision. They do not communicate; only the energies, which are sums over all
// processes, are collective. Conventions (Nyquist modes, norms, masks, shells): doc/spectral.md.
//
// Example:
//   const double pi = std::acos(-1);
//   weft::Plan plan(weft::r2c({16, 8, 8}), MPI_COMM_WORLD);
//   auto uh = plan.modes<std::complex<double>>(), vh = plan.modes<std::complex<double>>();
//   std::vector<weft::Field<std::complex<double>>> velocity;
//   for (int i = 0; i < 3; ++i) velocity.push_back(plan.modes<std::complex<double>>());
//   weft::Spectral spectral(plan, {{4 * pi, 2 * pi, 2 * pi}});
//   spectral.derivative(uh, vh, 0);              // v = du/dx
//   spectral.project(velocity, velocity);        // on fields without divergence
//   const auto spectrum = spectral.energy_spectrum(velocity);
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "weft/export.h"
#include "weft/weft.hpp"

namespace weft WEFT_API {

// The lengths of the axes. A Fourier axis has the length of one period. Cosine and sine axes have the
// distance between the walls (half a period), Chebyshev axes that between x = 1 and x = -1.
struct Domain {
  // One for each axis of the array, any number for untransformed axes; empty: 2 pi, pi, and 2.
  std::vector<double> lengths = {};
};

// Which modes are kept of factors and of their product; n is the number of points of an axis.
enum class Dealiasing {
  cubic,      // the 2/3 rule: |k| < n/3 on each axis, strictly. No mode that is kept is aliased
  spherical,  // sum over axes of (k/n)^2 < 2/9, strictly. With products on two grids: see Spectral::shift
};

// Energy by wavenumber. Shell i holds the modes with i - 1/2 <= |k| / width < i + 1/2, where k is the vector
// of physical wavenumbers.
struct Spectrum {
  double width = 1;            // of a shell
  std::vector<double> energy;  // of each shell; they add up to the mean energy
};

// The operators of one plan in one domain. Making them costs nothing; tables hold one number for each local
// index of each axis. Operators work while calls of the plan are under way, and after the plan is closed. The
// plan must live until the operators are freed, and must be open when energies are computed.
// in, out: this process's block of the modes of a field, in the plan's storage. It may be null where the
//     block is empty; a pointer is not checked further. A vector of fields is a list of such blocks, one for
//     each transformed axis, in the order of the axes. An output may be an input, unless stated otherwise;
//     different arrays must not overlap.
// Not collective, unless stated otherwise. Errors are those of this process, before anything is written.
// Error(invalid_argument) for a wrong axis, number of fields or null pointer. Error(not_applicable) if the
// kinds of axes or the layout do not admit the operator.
// In C++: arrays are addresses, or fields of the plan, whose type and size are checked. Operators may be
// copied.
// Example:
//   weft::Plan plan(weft::r2c({16, 12, 10}), MPI_COMM_WORLD);
//   const weft::Spectral spectral(plan);
//   std::vector<weft::Field<std::complex<double>>> u;
//   for (int i = 0; i < 3; ++i) u.push_back(plan.modes<std::complex<double>>());
//   auto divergence = plan.modes<std::complex<double>>();
//   if (u[0].size() > 0) u[0].data()[u[0].size() - 1] = 1;
//   spectral.project(u, u);
//   spectral.divergence(u, divergence);
//   for (std::size_t i = 0; i < divergence.size(); ++i) assert(std::abs(divergence.data()[i]) < 1e-14);
class Spectral {
 public:
  // The operators of a plan in a domain.
  // plan: a plan that transforms. Error(not_applicable) for a plan that transforms nothing. The same for
  //     dct1, dct3 and dst3 with norm=ortho, which scale the points at the ends, so that modes are not those
  //     of the function.
  // lengths: one for each axis; if not given, 2 pi, pi and 2. A Fourier axis has the length of one period. A
  //     cosine or sine axis has the distance between the walls, a Chebyshev axis that between x = 1 and x =
  //     -1. Error(invalid_argument) unless all are finite and positive.
  // In C++: `domain` holds the lengths.
  explicit Spectral(const Plan& plan, Domain domain = {});

  // The lengths of the domain, one for each axis; those that were not given are filled in.
  const std::vector<double>& lengths() const;
  // Physical wavenumbers of this process's modes along an axis, as many as the local length. Fourier axes
  // have k in exp(i k x), 2 pi / L times whole numbers (with sign=+1 all are reversed). Cosine and sine axes
  // have pi / L times whole numbers, or halves (types III and IV). Chebyshev axes have the degree.
  // axis: a transformed one; Error(invalid_argument) for others.
  const std::vector<double>& wavenumbers(int axis) const;

  // The derivative along an axis. Fourier axes: (i k)^order. The mode n/2 of an even length, which has no
  // sign, becomes 0 for odd orders and is kept for even orders. Chebyshev axes: by the recurrence c_k b_k =
  // b_(k+2) + 2 (k+1) a_(k+1), in one pass (source: Canuto et al., Spectral Methods, 2006, eq. 2.4.24).
  // axis: a transformed one. Error(not_applicable) for a Chebyshev axis that is cut at the modes.
  // order: of the derivative; 0: a copy. Error(not_applicable) for odd orders along cosine and sine axes,
  //     where the result has the modes of another plan.
  void derivative(const void* in, void* out, int axis, int order = 1) const;

  // The sum of second derivatives. With Chebyshev axes the output must not be the input.
  void laplacian(const void* in, void* out) const;
  // The field of mean 0 with this Laplacian. Error(not_applicable) with Chebyshev axes, which need a solver
  // with boundary conditions.
  void inverse_laplacian(const void* in, void* out) const;

  // The first derivatives of a field, one for each of 1 to 3 transformed axes, all Fourier or Chebyshev. With
  // Chebyshev axes no output may be an input.
  void gradient(const void* in, std::span<void* const> out) const;
  // The sum of first derivatives of the components of a vector. Axes as of the gradient.
  void divergence(std::span<const void* const> in, void* out) const;
  // The curl of a vector: one component in two dimensions, d0 u1 - d1 u0 with axes counted from 0, three in
  // three. Axes as of the gradient.
  // factor: multiplies the curl; -1 for arrays whose axes are left-handed, as z, y, x.
  void curl(std::span<const void* const> in, std::span<void* const> out, double factor = 1) const;
  // The nearest field without divergence: u - k (k.u) / k^2. Modes with k = 0 stay. 2 or 3 transformed axes,
  // all Fourier.
  void project(std::span<const void* const> in, std::span<void* const> out) const;

  // Keeps the modes of a rule, and sets the others to 0. The edge is sharp to a relative 1e-12. Untransformed
  // axes do not count.
  // rule: cubic or spherical. Cubic keeps |k| < n/3 on each Fourier axis, and a third of the period on
  //     others: 2 n (dct1 and Gauss-Lobatto: 2 (n-1), dst1: 2 (n+1)). Spherical keeps sum of (k/n)^2 < 2/9,
  //     for products on two grids; Fourier axes only.
  void dealias(const void* in, void* out, Dealiasing rule) const;
  // The modes of u(x + displacement): times exp(i k.displacement). A mode n/2 is multiplied by the cosine in
  // place of the exponential, so that real fields stay real. It serves products of spherically truncated
  // fields without aliases. Compute the product on the grid of the points and on the grid displaced by
  // `half_cell()`. Move the second back, average both, and truncate (source: Patterson and Orszag, Phys.
  // Fluids 14, 1971, 2538; Rogallo, NASA TM 81315, 1981).
  // displacement: one for each axis, in units of the lengths; 0 along axes that are not Fourier, else
  //     Error(not_applicable).
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12}), MPI_COMM_WORLD);
  //   const weft::Spectral spectral(plan);
  //   auto uh = plan.modes<std::complex<double>>(), moved = plan.modes<std::complex<double>>();
  //   spectral.dealias(uh, uh, weft::Dealiasing::spherical);
  //   spectral.shift(uh, moved, spectral.half_cell());
  void shift(const void* in, void* out, const std::vector<double>& displacement) const;
  // Half the distance between points along each Fourier axis; 0 along others.
  std::vector<double> half_cell() const;

  // The mean over the domain of sum_i a_i . b_i: the real part of a_i times the conjugate of b_i. Computed by
  // Parseval's identity, with any norm. Untransformed axes are averaged. Error(not_applicable) with Chebyshev
  // axes, whose modes are not orthogonal. Collective over the plan's communicator; the Error is the same on
  // all processes.
  // a, b: vectors of any number of fields, the same in both and on all processes; else Error(mismatch).
  double inner_product(std::span<const void* const> a, std::span<const void* const> b) const;
  // Half the mean over the domain of u.u. Collective over the plan's communicator; errors as of the inner
  // product.
  // u: a vector of any number of fields, the same on all processes; else Error(mismatch).
  double mean_energy(std::span<const void* const> u) const;
  // Half the mean over the domain of u.u, by shells of |k|. Shell i holds the modes with i - 1/2 <= |k| /
  // width < i + 1/2. The number of shells is that of the largest |k|, the same on all processes and with any
  // number of processes. Collective over the plan's communicator; errors as of the inner product.
  // u: a vector of any number of fields, the same on all processes; else Error(mismatch).
  // width: of a shell, the same on all processes; 0: that of `shell_width()`. Error(invalid_argument) unless
  //     it is finite and not negative, Error(not_applicable) for more than 2^24 shells.
  // Example:
  //   weft::Plan plan(weft::r2c({8, 8, 8}), MPI_COMM_WORLD);
  //   std::vector<weft::Field<std::complex<double>>> u;
  //   u.push_back(plan.modes<std::complex<double>>());
  //   const weft::Spectrum spectrum = weft::Spectral(plan).energy_spectrum(u);
  //   assert(spectrum.width == 1 && spectrum.energy.size() == 8);  // up to sqrt(3) 4 = 6.9
  Spectrum energy_spectrum(std::span<const void* const> u, double width = 0) const;
  // The number of shells of an energy spectrum.
  // width: as of `energy_spectrum()`.
  Index n_shells(double width = 0) const;
  // The default width of shells: the smallest first wavenumber of the axes, 1 in a cube of 2 pi. In all
  // languages.
  double shell_width() const;

  template <class T>
  void derivative(const Field<T>& in, Field<T>& out, int axis, int order = 1) const {
    derivative(checked(in), checked(out), axis, order);
  }
  template <class T>
  void laplacian(const Field<T>& in, Field<T>& out) const {
    laplacian(checked(in), checked(out));
  }
  template <class T>
  void inverse_laplacian(const Field<T>& in, Field<T>& out) const {
    inverse_laplacian(checked(in), checked(out));
  }
  template <class T>
  void gradient(const Field<T>& in, std::vector<Field<T>>& out) const {
    gradient(checked(in), outputs(out));
  }
  template <class T>
  void divergence(const std::vector<Field<T>>& in, Field<T>& out) const {
    divergence(inputs(in), checked(out));
  }
  template <class T>
  void curl(const std::vector<Field<T>>& in, std::vector<Field<T>>& out, double factor = 1) const {
    curl(inputs(in), outputs(out), factor);
  }
  template <class T>
  void project(const std::vector<Field<T>>& in, std::vector<Field<T>>& out) const {
    project(inputs(in), outputs(out));
  }
  template <class T>
  void dealias(const Field<T>& in, Field<T>& out, Dealiasing rule) const {
    dealias(checked(in), checked(out), rule);
  }
  template <class T>
  void shift(const Field<T>& in, Field<T>& out, const std::vector<double>& displacement) const {
    shift(checked(in), checked(out), displacement);
  }
  template <class T>
  double inner_product(const std::vector<Field<T>>& a, const std::vector<Field<T>>& b) const {
    agree([&] {
      inputs(a);
      inputs(b);
    });
    return inner_product(inputs(a), inputs(b));
  }
  template <class T>
  double mean_energy(const std::vector<Field<T>>& u) const {
    agree([&] { inputs(u); });
    return mean_energy(inputs(u));
  }
  template <class T>
  Spectrum energy_spectrum(const std::vector<Field<T>>& u, double width = 0) const {
    agree([&] { inputs(u); });
    return energy_spectrum(inputs(u), width);
  }

 private:
  void check_field(ElementType type, std::size_t size) const;
  void agree(const std::function<void()>& check) const;
  template <class T>
  const T* checked(const Field<T>& field) const {
    check_field(element_type<T>(), field.size());
    return field.data();
  }
  template <class T>
  T* checked(Field<T>& field) const {
    check_field(element_type<T>(), field.size());
    return field.data();
  }
  template <class T>
  std::vector<const void*> inputs(const std::vector<Field<T>>& fields) const {
    std::vector<const void*> pointers;
    for (const Field<T>& field : fields) pointers.push_back(checked(field));
    return pointers;
  }
  template <class T>
  std::vector<void*> outputs(std::vector<Field<T>>& fields) const {
    std::vector<void*> pointers;
    for (Field<T>& field : fields) pointers.push_back(checked(field));
    return pointers;
  }

  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace weft
