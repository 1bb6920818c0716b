// Row passes: the transform of lines whose points lie along vectors on one side, in two passes through
// memory.
//
// Point m + b k of a line of a * b points, m < b, k < a, gives frequency j + a q. The pass *along* the lines
// transforms over k, and as many neighbouring m as a vector has lanes, of one line at a time. The pass
// *across* them transforms over m; its lanes are lines, and squares of numbers are transposed in registers on
// the way. Back from frequencies the pass across is the first one. Column j of a line is what belongs to
// frequencies j + a q; those of real lines are the columns 0 and a / 2, which stay real, and those between.
#if defined(WEFT_KERNELS_NATIVE_BLOCK_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BLOCK_ROWS_INL_HPP
#undef WEFT_KERNELS_NATIVE_BLOCK_ROWS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BLOCK_ROWS_INL_HPP
#endif

#include "kernels/native_block_passes-inl.hpp"
#include "kernels/native_real_butterflies-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Numbers of lines between the passes, or memory of the same form: the vectors of `block` are those of lanes
// neighbouring points of a line, `line` is from line to line, `column` from column to column.
template <class T>
struct Between {
  T* first;
  Index line, block, column;
};
template <class T>
HWY_INLINE Between<T> between_passes(T* work, int across) {
  constexpr Index point = 2 * n_lanes<std::remove_const_t<T>>;
  return {work, point, n_lanes<std::remove_const_t<T>> * point, across * point};
}

// The passes along lines: `in_line` and `out_line` are from line to line in memory; where lines are missing,
// the last one is read again.
template <int a, class T, class From>
HWY_NOINLINE void along(const BlockRows<T>& rows, const T* in, Index in_line, int count, T* work) {
  const Between<T> out = between_passes(work, rows.across);
  const Tag<T> d;
  const int n_blocks = rows.across / n_lanes<T>;
  const Index step = n_blocks * point_numbers<T>;
  for (int line = 0; line < n_lanes<T>; ++line) {
    const T* from = in + std::min(line, count - 1) * in_line;
    const T* HWY_RESTRICT twiddle = rows.roots();
    T* to = out.first + line * out.line;
    for (int block = 0; block < n_blocks; ++block, from += point_numbers<T>, to += out.block) {
      ZOf<T> z[a];
      const T* point = from;
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        z[k] = From::load(point);
        point += step;
      });
      Butterfly<a>::run(d, z);
      store_point(z[0], to);
      T* column = to;
      unrolled<a - 1>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        column += out.column;
        store_point(times(z[j + 1], root.re, root.im), column);
      });
      twiddle += (a - 1) * point_numbers<T>;
    }
  }
}

template <int a, class T>
HWY_NOINLINE void along_reals(const BlockRows<T>& rows, const T* in, Index in_line, int count, T* work) {
  const Between<T> out = between_passes(work, rows.across);
  const Tag<T> d;
  const int n_blocks = rows.across / n_lanes<T>;
  for (int line = 0; line < n_lanes<T>; ++line) {
    const T* from = in + std::min(line, count - 1) * in_line;
    const T* HWY_RESTRICT twiddle = rows.roots();
    T* to = out.first + line * out.line;
    for (int block = 0; block < n_blocks; ++block, from += n_lanes<T>, to += out.block) {
      hn::Vec<Tag<T>> x[a];
      ZOf<T> z[a / 2 + 1];
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS { x[k] = hn::LoadU(d, from + k * rows.across); });
      RealButterfly<a>::run(d, x, z);
      hn::Store(z[0].re, d, to);
      if constexpr (a % 2 == 0) hn::Store(z[a / 2].re, d, to + a / 2 * out.column);
      unrolled<(a - 1) / 2>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        store_point(times(z[j + 1], root.re, root.im), to + (j + 1) * out.column);
      });
      twiddle += (a - 1) / 2 * point_numbers<T>;
    }
  }
}

// Back: what the pass across left, to points in memory.
template <int a, class T, class To>
HWY_NOINLINE void along_back(const BlockRows<T>& rows, const T* work, T* out, Index out_line, int count,
                             T scale) {
  const Between<const T> in = between_passes(work, rows.across);
  const Tag<T> d;
  const int n_blocks = rows.across / n_lanes<T>;
  const Index step = n_blocks * point_numbers<T>;
  for (int line = 0; line < count; ++line) {
    const T* from = in.first + line * in.line;
    const T* HWY_RESTRICT twiddle = rows.roots();
    T* to = out + line * out_line;
    for (int block = 0; block < n_blocks; ++block, from += in.block, to += point_numbers<T>) {
      ZOf<T> z[a];
      z[0] = load_point(from);
      unrolled<a - 1>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        z[j + 1] = times(load_point(from + (j + 1) * in.column), root.re, root.im);
      });
      Butterfly<a>::run(d, z);
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS { To::store(z[k], to + k * step, scale); });
      twiddle += (a - 1) * point_numbers<T>;
    }
  }
}

template <int a, class T>
HWY_NOINLINE void along_reals_back(const BlockRows<T>& rows, const T* work, T* out, Index out_line, int count,
                                   T scale) {
  const Between<const T> in = between_passes(work, rows.across);
  const Tag<T> d;
  const auto factor = hn::Set(d, scale);
  const int n_blocks = rows.across / n_lanes<T>;
  for (int line = 0; line < count; ++line) {
    const T* from = in.first + line * in.line;
    const T* HWY_RESTRICT twiddle = rows.roots();
    T* to = out + line * out_line;
    for (int block = 0; block < n_blocks; ++block, from += in.block, to += n_lanes<T>) {
      hn::Vec<Tag<T>> x[a];
      ZOf<T> z[a / 2 + 1];
      z[0] = {hn::Load(d, from), hn::Zero(d)};
      if constexpr (a % 2 == 0) z[a / 2] = {hn::Load(d, from + a / 2 * in.column), hn::Zero(d)};
      unrolled<(a - 1) / 2>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        z[j + 1] = times(load_point(from + (j + 1) * in.column), root.re, hn::Neg(root.im));
      });
      RealButterfly<a>::back(d, z, x);
      unrolled<a>([&](auto k)
                      WEFT_IN_REGISTERS { hn::StoreU(hn::Mul(factor, x[k]), d, to + k * rows.across); });
      twiddle += (a - 1) / 2 * point_numbers<T>;
    }
  }
}

template <class T>
HWY_INLINE constexpr int lane_of_line(int line) {
  return line < n_lanes<T> / 2 ? 2 * line : 2 * (line - n_lanes<T> / 2) + 1;
}

// One part of b points of all lines: from points along vectors to lines along them, and back. Points of
// complex numbers are in the order that exchange_parts leaves.
template <int b, bool is_real, class T>
HWY_INLINE void load_square(const T* from, Index line, Index block, hn::Vec<Tag<T>>* HWY_RESTRICT x) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  unrolled<b / lanes>([&](auto t) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> v[lanes];
    const T* row = from + t * block;
    unrolled<lanes>([&](auto i) WEFT_IN_REGISTERS {
      v[lane_of_line<T>(i)] = hn::LoadU(d, row);
      row += line;
    });
    transpose(d, v);
    unrolled<lanes>([&](auto i) WEFT_IN_REGISTERS {
      x[t * lanes + (is_real ? decltype(i)::value : line_of_lane<T>(decltype(i)::value))] = v[i];
    });
  });
}
template <int b, bool is_real, class T>
HWY_INLINE void store_square(const hn::Vec<Tag<T>>* HWY_RESTRICT x, T* to, Index line, Index block) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  unrolled<b / lanes>([&](auto t) WEFT_IN_REGISTERS {
    hn::Vec<Tag<T>> v[lanes];
    unrolled<lanes>([&](auto i) WEFT_IN_REGISTERS {
      v[i] = x[t * lanes + (is_real ? decltype(i)::value : line_of_lane<T>(decltype(i)::value))];
    });
    transpose(d, v);
    T* row = to + t * block;
    unrolled<lanes>([&](auto i) WEFT_IN_REGISTERS {
      hn::StoreU(v[lane_of_line<T>(i)], d, row);
      row += line;
    });
  });
}

template <int b, bool is_real, class T>
HWY_INLINE void load_part(const T* in, Index line, Index block, ZOf<T>* HWY_RESTRICT z) {
  hn::Vec<Tag<T>> x[b];
  load_square<b, is_real>(in, line, block, x);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[q].re = x[q]; });
  load_square<b, is_real>(in + n_lanes<T>, line, block, x);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[q].im = x[q]; });
}
template <int b, bool is_real, class T>
HWY_INLINE void store_part(const ZOf<T>* HWY_RESTRICT z, T* out, Index line, Index block) {
  hn::Vec<Tag<T>> x[b];
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { x[q] = z[q].re; });
  store_square<b, is_real>(x, out, line, block);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { x[q] = z[q].im; });
  store_square<b, is_real>(x, out + n_lanes<T>, line, block);
}

// The same of all points of complex lines in memory.
template <int b, class T>
HWY_INLINE void load_points(const T* in, Index line, ZOf<T>* HWY_RESTRICT z) {
  hn::Vec<Tag<T>> x[2 * b];
  load_square<2 * b, true>(in, line, Index{n_lanes<T>}, x);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[q] = {x[2 * q], x[2 * q + 1]}; });
}
template <int b, class T>
HWY_INLINE void store_points(const ZOf<T>* HWY_RESTRICT z, T* out, Index line, T scale) {
  const auto factor = hn::Set(Tag<T>(), scale);
  hn::Vec<Tag<T>> x[2 * b];
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS {
    x[2 * q] = hn::Mul(factor, z[q].re);
    x[2 * q + 1] = hn::Mul(factor, z[q].im);
  });
  store_square<2 * b, true>(x, out, line, Index{n_lanes<T>});
}

template <bool is_written, class T>
HWY_INLINE void fetch_ahead(const T* point, Index ahead) {
  if (ahead == 0) return;
  for (Index i = 0; i < point_numbers<T>; i += 64 / static_cast<Index>(sizeof(T)))
    __builtin_prefetch(point + ahead + i, is_written ? 1 : 0, 2);
}

// The pass across the lines, of one column: `first` is where its frequency j is, `rest` where j + a is,
// `apart` numbers before the next one; `are_rows`: complex lines of one
// column, in memory. Columns are short functions, which compilers keep in registers.
template <int b, class T, bool are_rows, class To>
HWY_NOINLINE void across(const T* in, Index line, Index block, T* first, T* rest, Index apart, Index ahead,
                         T scale) {
  const Tag<T> d;
  ZOf<T> z[b];
  if constexpr (are_rows)
    load_points<b>(in, line, z);
  else
    load_part<b, false>(in, line, block, z);
  Butterfly<b>::run(d, z);
  To::store(z[0], first, scale);
  unrolled<b - 1>([&](auto q) WEFT_IN_REGISTERS {
    To::store(z[q + 1], rest, scale);
    fetch_ahead<true>(rest, ahead);
    rest += apart;
  });
}

template <int b, class T, bool are_rows, class From>
HWY_NOINLINE void across_back(const T* first, const T* rest, Index apart, Index ahead, T* out, Index line,
                              Index block, T scale) {
  const Tag<T> d;
  ZOf<T> z[b];
  z[0] = From::load(first);
  unrolled<b - 1>([&](auto q) WEFT_IN_REGISTERS {
    z[q + 1] = From::load(rest);
    fetch_ahead<false>(rest, ahead);
    rest += apart;
  });
  Butterfly<b>::run(d, z);
  if constexpr (are_rows)
    store_points<b>(z, out, line, scale);
  else
    store_part<b, false>(z, out, line, block);
}

// The same of real lines: column 0; column a / 2; columns j and a - j, which are conjugates. `re`, `im`:
// factors of the parts of modes.
template <int b, class T>
HWY_NOINLINE void across_first(const T* in, Index line, Index block, T* out, Index apart, Index ahead, T re,
                               T im) {
  const Tag<T> d;
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2 + 1];
  load_square<b, true>(in, line, block, x);
  RealButterfly<b>::run(d, x, z);
  unrolled<b / 2 + 1>([&](auto q) WEFT_IN_REGISTERS {
    store_point<T>({hn::Mul(hn::Set(d, re), z[q].re), hn::Mul(hn::Set(d, im), z[q].im)}, out);
    fetch_ahead<true>(out, ahead);
    out += apart;
  });
}
template <int b, class T>
HWY_NOINLINE void across_middle(const T* in, Index line, Index block, T* out, Index apart, Index ahead, T re,
                                T im) {
  const Tag<T> d;
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2];
  load_square<b, true>(in, line, block, x);
  RealButterfly<b>::run_shifted(d, x, z);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    store_point<T>({hn::Mul(hn::Set(d, re), z[q].re), hn::Mul(hn::Set(d, im), z[q].im)}, out);
    fetch_ahead<true>(out, ahead);
    out += apart;
  });
}
template <int b, class T>
HWY_NOINLINE void across_pair(const T* in, Index line, Index block, T* up, T* down, Index apart, Index ahead,
                              T re, T im) {
  const Tag<T> d;
  ZOf<T> z[b];
  load_part<b, true>(in, line, block, z);
  Butterfly<b>::run(d, z);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    const ZOf<T> mirror = z[b - 1 - q];
    store_point<T>({hn::Mul(hn::Set(d, re), z[q].re), hn::Mul(hn::Set(d, im), z[q].im)}, up);
    fetch_ahead<true>(up, ahead);
    store_point<T>({hn::Mul(hn::Set(d, re), mirror.re), hn::Mul(hn::Set(d, -im), mirror.im)}, down);
    fetch_ahead<true>(down, ahead);
    up += apart;
    down += apart;
  });
}

template <int b, class T>
HWY_NOINLINE void across_first_back(const T* in, Index apart, Index ahead, T re, T im, T* out, Index line,
                                    Index block) {
  const Tag<T> d;
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2 + 1];
  unrolled<b / 2 + 1>([&](auto q) WEFT_IN_REGISTERS {
    const ZOf<T> mode = load_point(in);
    fetch_ahead<false>(in, ahead);
    z[q] = {hn::Mul(hn::Set(d, re), mode.re), hn::Mul(hn::Set(d, im), mode.im)};
    in += apart;
  });
  RealButterfly<b>::back(d, z, x);
  store_square<b, true>(x, out, line, block);
}
template <int b, class T>
HWY_NOINLINE void across_middle_back(const T* in, Index apart, Index ahead, T im, T* out, Index line,
                                     Index block) {
  const Tag<T> d;
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2];
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    const ZOf<T> mode = load_point(in);
    fetch_ahead<false>(in, ahead);
    z[q] = {mode.re, hn::Mul(hn::Set(d, im), mode.im)};
    in += apart;
  });
  RealButterfly<b>::back_shifted(d, z, x);
  store_square<b, true>(x, out, line, block);
}
template <int b, class T>
HWY_NOINLINE void across_pair_back(const T* up, const T* down, Index apart, Index ahead, T im, T* out,
                                   Index line, Index block) {
  const Tag<T> d;
  ZOf<T> z[b];
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    const ZOf<T> mode = load_point(up), mirror = load_point(down);
    fetch_ahead<false>(up, ahead);
    fetch_ahead<false>(down, ahead);
    z[q] = {hn::Mul(hn::Set(d, im), mode.im), mode.re};
    z[b - 1 - q] = {hn::Mul(hn::Set(d, -im), mirror.im), mirror.re};
    up += apart;
    down += apart;
  });
  Butterfly<b>::run(d, z);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[q] = exchanged(z[q]); });
  store_part<b, true>(z, out, line, block);
}

// Where frequencies of a line are; those of a positive exponent are those of -f.
template <class T>
struct Frequencies {
  T* first;
  Index step, n;
  bool is_positive;
  Index spacing(Index a) const { return is_positive ? -a * step : a * step; }
  T* at(Index f) const { return first + (is_positive && f != 0 ? n - f : f) * step; }
};

// What a number of columns, or of points of each, does.
template <class T>
struct AlongRow {
  using Run = void (*)(const BlockRows<T>&, const T*, Index, int, T*);
  using Back = void (*)(const BlockRows<T>&, const T*, T*, Index, int, T);
  Run from_split, from_columns, from_reals;
  Back to_split, to_columns, to_reals;
};
template <class T>
struct AcrossRow {
  using Run = void (*)(const T*, Index, Index, T*, T*, Index, Index, T);
  using Back = void (*)(const T*, const T*, Index, Index, T*, Index, Index, T);
  Run to_split, to_columns, rows_to_split, rows_to_columns;
  Back from_split, from_columns, split_to_rows, columns_to_rows;
  void (*first)(const T*, Index, Index, T*, Index, Index, T, T);
  void (*middle)(const T*, Index, Index, T*, Index, Index, T, T);
  void (*pair)(const T*, Index, Index, T*, T*, Index, Index, T, T);
  void (*first_back)(const T*, Index, Index, T, T, T*, Index, Index);
  void (*middle_back)(const T*, Index, Index, T, T*, Index, Index);
  void (*pair_back)(const T*, const T*, Index, Index, T, T*, Index, Index);
};

template <int a, class T>
constexpr AlongRow<T> make_along_row() {
  return {along<a, T, FromSplit<T>>,    along<a, T, FromColumns<T>>,    along_reals<a, T>,
          along_back<a, T, ToSplit<T>>, along_back<a, T, ToColumns<T>>, along_reals_back<a, T>};
}
template <int b, class T>
constexpr AcrossRow<T> make_across_row() {
  if constexpr (n_lanes<T> == 1 || b % n_lanes<T> != 0)  // native_block.cpp makes no such lines
    return {};
  else
    return {across<b, T, false, ToSplit<T>>,
            across<b, T, false, ToColumns<T>>,
            across<b, T, true, ToSplit<T>>,
            across<b, T, true, ToColumns<T>>,
            across_back<b, T, false, FromSplit<T>>,
            across_back<b, T, false, FromColumns<T>>,
            across_back<b, T, true, FromSplit<T>>,
            across_back<b, T, true, FromColumns<T>>,
            across_first<b, T>,
            across_middle<b, T>,
            across_pair<b, T>,
            across_first_back<b, T>,
            across_middle_back<b, T>,
            across_pair_back<b, T>};
}

template <class T, int... radices>
constexpr auto along_rows(std::integer_sequence<int, radices...>) {
  std::array<AlongRow<T>, 17> rows{};
  rows[1] = make_along_row<1, T>();
  ((rows[radices] = make_along_row<radices, T>()), ...);
  return rows;
}
template <class T>
HWY_INLINE const AlongRow<T>& along_row(int along) {
  static constexpr auto rows = along_rows<T>(NativeRadices{});
  return rows[static_cast<std::size_t>(along)];
}
template <class T>
const AcrossRow<T>& across_row(int across) {
  static constexpr AcrossRow<T> rows[] = {make_across_row<8, T>(), make_across_row<16, T>()};
  return rows[across == 16 ? 1 : 0];
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
