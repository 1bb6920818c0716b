// Short lines in vector code (native_short.hpp).
#if defined(WEFT_KERNELS_NATIVE_SHORT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_SHORT_INL_HPP
#undef WEFT_KERNELS_NATIVE_SHORT_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_SHORT_INL_HPP
#endif

#include "kernels/native_points-inl.hpp"
#include "kernels/native_short.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

template <class T>
const ShortLinesFunctions<T>* short_lines_functions_of(Index) {
  return nullptr;
}

#else

// Lines that share vectors, and numbers of 64 bits in a vector.
template <class T>
inline constexpr int lines_of_lane = 8 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int n_squares = n_lanes<T> / lines_of_lane<T>;
// The number of 64 bits that holds a point of a vector: what exchange_parts leaves.
template <class T>
HWY_INLINE constexpr int square_of_point(int point) {
  if (sizeof(T) == 4) return point;
  return point < n_squares<T> / 2 ? 2 * point : 2 * (point - n_squares<T> / 2) + 1;
}

// As many points of one line as a vector has numbers, or of two lines.
template <class T>
HWY_INLINE ZOf<T> load_parts(const T* first, const T* second) {
  const Tag<T> d;
  auto a = hn::LoadU(d, first), b = hn::LoadU(d, second);
  exchange_parts(d, a, b);
  return {a, b};
}

// Of a vector of several lines the part of line i, 16 or 32 bytes.
template <int i, int n_parts, class T>
HWY_INLINE void store_part_of(hn::Vec<Tag<T>> whole, T* to) {
  const hn::Half<Tag<T>> half;
  hn::Vec<hn::Half<Tag<T>>> part;
  if constexpr (2 * i < n_parts)
    part = hn::LowerHalf(half, whole);
  else
    part = hn::UpperHalf(half, whole);
  if constexpr (n_parts == 2) {
    hn::StoreU(part, half, to);
  } else {
    const hn::Half<hn::Half<Tag<T>>> quarter;
    if constexpr (i % 2 == 0)
      hn::StoreU(hn::LowerHalf(quarter, part), quarter, to);
    else
      hn::StoreU(hn::UpperHalf(quarter, part), quarter, to);
  }
}

// Frequencies that begin at q of all columns, to lines of `to`. A vector holds those of one line or of
// several.
template <int a, bool stream, class T>
HWY_INLINE void store_parts(ZOf<T> z, T* const* to, Index q) {
  constexpr int shared = lines_of_lane<T>, columns = n_lanes<T> / 2, n_parts = a < columns ? columns / a : 1;
  exchange_parts(Tag<T>(), z.re, z.im);
  unrolled<2>([&](auto v) WEFT_IN_REGISTERS {
    const auto whole = v == 0 ? z.re : z.im;
    unrolled<n_parts>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int column = (shared == 2 ? 0 : v * columns) + i * (columns / n_parts);
      constexpr int line = column / a * shared + (shared == 2 ? decltype(v)::value : 0);
      T* const at = to[line] + 2 * (q + column % a);
      if constexpr (n_parts == 1)
        store_numbers<stream, T>(whole, at);
      else
        store_part_of<decltype(i)::value, n_parts, T>(whole, at);
    });
  });
}

// Lines of one column: frequencies become neighbours again.
template <bool stream, class T>
HWY_INLINE void store_columns(hn::Vec<Tag<T>>* re, hn::Vec<Tag<T>>* im, T* const* to) {
  constexpr int shared = lines_of_lane<T>;
  transpose<shared>(Tag<T>(), re);
  transpose<shared>(Tag<T>(), im);
  unrolled<n_squares<T>>([&](auto t) WEFT_IN_REGISTERS {
    constexpr int row = square_of_point<T>(decltype(t)::value);
    auto first = re[row], second = im[row];
    exchange_parts(Tag<T>(), first, second);
    store_numbers<stream, T>(first, to[t * shared]);
    store_numbers<stream, T>(second, shared == 2 ? to[t * shared + 1] : to[t] + n_lanes<T>);
  });
}

template <int a, class T, bool is_positive, bool stream>
HWY_NOINLINE void short_lines(const T* HWY_RESTRICT twiddles, const char* const* in, const char* const* out,
                              Index n_lines, Index ahead, T scale) {
  const Tag<T> d;
  constexpr int p = n_squares<T>, together = p / a, shared = lines_of_lane<T>, lanes = n_lanes<T>;
  const auto factor = hn::Set(d, scale);
  for (Index line = 0; line < n_lines; line += together * shared) {
    const T* from[together * shared];
    T* to[together * shared];
    unrolled<together * shared>([&](auto i) WEFT_IN_REGISTERS {  // missing lines are the last one
      const Index row = std::min(line + i, n_lines - 1);
      from[i] = reinterpret_cast<const T*>(in[row]);
      to[i] = reinterpret_cast<T*>(const_cast<char*>(out[row]));
      if (ahead != 0) fetch_rows<1, 2 * a * p * sizeof(T)>(from[i], 0, ahead);
    });
    hn::Vec<Tag<T>> re[p], im[p];
    unrolled<together>([&](auto t) WEFT_IN_REGISTERS {
      const T* const first = from[t * shared];
      const T* const second = shared == 2 ? from[t * shared + 1] : first + lanes;
      ZOf<T> z[a];
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS {
        const ZOf<T> point = load_parts(first + k * 2 * p, second + k * 2 * p);
        z[k] = is_positive ? ZOf<T>{point.im, point.re} : point;
      });
      Butterfly<a>::run(d, z);
      unrolled<a>([&](auto j) WEFT_IN_REGISTERS {
        constexpr int column = decltype(j)::value, row = square_of_point<T>(decltype(t)::value * a + column);
        if constexpr (column > 0) {
          const ZOf<T> root = load_point(twiddles + (column - 1) * point_numbers<T>);
          z[column] = times(z[column], root.re, root.im);
        }
        re[row] = z[column].re;
        im[row] = z[column].im;
      });
    });
    transpose<shared>(d, re);
    transpose<shared>(d, im);
    ZOf<T> z[p];
    unrolled<p>([&](auto m) WEFT_IN_REGISTERS {
      constexpr int row = square_of_point<T>(decltype(m)::value);
      z[m] = {re[row], im[row]};
    });
    Butterfly<p>::run(d, z);
    unrolled<p>([&](auto q) WEFT_IN_REGISTERS {
      const ZOf<T> point = {hn::Mul(factor, z[q].re), hn::Mul(factor, z[q].im)};
      z[q] = is_positive ? ZOf<T>{point.im, point.re} : point;
      if constexpr (a > 1) store_parts<a, stream>(z[q], to, Index{a} * q);
    });
    if constexpr (a == 1) {
      unrolled<p>([&](auto q) WEFT_IN_REGISTERS {
        constexpr int row = square_of_point<T>(decltype(q)::value);
        re[row] = z[q].re;
        im[row] = z[q].im;
      });
      store_columns<stream>(re, im, to);
    }
  }
}

template <int a, class T>
const ShortLinesFunctions<T>* make_short_lines() {
  constexpr int p = n_squares<T>;
  if constexpr (p >= 4 && p <= 8 && p % a == 0) {
    static constexpr ShortLinesFunctions<T> all{
        {short_lines<a, T, false, false>, short_lines<a, T, false, true>},
        {short_lines<a, T, true, false>, short_lines<a, T, true, true>}};
    return &all;
  }
  return nullptr;
}
template <class T>
const ShortLinesFunctions<T>* short_lines_functions_of(Index a) {
  switch (a) {
    case 1:
      return make_short_lines<1, T>();
    case 2:
      return make_short_lines<2, T>();
    case 4:
      return make_short_lines<4, T>();
    case 8:
      return make_short_lines<8, T>();
    default:
      return nullptr;
  }
}

#endif

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
