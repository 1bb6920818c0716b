// Means over the domain by Parseval, whole and by shells of wavenumbers; sums over all processes.
//
// The weight of a mode is the product of one number per axis (see axis.cpp), so the mean is right on the
// points of the grid, with any norm, for half spectra as for whole ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "spectral/impl.hpp"

namespace weft {

namespace {

constexpr double most_shells = 1 << 24;

double square(double x) { return x * x; }
double square(std::complex<double> x) { return std::norm(x); }
double real_product(double a, double b) { return a * b; }
double real_product(std::complex<double> a, std::complex<double> b) {
  return a.real() * b.real() + a.imag() * b.imag();
}

template <class E>
auto wide(E x) {
  if constexpr (std::is_floating_point_v<E>)
    return static_cast<double>(x);
  else
    return std::complex<double>(x);
}

}  // namespace

// Of all axes: those that are not transformed are averaged over.
Tables<double> Spectral::Impl::weights() const {
  Tables<double> all;
  for (const SpectralAxis& axis : axes) all.push_back(axis.weights.data());
  return all;
}

void Spectral::Impl::check_means() const {
  check_no_chebyshev(
      "modes are not orthogonal, so that there is no sum of energies; take the mean of the points");
}

double Spectral::inner_product(std::span<const void* const> a, std::span<const void* const> b) const {
  const Impl& impl = *impl_;
  impl.plan->agree([&] {
    impl.check_means();
    if (a.size() != b.size())
      fail("an inner product of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
           " fields; give as many of each");
  });
  double sum = 0;
  with_element(impl.element, [&](auto type) {
    using E = decltype(type);
    for (std::size_t c = 0; c < a.size(); ++c) {
      const E *x = static_cast<const E*>(a[c]), *y = static_cast<const E*>(b[c]);
      for_modes_in_order(impl.storage, impl.weights(), 1.0, times_each, [&](Index i, double weight) {
        sum += weight * real_product(wide(x[i]), wide(y[i]));
      });
    }
  });
  // All pass n fields exactly if the mean of n^2 is the square of the mean.
  const auto n = static_cast<double>(a.size());
  std::array<double, 3> sums = {sum, n, n * n};
  impl.plan->sum(sums);
  if (sums[2] * impl.plan->modes_layout().n_processes() != sums[1] * sums[1])
    fail(ErrorCode::mismatch,
         "the number of fields of an inner product differs between processes; pass the same number on every "
         "process");
  return sums[0];
}

double Spectral::mean_energy(std::span<const void* const> u) const { return inner_product(u, u) / 2; }

double Spectral::shell_width() const {
  double least = 0;
  for (const int number : impl_->transformed) {
    const double unit = std::abs(impl_->axis(number).unit);
    if (!impl_->axis(number).is_chebyshev()) least = least == 0 ? unit : std::min(least, unit);
  }
  return least == 0 ? 1 : least;
}

Index Spectral::n_shells(double width) const {
  impl_->check_means();
  if (!(width >= 0) || !std::isfinite(width))
    fail("shells of width " + short_number(width) +
         " were asked for; give a positive number, or 0 for the standard one");
  if (width == 0) width = shell_width();
  double largest2 = 0;
  for (const int number : impl_->transformed) {
    const SpectralAxis& axis = impl_->axis(number);
    largest2 = plus_square(largest2, axis.unit * axis.largest_wave());
  }
  const double last = std::floor(std::sqrt(largest2) / width + 0.5);
  if (!(last < most_shells))
    fail(ErrorCode::not_applicable, "shells of width " + short_number(width) + " are " +
                                        short_number(last + 1) + " shells, more than 2^24; take wider ones");
  return static_cast<Index>(last) + 1;
}

Spectrum Spectral::energy_spectrum(std::span<const void* const> u, double width) const {
  const Impl& impl = *impl_;
  Spectrum spectrum;
  impl.plan->agree([&] { spectrum.energy.resize(static_cast<std::size_t>(n_shells(width)), 0); });
  spectrum.width = width == 0 ? shell_width() : width;
  std::string what =
      std::to_string(u.size()) + " fields, shells of width " + exact_number(spectrum.width) + ", lengths";
  for (const double length : impl.lengths) what += " " + exact_number(length);
  impl.plan->require_equal("what the spectrum is of", what);
  impl.add_to_shells(u, spectrum);
  impl.plan->sum(spectrum.energy);
  return spectrum;
}

void Spectral::Impl::add_to_shells(std::span<const void* const> u, Spectrum& spectrum) const {
  const Tables<double> weight = weights(), k = tables(&SpectralAxis::k);
  const int fast = fastest_axis(storage);
  const auto a = static_cast<std::size_t>(fast);
  const double *k_along = k[a], *weights_along = weight[a];
  const std::size_t last = spectrum.energy.size() - 1;
  with_element(element, [&](auto type) {
    using E = decltype(type);
    for_rows(storage, [&](Index row, const LocalIndex& local) {
      const double outer2 = joined(k, fast, local, 0.0, plus_square);
      const double outer_weight = joined(weight, fast, local, 0.5, times_each);
      for (Index i = 0; i < storage.shape[a]; ++i) {
        double sum = 0;
        for (const void* field : u)
          sum += square(wide(static_cast<const E*>(field)[row + i * storage.strides[a]]));
        const double k2 = k_along == nullptr ? outer2 : plus_square(outer2, k_along[i]);
        const auto shell = static_cast<std::size_t>(std::sqrt(k2) / spectrum.width + 0.5);
        spectrum.energy[std::min(shell, last)] += outer_weight * weights_along[i] * sum;
      }
    });
  });
}

}  // namespace weft
