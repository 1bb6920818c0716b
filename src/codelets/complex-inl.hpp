// Complex numbers of several lines in vector registers, in two forms with the same operations: `Pair` holds
// the real and the imaginary parts apart, of as many lines as a vector has lanes; `Interleaved` holds them in
// turn in one register, of half as many lines. Butterflies and steps are written once for both.
#if defined(WEFT_CODELETS_COMPLEX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_COMPLEX_INL_HPP
#undef WEFT_CODELETS_COMPLEX_INL_HPP
#else
#define WEFT_CODELETS_COMPLEX_INL_HPP
#endif

#include <hwy/highway.h>

#include "codelets/constants.hpp"

// Of lambdas: with the instruction set of their function and inlined into it, so that arrays of vectors
// that they refer to stay in registers.
#undef WEFT_IN_REGISTERS
#define WEFT_IN_REGISTERS HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(integral_constant) for 0, 1, ..., n - 1.
template <int n, class F, int i = 0>
HWY_INLINE void unrolled(const F& f) {
  if constexpr (i < n) {
    f(std::integral_constant<int, i>{});
    unrolled<n, F, i + 1>(f);
  }
}

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
// a + i b, a - i b.
template <class V>
HWY_INLINE Pair<V> plus_i(Pair<V> a, Pair<V> b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
template <class V>
HWY_INLINE Pair<V> minus_i(Pair<V> a, Pair<V> b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
// Real factors, the same for all lanes or not: c z, a + c z, a - c z.
template <class V>
HWY_INLINE Pair<V> scaled(V c, Pair<V> z) {
  return {hn::Mul(c, z.re), hn::Mul(c, z.im)};
}
template <class V>
HWY_INLINE Pair<V> add_scaled(Pair<V> a, V c, Pair<V> z) {
  return {hn::MulAdd(c, z.re, a.re), hn::MulAdd(c, z.im, a.im)};
}
template <class V>
HWY_INLINE Pair<V> subtract_scaled(Pair<V> a, V c, Pair<V> z) {
  return {hn::NegMulAdd(c, z.re, a.re), hn::NegMulAdd(c, z.im, a.im)};
}
template <class V>
HWY_INLINE Pair<V> conjugate(Pair<V> z) {
  return {z.re, hn::Neg(z.im)};
}

// a - b in the units that multiply, with the same bits. Processors that add in other units (Zen) then do more
// at a time; a butterfly has as many of these as balance the two, beside its twiddle factors.
template <class V>
HWY_INLINE Pair<V> difference(Pair<V> a, Pair<V> b) {
#if HWY_TARGET <= HWY_AVX3
  const hn::DFromV<V> d;
  return subtract_scaled(a, hn::Set(d, unknown_one<hn::TFromD<decltype(d)>>()), b);
#else
  return a - b;
#endif
}

// z times (c + i s).
template <class V>
HWY_INLINE Pair<V> times(Pair<V> z, V c, V s) {
  return {hn::NegMulAdd(z.im, s, hn::Mul(z.re, c)), hn::MulAdd(z.im, c, hn::Mul(z.re, s))};
}

#if HWY_TARGET != HWY_SCALAR

template <class V>
struct Interleaved {
  V z;
};

// -1 in even lanes, 1 in odd ones.
template <class V>
HWY_INLINE V alternating() {
  const hn::DFromV<V> d;
  return hn::Load(d, alternating_ones<hn::TFromD<decltype(d)>>);
}
template <class V>
HWY_INLINE V swapped(V z) {
  return hn::Reverse2(hn::DFromV<V>(), z);
}

template <class V>
HWY_INLINE Interleaved<V> operator+(Interleaved<V> a, Interleaved<V> b) {
  return {hn::Add(a.z, b.z)};
}
template <class V>
HWY_INLINE Interleaved<V> operator-(Interleaved<V> a, Interleaved<V> b) {
  return {hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Interleaved<V> difference(Interleaved<V> a, Interleaved<V> b) {
  return {hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Interleaved<V> plus_i(Interleaved<V> a, Interleaved<V> b) {
  return {hn::MulAdd(swapped(b.z), alternating<V>(), a.z)};
}
template <class V>
HWY_INLINE Interleaved<V> minus_i(Interleaved<V> a, Interleaved<V> b) {
  return {hn::NegMulAdd(swapped(b.z), alternating<V>(), a.z)};
}
template <class V>
HWY_INLINE Interleaved<V> scaled(V c, Interleaved<V> z) {
  return {hn::Mul(c, z.z)};
}
template <class V>
HWY_INLINE Interleaved<V> add_scaled(Interleaved<V> a, V c, Interleaved<V> z) {
  return {hn::MulAdd(c, z.z, a.z)};
}
template <class V>
HWY_INLINE Interleaved<V> subtract_scaled(Interleaved<V> a, V c, Interleaved<V> z) {
  return {hn::NegMulAdd(c, z.z, a.z)};
}
template <class V>
HWY_INLINE Interleaved<V> conjugate(Interleaved<V> z) {
  const hn::DFromV<V> d;
  return {hn::Xor(z.z, hn::Load(d, alternating_zeros<hn::TFromD<decltype(d)>>))};
}
// `s` is negative in even lanes.
template <class V>
HWY_INLINE Interleaved<V> times_alternating(Interleaved<V> z, V c, V s) {
  return {hn::MulAdd(z.z, c, hn::Mul(swapped(z.z), s))};
}
template <class V>
HWY_INLINE Interleaved<V> times(Interleaved<V> z, V c, V s) {
  return times_alternating(z, c, hn::Mul(s, alternating<V>()));
}

#endif

// The cosine and the sine of 2 pi k / n in all lanes.
template <int k, int n, class D>
HWY_INLINE auto cosine(D d) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(cos_of<k % n, n>));
}
template <int k, int n, class D>
HWY_INLINE auto sine(D d) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(sin_of<k % n, n>));
}

// z times exp(-2 pi i k / n), known when compiled.
template <int k, int n, class D, class Z>
HWY_INLINE Z times_root(D d, Z z) {
  if constexpr (k % n == 0)
    return z;
  else
    return times(z, cosine<k, n>(d), hn::Neg(sine<k, n>(d)));
}
template <int k, int n, class D, class V>
HWY_INLINE Pair<V> times_root(D d, Pair<V> z) {
  if constexpr (k % n == 0) {
    return z;
  } else if constexpr (4 * (k % n) == n) {
    return {z.im, hn::Neg(z.re)};
  } else if constexpr (8 * (k % n) == n || 8 * (k % n) == 3 * n) {
    // Parts are multiplied before they are added: the sum of large ones would overflow.
    const V c = cosine<1, 8>(d), im = hn::Mul(c, z.im), re = hn::NegMulAdd(c, z.re, im);
    if constexpr (8 * (k % n) == n)
      return {hn::MulAdd(c, z.re, im), re};
    else
      return {re, hn::NegMulSub(c, z.re, im)};
  } else {
    return times(z, cosine<k, n>(d), hn::Neg(sine<k, n>(d)));
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
