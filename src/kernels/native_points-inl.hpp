// Points of a group of lines: the real parts of all lines, then the imaginary parts; and how they are read
// and written.
#if defined(WEFT_KERNELS_NATIVE_POINTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#undef WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_POINTS_INL_HPP
#endif

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
  static HWY_INLINE ZOf<T> load(const T* p) { return load_pairs(p); }
};
template <class T>
struct ToSplit {
  static HWY_INLINE void store(ZOf<T> z, T* p, T) { store_point(z, p); }
};
template <class T, bool stream = false>
struct ToColumns {
  static HWY_INLINE void store(ZOf<T> z, T* p, T scale) {
    const auto factor = hn::Set(Tag<T>(), scale);
    store_pairs<stream, T>({hn::Mul(factor, z.re), hn::Mul(factor, z.im)}, p);
  }
};

// What lies `ahead` bytes behind n times `bytes`, `step` numbers apart. Not inline: compilers compute all
// addresses before the loop over lines, which takes as long as a short line.
template <int n, int bytes, class T>
HWY_NOINLINE void fetch_rows(const T* from, Index step, Index ahead) {
  asm volatile("");  // without effects, GCC would leave all calls out
  for (int k = 0; k < n; ++k)
    for (int byte = 0; byte < bytes; byte += 64)
      fetch(reinterpret_cast<const char*>(from + k * step) + ahead + byte);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
