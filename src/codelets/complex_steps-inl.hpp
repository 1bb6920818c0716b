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

// Points of a butterfly: at distances from each other, or at those of a table.
template <Form form>
inline constexpr bool is_table = form == Form::table || form == Form::stream;
template <Form form, class T>
struct Place {
  T* first;  // of the first line
  const Index* entries = nullptr;
  Place(T* base, Index begin, const T* table)
      : first(base + begin), entries(reinterpret_cast<const Index*>(table)) {}
  HWY_INLINE void move(Index distance) {
    if constexpr (is_table<form>)
      entries += distance;
    else
      first += distance;
  }
  // Of the lines that begin at `group`.
  HWY_INLINE T* at(T* group, Index distance) const {
    if constexpr (is_table<form>)
      return reinterpret_cast<T*>(reinterpret_cast<char*>(group) + entries[distance]);
    else
      return group + distance;
  }
};

template <int radix, Form from, Form to, Factors factors, class T>
void complex_step(const Step<T>& s, T* const* bases) {
  using Z = ComplexOf<T>;
  const Tag<T> d;
  // Groups that are done at once: around the cache, whole lines of it are written one after the other.
  constexpr int parts = to == Form::stream ? static_cast<int>(streamed_lines<T> / lines_of<T>) : 1;
  Place<from, T> in(bases[s.source], s.in, bases[s.table_in]);
  Place<to, T> out(bases[s.target], s.out, bases[s.table_out]);
  const T* factor = s.factors;
  const Index point = s.point, frequency = s.frequency, lane_in = s.lane_in, lane_out = s.lane_out;
  Index others = s.others;
  [[maybe_unused]] const auto scale = hn::Set(d, s.scale);
  for (Index i = s.count; i > 0; --i, in.move(s.next_in), out.move(s.next_out)) {
    T *p = in.first, *q = out.first;
    for (Index g = s.groups;;) {
      if (s.ahead != 0)
        for (int k = 0; k < radix; ++k)
          fetch_point<from == Form::rows>(in.at(p, k * point) + s.ahead, lane_in, i, lines_of<T>);
      Z z[parts][radix];
      unrolled<parts>([&](auto part) WEFT_IN_REGISTERS {
        if constexpr (from == Form::rows &&
                      factors != Factors::same)  // of whole rows: points are side by side
          load_row_points<radix, to == Form::mirror>(p + part * lines_of<T> * lane_in, lane_in, z[part]);
        else
          unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
            const T* const at = in.at(p, k * point) + part * 2 * lines_of<T>;
            if constexpr (from == Form::rows)
              z[part][k] = load_rows<Z>(at, lane_in);
            else
              z[part][k] = load_columns<Z>(at);
          });
        Butterfly<radix>::run(d, z[part]);
      });
      if constexpr (factors == Factors::scale)
        unrolled<parts * radix>([&](auto i) WEFT_IN_REGISTERS {
          z[i / radix][i % radix] = scaled(scale, z[i / radix][i % radix]);
        });
      if constexpr (factors == Factors::same) {
        z[0][0] = scaled(scale, z[0][0]);
        unrolled<radix - 1>([&](auto k) WEFT_IN_REGISTERS {
          z[0][k + 1] = times_factor(z[0][k + 1], factor + k * factor_numbers<T>);
        });
      }
      if constexpr (factors == Factors::lanes)
        unrolled<radix - 1>([&](auto k) WEFT_IN_REGISTERS {
          z[0][k + 1] = times_lane_factor(z[0][k + 1], factor + k * lane_factor_numbers<T>);
        });
      unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
        if constexpr (to == Form::mirror) {
          if constexpr (2 * k < radix)
            store_columns(z[0][k], q + k * frequency);
          else
            store_columns(conjugate(z[0][k]), q + others - k * frequency);
        } else {
          T* const at = out.at(q, k == 0 ? 0 : others + k * frequency);
          if constexpr (to == Form::rows)
            store_rows(z[0][k], at, lane_out);
          else if constexpr (to == Form::stream)
            unrolled<parts>([&](auto part) WEFT_IN_REGISTERS {
              stream_columns(z[part][k], at + part * 2 * lines_of<T>);
            });
          else
            store_columns(z[0][k], at);
        }
      });
      if (--g == 0) break;
      p += s.group_in;
      q += s.group_out;
      if (g == 1) {
        p = in.first + s.last_in;
        q = out.first + s.last_out;
      }
      if constexpr (factors == Factors::lanes) factor += (radix - 1) * lane_factor_numbers<T>;
    }
    if constexpr (factors == Factors::same) factor += (radix - 1) * factor_numbers<T>;
    if constexpr (factors == Factors::lanes) factor = s.factors;
    if constexpr (to == Form::mirror) others -= 2 * s.next_out;
  }
}

// `others` points of `groups` rows, `lane_in` apart, to columns, `frequency` from point to point; or of
// columns to rows, which is the same. A point is one number or two.
template <int numbers, class T>
void transpose_step(const Step<T>& s, T* const* bases) {
  using V = hn::Vec<Tag<T>>;
  const Tag<T> d;
  constexpr Index side = std::max(1, n_lanes<T> / numbers);
  const T* const in = bases[s.source] + s.in;
  T* const out = bases[s.target] + s.out;
  if (n_lanes<T> < numbers || s.others < side || s.groups < side) {
    for (Index line = 0; line < s.groups; ++line)
      for (Index k = 0; k < s.others; ++k)
        for (int part = 0; part < numbers; ++part)
          out[k * s.frequency + numbers * line + part] = in[line * s.lane_in + numbers * k + part];
    return;
  }
  for (Index begin = 0; begin < s.groups; begin += side) {
    const Index line = std::min(begin, s.groups - side);
    for (Index first = 0; first < s.others; first += side) {
      const Index k = std::min(first, s.others - side);
      V v[side];
      unrolled<side>([&](auto i) WEFT_IN_REGISTERS {
        const T* const p = in + (line + i) * s.lane_in + numbers * k;
        if (s.ahead != 0) __builtin_prefetch(p + s.ahead, 0, 2);
        v[i] = hn::LoadU(d, p);
      });
      transpose<numbers>(d, v);
      unrolled<side>([&](auto i) WEFT_IN_REGISTERS {
        hn::StoreU(v[i], d, out + (k + i) * s.frequency + numbers * line);
      });
    }
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
