// Points of a group of lines: the real parts of all lines, then the imaginary parts; and how they are read
// and written.
#if defined(WEFT_KERNELS_NATIVE_POINTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#undef WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "kernels/native_lines-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Numbers of one point of a group.
template <class T>
inline constexpr Index point_numbers = 2 * n_lanes<T>;

template <class T>
using ZOf = Pair<hn::Vec<Tag<T>>>;

template <class T>
HWY_INLINE ZOf<T> load_point(const T* p) {
  const Tag<T> d;
  return {hn::Load(d, p), hn::Load(d, p + n_lanes<T>)};
}
template <class T>
HWY_INLINE void store_point(ZOf<T> z, T* p) {
  const Tag<T> d;
  hn::Store(z.re, d, p);
  hn::Store(z.im, d, p + n_lanes<T>);
}

// Points of a group that are split, or interleaved numbers of lines side by side.
template <class T>
struct FromSplit {
  static HWY_INLINE ZOf<T> load(const T* p) { return load_point(p); }
};
template <class T>
struct FromColumns {
  static HWY_INLINE ZOf<T> load(const T* p) {
    const Tag<T> d;
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + n_lanes<T>);
    exchange_parts(d, a, b);
    return {a, b};
  }
};
template <class T>
struct ToSplit {
  static HWY_INLINE void store(ZOf<T> z, T* p, T) { store_point(z, p); }
};
// `stream`: around the cache; addresses are aligned.
template <bool stream, class T>
HWY_INLINE void store_numbers(hn::Vec<Tag<T>> v, T* p) {
  if constexpr (stream)
    hn::Stream(v, Tag<T>(), p);
  else
    hn::StoreU(v, Tag<T>(), p);
}
template <class T, bool stream = false>
struct ToColumns {
  static HWY_INLINE void store(ZOf<T> z, T* p, T scale) {
    const Tag<T> d;
    const auto factor = hn::Set(d, scale);
    auto a = hn::Mul(factor, z.re), b = hn::Mul(factor, z.im);
    exchange_parts(d, a, b);
    store_numbers<stream, T>(a, p);
    store_numbers<stream, T>(b, p + n_lanes<T>);
  }
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
