// From points along vectors to lines along them, and back: squares of numbers are transposed in registers.
#if defined(WEFT_KERNELS_NATIVE_SQUARES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_SQUARES_INL_HPP
#undef WEFT_KERNELS_NATIVE_SQUARES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_SQUARES_INL_HPP
#endif

#include "kernels/native_points-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
