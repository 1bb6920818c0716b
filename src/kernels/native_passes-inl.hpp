// The passes of the native kernels over a group of lines.
//
// Passes are in place (decimation in frequency, Gentleman and Sande 1966).
#if defined(WEFT_KERNELS_NATIVE_PASSES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#undef WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/native_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
struct FromWork {
  Work<T> work;
  HWY_INLINE Pair<hn::Vec<Tag<T>>> operator()(Index point) const {
    return {hn::Load(Tag<T>(), work.part(point, 0)), hn::Load(Tag<T>(), work.part(point, 1))};
  }
};

template <class T>
struct ToWork {
  Work<T> work;
  HWY_INLINE void operator()(Index point, Pair<hn::Vec<Tag<T>>> z) const {
    hn::Store(z.re, Tag<T>(), work.part(point, 0));
    hn::Store(z.im, Tag<T>(), work.part(point, 1));
  }
};

// Points of lines that lie side by side.
template <class T>
struct FromRows {
  Group lines;
  Index ahead = 0;  // bytes to what is fetched for the next tile; 0: nothing
  HWY_INLINE Pair<hn::Vec<Tag<T>>> operator()(Index point) const {
    const T* row = reinterpret_cast<const T*>(lines.rows[point] + lines.offset);
    if (ahead != 0)
      for (std::size_t byte = 0; byte < 2 * n_lanes<T> * sizeof(T); byte += 64)
        fetch(reinterpret_cast<const char*>(row) + ahead + byte);
    return load_pairs(row);
  }
};

// Where the last pass puts output `j` of the butterfly that begins at `first` in scratch and at frequency
// `f`.
template <class T>
struct LastToWork {
  ToWork<T> to;
  HWY_INLINE void operator()(Index, Index first, Index j, Pair<hn::Vec<Tag<T>>> z) const { to(first + j, z); }
};

// All passes but the last; the points begin at `base`.
template <int radix, class T, class From>
HWY_NOINLINE void middle_pass(const NativePass<T>& pass, const From from, Work<T> work, Index base = 0) {
  const Tag<T> d;
  const ToWork<T> to{work};
  const T* HWY_RESTRICT twiddle = pass.twiddles.data();
  for (Index p = 0; p < pass.m; ++p, twiddle += 2 * (radix - 1)) {
    for (Index block = 0; block < pass.n_blocks; ++block) {
      const Index first = base + block * radix * pass.m + p;
      Pair<hn::Vec<Tag<T>>> z[radix];
      unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { z[k] = from(first + k * pass.m); });
      Butterfly<radix>::run(d, z);
      to(first, z[0]);
      unrolled<radix - 1>([&](auto j) WEFT_IN_REGISTERS {
        to(first + (j + 1) * pass.m,
           times(z[j + 1], hn::Set(d, twiddle[2 * j]), hn::Set(d, twiddle[2 * j + 1])));
      });
    }
  }
}

// The last pass takes the butterflies in the order of frequencies.
template <int radix, class T, class To>
HWY_NOINLINE void last_pass(const NativeTransform<T>& transform, Work<T> work, const To to) {
  const Tag<T> d;
  const FromWork<T> from{work};
  const Index n_blocks = transform.passes.back().n_blocks;
  for (Index b = 0; b < n_blocks; ++b) {
    const Index first = b * radix;
    const Index f = transform.first_frequency[b];
    Pair<hn::Vec<Tag<T>>> z[radix];
    unrolled<radix>([&](auto k) WEFT_IN_REGISTERS { z[k] = from(first + k); });
    Butterfly<radix>::run(d, z);
    unrolled<radix>([&](auto j) WEFT_IN_REGISTERS { to(f, first, j, z[j]); });
  }
}

// Calls f with the radix of a pass as a constant.
template <class F, int... radices>
HWY_INLINE void with_radix(int radix, const F& f, std::integer_sequence<int, radices...>) {
  (void)((radix == radices ? (f(std::integral_constant<int, radices>{}), true) : false) || ...);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
