// Steps of real lines: as many lines as a vector has lanes, without a step after or before them.
//
// a * b points are columns of b points; columns 0 and a / 2 stay real, the others are complex
// (real_butterflies-inl.hpp). The first step makes columns, `pair` transforms the two real ones, and a
// complex step in the form `mirror` the others. Back, the same from the end. In scratch, a point of a group
// is one complex vector more than it has lines: two vectors of numbers.
#if defined(WEFT_CODELETS_REAL_STEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_REAL_STEPS_INL_HPP
#undef WEFT_CODELETS_REAL_STEPS_INL_HPP
#else
#define WEFT_CODELETS_REAL_STEPS_INL_HPP
#endif

#include "codelets/memory-inl.hpp"
#include "codelets/real_butterflies-inl.hpp"
#include "codelets/step.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls work(in, out, factors) for each group of each butterfly; `n_factors` numbers belong to a butterfly.
template <Index n_factors, class T, class Work>
HWY_INLINE void for_groups(const Step<T>& s, T* const* bases, const Work& work) {
  const T *in = bases[s.source] + s.in, *factors = s.factors;
  T* out = bases[s.target] + s.out;
  for (Index i = s.count; i > 0; --i, in += s.next_in, out += s.next_out, factors += n_factors) {
    const T* p = in;
    T* q = out;
    for (Index g = s.groups;;) {
      work(p, q, factors);
      if (--g == 0) break;
      p = g == 1 ? in + s.last_in : p + s.group_in;
      q = g == 1 ? out + s.last_out : q + s.group_out;
    }
  }
}

// Points 2 k and 2 k + 1 of real lines are a complex number of memory. `point` and `frequency` are from one
// of these to the next where points are meant. n points to columns of n / 2 + 1 modes, and back; `columns`:
// of lines that lie side by side, on both sides.
template <int n, bool columns, class T>
void real_line(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale);
  for_groups<0>(s, bases, [&](const T* p, T* q, const T*) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[n];
    PairOf<T> modes[n / 2 + 1];
    if (s.ahead != 0 && !columns)
      for (int k = 0; k < n / 2; ++k) fetch_point<true>(p + k * s.point + s.ahead, s.lane_in, k, n_lanes<T>);
    unrolled<n / 2>([&](auto k) WEFT_IN_REGISTERS {
      const T* at = p + k * s.point;
      const PairOf<T> two = columns ? load_columns<PairOf<T>>(at) : load_rows<PairOf<T>>(at, s.lane_in);
      x[2 * k] = two.re;
      x[2 * k + 1] = two.im;
    });
    RealButterfly<n>::run(d, x, modes);
    unrolled<n / 2 + 1>(
        [&](auto k) WEFT_IN_REGISTERS { store_columns(scaled(scale, modes[k]), q + k * s.frequency); });
  });
}
template <int n, bool columns, class T>
void real_line_back(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale);
  for_groups<0>(s, bases, [&](const T* p, T* q, const T*) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[n];
    PairOf<T> modes[n / 2 + 1];
    unrolled<n / 2 + 1>([&](auto k) WEFT_IN_REGISTERS {
      const T* at = p + k * s.point;
      modes[k] = columns ? load_columns<PairOf<T>>(at) : load_rows<PairOf<T>>(at, s.lane_in);
    });
    RealButterfly<n>::back(d, modes, x);
    unrolled<n / 2>([&](auto k) WEFT_IN_REGISTERS {
      const PairOf<T> two = scaled(scale, PairOf<T>{x[2 * k], x[2 * k + 1]});
      if constexpr (columns)
        store_columns(two, q + k * s.frequency);
      else
        store_rows(two, q + k * s.frequency, s.lane_out);
    });
  });
}

// Points m + b k of rows, for two m at a time, to point m of columns: 0 and a / 2 at `out`, column j
// `frequency` behind column j - 1. Factors: (cos, sin) of columns 1 to a / 2 - 1, for both m.
template <int a, class T>
void real_first(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale);
  const Index next_point = s.next_out / 2;
  for_groups<2 * (a - 2)>(s, bases, [&](const T* p, T* q, const T* factors) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[2][a];
    if constexpr (a > 2)
      if (s.ahead != 0)
        for (int k = 0; k < a; ++k)
          fetch_point<true>(p + k * s.point + s.ahead, s.lane_in, (factors - s.factors) / (2 * (a - 2)),
                            n_lanes<T>);
    unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
      const PairOf<T> two = load_lines<PairOf<T>>(p + k * s.point, s.lane_in);
      x[0][k] = two.re;
      x[1][k] = two.im;
    });
    unrolled<2>([&](auto m) WEFT_IN_REGISTERS {
      PairOf<T> columns[a / 2 + 1];
      RealButterfly<a>::run(d, x[m], columns);
      T* at = q + m * next_point;
      const T* factor = factors + m * (a - 2);
      hn::StoreU(hn::Mul(scale, columns[0].re), d, at);
      hn::StoreU(hn::Mul(scale, columns[a / 2].re), d, at + n_lanes<T>);
      unrolled<a / 2 - 1>([&](auto j) WEFT_IN_REGISTERS {
        store_columns(times(columns[j + 1], hn::Set(d, factor[2 * j]), hn::Set(d, factor[2 * j + 1])),
                      at + (j + 1) * s.frequency);
      });
    });
  });
}
template <int a, class T>
void real_last_back(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  const auto scale = hn::Set(d, s.scale), zero = hn::Zero(d);
  const Index next_point = s.next_in / 2;
  for_groups<2 * (a - 2)>(s, bases, [&](const T* p, T* q, const T* factors) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[2][a];
    unrolled<2>([&](auto m) WEFT_IN_REGISTERS {
      PairOf<T> columns[a / 2 + 1];
      const T *at = p + m * next_point, *factor = factors + m * (a - 2);
      columns[0] = {hn::Mul(scale, hn::LoadU(d, at)), zero};
      columns[a / 2] = {hn::Mul(scale, hn::LoadU(d, at + n_lanes<T>)), zero};
      unrolled<a / 2 - 1>([&](auto j) WEFT_IN_REGISTERS {
        columns[j + 1] = times(load_columns<PairOf<T>>(at + (j + 1) * s.point), hn::Set(d, factor[2 * j]),
                               hn::Set(d, factor[2 * j + 1]));
      });
      RealButterfly<a>::back(d, columns, x[m]);
    });
    unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
      store_lines(PairOf<T>{x[0][k], x[1][k]}, q + k * s.frequency, s.lane_out);
    });
  });
}

// The same with neighbouring points of a line in the lanes, and rows of columns: a complex number of columns
// 0 and a / 2 for each m, and those of the others. Factors: cosines of the lanes, then sines.
template <int a, class T>
void real_first_along(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  constexpr Index lanes = n_lanes<T>;
  const auto scale = hn::Set(d, s.scale);
  for_groups<(a - 2) * lanes>(s, bases, [&](const T* p, T* q, const T* factors) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[a];
    PairOf<T> columns[a / 2 + 1];
    if (s.ahead != 0)
      for (int k = 0; k < a; ++k) fetch_point<false>(p + k * s.point + s.ahead, 0, 0, 1);
    unrolled<a>([&](auto k) WEFT_IN_REGISTERS { x[k] = hn::LoadU(d, p + k * s.point); });
    RealButterfly<a>::run(d, x, columns);
    store_columns(scaled(scale, PairOf<T>{columns[0].re, columns[a / 2].re}), q);
    unrolled<a / 2 - 1>([&](auto j) WEFT_IN_REGISTERS {
      const T* factor = factors + 2 * j * lanes;
      store_columns(times(columns[j + 1], hn::Load(d, factor), hn::Load(d, factor + lanes)),
                    q + (j + 1) * s.frequency);
    });
  });
}
template <int a, class T>
void real_last_back_along(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  constexpr Index lanes = n_lanes<T>;
  const auto scale = hn::Set(d, s.scale), zero = hn::Zero(d);
  for_groups<(a - 2) * lanes>(s, bases, [&](const T* p, T* q, const T* factors) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[a];
    PairOf<T> columns[a / 2 + 1];
    const PairOf<T> ends = scaled(scale, load_columns<PairOf<T>>(p));
    columns[0] = {ends.re, zero};
    columns[a / 2] = {ends.im, zero};
    unrolled<a / 2 - 1>([&](auto j) WEFT_IN_REGISTERS {
      const T* factor = factors + 2 * j * lanes;
      columns[j + 1] = times(load_columns<PairOf<T>>(p + (j + 1) * s.point), hn::Load(d, factor),
                             hn::Load(d, factor + lanes));
    });
    RealButterfly<a>::back(d, columns, x);
    unrolled<a>([&](auto k) WEFT_IN_REGISTERS { hn::StoreU(x[k], d, q + k * s.frequency); });
  });
}

// Columns 0 and a / 2 to modes a k, and to modes a / 2 + a k, which begin at `others`; and back. `rows`: of
// columns.
template <int b, bool rows, class T>
void real_pair(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  for_groups<0>(s, bases, [&](const T* p, T* q, const T*) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[b];
    PairOf<T> modes[b / 2 + 1];
    [[maybe_unused]] PairOf<T> points[b];
    if constexpr (rows) load_row_points<b, true>(p, s.lane_in, points);
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      if constexpr (rows)
        x[k] = points[k].re;
      else
        x[k] = hn::LoadU(d, p + k * s.point);
    });
    RealButterfly<b>::run(d, x, modes);
    unrolled<b / 2 + 1>([&](auto k) WEFT_IN_REGISTERS { store_columns(modes[k], q + k * s.frequency); });
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      if constexpr (rows)
        x[k] = points[k].im;
      else
        x[k] = hn::LoadU(d, p + k * s.point + n_lanes<T>);
    });
    RealButterfly<b>::run_shifted(d, x, modes);
    unrolled<(b + 1) / 2>([&](auto k)
                              WEFT_IN_REGISTERS { store_columns(modes[k], q + s.others + k * s.frequency); });
  });
}
template <int b, bool rows, class T>
void real_pair_back(const Step<T>& s, T* const* bases) {
  const Tag<T> d;
  for_groups<0>(s, bases, [&](const T* p, T* q, const T*) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> x[b];
    PairOf<T> modes[b / 2 + 1];
    [[maybe_unused]] PairOf<T> points[b];
    unrolled<b / 2 + 1>(
        [&](auto k) WEFT_IN_REGISTERS { modes[k] = load_lines<PairOf<T>>(p + k * s.point, s.lane_in); });
    RealButterfly<b>::back(d, modes, x);
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      if constexpr (rows)
        points[k].re = x[k];
      else
        hn::StoreU(x[k], d, q + k * s.frequency);
    });
    unrolled<(b + 1) / 2>([&](auto k) WEFT_IN_REGISTERS {
      modes[k] = load_lines<PairOf<T>>(p + s.others + k * s.point, s.lane_in);
    });
    RealButterfly<b>::back_shifted(d, modes, x);
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      if constexpr (rows)
        points[k].im = x[k];
      else
        hn::StoreU(x[k], d, q + k * s.frequency + n_lanes<T>);
    });
    if constexpr (rows) store_row_points<b, true>(points, q, s.lane_out);
  });
}

// Column j of b points, j from 1 on with `count`, from modes j + a k and the conjugates of modes n - j - a k,
// of which those of j = 1 are counted from `others`. A group of real lines is two of complex ones where those
// are interleaved.
template <int b, bool rows, class T>
void real_column_back(const Step<T>& s, T* const* bases) {
  using Z = ComplexOf<T>;
  const Tag<T> d;
  constexpr Index lines = lines_of<T>;
  Index others = s.others;
  const T* in = bases[s.source] + s.in;
  T* out = bases[s.target] + s.out;
  for (Index j = s.count; j > 0; --j, in += s.next_in, out += s.next_out, others -= 2 * s.next_in) {
    const T* p = in;
    T* q = out;
    for (Index g = s.groups;;) {
      unrolled<n_lanes<T> / lines>([&](auto part) WEFT_IN_REGISTERS {
        const T* at = p + part * lines * s.lane_in;
        Z z[b];
        unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
          if constexpr (2 * k < b)
            z[k] = load_lines<Z>(at + k * s.point, s.lane_in);
          else
            z[k] = conjugate(load_lines<Z>(at + others - k * s.point, s.lane_in));
        });
        Butterfly<b>::run(d, z);
        [[maybe_unused]] Z points[b];
        unrolled<b>([&](auto k) WEFT_IN_REGISTERS {  // a positive exponent: from the end
          if constexpr (rows)
            points[(b - k) % b] = z[k];
          else
            store_columns(z[k], q + part * 2 * lines + (b - k) % b * s.frequency);
        });
        if constexpr (rows) store_row_points<b, true>(points, q + part * lines * s.lane_out, s.lane_out);
      });
      if (--g == 0) break;
      p = g == 1 ? in + s.last_in : p + s.group_in;
      q = g == 1 ? out + s.last_out : q + s.group_out;
    }
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
