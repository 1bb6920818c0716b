// Operators on one field: derivatives, the Laplacian and its inverse, dealiasing, displacements.
//
// Except along Chebyshev axes each is a number for every mode, made of one number per axis.
#include <cmath>
#include <complex>

#include "spectral/chebyshev.hpp"
#include "spectral/impl.hpp"

namespace weft {

namespace {

constexpr double edge = 1e-12;  // relative width of the edge of the sphere: what lies on it is cut off

using Factor = std::complex<double>;

// More ways to join them.
constexpr auto plus = [](double a, double b) { return a + b; };
constexpr auto times_phase = [](Factor a, Factor b) {  // without the special cases of infinite numbers
  return Factor(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
};

// out = value_of(number) in, where `join` makes the number of a mode from those of its axes.
template <class Join, class ValueOf>
void multiply(const Storage& storage, ElementType element, const Tables<double>& tables, Join join,
              ValueOf value_of, const void* in, void* out) {
  with_element(element, [&](auto type) {
    using E = decltype(type);
    const E* from = static_cast<const E*>(in);
    E* to = static_cast<E*>(out);
    for_modes(storage, tables, 0.0, join,
              [=](Index i, double number) { to[i] = times(value_of(number), from[i]); });
  });
}

// The same that sets modes to 0, whatever they are, or keeps them.
template <class Join, class IsKept>
void mask(const Storage& storage, ElementType element, const Tables<double>& tables, Join join,
          IsKept is_kept, const void* in, void* out) {
  with_element(element, [&](auto type) {
    using E = decltype(type);
    const E* from = static_cast<const E*>(in);
    E* to = static_cast<E*>(out);
    for_modes(storage, tables, 0.0, join,
              [=](Index i, double number) { to[i] = is_kept(number) ? from[i] : E{}; });
  });
}

// (i k)^order without the i of odd orders, times `factor`.
std::vector<double> derivative_factors(const SpectralAxis& axis, int order, double factor) {
  const std::vector<double>& k = order % 2 == 0 ? axis.k : axis.odd_k;
  if (order % 4 >= 2) factor = -factor;
  std::vector<double> factors;
  for (const double one : k) factors.push_back(order == 0 ? factor : factor * std::pow(one, order));
  return factors;
}

}  // namespace

void Spectral::Impl::derive(const SpectralAxis& axis, int order, double factor, const void* in, void* out,
                            bool add) const {
  if (axis.is_chebyshev() && order > 0)
    return derive_chebyshev(storage, element, axis.number, order, factor * axis.chebyshev_factor(order), in,
                            out, add);
  const std::vector<double> factors = derivative_factors(axis, order, factor);
  Tables<double> tables(axes.size(), nullptr);
  tables[static_cast<std::size_t>(axis.number)] = factors.data();
  with_element(element, [&](auto type) {
    using E = decltype(type);
    const E* from = static_cast<const E*>(in);
    E* to = static_cast<E*>(out);
    const auto run = [&](auto value) {
      if (add)
        for_modes(storage, tables, 1.0, times_each, [=](Index i, double c) { to[i] += value(c, from[i]); });
      else
        for_modes(storage, tables, 1.0, times_each, [=](Index i, double c) { to[i] = value(c, from[i]); });
    };
    if constexpr (!std::is_floating_point_v<E>)
      if (order % 2 != 0) return run([](double c, E x) { return times_i(c, x); });
    run([](double c, E x) { return times(c, x); });
  });
}

void Spectral::Impl::check_apart(const void* in, const void* out, const char* what) const {
  if (has_chebyshev && in == out && storage.n_elements() > 0)
    fail(std::string("an output of the ") + what +
         " is an input, which cannot be with Chebyshev axes; pass another array");
}

void Spectral::derivative(const void* in, void* out, int axis, int order) const {
  const SpectralAxis& along = impl_->axis(axis);
  impl_->check_derivative(along, order);
  impl_->derive(along, order, 1, in, out, false);
}

void Spectral::laplacian(const void* in, void* out) const {
  Tables<double> k = impl_->tables(&SpectralAxis::k);
  for (const int number : impl_->transformed) {
    const SpectralAxis& axis = impl_->axis(number);
    impl_->check_derivative(axis, 2);
    if (axis.is_chebyshev()) k[static_cast<std::size_t>(number)] = nullptr;
  }
  impl_->check_apart(in, out, "Laplacian");
  multiply(
      impl_->storage, impl_->element, k, plus_square, [](double k2) { return -k2; }, in, out);
  for (const int number : impl_->transformed)
    if (const SpectralAxis& axis = impl_->axis(number); axis.is_chebyshev())
      impl_->derive(axis, 2, 1, in, out, true);
}

void Spectral::inverse_laplacian(const void* in, void* out) const {
  impl_->check_no_chebyshev("the inverse Laplacian needs boundary conditions; use a solver that takes them");
  multiply(
      impl_->storage, impl_->element, impl_->tables(&SpectralAxis::k), plus_square,
      [](double k2) { return k2 > 0 ? -1 / k2 : 0; }, in, out);
}

void Spectral::dealias(const void* in, void* out, Dealiasing rule) const {
  // Waves over points for the sphere; 1 where the cubic rule cuts, else 0.
  std::vector<std::vector<double>> numbers(impl_->axes.size());
  Tables<double> tables(impl_->axes.size(), nullptr);
  for (const int number : impl_->transformed) {
    const SpectralAxis& axis = impl_->axis(number);
    if (rule == Dealiasing::spherical && !axis.is_fourier())
      fail(ErrorCode::not_applicable,
           "axis " + std::to_string(number) + " is transformed by " + row_of(*axis.kind).name +
               ", but spherical dealiasing is for Fourier axes; take the cubic rule");
    const auto a = static_cast<std::size_t>(number);
    for (const double wave : axis.waves)
      numbers[a].push_back(rule == Dealiasing::cubic ? (3 * std::abs(wave) < axis.period ? 0 : 1)
                                                     : wave * wave / (axis.period * axis.period));
    tables[a] = numbers[a].data();
  }
  const double limit = rule == Dealiasing::cubic ? 0.5 : 2.0 / 9 * (1 - edge);
  mask(
      impl_->storage, impl_->element, tables, plus, [=](double sum) { return sum < limit; }, in, out);
}

void Spectral::shift(const void* in, void* out, const std::vector<double>& displacement) const {
  if (displacement.size() != impl_->axes.size())
    fail("a displacement of " + std::to_string(displacement.size()) + " numbers was given for " +
         std::to_string(impl_->axes.size()) +
         " axes; give one for each axis, 0 for those along which nothing moves");
  std::vector<std::vector<Factor>> phases(impl_->axes.size());
  Tables<Factor> tables(impl_->axes.size(), nullptr);
  for (const SpectralAxis& axis : impl_->axes) {
    const auto a = static_cast<std::size_t>(axis.number);
    const double by = displacement[a];
    if (!std::isfinite(by))
      fail("the displacement along axis " + std::to_string(axis.number) +
           " is not a finite number; give one");
    if (by == 0) continue;
    if (!axis.is_fourier())
      fail(ErrorCode::not_applicable,
           "axis " + std::to_string(axis.number) +
               " is not a Fourier axis, so nothing can be displaced along it; give 0 there");
    for (std::size_t i = 0; i < axis.k.size(); ++i) {
      const double angle = axis.k[i] * by;
      phases[a].emplace_back(std::cos(angle), axis.is_half(i) ? 0 : std::sin(angle));
    }
    tables[a] = phases[a].data();
  }
  with_element(impl_->element, [&](auto type) {
    using E = decltype(type);
    const E* from = static_cast<const E*>(in);
    E* to = static_cast<E*>(out);
    for_modes(impl_->storage, tables, Factor(1), times_phase, [=](Index i, Factor phase) {
      if constexpr (std::is_floating_point_v<E>)
        to[i] = from[i];  // real modes have no Fourier axis
      else
        to[i] = E(times_phase(phase, Factor(from[i])));
    });
  });
}

std::vector<double> Spectral::half_cell() const {
  std::vector<double> half(impl_->axes.size(), 0);
  for (const SpectralAxis& axis : impl_->axes)
    if (axis.is_fourier())
      half[static_cast<std::size_t>(axis.number)] = axis.length / (2 * static_cast<double>(axis.n_points));
  return half;
}

}  // namespace weft
