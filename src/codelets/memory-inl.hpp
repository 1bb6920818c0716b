// How complex numbers of a group of lines come from memory into the lanes of vectors, and back.
//
// A group is as many lines as a complex vector holds. Memory holds real and imaginary parts in turn. Pairs
// have their lines in the order in which one exchange of every other lane leaves them, and so does everything
// here.
#if defined(WEFT_CODELETS_MEMORY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_MEMORY_INL_HPP
#undef WEFT_CODELETS_MEMORY_INL_HPP
#else
#define WEFT_CODELETS_MEMORY_INL_HPP
#endif

#include <hwy/cache_control.h>

#include <algorithm>

#include "codelets/complex-inl.hpp"
#include "weft/layout.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
inline constexpr int n_lanes = static_cast<int>(hn::MaxLanes(Tag<T>()));
template <class T>
using PairOf = Pair<hn::Vec<Tag<T>>>;

#if HWY_TARGET == HWY_SCALAR  // one lane: nothing to exchange

template <class D, class V>
HWY_INLINE void exchange_parts(D, V&, V&) {}
template <int numbers = 1, class D, class V>
HWY_INLINE void transpose(D, V*) {}

template <class T>
using ComplexOf = PairOf<T>;
template <class T>
inline constexpr int lines_of = 1;

template <class Z, class T>
HWY_INLINE Z load_rows(const T* p, Index) {
  const Tag<T> d;
  return {hn::LoadU(d, p), hn::LoadU(d, p + 1)};
}
template <class T>
HWY_INLINE void store_rows(PairOf<T> z, T* p, Index) {
  const Tag<T> d;
  hn::StoreU(z.re, d, p);
  hn::StoreU(z.im, d, p + 1);
}
template <class Z, class T>
HWY_INLINE Z load_columns(const T* p) {
  return load_rows<Z>(p, 0);
}
template <class T>
HWY_INLINE void store_columns(PairOf<T> z, T* p) {
  store_rows(z, p, 0);
}
template <class T>
HWY_INLINE void stream_columns(PairOf<T> z, T* p) {
  store_rows(z, p, 0);
}
// A factor of all lanes, or of each.
template <class T>
inline constexpr int factor_numbers = 2;
template <class T>
inline constexpr int lane_factor_numbers = 2;
template <class T>
HWY_INLINE PairOf<T> times_factor(PairOf<T> z, const T* factor) {
  const Tag<T> d;
  return times(z, hn::Set(d, factor[0]), hn::Set(d, factor[1]));
}
template <class T>
HWY_INLINE PairOf<T> times_lane_factor(PairOf<T> z, const T* factor) {
  return times_factor(z, factor);
}

#else

// Two vectors of interleaved complex numbers, and their real and imaginary parts: one exchange of every
// other lane, which is its own inverse.
template <class D, class V>
HWY_INLINE void exchange_parts(D d, V& a, V& b) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const V lower = hn::InterleaveLower(d, a, b), upper = hn::InterleaveUpper(d, a, b);
    a = lower;
    b = upper;
  } else {
    const V even = hn::OddEven(hn::Shuffle2301(b), a), odd = hn::OddEven(b, hn::Shuffle2301(a));
    a = even;
    b = odd;
  }
}

// Rows of a square become columns: as many as a vector has elements of one number each, or of two.
template <int numbers = 1, class D, class V>
HWY_INLINE void transpose(D d, V* HWY_RESTRICT v) {
  using T = hn::TFromD<D>;
  constexpr int n_rows = n_lanes<T> / numbers, per_block = 16 / (numbers * static_cast<int>(sizeof(T)));
  const hn::Repartition<double, D> pairs;
  [[maybe_unused]] const auto lower = [&](V a, V b) HWY_ATTR {
    return hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  [[maybe_unused]] const auto upper = [&](V a, V b) HWY_ATTR {
    return hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  // Inside blocks of 128 bits: v[i] gets column i % per_block of its group of rows.
  if constexpr (per_block == 2) {
    unrolled<n_rows / 2>([&](auto pair) WEFT_IN_REGISTERS {
      constexpr int i = 2 * decltype(pair)::value;
      const V a = v[i], b = v[i + 1];
      v[i] = lower(a, b);
      v[i + 1] = upper(a, b);
    });
  } else if constexpr (per_block == 4) {
    unrolled<n_rows / 4>([&](auto four) WEFT_IN_REGISTERS {
      constexpr int i = 4 * decltype(four)::value;
      const V a = hn::InterleaveLower(d, v[i], v[i + 1]), b = hn::InterleaveUpper(d, v[i], v[i + 1]);
      const V c = hn::InterleaveLower(d, v[i + 2], v[i + 3]), e = hn::InterleaveUpper(d, v[i + 2], v[i + 3]);
      v[i] = lower(a, c);
      v[i + 1] = upper(a, c);
      v[i + 2] = lower(b, e);
      v[i + 3] = upper(b, e);
    });
  }
  // Whole blocks: neighbours within each half, then the halves.
  constexpr int n_blocks = n_rows / per_block;
  if constexpr (n_blocks == 4) {
    unrolled<n_rows>([&](auto row) WEFT_IN_REGISTERS {
      constexpr int i = decltype(row)::value;
      if constexpr ((i / per_block) % 2 == 0) {
        const V a = v[i], b = v[i + per_block];
        v[i] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
        v[i + per_block] = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
      }
    });
  }
  if constexpr (n_blocks >= 2) {
    constexpr int half = n_rows / 2;
    unrolled<half>([&](auto i) WEFT_IN_REGISTERS {
      const V a = v[i], b = v[i + half];
      v[i] = hn::ConcatLowerLower(d, b, a);
      v[i + half] = hn::ConcatUpperUpper(d, b, a);
    });
  }
}

template <class T>
using ComplexOf = Interleaved<hn::Vec<Tag<T>>>;
template <class T>
inline constexpr int lines_of = n_lanes<T> / 2;

// A complex number of each of some lines.
template <class D, class T>
HWY_INLINE hn::Vec<D> gather(D d, const T* p, Index lane) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    return hn::LoadU(d, p);
  } else {
    const hn::Half<D> half;
    constexpr Index lines = hn::MaxLanes(D()) / 4;
    return hn::Combine(d, gather(half, p + lines * lane, lane), gather(half, p, lane));
  }
}
template <class D, class T>
HWY_INLINE void scatter(D d, hn::Vec<D> v, T* p, Index lane) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    hn::StoreU(v, d, p);
  } else {
    const hn::Half<D> half;
    constexpr Index lines = hn::MaxLanes(D()) / 4;
    scatter(half, hn::LowerHalf(half, v), p, lane);
    scatter(half, hn::UpperHalf(half, v), p + lines * lane, lane);
  }
}

template <class Z>
struct MemoryOf;
template <class V>
struct MemoryOf<Interleaved<V>> {
  using D = hn::DFromV<V>;
  using T = hn::TFromD<D>;
  static HWY_INLINE Interleaved<V> load_rows(const T* p, Index lane) { return {gather(D(), p, lane)}; }
  static HWY_INLINE Interleaved<V> load_columns(const T* p) { return {hn::LoadU(D(), p)}; }
};
template <class V>
struct MemoryOf<Pair<V>> {
  using D = hn::DFromV<V>;
  using T = hn::TFromD<D>;
  static constexpr Index lanes = hn::MaxLanes(D());
  static HWY_INLINE Pair<V> load_rows(const T* p, Index lane) {
    V a = gather(D(), p, lane), b = gather(D(), p + lanes / 2 * lane, lane);
    exchange_parts(D(), a, b);
    return {a, b};
  }
  static HWY_INLINE Pair<V> load_columns(const T* p) {
    V a = hn::LoadU(D(), p), b = hn::LoadU(D(), p + lanes);
    exchange_parts(D(), a, b);
    return {a, b};
  }
};

template <class Z, class T>
HWY_INLINE Z load_rows(const T* p, Index lane) {
  return MemoryOf<Z>::load_rows(p, lane);
}
template <class Z, class T>
HWY_INLINE Z load_columns(const T* p) {
  return MemoryOf<Z>::load_columns(p);
}
template <class V, class T>
HWY_INLINE void store_rows(Interleaved<V> z, T* p, Index lane) {
  scatter(Tag<T>(), z.z, p, lane);
}
template <class V, class T>
HWY_INLINE void store_columns(Interleaved<V> z, T* p) {
  hn::StoreU(z.z, Tag<T>(), p);
}
template <class V, class T>
HWY_INLINE void stream_columns(Interleaved<V> z, T* p) {
  hn::Stream(z.z, Tag<T>(), p);
}
template <class V, class T>
HWY_INLINE void store_rows(Pair<V> z, T* p, Index lane) {
  const Tag<T> d;
  exchange_parts(d, z.re, z.im);
  scatter(d, z.re, p, lane);
  scatter(d, z.im, p + n_lanes<T> / 2 * lane, lane);
}
template <class V, class T>
HWY_INLINE void store_columns(Pair<V> z, T* p) {
  const Tag<T> d;
  exchange_parts(d, z.re, z.im);
  hn::StoreU(z.re, d, p);
  hn::StoreU(z.im, d, p + n_lanes<T>);
}

// A factor of all lanes: 16 bytes of its real part, 16 of its imaginary part with the signs of `alternating`.
// One of each lane: a vector of each.
template <class T>
inline constexpr int factor_numbers = 32 / sizeof(T);
template <class T>
inline constexpr int lane_factor_numbers = 2 * n_lanes<T>;
template <class V, class T>
HWY_INLINE Interleaved<V> times_factor(Interleaved<V> z, const T* factor) {
  const Tag<T> d;
  return times_alternating(z, hn::LoadDup128(d, factor), hn::LoadDup128(d, factor + 16 / sizeof(T)));
}
template <class V, class T>
HWY_INLINE Interleaved<V> times_lane_factor(Interleaved<V> z, const T* factor) {
  const Tag<T> d;
  return times_alternating(z, hn::Load(d, factor), hn::Load(d, factor + n_lanes<T>));
}

#endif

// Do complex lines that lie along memory become columns by transposing squares of them? Else each vector is
// gathered when it is loaded: of complex numbers of 8 bytes that takes longer.
template <class T>
inline constexpr bool transposes = lines_of<T> > 2 && sizeof(T) == 4;

// Points of rows that `store_columns` left as a pair, with points of a line in the lanes: which one is where.
template <class T>
constexpr int exchanged_point(int place) {
  constexpr int side = n_lanes<T> / 2;
  if constexpr (side == 0)
    return place;
  else
    return place / n_lanes<T> * n_lanes<T> + 2 * (place % side) + place % n_lanes<T> / side;
}

#if HWY_TARGET == HWY_SCALAR

template <int n, bool exchanged, class T>
HWY_INLINE void load_row_points(const T* p, Index lane, PairOf<T>* HWY_RESTRICT z) {
  for (int k = 0; k < n; ++k) z[k] = load_rows<PairOf<T>>(p + 2 * k, lane);
}

#else

// `n` points of rows, which lie side by side, and back. `exchanged`: in the order above.
template <int n, bool exchanged, class V, class T>
HWY_INLINE void load_row_points(const T* p, Index lane, Interleaved<V>* HWY_RESTRICT z) {
  const Tag<T> d;
  constexpr int side = 2 < lines_of<T> && lines_of<T> <= n ? lines_of<T> : 1;
  unrolled<(n + side - 1) / side>([&](auto square) WEFT_IN_REGISTERS {
    constexpr int first = std::min(decltype(square)::value * side, n - side);
    V v[side];
    if constexpr (side == 1) {
      v[0] = gather(d, p + 2 * first, lane);
    } else {
      unrolled<side>([&](auto i) WEFT_IN_REGISTERS { v[i] = hn::LoadU(d, p + i * lane + 2 * first); });
      transpose<2>(d, v);
    }
    unrolled<side>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int place = first + decltype(i)::value;
      z[exchanged ? exchanged_point<T>(place) : place] = {v[i]};
    });
  });
}
template <int n, bool exchanged, class V, class T>
HWY_INLINE void store_row_points(const Interleaved<V>* HWY_RESTRICT z, T* p, Index lane) {
  const Tag<T> d;
  constexpr int side = 2 < lines_of<T> ? lines_of<T> : 1;
  unrolled<n / side>([&](auto square) WEFT_IN_REGISTERS {
    constexpr int first = decltype(square)::value * side;
    V v[side];
    unrolled<side>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int place = first + decltype(i)::value;
      v[i] = z[exchanged ? exchanged_point<T>(place) : place].z;
    });
    if constexpr (side == 1) {
      scatter(d, v[0], p + 2 * first, lane);
    } else {
      transpose<2>(d, v);
      unrolled<side>([&](auto i) WEFT_IN_REGISTERS { hn::StoreU(v[i], d, p + i * lane + 2 * first); });
    }
  });
}
template <int n, bool exchanged, class V, class T>
HWY_INLINE void load_row_points(const T* p, Index lane, Pair<V>* HWY_RESTRICT z) {
  Interleaved<V> a[n], b[n];
  load_row_points<n, exchanged>(p, lane, a);
  load_row_points<n, exchanged>(p + lines_of<T> * lane, lane, b);
  unrolled<n>([&](auto k) WEFT_IN_REGISTERS {
    exchange_parts(Tag<T>(), a[k].z, b[k].z);
    z[k] = {a[k].z, b[k].z};
  });
}
template <int n, bool exchanged, class V, class T>
HWY_INLINE void store_row_points(const Pair<V>* HWY_RESTRICT z, T* p, Index lane) {
  Interleaved<V> a[n], b[n];
  unrolled<n>([&](auto k) WEFT_IN_REGISTERS {
    a[k] = {z[k].re};
    b[k] = {z[k].im};
    exchange_parts(Tag<T>(), a[k].z, b[k].z);
  });
  store_row_points<n, exchanged>(a, p, lane);
  store_row_points<n, exchanged>(b, p + lines_of<T> * lane, lane);
}

#endif

// Complex numbers of lines as a step of real lines finds them: in columns where rows are transposed.
template <class Z, class T>
HWY_INLINE Z load_lines(const T* p, [[maybe_unused]] Index lane) {
  if constexpr (transposes<T>)
    return load_columns<Z>(p);
  else
    return load_rows<Z>(p, lane);
}
template <class Z, class T>
HWY_INLINE void store_lines(Z z, T* p, [[maybe_unused]] Index lane) {
  if constexpr (transposes<T>)
    store_columns(z, p);
  else
    store_rows(z, p, lane);
}

// Fetches a point of a group of lines: of columns a vector, of rows each line, where it begins with `number`,
// that of a butterfly of the line, on another line of the cache. Into the second level, where it does not
// displace the scratch.
template <bool rows, class T>
HWY_INLINE void fetch_point(const T* p, [[maybe_unused]] Index lane, [[maybe_unused]] Index number,
                            int lines) {
  constexpr Index of_cache_line = 64 / (2 * static_cast<Index>(sizeof(T)));
  if (rows && number % of_cache_line != 0) return;
  for (int line = 0; line < (rows ? lines : 1); ++line) __builtin_prefetch(p + line * lane, 0, 2);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
