// Row passes in vector code (native_rows.hpp).
#if defined(WEFT_KERNELS_NATIVE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_ROWS_INL_HPP
#undef WEFT_KERNELS_NATIVE_ROWS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_ROWS_INL_HPP
#endif

#include <array>

#include "codelets/real_butterflies-inl.hpp"
#include "kernels/native_rows.hpp"
#include "kernels/native_squares-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls work(number of the vector, twiddle factors) for each vector of the points of a column.
template <int n_twiddles, class T, class Work>
HWY_INLINE void for_blocks(const T* HWY_RESTRICT twiddles, int across, const Work& work) {
  for (Index block = 0; block < across / n_lanes<T>; ++block, twiddles += n_twiddles * point_numbers<T>)
    work(block, twiddles);
}

// The pass along lines: each has an address. Memory `ahead` bytes behind them is fetched, if that is not 0.
template <int a, class T, class From>
HWY_NOINLINE void along(const T* twiddles, int across, const T* const* lines, int n_lines, Index ahead,
                        T* columns, Index to_line, Index to_block, Index others, Index column) {
  const Tag<T> d;
  const Index step = 2 * across;
  for (int line = 0; line < n_lines; ++line)
    for_blocks<a - 1>(twiddles, across, [&](Index block, const T* twiddle) WEFT_IN_REGISTERS {
      ZOf<T> z[a];
      const T* from = lines[line] + block * point_numbers<T>;
      if (ahead != 0) fetch_rows<a, point_numbers<T> * sizeof(T)>(from, step, ahead);
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        z[k] = From::load(from);
        from += step;
      });
      Butterfly<a>::run(d, z);
      T* to = columns + line * to_line + block * to_block;
      store_point(z[0], to);
      to += others;
      unrolled<a - 1>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        to += column;
        store_point(times(z[j + 1], root.re, root.im), to);
      });
    });
}

template <int a, class T>
HWY_NOINLINE void along_reals(const T* twiddles, int across, const T* const* lines, int n_lines, Index ahead,
                              T* columns, Index to_line, Index to_block, Index, Index column) {
  const Tag<T> d;
  constexpr int n_pairs = (a - 1) / 2;
  for (int line = 0; line < n_lines; ++line)
    for_blocks<n_pairs>(twiddles, across, [&](Index block, const T* twiddle) WEFT_IN_REGISTERS {
      hn::Vec<Tag<T>> x[a];
      ZOf<T> z[a / 2 + 1];
      const T* from = lines[line] + block * n_lanes<T>;
      if (ahead != 0) fetch_rows<a, n_lanes<T> * sizeof(T)>(from, across, ahead);
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        x[k] = hn::LoadU(d, from);
        from += across;
      });
      RealButterfly<a>::run(d, x, z);
      T* to = columns + line * to_line + block * to_block;
      hn::Store(z[0].re, d, to);
      if constexpr (a % 2 == 0) hn::Store(z[a / 2].re, d, to + a / 2 * column);
      unrolled<n_pairs>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        to += column;
        store_point(times(z[j + 1], root.re, root.im), to);
      });
    });
}

// Back: what the pass across left, to points in memory.
template <int a, class T, class To>
HWY_NOINLINE void along_back(const T* twiddles, int across, const T* columns, Index to_line, Index to_block,
                             Index others, Index column, T* const* lines, int n_lines, T scale) {
  const Tag<T> d;
  const Index step = 2 * across;
  for (int line = 0; line < n_lines; ++line)
    for_blocks<a - 1>(twiddles, across, [&](Index block, const T* twiddle) WEFT_IN_REGISTERS {
      ZOf<T> z[a];
      const T* from = columns + line * to_line + block * to_block;
      z[0] = load_point(from);
      from += others;
      unrolled<a - 1>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        from += column;
        z[j + 1] = times(load_point(from), root.re, root.im);
      });
      Butterfly<a>::run(d, z);
      T* to = lines[line] + block * point_numbers<T>;
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        To::store(z[k], to, scale);
        to += step;
      });
    });
}

// Stores around the cache fill whole lines of it, one after the other: where vectors are shorter than those,
// points are brought into order first.
template <int a, class T, bool stream>
HWY_NOINLINE void along_reals_back(const T* twiddles, int across, const T* columns, Index to_line,
                                   Index to_block, Index, Index column, T* const* lines, int n_lines,
                                   T scale) {
  const Tag<T> d;
  constexpr int n_pairs = (a - 1) / 2, most_across = 16;
  constexpr bool is_ordered = stream && n_lanes<T> * sizeof(T) < 64;
  [[maybe_unused]] HWY_ALIGN T ordered[is_ordered ? a * most_across : 1];
  const auto factor = hn::Set(d, scale);
  for (int line = 0; line < n_lines; ++line) {
    for_blocks<n_pairs>(twiddles, across, [&](Index block, const T* twiddle) WEFT_IN_REGISTERS {
      hn::Vec<Tag<T>> x[a];
      ZOf<T> z[a / 2 + 1];
      const T* from = columns + line * to_line + block * to_block;
      z[0] = {hn::Load(d, from), hn::Zero(d)};
      if constexpr (a % 2 == 0) z[a / 2] = {hn::Load(d, from + a / 2 * column), hn::Zero(d)};
      unrolled<n_pairs>([&](auto j) WEFT_IN_REGISTERS {
        const ZOf<T> root = load_point(twiddle + j * point_numbers<T>);
        from += column;
        z[j + 1] = times(load_point(from), root.re, hn::Neg(root.im));
      });
      RealButterfly<a>::back(d, z, x);
      T* to = (is_ordered ? ordered : lines[line]) + block * n_lanes<T>;
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        store_numbers<stream && !is_ordered, T>(hn::Mul(factor, x[k]), to);
        to += across;
      });
    });
    if constexpr (is_ordered)
      for (Index i = 0; i < a * across; i += n_lanes<T>)
        store_numbers<true, T>(hn::Load(d, ordered + i), lines[line] + i);
  }
}

// Frequencies one after the other.
template <class T>
struct StridedCursor {
  T* at;
  const Index apart;
  HWY_INLINE T* next() {
    T* const point = at;
    at += apart;
    return point;
  }
};
template <class T>
struct TableCursor {
  const char* const* row;
  const Index apart, offset, ahead;
  HWY_INLINE T* next() {
    const char* const point = *row + offset;
    if (ahead != 0)
      for (std::size_t byte = 0; byte < point_numbers<T> * sizeof(T); byte += 64) fetch(point + ahead + byte);
    row += apart;
    return reinterpret_cast<T*>(const_cast<char*>(point));
  }
};
template <class T>
HWY_INLINE StridedCursor<T> cursor(T* at, Index apart, Index) {
  return {at, apart};
}
template <class T>
HWY_INLINE TableCursor<T> cursor(Index row, Index apart, const TableRows& rest) {
  return {rest.rows + row, apart, rest.offset, rest.ahead};
}
template <class Points>
using At = typename Points::At;
template <class Points>
using Rest = typename Points::Rest;

// The pass across the lines, of one column; short functions, which compilers keep in registers.
template <int b, class T, class P, class To>
HWY_NOINLINE void across(const T* in, Index line, Index block, At<P> first, At<P> others, Index apart,
                         Rest<P> rest, T re, T) {
  const Tag<T> d;
  ZOf<T> z[b];
  load_part<b, false>(in, line, block, z);
  Butterfly<b>::run(d, z);
  To::store(z[0], cursor<T>(first, apart, rest).next(), re);
  auto to = cursor<T>(others, apart, rest);
  unrolled<b - 1>([&](auto q) WEFT_IN_REGISTERS { To::store(z[q + 1], to.next(), re); });
}

template <int b, class T, class P, class From>
HWY_NOINLINE void across_back(At<P> first, At<P> others, Index apart, Rest<P> rest, T, T, T* out, Index line,
                              Index block) {
  const Tag<T> d;
  ZOf<T> z[b];
  z[0] = From::load(cursor<T>(first, apart, rest).next());
  auto from = cursor<T>(others, apart, rest);
  unrolled<b - 1>([&](auto q) WEFT_IN_REGISTERS { z[q + 1] = From::load(from.next()); });
  Butterfly<b>::run(d, z);
  store_part<b, false>(z, out, line, block);
}

// The same of neighbouring columns of one line, or of two, to lines along memory.
template <int b, class T, bool is_streamed>
HWY_NOINLINE void across_to_line(const T* in, Index line, Index block, T* first, T* others, Index apart,
                                 Index second, T scale) {
  ZOf<T> z[b];
  load_part<b, false>(in, line, block, z);
  Butterfly<b>::run(Tag<T>(), z);
  const auto store = [&](ZOf<T> point, T* to) WEFT_IN_REGISTERS {
    const Tag<T> d;
    const auto factor = hn::Set(d, scale);
    auto re = hn::Mul(factor, point.re), im = hn::Mul(factor, point.im);
    exchange_parts(d, re, im);
    store_numbers<is_streamed, T>(re, to);
    store_numbers<is_streamed, T>(im, to + second);
  };
  store(z[0], first);
  unrolled<b - 1>([&](auto q) WEFT_IN_REGISTERS {
    store(z[q + 1], others);
    others += apart;
  });
}

// The same of real lines: column 0; column a / 2; columns j and a - j, which are conjugates.
template <class T>
HWY_INLINE ZOf<T> scaled(ZOf<T> z, T re, T im) {
  const Tag<T> d;
  return {hn::Mul(hn::Set(d, re), z.re), hn::Mul(hn::Set(d, im), z.im)};
}
template <int b, class T, class P, class To>
HWY_NOINLINE void across_first(const T* in, Index line, Index block, At<P> points, At<P>, Index apart,
                               Rest<P> rest, T re, T im) {
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2 + 1];
  load_square<b, true>(in, line, block, x);
  RealButterfly<b>::run(Tag<T>(), x, z);
  auto to = cursor<T>(points, apart, rest);
  unrolled<b / 2 + 1>([&](auto q) WEFT_IN_REGISTERS { To::store(scaled(z[q], re, im), to.next(), T{1}); });
}
template <int b, class T, class P, class To>
HWY_NOINLINE void across_middle(const T* in, Index line, Index block, At<P> points, At<P>, Index apart,
                                Rest<P> rest, T re, T im) {
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2];
  load_square<b, true>(in, line, block, x);
  RealButterfly<b>::run_shifted(Tag<T>(), x, z);
  auto to = cursor<T>(points, apart, rest);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS { To::store(scaled(z[q], re, im), to.next(), T{1}); });
}
template <int b, class T, class P, class To>
HWY_NOINLINE void across_pair(const T* in, Index line, Index block, At<P> up, At<P> down, Index apart,
                              Rest<P> rest, T re, T im) {
  ZOf<T> z[b];
  load_part<b, true>(in, line, block, z);
  Butterfly<b>::run(Tag<T>(), z);
  auto to = cursor<T>(up, apart, rest), mirrored = cursor<T>(down, apart, rest);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    To::store(scaled(z[q], re, im), to.next(), T{1});
    To::store(scaled(z[b - 1 - q], re, -im), mirrored.next(), T{1});
  });
}

template <int b, class T, class P, class From>
HWY_NOINLINE void across_first_back(At<P> points, At<P>, Index apart, Rest<P> rest, T re, T im, T* out,
                                    Index line, Index block) {
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2 + 1];
  auto from = cursor<T>(points, apart, rest);
  unrolled<b / 2 + 1>([&](auto q) WEFT_IN_REGISTERS { z[q] = scaled(From::load(from.next()), re, im); });
  RealButterfly<b>::back(Tag<T>(), z, x);
  store_square<b, true>(x, out, line, block);
}
template <int b, class T, class P, class From>
HWY_NOINLINE void across_middle_back(At<P> points, At<P>, Index apart, Rest<P> rest, T re, T im, T* out,
                                     Index line, Index block) {
  hn::Vec<Tag<T>> x[b];
  ZOf<T> z[b / 2];
  auto from = cursor<T>(points, apart, rest);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS { z[q] = scaled(From::load(from.next()), re, im); });
  RealButterfly<b>::back_shifted(Tag<T>(), z, x);
  store_square<b, true>(x, out, line, block);
}
template <int b, class T, class P, class From>
HWY_NOINLINE void across_pair_back(At<P> up, At<P> down, Index apart, Rest<P> rest, T re, T im, T* out,
                                   Index line, Index block) {
  ZOf<T> z[b];
  auto from = cursor<T>(up, apart, rest), mirrored = cursor<T>(down, apart, rest);
  unrolled<b / 2>([&](auto q) WEFT_IN_REGISTERS {
    z[q] = exchanged(scaled(From::load(from.next()), re, im));
    z[b - 1 - q] = exchanged(scaled(From::load(mirrored.next()), re, -im));
  });
  Butterfly<b>::run(Tag<T>(), z);
  unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[q] = exchanged(z[q]); });
  store_part<b, true>(z, out, line, block);
}

template <int a, class T>
constexpr AlongFunctions<T> make_along() {
  return {along<a, T, FromSplit<T>>,
          along<a, T, FromColumns<T>>,
          along_reals<a, T>,
          along_back<a, T, ToSplit<T>>,
          {along_back<a, T, ToColumns<T>>, along_reals_back<a, T, false>},
          {along_back<a, T, ToColumns<T, true>>, along_reals_back<a, T, true>}};
}
template <class T, int... radices>
constexpr auto all_along(std::integer_sequence<int, radices...>) {
  std::array<AlongFunctions<T>, 17> all{};
  all[1] = make_along<1, T>();
  ((all[radices] = make_along<radices, T>()), ...);
  return all;
}
template <class T>
const AlongFunctions<T>* along_functions_of(int along) {
  static constexpr auto all = all_along<T>(NativeRadices{});
  return &all[static_cast<std::size_t>(along)];
}

template <int b, class T, template <class> class Points, class To>
constexpr AcrossTo<T, Points> across_to() {
  using P = Points<T>;
  return {across<b, T, P, To>, across_first<b, T, P, To>, across_middle<b, T, P, To>,
          across_pair<b, T, P, To>};
}
template <int b, class T, template <class> class Points, class From>
constexpr AcrossFrom<T, Points> across_from() {
  using P = Points<T>;
  return {across_back<b, T, P, From>, across_first_back<b, T, P, From>, across_middle_back<b, T, P, From>,
          across_pair_back<b, T, P, From>};
}
template <int b, class T>
const AcrossFunctions<T>* make_across() {
  if constexpr (n_lanes < T >> 1 && b % n_lanes<T> == 0) {
    static constexpr AcrossFunctions<T> all = {across_to_line<b, T, false>,
                                               across_to_line<b, T, true>,
                                               across_to<b, T, StridedPoints, ToSplit<T>>(),
                                               across_to<b, T, TablePoints, ToColumns<T>>(),
                                               across_to<b, T, TablePoints, ToColumns<T, true>>(),
                                               across_from<b, T, StridedPoints, FromSplit<T>>(),
                                               across_from<b, T, TablePoints, FromColumns<T>>()};
    return &all;
  }
  return nullptr;
}
template <class T>
const AcrossFunctions<T>* across_functions_of(int across) {
  return across == 16 ? make_across<16, T>() : make_across<8, T>();
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
