// Groups of lines of a block on their way from memory to scratch and back, and the steps before and after
// complex transforms that make them those of real lines.
#if defined(WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#undef WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BLOCK_MEMORY_INL_HPP
#endif

#include "kernels/native_block_passes-inl.hpp"
#include "kernels/native_real_steps-inl.hpp"

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

// What comes after the passes of r2c, to a split array, and before those of c2r, from one.
template <class T>
HWY_NOINLINE void separate(const BlockLine<T>& line, T scale, const Points<T>& from, T* out, Index step) {
  separate_real(
      line.n, line.real_roots, line.is_positive, scale,
      [&](Index k) WEFT_IN_REGISTERS { return load_point<T>(from.at(k)); },
      [&](Index k, ZOf<T> z) WEFT_IN_REGISTERS { store_point(z, out + k * step); });
}
template <class T>
HWY_NOINLINE void combine(const BlockLine<T>& line, const Points<T>& to, const T* in, Index step) {
  combine_real(
      line.n, line.real_roots, line.is_positive,
      [&](Index k) WEFT_IN_REGISTERS { return load_point(in + k * step); },
      [&](Index k, ZOf<T> z) WEFT_IN_REGISTERS { store_point(z, to.at(k)); });
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
