// Discrete Fourier transforms of 2 to 16 points in registers: what the passes of the native kernels consist
// of.
//
// Every lane of a vector belongs to another line, so there is no shuffle anywhere. All exponents are
// negative; the other sign exchanges real and imaginary parts at both ends (native_passes.cpp). Odd lengths
// add and subtract symmetric points, which halves the multiplications; composite ones are a step of Cooley
// and Tukey (Math. Comp. 19, 1965) with constants as twiddle factors.
#if defined(WEFT_KERNELS_NATIVE_BUTTERFLIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BUTTERFLIES_INL_HPP
#undef WEFT_KERNELS_NATIVE_BUTTERFLIES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BUTTERFLIES_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/native_constants.hpp"

// Of lambdas: with the instruction set of their function and inlined into it, so that arrays of vectors
// that they refer to stay in registers.
#undef WEFT_IN_REGISTERS
#define WEFT_IN_REGISTERS HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Complex numbers of as many lines as a vector has lanes.
template <class V>
struct Pair {
  V re, im;
};

template <class V>
HWY_INLINE Pair<V> operator+(Pair<V> a, Pair<V> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class V>
HWY_INLINE Pair<V> operator-(Pair<V> a, Pair<V> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}

// a - b in the units that multiply, with the same bits. Processors that add in other units (Zen) then do more
// at a time; a butterfly has as many of these as balance the two, beside its twiddle factors.
template <class V>
HWY_INLINE Pair<V> difference(Pair<V> a, Pair<V> b) {
#if HWY_TARGET <= HWY_AVX3
  const hn::DFromV<V> d;
  const V one = hn::Set(d, unknown_one<hn::TFromD<decltype(d)>>());
  return {hn::NegMulAdd(b.re, one, a.re), hn::NegMulAdd(b.im, one, a.im)};
#else
  return a - b;
#endif
}

// z times (c + i s).
template <class V>
HWY_INLINE Pair<V> times(Pair<V> z, V c, V s) {
  return {hn::NegMulAdd(z.im, s, hn::Mul(z.re, c)), hn::MulAdd(z.im, c, hn::Mul(z.re, s))};
}

// z times exp(-2 pi i k / n), known when compiled.
template <int k, int n, class D, class V>
HWY_INLINE Pair<V> times_root(D d, Pair<V> z) {
  using T = hn::TFromD<D>;
  if constexpr (k % n == 0) {
    return z;
  } else if constexpr (4 * (k % n) == n) {
    return {z.im, hn::Neg(z.re)};
  } else if constexpr (8 * (k % n) == n) {
    // Parts are multiplied before they are added: the sum of large ones would overflow.
    const V c = hn::Set(d, static_cast<T>(cos_of<1, 8>)), im = hn::Mul(c, z.im);
    return {hn::MulAdd(c, z.re, im), hn::NegMulAdd(c, z.re, im)};
  } else if constexpr (8 * (k % n) == 3 * n) {
    const V c = hn::Set(d, static_cast<T>(cos_of<1, 8>)), im = hn::Mul(c, z.im);
    return {hn::NegMulAdd(c, z.re, im), hn::NegMulSub(c, z.re, im)};
  } else {
    return times(z, hn::Set(d, static_cast<T>(cos_of<k % n, n>)),
                 hn::Set(d, static_cast<T>(-sin_of<k % n, n>)));
  }
}

template <int n>
struct Butterfly;

template <>
struct Butterfly<1> {
  template <class D, class V>
  static HWY_INLINE void run(D, Pair<V>*) {}
};

template <>
struct Butterfly<2> {
  template <class D, class V>
  static HWY_INLINE void run(D, Pair<V>* HWY_RESTRICT z) {
    const Pair<V> a = z[0], b = z[1];
    z[0] = a + b;
    z[1] = difference(a, b);
  }
};

template <>
struct Butterfly<4> {
  template <class D, class V>
  static HWY_INLINE void run(D, Pair<V>* HWY_RESTRICT z) {
    const Pair<V> a = z[0] + z[2], b = difference(z[0], z[2]), c = z[1] + z[3], e = z[1] - z[3];
    z[0] = a + c;
    z[1] = {hn::Add(b.re, e.im), hn::Sub(b.im, e.re)};
    z[2] = a - c;
    z[3] = {hn::Sub(b.re, e.im), hn::Add(b.im, e.re)};
  }
};

// Calls f(integral_constant) for 0, 1, ..., n - 1.
template <int n, class F, int i = 0>
HWY_INLINE void unrolled(const F& f) {
  if constexpr (i < n) {
    f(std::integral_constant<int, i>{});
    unrolled<n, F, i + 1>(f);
  }
}

template <int n>
struct OddButterfly {
  template <class D, class V>
  static HWY_INLINE void run(D d, Pair<V>* HWY_RESTRICT z) {
    using T = hn::TFromD<D>;
    constexpr int half = n / 2;
    Pair<V> sum[half], difference[half];
    unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
      sum[k] = z[k + 1] + z[n - 1 - k];
      difference[k] = z[k + 1] - z[n - 1 - k];
    });
    const Pair<V> first = z[0];
    unrolled<half>([&](auto k) WEFT_IN_REGISTERS { z[0] = z[0] + sum[k]; });
    unrolled<half>([&](auto j) WEFT_IN_REGISTERS {
      Pair<V> even = first, odd{};
      unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
        constexpr int turn = (decltype(j)::value + 1) * (decltype(k)::value + 1) % n;
        const V c = hn::Set(d, static_cast<T>(cos_of<turn, n>));
        const V s = hn::Set(d, static_cast<T>(sin_of<turn, n>));
        even = {hn::MulAdd(sum[k].re, c, even.re), hn::MulAdd(sum[k].im, c, even.im)};
        if constexpr (decltype(k)::value == 0)
          odd = {hn::Mul(difference[k].re, s), hn::Mul(difference[k].im, s)};
        else
          odd = {hn::MulAdd(difference[k].re, s, odd.re), hn::MulAdd(difference[k].im, s, odd.im)};
      });
      z[j + 1] = {hn::Add(even.re, odd.im), hn::Sub(even.im, odd.re)};
      z[n - 1 - j] = {hn::Sub(even.re, odd.im), hn::Add(even.im, odd.re)};
    });
  }
};
template <>
struct Butterfly<3> : OddButterfly<3> {};
template <>
struct Butterfly<5> : OddButterfly<5> {};
template <>
struct Butterfly<7> : OddButterfly<7> {};
template <>
struct Butterfly<11> : OddButterfly<11> {};
template <>
struct Butterfly<13> : OddButterfly<13> {};

// a * b points: b transforms of a points, roots of unity, a transforms of b points.
template <int a, int b>
struct CompositeButterfly {
  template <class D, class V>
  static HWY_INLINE void run(D d, Pair<V>* HWY_RESTRICT z) {
    Pair<V> y[b][a];
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      unrolled<a>([&](auto i) WEFT_IN_REGISTERS { y[k][i] = z[b * i + k]; });
      Butterfly<a>::run(d, y[k]);
    });
    unrolled<a>([&](auto p) WEFT_IN_REGISTERS {
      Pair<V> x[b];
      unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
        x[k] = times_root<decltype(p)::value* decltype(k)::value, a * b>(d, y[k][p]);
      });
      Butterfly<b>::run(d, x);
      unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[p + a * q] = x[q]; });
    });
  }
};
template <>
struct Butterfly<6> : CompositeButterfly<2, 3> {};
template <>
struct Butterfly<8> : CompositeButterfly<2, 4> {};
template <>
struct Butterfly<9> : CompositeButterfly<3, 3> {};
template <>
struct Butterfly<10> : CompositeButterfly<2, 5> {};
template <>
struct Butterfly<16> : CompositeButterfly<4, 4> {};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
