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

// Modes k and n - k of real lines from points k and n - k of the complex ones; factors are `half` and `sign`
// of the parts, `root` exp(-2 pi i k / (2 n)). Halved before they are added: sums of large modes would
// overflow.
template <class V>
struct ModePair {
  Pair<V> up, down;
};
template <class V>
HWY_INLINE ModePair<V> separate_pair(Pair<V> p, Pair<V> q, Pair<V> root, V half, V sign) {
  const Pair<V> a{hn::Mul(half, p.re), hn::Mul(half, p.im)}, b{hn::Mul(half, q.re), hn::Mul(half, q.im)};
  const V even_re = hn::Add(a.re, b.re), even_im = hn::Sub(a.im, b.im);
  const Pair<V> t = times(Pair<V>{hn::Add(a.im, b.im), hn::Sub(b.re, a.re)}, root.re, root.im);
  return {{hn::Add(even_re, t.re), hn::Mul(sign, hn::Add(even_im, t.im))},
          {hn::Sub(even_re, t.re), hn::Mul(sign, hn::Sub(t.im, even_im))}};
}
// Points k and n - k of the complex lines whose transform, with a positive exponent, has the real points as
// its parts.
template <class V>
HWY_INLINE ModePair<V> combine_pair(Pair<V> a, Pair<V> b, Pair<V> root, V sign) {
  const V even_re = hn::Add(a.re, b.re), even_im = hn::Mul(sign, hn::Sub(a.im, b.im));
  const V odd_re = hn::Sub(a.re, b.re), odd_im = hn::Mul(sign, hn::Add(a.im, b.im));
  const Pair<V> t = times(Pair<V>{hn::Neg(odd_im), odd_re}, root.re, hn::Neg(root.im));
  return {{hn::Add(even_re, t.re), hn::Add(even_im, t.im)}, {hn::Sub(even_re, t.re), hn::Sub(t.im, even_im)}};
}

// The root of all lanes.
template <class T>
HWY_INLINE ZOf<T> root_of(const std::vector<T>& roots, Index k) {
  const Tag<T> d;
  return {hn::Set(d, roots[2 * k]), hn::Set(d, roots[2 * k + 1])};
}

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
    const auto modes = separate_pair(from(k), from(n - k), root_of(roots, k), half, sign);
    to(n - k, modes.down);
    to(k, modes.up);
  }
  to(0, ZOf<T>{hn::Mul(all, hn::Add(first.re, first.im)), hn::Zero(d)});
  to(n, ZOf<T>{hn::Mul(all, hn::Sub(first.re, first.im)), hn::Zero(d)});
}

// c2r: the complex points.
template <class T, class From, class To>
HWY_INLINE void combine_real(Index n, const std::vector<T>& roots, bool is_positive, const From& from,
                             const To& to) {
  const Tag<T> d;
  const auto sign = hn::Set(d, is_positive ? T{1} : T{-1});
  const ZOf<T> first = from(0), last = from(n);
  for (Index k = 1; 2 * k <= n; ++k) {
    const auto points = combine_pair(from(k), from(n - k), root_of(roots, k), sign);
    to(n - k, points.down);
    to(k, points.up);
  }
  to(0, ZOf<T>{hn::Add(first.re, last.re), hn::Sub(first.re, last.re)});
}

// The same of one line along memory, of n points that are a multiple of twice the lanes: lanes are
// neighbours, and those of their mirror images in reverse.
template <class T>
HWY_INLINE ZOf<T> mirrored(ZOf<T> z) {
  const Tag<T> d;
  return {hn::Reverse(d, z.re), hn::Reverse(d, z.im)};
}
template <class T>
HWY_NOINLINE void separate_line(Index n, const std::vector<T>& roots, bool is_positive, T scale,
                                const T* from, T* to) {
  const Tag<T> d;
  constexpr Index lanes = n_lanes<T>;
  const auto half = hn::Set(d, scale / 2), sign = hn::Set(d, is_positive ? T{-1} : T{1});
  for (Index k = 1, down = n - lanes; 2 * k <= n; k += lanes, down -= lanes) {
    const auto modes =
        separate_pair(FromColumns<T>::load(from + 2 * k), mirrored<T>(FromColumns<T>::load(from + 2 * down)),
                      FromColumns<T>::load(roots.data() + 2 * k), half, sign);
    ToColumns<T>::store(mirrored<T>(modes.down), to + 2 * down, T{1});
    ToColumns<T>::store(modes.up, to + 2 * k, T{1});
  }
  const T re = from[0], im = from[1];
  to[0] = scale * (re + im);
  to[2 * n] = scale * (re - im);
  to[1] = to[2 * n + 1] = 0;
}
template <class T>
HWY_NOINLINE void combine_line(Index n, const std::vector<T>& roots, bool is_positive, const T* from, T* to) {
  const Tag<T> d;
  constexpr Index lanes = n_lanes<T>;
  const auto sign = hn::Set(d, is_positive ? T{1} : T{-1});
  for (Index k = 1, down = n - lanes; 2 * k <= n; k += lanes, down -= lanes) {
    const auto points =
        combine_pair(FromColumns<T>::load(from + 2 * k), mirrored<T>(FromColumns<T>::load(from + 2 * down)),
                     FromColumns<T>::load(roots.data() + 2 * k), sign);
    ToColumns<T>::store(mirrored<T>(points.down), to + 2 * down, T{1});
    ToColumns<T>::store(points.up, to + 2 * k, T{1});
  }
  to[0] = from[0] + from[2 * n];
  to[1] = from[0] - from[2 * n];
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
