// The steps that make transforms of n complex points those of real lines of 2 n (Cooley, Lewis and Welch
// 1970).
#if defined(WEFT_KERNELS_NATIVE_REAL_STEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_REAL_STEPS_INL_HPP
#undef WEFT_KERNELS_NATIVE_REAL_STEPS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_REAL_STEPS_INL_HPP
#endif

#include "kernels/native_points-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// r2c: the modes of the real lines from those of the complex ones. `from(k)` and `to(k, mode)` may be the
// same points. `roots`: exp(-2 pi i k / (2 n)).
template <class T, class From, class To>
HWY_INLINE void separate_real(Index n, const std::vector<T>& roots, bool is_positive, T scale,
                              const From& from, const To& to) {
  const Tag<T> d;
  const auto half = hn::Set(d, scale / 2), all = hn::Set(d, scale);
  const auto sign = hn::Set(d, is_positive ? T{-1} : T{1});
  const ZOf<T> first = from(0);
  for (Index k = 1; 2 * k <= n; ++k) {
    const ZOf<T> p = from(k), q = from(n - k);
    // Halved before they are added: sums of large modes would overflow.
    const ZOf<T> a{hn::Mul(half, p.re), hn::Mul(half, p.im)}, b{hn::Mul(half, q.re), hn::Mul(half, q.im)};
    const auto even_re = hn::Add(a.re, b.re), even_im = hn::Sub(a.im, b.im);
    const ZOf<T> t = times(ZOf<T>{hn::Add(a.im, b.im), hn::Sub(b.re, a.re)}, hn::Set(d, roots[2 * k]),
                           hn::Set(d, roots[2 * k + 1]));
    to(n - k, ZOf<T>{hn::Sub(even_re, t.re), hn::Mul(sign, hn::Sub(t.im, even_im))});
    to(k, ZOf<T>{hn::Add(even_re, t.re), hn::Mul(sign, hn::Add(even_im, t.im))});
  }
  to(0, ZOf<T>{hn::Mul(all, hn::Add(first.re, first.im)), hn::Zero(d)});
  to(n, ZOf<T>{hn::Mul(all, hn::Sub(first.re, first.im)), hn::Zero(d)});
}

// c2r: the complex points whose transform, with a positive exponent, has the real points as its parts.
template <class T, class From, class To>
HWY_INLINE void combine_real(Index n, const std::vector<T>& roots, bool is_positive, const From& from,
                             const To& to) {
  const Tag<T> d;
  const auto sign = hn::Set(d, is_positive ? T{1} : T{-1});
  const ZOf<T> first = from(0), last = from(n);
  for (Index k = 1; 2 * k <= n; ++k) {
    const ZOf<T> a = from(k), b = from(n - k);
    const auto even_re = hn::Add(a.re, b.re), even_im = hn::Mul(sign, hn::Sub(a.im, b.im));
    const auto odd_re = hn::Sub(a.re, b.re), odd_im = hn::Mul(sign, hn::Add(a.im, b.im));
    const ZOf<T> t = times(ZOf<T>{hn::Neg(odd_im), odd_re}, hn::Set(d, roots[2 * k]),
                           hn::Neg(hn::Set(d, roots[2 * k + 1])));
    to(n - k, ZOf<T>{hn::Sub(even_re, t.re), hn::Sub(t.im, even_im)});
    to(k, ZOf<T>{hn::Add(even_re, t.re), hn::Add(even_im, t.im)});
  }
  to(0, ZOf<T>{hn::Add(first.re, last.re), hn::Sub(first.re, last.re)});
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
