// Operators on vectors of fields: gradient, divergence, curl, projection.
//
// On Fourier axes all components of a mode are made in one pass over the arrays, and outputs may be inputs.
// Where there are Chebyshev axes the terms are added up one derivative at a time.
#include <array>
#include <cmath>

#include "spectral/impl.hpp"

namespace weft {

namespace {

template <class E, std::size_t D, class Pointer>
auto typed(std::span<Pointer const> pointers) {
  std::array<E*, D> all{};
  for (std::size_t d = 0; d < D; ++d) all[d] = static_cast<E*>(pointers[d]);
  return all;
}

// Axes and wavenumbers of the transformed axes.
template <std::size_t D>
struct Waves {
  std::array<int, D> axes;
  std::array<const double*, D> k;
};
template <std::size_t D>
Waves<D> waves_of(const std::vector<SpectralAxis>& axes, const std::vector<int>& transformed) {
  Waves<D> waves{};
  for (std::size_t d = 0; d < D; ++d) {
    waves.axes[d] = transformed[d];
    waves.k[d] = axes[static_cast<std::size_t>(transformed[d])].odd_k.data();
  }
  return waves;
}

// f(number of dimensions as a type, an element of type E), for 1 to 3 dimensions of Fourier axes.
template <class F>
void with_dimensions(std::size_t n, ElementType element, F f) {
  with_complex_element(element, [&](auto type) {
    if (n == 1) f(std::integral_constant<std::size_t, 1>{}, type);
    if (n == 2) f(std::integral_constant<std::size_t, 2>{}, type);
    if (n == 3) f(std::integral_constant<std::size_t, 3>{}, type);
  });
}

// a_0 k_0 + a_1 k_1 + ... in double.
template <class E, std::size_t D>
std::complex<double> dot(const std::array<E, D>& a, const std::array<double, D>& k) {
  std::complex<double> sum = 0;
  for (std::size_t d = 0; d < D; ++d) sum += k[d] * std::complex<double>(a[d]);
  return sum;
}

// i (a x - b y) in double. By parts: GCC brings whole complex numbers together in memory, which takes eight
// times as long.
template <class R>
std::complex<R> cross(double a, std::complex<R> x, double b, std::complex<R> y) {
  return {static_cast<R>(b * static_cast<double>(y.imag()) - a * static_cast<double>(x.imag())),
          static_cast<R>(a * static_cast<double>(x.real()) - b * static_cast<double>(y.real()))};
}

}  // namespace

void Spectral::gradient(const void* in, std::span<void* const> out) const {
  const Impl& impl = *impl_;
  impl.check_vector(out.size(), "gradients");
  for (const void* one : out) impl.check_apart(in, one, "gradient");
  if (impl.has_chebyshev) {
    for (std::size_t d = 0; d < out.size(); ++d)
      impl.derive(impl.axis(impl.transformed[d]), 1, 1, in, out[d], false);
    return;
  }
  with_dimensions(out.size(), impl.element, [&](auto n, auto type) {
    using E = decltype(type);
    constexpr std::size_t D = n;
    const E* from = static_cast<const E*>(in);
    const auto waves = waves_of<D>(impl.axes, impl.transformed);
    for_vectors<D>(impl.storage, waves.axes, waves.k,
                   [=, to = typed<E, D>(out)](Index i, const std::array<double, D>& k) {
                     const E x = from[i];
                     for (std::size_t d = 0; d < D; ++d) to[d][i] = times_i(k[d], x);
                   });
  });
}

void Spectral::divergence(std::span<const void* const> in, void* out) const {
  const Impl& impl = *impl_;
  impl.check_vector(in.size(), "divergences");
  for (const void* one : in) impl.check_apart(one, out, "divergence");
  if (impl.has_chebyshev) {
    for (std::size_t d = 0; d < in.size(); ++d)
      impl.derive(impl.axis(impl.transformed[d]), 1, 1, in[d], out, d > 0);
    return;
  }
  with_dimensions(in.size(), impl.element, [&](auto n, auto type) {
    using E = decltype(type);
    constexpr std::size_t D = n;
    E* to = static_cast<E*>(out);
    const auto waves = waves_of<D>(impl.axes, impl.transformed);
    for_vectors<D>(impl.storage, waves.axes, waves.k,
                   [=, from = typed<const E, D>(in)](Index i, const std::array<double, D>& k) {
                     std::array<E, D> u;
                     for (std::size_t d = 0; d < D; ++d) u[d] = from[d][i];
                     to[i] = E(times_i(1, dot(u, k)));
                   });
  });
}

void Spectral::curl(std::span<const void* const> in, std::span<void* const> out, double factor) const {
  const Impl& impl = *impl_;
  impl.check_vector(in.size(), "curls");
  const std::size_t n_in = in.size(), n_out = n_in == 2 ? 1 : 3;
  if (n_in == 1)
    fail(ErrorCode::not_applicable,
         "the plan transforms 1 axis, but a curl has 2 or 3; make a plan that transforms them");
  if (out.size() != n_out)
    fail(std::to_string(out.size()) + " outputs were given for a curl in " + std::to_string(n_in) +
         " dimensions, which has " + std::to_string(n_out) + " component" + (n_out > 1 ? "s" : ""));
  if (!std::isfinite(factor)) fail("the factor of the curl is not a finite number; give one");
  for (const void* one : in)
    for (const void* other : out) impl.check_apart(one, other, "curl");
  // Component c is d_a u_b - d_b u_a.
  const auto first = [&](std::size_t c) { return n_in == 2 ? 0 : (c + 1) % 3; };
  const auto second = [&](std::size_t c) { return n_in == 2 ? 1 : (c + 2) % 3; };
  if (impl.has_chebyshev) {
    for (std::size_t c = 0; c < n_out; ++c) {
      const std::size_t a = first(c), b = second(c);
      impl.derive(impl.axis(impl.transformed[a]), 1, factor, in[b], out[c], false);
      impl.derive(impl.axis(impl.transformed[b]), 1, -factor, in[a], out[c], true);
    }
    return;
  }
  with_complex_element(impl.element, [&](auto type) {
    using E = decltype(type);
    if (n_in == 2) {
      const auto waves = waves_of<2>(impl.axes, impl.transformed);
      for_vectors<2>(impl.storage, waves.axes, waves.k,
                     [factor, u = typed<const E, 2>(in), to = static_cast<E*>(out[0])](
                         Index i, const std::array<double, 2>& k) {
                       to[i] = cross(factor * k[0], u[1][i], factor * k[1], u[0][i]);
                     });
      return;
    }
    const auto waves = waves_of<3>(impl.axes, impl.transformed);
    for_vectors<3>(
        impl.storage, waves.axes, waves.k,
        [factor, u = typed<const E, 3>(in), to = typed<E, 3>(out)](Index i, const std::array<double, 3>& k) {
          const E x = u[0][i], y = u[1][i], z = u[2][i];
          const double a = factor * k[0], b = factor * k[1], c = factor * k[2];
          to[0][i] = cross(b, z, c, y);
          to[1][i] = cross(c, x, a, z);
          to[2][i] = cross(a, y, b, x);
        });
  });
}

void Spectral::project(std::span<const void* const> in, std::span<void* const> out) const {
  const Impl& impl = *impl_;
  const std::size_t n = impl.transformed.size();
  for (const int number : impl.transformed)
    if (const SpectralAxis& axis = impl.axis(number); !axis.is_fourier())
      fail(ErrorCode::not_applicable,
           "axis " + std::to_string(number) + " is transformed by " + row_of(*axis.kind).name +
               ", but the projection on fields without divergence is for Fourier axes; "
               "solve for a pressure with boundary conditions instead");
  if (n < 2 || n > 3)
    fail(ErrorCode::not_applicable,
         "the projection on fields without divergence is for 2 or 3 transformed axes, but "
         "the plan has " +
             std::to_string(n) + "; make one that transforms as many");
  impl.check_vector(in.size(), "projections");
  impl.check_vector(out.size(), "projections");
  with_dimensions(n, impl.element, [&](auto dimensions, auto type) {
    using E = decltype(type);
    constexpr std::size_t D = dimensions;
    const auto waves = waves_of<D>(impl.axes, impl.transformed);
    for_vectors<D>(
        impl.storage, waves.axes, waves.k,
        [from = typed<const E, D>(in), to = typed<E, D>(out)](Index i, const std::array<double, D>& k) {
          std::array<E, D> u;
          double k2 = 0;
          for (std::size_t d = 0; d < D; ++d) {
            u[d] = from[d][i];
            k2 += k[d] * k[d];
          }
          // Without a branch: k.u is 0 where k2 is.
          const std::complex<double> along = dot(u, k) * (1 / (k2 > 0 ? k2 : 1));
          for (std::size_t d = 0; d < D; ++d) to[d][i] = E(std::complex<double>(u[d]) - k[d] * along);
        });
  });
}

}  // namespace weft
