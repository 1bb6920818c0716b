// Steps between real lines and complex lines of half as many points.
#if defined(WEFT_CODELETS_HALVES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_HALVES_INL_HPP
#undef WEFT_CODELETS_HALVES_INL_HPP
#else
#define WEFT_CODELETS_HALVES_INL_HPP
#endif

#include <algorithm>

#include "codelets/memory-inl.hpp"
#include "codelets/step.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Real and imaginary parts of half the points of real lines, as a transform of complex points leaves them, to
// modes k and n - k of the lines, and back (Cooley, Lewis and Welch, J. Sound Vib. 12, 1970): `count` pairs
// of modes from k = 1 on, of 2 n real points, their roots exp(-pi i k / n) in `factors`; mode 0 and mode n
// first. `point` and `frequency` are from mode to mode, `others` is where mode n is.
template <class T>
struct ModePair {
  PairOf<T> up, down;
};
template <class T>
HWY_INLINE ModePair<T> separate_pair(PairOf<T> a, PairOf<T> b, PairOf<T> root, T scale) {
  const auto half = hn::Set(Tag<T>(), T(0.5) * scale);
  a = scaled(half, a);  // before they are added: sums of large modes would overflow
  b = conjugate(scaled(half, b));
  const PairOf<T> sum = a + b, turned = times(a - b, root.re, root.im);
  return {minus_i(sum, turned), conjugate(plus_i(sum, turned))};
}
template <class T>
HWY_INLINE ModePair<T> combine_pair(PairOf<T> a, PairOf<T> b, PairOf<T> root, T scale) {
  const auto factor = hn::Set(Tag<T>(), scale);
  a = scaled(factor, a);
  b = conjugate(scaled(factor, b));
  const PairOf<T> sum = a + b, turned = times(a - b, root.re, root.im);
  return {plus_i(sum, turned), conjugate(minus_i(sum, turned))};
}

// Of lines side by side, or gathered.
template <class T>
HWY_INLINE PairOf<T> root_of_all(const T* root) {
  return {hn::Set(Tag<T>(), root[0]), hn::Set(Tag<T>(), root[1])};
}
template <class T>
void separate_step(const Step<T>& s, T* const* bases) {
  using Z = PairOf<T>;
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale), zero = hn::Zero(d);
  const Index n = s.others / s.frequency;
  for (Index g = 0; g < s.groups; ++g) {
    const bool is_last = g + 1 == s.groups;
    const T* in = bases[s.source] + s.in + (is_last ? s.last_in : g * s.group_in);
    T* out = bases[s.target] + s.out + (is_last ? s.last_out : g * s.group_out);
    const Z first = load_columns<Z>(in);
    store_columns(Z{hn::Mul(scale, hn::Add(first.re, first.im)), zero}, out);
    store_columns(Z{hn::Mul(scale, hn::Sub(first.re, first.im)), zero}, out + s.others);
    for (Index k = 1; k <= s.count; ++k) {
      const ModePair<T> modes =
          separate_pair(load_columns<Z>(in + k * s.point), load_columns<Z>(in + (n - k) * s.point),
                        root_of_all(s.factors + 2 * (k - 1)), s.scale);
      store_columns(modes.up, out + k * s.frequency);
      store_columns(modes.down, out + (n - k) * s.frequency);
    }
  }
}
template <class T>
void combine_step(const Step<T>& s, T* const* bases) {
  using Z = PairOf<T>;
  const auto scale = hn::Set(Tag<T>(), s.scale);
  const Index n = s.others / s.point;
  for (Index g = 0; g < s.groups; ++g) {
    const bool is_last = g + 1 == s.groups;
    const T* in = bases[s.source] + s.in + (is_last ? s.last_in : g * s.group_in);
    T* out = bases[s.target] + s.out + (is_last ? s.last_out : g * s.group_out);
    const auto zero = load_lines<Z>(in, s.lane_in).re, end = load_lines<Z>(in + s.others, s.lane_in).re;
    store_lines(Z{hn::Mul(scale, hn::Add(zero, end)), hn::Mul(scale, hn::Sub(zero, end))}, out, s.lane_out);
    for (Index k = 1; k <= s.count; ++k) {
      const ModePair<T> points = combine_pair(load_lines<Z>(in + k * s.point, s.lane_in),
                                              load_lines<Z>(in + (n - k) * s.point, s.lane_in),
                                              root_of_all(s.factors + 2 * (k - 1)), s.scale);
      store_lines(points.up, out + k * s.frequency, s.lane_out);
      store_lines(points.down, out + (n - k) * s.frequency, s.lane_out);
    }
  }
}

// Of `groups` lines along memory, of at least as many pairs as vectors have lanes: lanes are neighbouring
// modes, and those of their mirror images in reverse.
template <class T>
HWY_INLINE PairOf<T> reversed(PairOf<T> z) {
  return {hn::Reverse(Tag<T>(), z.re), hn::Reverse(Tag<T>(), z.im)};
}
template <bool back, class T>
void halves_along(const Step<T>& s, T* const* bases) {
  using Z = PairOf<T>;
  constexpr Index lanes = n_lanes<T>;
  const T* in = bases[s.source] + s.in;
  T* out = bases[s.target] + s.out;
  for (Index g = 0; g < s.groups; ++g, in += s.group_in, out += s.group_out) {
    for (Index next = 0; next < s.count; next += lanes) {
      const Index first = std::min(next, s.count - lanes), up = 2 * (first + 1),
                  down = s.others - 2 * (first + lanes);
      const Z a = load_columns<Z>(in + up), b = reversed<T>(load_columns<Z>(in + down));
      const Z root = load_columns<Z>(s.factors + 2 * first);
      const ModePair<T> pair = back ? combine_pair(a, b, root, s.scale) : separate_pair(a, b, root, s.scale);
      store_columns(reversed<T>(pair.down), out + down);
      store_columns(pair.up, out + up);
    }
    const T first = in[0], second = in[back ? s.others : 1];
    out[0] = s.scale * (first + second);
    out[back ? 1 : s.others] = s.scale * (first - second);
    if (!back) out[1] = out[s.others + 1] = 0;
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
