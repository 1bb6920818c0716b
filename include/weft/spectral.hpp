// Operators on modes: derivatives, vectors of fields, dealiasing, energies.
//
// All of them act on this process's block of the modes of a plan, whatever its kinds of axes, layout, order
// in memory, elements and precision, and talk to nobody; only the energies, which are sums over all
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

// How long the axes are. Of a Fourier axis that is one period, of cosine and sine axes the distance between
// the walls (half a period), of Chebyshev axes that between x = 1 and x = -1.
struct Domain {
  // One for each axis of the array, of those that are not transformed any; empty: 2 pi, pi, and 2.
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

// The operators of one plan in one domain. Making it costs nothing and is not collective; it may be copied,
// and holds tables of one number for each local index of each axis. Operators work beside calls of the plan
// and after it is closed. The plan must live, and stay where it is, as long as its energies are asked for.
//
// Arrays are blocks in modes_storage(), by address (null is allowed where the block is empty; nothing is
// checked behind it), or fields of the plan (type and size are checked). Vectors of fields have one component
// for each transformed axis, in the order of the axes. Unless stated otherwise outputs may be inputs; two
// arrays that are not the same must not overlap. Errors are thrown on this process, before anything is
// written: invalid_argument, and not_applicable where kinds of axes or a layout do not admit an operator (on
// any process that calls it).
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
  // Error(invalid_argument) for lengths that are not finite positive numbers, one for each axis;
  // Error(not_applicable) for plans that transform nothing, and for dct1, dct3 and dst3 with norm=ortho,
  // which scale the points at the ends, so that modes are not those of the function.
  explicit Spectral(const Plan& plan, Domain domain = {});

  // One for each axis; standard ones were filled in.
  const std::vector<double>& lengths() const;
  // Physical wavenumbers of this process's modes along `axis`, as many as the local length: of Fourier axes k
  // in exp(i k x), 2 pi / L times whole numbers (negative ones with them; with sign=+1 all are reversed), of
  // cosine and sine axes pi / L times whole numbers, or halves (types III and IV), of Chebyshev axes the
  // degree. Error(invalid_argument) if the axis does not exist or is not transformed.
  const std::vector<double>& wavenumbers(int axis) const;

  // The derivative of `order` (0: a copy) along `axis`. Fourier axes: (i k)^order; for odd orders the mode
  // n/2 of an even length, which has no sign, becomes 0, for even ones it is kept. Chebyshev axes: by the
  // recurrence c_k b_k = b_(k+2) + 2 (k+1) a_(k+1) (Canuto et al., Spectral Methods, 2006, eq. 2.4.24), in
  // one pass; they must be whole on each process at the modes. Cosine and sine axes: even orders, -(k^2); an
  // odd one would turn cosines into sines, the modes of another plan (not_applicable).
  void derivative(const void* in, void* out, int axis, int order = 1) const;

  // Sums of second derivatives. With Chebyshev axes the output must not be the input.
  void laplacian(const void* in, void* out) const;
  // Its inverse; modes with k = 0 (the mean) become 0. Not applicable with Chebyshev axes, where a solver
  // with boundary conditions is needed.
  void inverse_laplacian(const void* in, void* out) const;

  // First derivatives of fields and of vectors of fields: of plans with 1 to 3 transformed axes, all Fourier
  // or Chebyshev. With Chebyshev axes no output may be an input. The curl has one component in two
  // dimensions, d0 u1 - d1 u0, and three in three; the factor -1 is for arrays whose axes are left-handed, as
  // z, y, x.
  void gradient(const void* in, std::span<void* const> out) const;
  void divergence(std::span<const void* const> in, void* out) const;
  void curl(std::span<const void* const> in, std::span<void* const> out, double factor = 1) const;
  // u - k (k.u) / k^2: the nearest field whose divergence is 0, with k as in the divergence (modes whose k is
  // 0 there stay). In two or three dimensions, all Fourier.
  void project(std::span<const void* const> in, std::span<void* const> out) const;

  // Keeps the modes of the rule and sets the others to 0. Axes that are not transformed have no say. On
  // cosine, sine and Chebyshev axes the cubic rule compares |k| with a third of the period 2 n (dct1 and
  // Gauss-Lobatto: 2 (n-1), dst1: 2 (n+1)); the spherical one is for Fourier axes. Its edge is sharp to a
  // relative 1e-12.
  void dealias(const void* in, void* out, Dealiasing rule) const;
  // The modes of u(x + displacement): times exp(i k.displacement); a mode n/2 times the cosine of that, so
  // that real fields stay real. One displacement for each axis, in units of the lengths; 0 of axes that are
  // not Fourier. Half a cell of the grid of the points is `half_cell()`: products of spherically truncated
  // fields that are computed on the grid and on the one displaced by it (and moved back), then averaged and
  // truncated, have no aliased modes (Patterson and Orszag, Phys. Fluids 14, 1971, 2538; Rogallo, NASA TM
  // 81315, 1981).
  // Example:
  //   weft::Plan plan(weft::r2c({16, 12}), MPI_COMM_WORLD);
  //   const weft::Spectral spectral(plan);
  //   auto uh = plan.modes<std::complex<double>>(), moved = plan.modes<std::complex<double>>();
  //   spectral.dealias(uh, uh, weft::Dealiasing::spherical);
  //   spectral.shift(uh, moved, spectral.half_cell());
  void shift(const void* in, void* out, const std::vector<double>& displacement) const;
  std::vector<double> half_cell() const;  // of Fourier axes; 0 of others

  // The mean over the domain of sum_i a_i . b_i (the real part of a_i times the conjugate of b_i), by
  // Parseval: whatever the plan's norm is; axes that are not transformed are averaged over. As many fields in
  // both lists, and on all processes. Not applicable with Chebyshev axes, whose modes are not orthogonal.
  // Collective over the plan's communicator.
  double inner_product(std::span<const void* const> a, std::span<const void* const> b) const;
  // Half the mean of u.u. Collective.
  double mean_energy(std::span<const void* const> u) const;
  // Half the mean of u.u by shells of |k| of this width; 0: the smallest of the axes' first wavenumbers (1 in
  // a cube of 2 pi). As many shells as the largest |k| needs, the same on all processes and for any number of
  // them. Error(invalid_argument) for widths that are no such number, and Error(not_applicable) for more than
  // 2^24 shells. Collective: width, domain and number of fields must be the same on all processes.
  // Example:
  //   weft::Plan plan(weft::r2c({8, 8, 8}), MPI_COMM_WORLD);
  //   std::vector<weft::Field<std::complex<double>>> u;
  //   u.push_back(plan.modes<std::complex<double>>());
  //   const weft::Spectrum spectrum = weft::Spectral(plan).energy_spectrum(u);
  //   assert(spectrum.width == 1 && spectrum.energy.size() == 8);  // up to sqrt(3) 4 = 6.9
  Spectrum energy_spectrum(std::span<const void* const> u, double width = 0) const;
  Index n_shells(double width = 0) const;  // of such a spectrum; not collective
  double shell_width() const;              // the standard one; not collective

  // The same with fields of the plan.
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
  // Collective; what is wrong with the fields of one process is agreed on first.
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
