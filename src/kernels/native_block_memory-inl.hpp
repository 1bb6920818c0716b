// Groups of lines of a block on their way from memory to scratch and back, and the steps before and after
// complex transforms that make them those of real lines.
#if defined(WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#undef WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#endif

#include "kernels/native_block_passes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Two numbers to a point.
template <class T>
HWY_INLINE T* number_of(const Points<T>& points, Index c) {
  return points.at(c >> 1) + (c & 1) * n_lanes<T>;
}

// Rows of n numbers, two for each point. Blocks of a vector's numbers begin where no gap follows inside.
template <class T>
HWY_NOINLINE void load_rows(const T* in, Index line, Index n, int count, const Points<T> to) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  const RowSource<T> source(in, line, count);
  const T* const* rows = source.rows;
  hn::Vec<Tag<T>> v[lanes];
  Index c = 0;
  for (; c + lanes <= n; c += lanes) {
    for (int i = 0; i < lanes; ++i) v[i] = hn::LoadU(d, rows[i] + c);
    transpose(d, v);
    T* at = number_of(to, c);
    for (int i = 0; i < lanes; ++i) hn::Store(v[i], d, at + i * lanes);
  }
  for (; c < n; ++c)
    for (int i = 0; i < lanes; ++i) number_of(to, c)[i] = rows[i][c];
}

template <class T>
HWY_NOINLINE void store_rows(const Points<T> from, T scale, T* out, Index line, Index n, int count) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  const auto factor = hn::Set(d, scale);
  hn::Vec<Tag<T>> v[lanes];
  Index c = 0;
  for (; c + lanes <= n; c += lanes) {
    const T* at = number_of(from, c);
    for (int i = 0; i < lanes; ++i) v[i] = hn::Mul(factor, hn::Load(d, at + i * lanes));
    transpose(d, v);
    if (count == lanes) {
      for (int i = 0; i < lanes; ++i) hn::StoreU(v[i], d, out + line_of_lane<T>(i) * line + c);
    } else {
      for (int i = 0; i < lanes; ++i)
        if (line_of_lane<T>(i) < count) hn::StoreU(v[i], d, out + line_of_lane<T>(i) * line + c);
    }
  }
  for (; c < n; ++c)
    for (int i = 0; i < lanes; ++i)
      if (line_of_lane<T>(i) < count) out[line_of_lane<T>(i) * line + c] = scale * number_of(from, c)[i];
}

// Lines that run along the groups of a split array: lanes are their points.
template <class T>
HWY_NOINLINE void load_split_rows(const T* in, Index line, Index n, int count, const Points<T> to) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>, of_gap = 8;
  const RowSource<T> source(in, line, count);
  const T* const* rows = source.rows;
  hn::Vec<Tag<T>> v[lanes];
  for (Index first = 0; first < n; first += lanes)
    for (int part = 0; part < 2; ++part) {
      for (int i = 0; i < lanes; ++i) v[i] = hn::Load(d, rows[i] + 2 * first + part * lanes);
      transpose(d, v);
      for (int i = 0; i < lanes; ++i) {
        const int at = line_of_lane<T>(i);
        hn::Store(v[i], d, to.at(first + at / of_gap * of_gap) + at % of_gap * to.step + part * lanes);
      }
    }
}

template <class T>
HWY_NOINLINE void store_split_rows(const Points<T> from, T* out, Index line, Index n, int count) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>, of_gap = 8;
  hn::Vec<Tag<T>> v[lanes];
  for (Index first = 0; first < n; first += lanes)
    for (int part = 0; part < 2; ++part) {
      for (int i = 0; i < lanes; ++i) {
        const int at = line_of_lane<T>(i);
        v[i] = hn::Load(d, from.at(first + at / of_gap * of_gap) + at % of_gap * from.step + part * lanes);
      }
      transpose(d, v);
      for (int i = 0; i < lanes; ++i)
        if (line_of_lane<T>(i) < count)
          hn::Store(v[i], d, out + line_of_lane<T>(i) * line + 2 * first + part * lanes);
    }
}

// Complex lines side by side, `count` of them.
template <class T>
HWY_INLINE ZOf<T> load_column(const T* in, int count) {
  if (count == n_lanes<T>) return FromColumns<T>::load(in);
  HWY_ALIGN T row[point_numbers<T>] = {};
  std::memcpy(row, in, static_cast<std::size_t>(2 * count) * sizeof(T));
  return FromColumns<T>::load(row);
}
template <class T>
HWY_INLINE void store_column(ZOf<T> z, T* out, int count, T scale) {
  if (count == n_lanes<T>) return ToColumns<T>::store(z, out, scale);
  HWY_ALIGN T row[point_numbers<T>];
  ToColumns<T>::store(z, row, scale);
  std::memcpy(out, row, static_cast<std::size_t>(2 * count) * sizeof(T));
}
template <class T>
HWY_NOINLINE void load_columns(const T* in, Index step, Index n, int count, const Points<T> to) {
  for (Index i = 0; i < n; ++i) store_point(load_column(in + i * step, count), to.at(i));
}
template <class T>
HWY_NOINLINE void store_columns(const Points<T> from, T scale, T* out, Index step, Index n, int count) {
  for (Index i = 0; i < n; ++i) store_column(load_point<T>(from.at(i)), out + i * step, count, scale);
}

// r2c: the modes of 2 n real points from those of n complex ones, to a split array.
template <class T>
HWY_NOINLINE void separate(const BlockLine<T>& line, T scale, const Points<T>& from, T* out, Index step) {
  const Tag<T> d;
  const auto to = [&](Index k, ZOf<T> z) WEFT_IN_REGISTERS { store_point(z, out + k * step); };
  const Index n = line.n;
  const T* HWY_RESTRICT roots = line.real_roots.data();
  const auto half = hn::Set(d, scale / 2), all = hn::Set(d, scale);
  const auto sign = hn::Set(d, line.is_positive ? T{-1} : T{1});
  const ZOf<T> first = load_point<T>(from.at(0));
  for (Index k = 1; 2 * k <= n; ++k) {
    const ZOf<T> p = load_point<T>(from.at(k)), q = load_point<T>(from.at(n - k));
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

// c2r: n complex points whose transform is 2 n real points, from a split array.
template <class T>
HWY_NOINLINE void combine(const BlockLine<T>& line, const Points<T>& to, const T* in, Index step) {
  const Tag<T> d;
  const auto from = [&](Index k) WEFT_IN_REGISTERS { return load_point(in + k * step); };
  const Index n = line.n;
  const T* HWY_RESTRICT roots = line.real_roots.data();
  const auto sign = hn::Set(d, line.is_positive ? T{1} : T{-1});
  const ZOf<T> first = from(0), last = from(n);
  for (Index k = 1; 2 * k <= n; ++k) {
    const ZOf<T> a = from(k), b = from(n - k);
    const auto even_re = hn::Add(a.re, b.re), even_im = hn::Mul(sign, hn::Sub(a.im, b.im));
    const auto odd_re = hn::Sub(a.re, b.re), odd_im = hn::Mul(sign, hn::Add(a.im, b.im));
    const ZOf<T> t = times(ZOf<T>{hn::Neg(odd_im), odd_re}, hn::Set(d, roots[2 * k]),
                           hn::Neg(hn::Set(d, roots[2 * k + 1])));
    store_point<T>({hn::Sub(even_re, t.re), hn::Sub(t.im, even_im)}, to.at(n - k));
    store_point<T>({hn::Add(even_re, t.re), hn::Add(even_im, t.im)}, to.at(k));
  }
  store_point<T>({hn::Add(first.re, last.re), hn::Sub(first.re, last.re)}, to.at(0));
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
