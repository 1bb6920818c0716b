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
namespace weft::inline kernels {

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

// Set `set` of results to contiguous lines.
template <int set, int numbers, bool stream, class T, class Result>
HWY_INLINE void store_set(const Group& lines, Index n_points, const Result& result) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>, per_vector = lanes / numbers;
  const int n_used = std::clamp(lines.n_lines * numbers - set * lanes, 0, lanes);  // lanes
  Index k = 0;
  if constexpr (per_vector > 0) {
    T* to[per_vector];
    for (int i = 0; i < per_vector; ++i) to[i] = lane_of<numbers, T>(lines, set, i * numbers);
    hn::Vec<Tag<T>> v[per_vector];
    for (; k + per_vector <= n_points; k += per_vector) {
      for (int i = 0; i < per_vector; ++i) v[i] = result.template of<set>(k + i);
      transpose<numbers>(d, v);
      if (n_used == lanes) {
        for (int i = 0; i < per_vector; ++i) {
          if constexpr (stream)
            hn::Stream(v[i], d, to[i] + k * numbers);
          else
            hn::StoreU(v[i], d, to[i] + k * numbers);
        }
      } else {
        for (int i = 0; i * numbers < n_used; ++i) hn::StoreU(v[i], d, to[i] + k * numbers);
      }
    }
  }
  HWY_ALIGN T last[lanes];
  for (; k < n_points; ++k) {
    hn::Store(result.template of<set>(k), d, last);
    for (int lane = 0; lane < n_used; ++lane) lane_of<numbers, T>(lines, set, lane)[k * numbers] = last[lane];
  }
}

// Results of both sets to contiguous lines: one set after the other, since both would not fit into registers.
template <int numbers, bool stream, class T, class Result>
HWY_NOINLINE void store_sets(const Group& lines, Index n_points, const Result result) {
  store_set<0, numbers, stream, T>(lines, n_points, result);
  if (lines.n_lines * numbers > n_lanes<T>) store_set<1, numbers, stream, T>(lines, n_points, result);
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

// Results to such points.
template <bool stream, class T, class Result>
HWY_NOINLINE void store_set_rows(const Group& lines, Index n_points, const Result result) {
  const Tag<T> d;
  for (Index k = 0; k < n_points; ++k) {
    const auto a = result.template of<0>(k), b = result.template of<1>(k);
    T* row = reinterpret_cast<T*>(const_cast<char*>(lines.rows[k]) + lines.offset);
    if constexpr (stream) {
      hn::Stream(a, d, row);
      hn::Stream(b, d, row + n_lanes<T>);
    } else {
      hn::StoreU(a, d, row);
      hn::StoreU(b, d, row + n_lanes<T>);
    }
  }
}

// Results of scratch, in the order in which they are written: of the vectors that `source` tells for each,
// and two factors for each.
template <class T>
struct ResultsOfScratch {
  const T* work;
  const int* source;
  const T* factors;
  HWY_INLINE hn::Vec<Tag<T>> vector(int number) const {
    return hn::Load(Tag<T>(), work + number * n_lanes<T>);
  }
  HWY_INLINE hn::Vec<Tag<T>> factor(Index i) const { return hn::Set(Tag<T>(), factors[i]); }
};

// As they are.
template <class T>
struct PlainResults : ResultsOfScratch<T> {
  template <int set>
  HWY_INLINE hn::Vec<Tag<T>> of(Index k) const {
    return hn::Mul(this->factor(2 * k), this->vector(this->source[2 * k + set]));
  }
};

// Types II, and IV of odd length: w V_k + conj(w) V_(n-k), from two points.
template <class T>
struct RotatedResults : ResultsOfScratch<T> {
  template <int set>
  HWY_INLINE hn::Vec<Tag<T>> of(Index k) const {
    const int v = this->source[2 * k], u = this->source[2 * k + 1];
    const auto c = this->factor(2 * k), s = this->factor(2 * k + 1);
    if constexpr (set == 0)
      return hn::NegMulAdd(s, hn::Sub(this->vector(v + 1), this->vector(u + 1)),
                           hn::Mul(c, hn::Add(this->vector(v), this->vector(u))));
    else
      return hn::MulAdd(s, hn::Sub(this->vector(v), this->vector(u)),
                        hn::Mul(c, hn::Add(this->vector(v + 1), this->vector(u + 1))));
  }
};

// Types IV of even length: one part of a rotated point of each set.
template <class T>
struct PartResults : ResultsOfScratch<T> {
  template <int set>
  HWY_INLINE hn::Vec<Tag<T>> of(Index k) const {
    const int point = this->source[2 * k + set];
    return hn::MulAdd(this->factor(2 * k + 1), this->vector(point + 1),
                      hn::Mul(this->factor(2 * k), this->vector(point)));
  }
};

// Where the sets are the parts of complex lines: sets of lines again.
template <class T, class Result>
struct ExchangedResults {
  Result result;
  template <int set>
  HWY_INLINE hn::Vec<Tag<T>> of(Index k) const {
    auto a = result.template of<0>(k), b = result.template of<1>(k);
    exchange_parts(Tag<T>(), a, b);
    return set == 0 ? a : b;
  }
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
