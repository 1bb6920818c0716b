// Two sets of real lines on their way into vectors, and back.
//
// A set fills the lanes of a vector: as many real lines, or the parts of half as many complex ones in turn.
// That is how they lie in memory where lines lie side by side, so that nothing is exchanged there; contiguous
// lines are transposed in units of elements.
#if defined(WEFT_KERNELS_NATIVE_SETS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_SETS_INL_HPP
#undef WEFT_KERNELS_NATIVE_SETS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_SETS_INL_HPP
#endif

#include <hwy/cache_control.h>

#include "kernels/native_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lane `lane` of set `set` in a contiguous line of elements of `numbers` numbers; lanes without a line: the
// last one's.
template <int numbers, class T>
HWY_INLINE T* lane_of(const Group& lines, int set, int lane) {
  const int number = set * n_lanes<T> + lane;
  const char* line = lines.rows[std::min(number / numbers, lines.n_lines - 1)];
  return reinterpret_cast<T*>(const_cast<char*>(line)) + number % numbers;
}

// Contiguous lines to vectors place[2 j + set] of scratch.
template <int numbers, class T>
HWY_NOINLINE void load_sets(const Group& lines, Index n_points, Index ahead, T* work, const int* place) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>, per_vector = lanes / numbers;
  for (int set = 0; set < 2; ++set, ++place) {
    Index j = 0;
    if constexpr (per_vector > 0) {
      const T* from[per_vector];
      for (int i = 0; i < per_vector; ++i) from[i] = lane_of<numbers, T>(lines, set, i * numbers);
      hn::Vec<Tag<T>> v[per_vector];
      for (; j + per_vector <= n_points; j += per_vector) {
        for (int i = 0; i < per_vector; ++i) v[i] = hn::LoadU(d, from[i] + j * numbers);
        if (ahead != 0)
          for (int i = 0; i < per_vector; ++i)
            fetch(reinterpret_cast<const char*>(from[i] + j * numbers) + ahead);
        transpose<numbers>(d, v);
        for (int i = 0; i < per_vector; ++i) hn::Store(v[i], d, work + place[2 * (j + i)] * lanes);
      }
    }
    for (; j < n_points; ++j)
      for (int lane = 0; lane < lanes; ++lane)
        (work + place[2 * j] * lanes)[lane] = lane_of<numbers, T>(lines, set, lane)[j * numbers];
  }
}

// Vectors source[2 j + set] of scratch, times weights[j], to contiguous lines.
template <int numbers, bool stream, class T>
HWY_NOINLINE void store_sets(const Group& lines, Index n_points, const T* HWY_RESTRICT weights,
                             const T* HWY_RESTRICT work, const int* source) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>, per_vector = lanes / numbers;
  for (int set = 0; set < 2; ++set, ++source) {
    const int n_used = std::clamp(lines.n_lines * numbers - set * lanes, 0, lanes);  // lanes
    Index j = 0;
    if constexpr (per_vector > 0) {
      T* to[per_vector];
      for (int i = 0; i < per_vector; ++i) to[i] = lane_of<numbers, T>(lines, set, i * numbers);
      hn::Vec<Tag<T>> v[per_vector];
      for (; j + per_vector <= n_points && n_used > 0; j += per_vector) {
        for (int i = 0; i < per_vector; ++i)
          v[i] = hn::Mul(hn::Set(d, weights[j + i]), hn::Load(d, work + source[2 * (j + i)] * lanes));
        transpose<numbers>(d, v);
        for (int i = 0; i < per_vector && i * numbers < n_used; ++i) {
          if constexpr (stream)
            hn::Stream(v[i], d, to[i] + j * numbers);
          else
            hn::StoreU(v[i], d, to[i] + j * numbers);
        }
      }
    }
    for (; j < n_points; ++j)
      for (int lane = 0; lane < n_used; ++lane)
        lane_of<numbers, T>(lines, set, lane)[j * numbers] =
            weights[j] * (work + source[2 * j] * lanes)[lane];
  }
}

// Points of two sets that lie side by side.
template <class T>
struct SetsOfRows {
  Group lines;
  Index ahead;  // bytes to what is fetched for the next tile; 0: nothing
  HWY_INLINE Pair<hn::Vec<Tag<T>>> operator()(Index point) const {
    const char* address = lines.rows[point] + lines.offset;
    if (ahead != 0)
      for (std::size_t byte = 0; byte < 2 * n_lanes<T> * sizeof(T); byte += 64) fetch(address + ahead + byte);
    const T* row = reinterpret_cast<const T*>(address);
    return {hn::LoadU(Tag<T>(), row), hn::LoadU(Tag<T>(), row + n_lanes<T>)};
  }
};

template <class T, bool stream>
struct SetsToRows {
  Group lines;
  const T* weights;
  HWY_INLINE void operator()(Index point, Pair<hn::Vec<Tag<T>>> z) const {
    const Tag<T> d;
    T* row = reinterpret_cast<T*>(const_cast<char*>(lines.rows[point]) + lines.offset);
    const auto weight = hn::Set(d, weights[point]);
    if constexpr (stream) {
      hn::Stream(hn::Mul(weight, z.re), d, row);
      hn::Stream(hn::Mul(weight, z.im), d, row + n_lanes<T>);
    } else {
      hn::StoreU(hn::Mul(weight, z.re), d, row);
      hn::StoreU(hn::Mul(weight, z.im), d, row + n_lanes<T>);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace weft
HWY_AFTER_NAMESPACE();
#endif
