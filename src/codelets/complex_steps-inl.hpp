// Steps of complex lines: one function for each radix, way to load, way to store and kind of factors.
#if defined(WEFT_CODELETS_COMPLEX_STEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_COMPLEX_STEPS_INL_HPP
#undef WEFT_CODELETS_COMPLEX_STEPS_INL_HPP
#else
#define WEFT_CODELETS_COMPLEX_STEPS_INL_HPP
#endif

#include <algorithm>

#include "codelets/butterflies-inl.hpp"
#include "codelets/memory-inl.hpp"
#include "codelets/step.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int radix, Form from, Form to, Factors factors, class T>
void complex_step(const Step<T>& s, T* const* bases) {
  using Z = ComplexOf<T>;
  const Tag<T> d;
  const T* in = bases[s.source] + s.in;
  T* out = bases[s.target] + s.out;
  const T* factor = s.factors;
  const Index point = s.point, frequency = s.frequency, lane_in = s.lane_in, lane_out = s.lane_out;
  Index others = s.others;
  [[maybe_unused]] const auto scale = hn::Set(d, s.scale);
  for (Index i = s.count; i > 0; --i, in += s.next_in, out += s.next_out) {
    const T* p = in;
    T* q = out;
    for (Index g = s.groups;;) {
      Z z[radix];
      unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
        if constexpr (from == Form::rows)
          z[k] = load_rows<Z>(p + k * point, lane_in);
        else
          z[k] = load_columns<Z>(p + k * point);
      });
      Butterfly<radix>::run(d, z);
      if constexpr (factors == Factors::scale)
        unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { z[k] = scaled(scale, z[k]); });
      if constexpr (factors == Factors::same) {
        z[0] = scaled(scale, z[0]);
        unrolled<radix - 1>([&](auto k) WEFT_IN_REGISTERS {
          z[k + 1] = times_factor(z[k + 1], factor + k * factor_numbers<T>);
        });
      }
      if constexpr (factors == Factors::lanes)
        unrolled<radix - 1>([&](auto k) WEFT_IN_REGISTERS {
          z[k + 1] = times_lane_factor(z[k + 1], factor + k * lane_factor_numbers<T>);
        });
      unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
        if constexpr (to == Form::mirror) {
          if constexpr (2 * k < radix)
            store_columns(z[k], q + k * frequency);
          else
            store_columns(conjugate(z[k]), q + others - k * frequency);
        } else {
          T* at = k == 0 ? q : q + others + k * frequency;
          if constexpr (to == Form::rows)
            store_rows(z[k], at, lane_out);
          else
            store_columns(z[k], at);
        }
      });
      if (--g == 0) break;
      p += s.group_in;
      q += s.group_out;
      if (g == 1) {
        p = in + s.last_in;
        q = out + s.last_out;
      }
      if constexpr (factors == Factors::lanes) factor += (radix - 1) * lane_factor_numbers<T>;
    }
    if constexpr (factors == Factors::same) factor += (radix - 1) * factor_numbers<T>;
    if constexpr (factors == Factors::lanes) factor = s.factors;
    if constexpr (to == Form::mirror) others -= 2 * s.next_out;
  }
}

// `others` complex points of `groups` rows, `lane_in` apart, to columns, `frequency` from point to point; or
// of columns to rows, which is the same.
template <class T>
void transpose_step(const Step<T>& s, T* const* bases) {
  using V = hn::Vec<Tag<T>>;
  const Tag<T> d;
  constexpr Index side = lines_of<T>;
  const T* const in = bases[s.source] + s.in;
  T* const out = bases[s.target] + s.out;
  if (s.others < side || s.groups < side) {
    for (Index line = 0; line < s.groups; ++line)
      for (Index k = 0; k < s.others; ++k)
        for (int part = 0; part < 2; ++part)
          out[k * s.frequency + 2 * line + part] = in[line * s.lane_in + 2 * k + part];
    return;
  }
  for (Index begin = 0; begin < s.groups; begin += side) {
    const Index line = std::min(begin, s.groups - side);
    for (Index first = 0; first < s.others; first += side) {
      const Index k = std::min(first, s.others - side);
      V v[side];
      unrolled<side>([&](auto i)
                         WEFT_IN_REGISTERS { v[i] = hn::LoadU(d, in + (line + i) * s.lane_in + 2 * k); });
      transpose<2>(d, v);
      unrolled<side>([&](auto i)
                         WEFT_IN_REGISTERS { hn::StoreU(v[i], d, out + (k + i) * s.frequency + 2 * line); });
    }
  }
}

// Real and imaginary parts of half the points of real lines, as a transform of complex points leaves them, to
// modes k and n - k of the lines, and back (Cooley, Lewis and Welch, J. Sound Vib. 12, 1970): `count` pairs
// of modes from k = 1 on, of 2 n real points, their roots exp(-pi i k / n) in `factors`; mode 0 and mode n
// first. `point` and `frequency` are from mode to mode, `others` is where mode n is.
template <class T>
void separate_step(const Step<T>& s, T* const* bases) {
  using Z = PairOf<T>;
  const Tag<T> d;
  const auto half = hn::Set(d, T(0.5) * s.scale), scale = hn::Set(d, s.scale), zero = hn::Zero(d);
  for (Index g = 0; g < s.groups; ++g) {
    const bool is_last = g + 1 == s.groups;
    const T* in = bases[s.source] + s.in + (is_last ? s.last_in : g * s.group_in);
    T* out = bases[s.target] + s.out + (is_last ? s.last_out : g * s.group_out);
    const Z first = load_lines<Z>(in, s.lane_in);
    store_columns(Z{hn::Mul(scale, hn::Add(first.re, first.im)), zero}, out);
    store_columns(Z{hn::Mul(scale, hn::Sub(first.re, first.im)), zero}, out + s.others);
    const T *from = in + s.point, *from_end = in + (s.others / s.frequency - 1) * s.point;
    T *to = out + s.frequency, *to_end = out + s.others - s.frequency;
    const T* root = s.factors;
    for (Index k = 0; k < s.count; ++k, root += 2) {
      const Z a = load_lines<Z>(from, s.lane_in), b = conjugate(load_lines<Z>(from_end, s.lane_in));
      const Z sum = scaled(half, a + b), rest = scaled(half, a - b);
      const Z turned = times(rest, hn::Set(d, root[0]), hn::Set(d, root[1]));
      store_columns(minus_i(sum, turned), to);
      store_columns(conjugate(plus_i(sum, turned)), to_end);
      from += s.point;
      from_end -= s.point;
      to += s.frequency;
      to_end -= s.frequency;
    }
  }
}
template <class T>
void combine_step(const Step<T>& s, T* const* bases) {
  using Z = PairOf<T>;
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale);
  for (Index g = 0; g < s.groups; ++g) {
    const bool is_last = g + 1 == s.groups;
    const T* in = bases[s.source] + s.in + (is_last ? s.last_in : g * s.group_in);
    T* out = bases[s.target] + s.out + (is_last ? s.last_out : g * s.group_out);
    const auto zero = load_lines<Z>(in, s.lane_in).re, end = load_lines<Z>(in + s.others, s.lane_in).re;
    store_lines(Z{hn::Mul(scale, hn::Add(zero, end)), hn::Mul(scale, hn::Sub(zero, end))}, out, s.lane_out);
    const T *from = in + s.point, *from_end = in + s.others - s.point;
    T *to = out + s.frequency, *to_end = out + (s.others / s.point - 1) * s.frequency;
    const T* root = s.factors;
    for (Index k = 0; k < s.count; ++k, root += 2) {
      const Z a = load_lines<Z>(from, s.lane_in), b = conjugate(load_lines<Z>(from_end, s.lane_in));
      const Z sum = scaled(scale, a + b), rest = scaled(scale, a - b);
      const Z turned = times(rest, hn::Set(d, root[0]), hn::Set(d, root[1]));
      store_lines(plus_i(sum, turned), to, s.lane_out);
      store_lines(conjugate(minus_i(sum, turned)), to_end, s.lane_out);
      from += s.point;
      from_end -= s.point;
      to += s.frequency;
      to_end -= s.frequency;
    }
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
