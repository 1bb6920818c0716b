// Lines of a tile on their way into the lanes of vectors, and back.
//
// In scratch, point i of a group of lines is two vectors: the real parts of all lines, then the
// imaginary parts. Memory holds them interleaved.
#if defined(WEFT_KERNELS_NATIVE_LINES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_LINES_INL_HPP
#undef WEFT_KERNELS_NATIVE_LINES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_LINES_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "codelets/butterflies-inl.hpp"
#include "codelets/memory-inl.hpp"
#include "kernels/native.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using namespace codelets::HWY_NAMESPACE;

template <class T>
HWY_INLINE constexpr int line_of_lane(int lane) {
  return lane / 2 + lane % 2 * (n_lanes<T> / 2);
}

#if HWY_TARGET == HWY_SCALAR  // one lane: nothing to exchange

template <class D, class V>
HWY_INLINE void part_lines(D, V&, V&) {}

#else

// Vectors as exchange_parts leaves them, and those of as many lines behind: the even lines of both, and the
// odd ones. Its own inverse.
template <class D, class V>
HWY_INLINE void part_lines(D d, V& a, V& b) {
  const V first = a, second = b;
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const hn::Repartition<double, D> pairs;
    const auto x = hn::BitCast(pairs, first), y = hn::BitCast(pairs, second);
    a = hn::BitCast(d, hn::InterleaveLower(pairs, x, y));
    b = hn::BitCast(d, hn::InterleaveUpper(pairs, x, y));
  } else if constexpr (hn::MaxLanes(D()) == 2) {
    a = hn::InterleaveLower(d, first, second);
    b = hn::InterleaveUpper(d, first, second);
  } else {
    a = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(second), first);
    b = hn::OddEvenBlocks(second, hn::SwapAdjacentBlocks(first));
  }
}

#endif

// Pairs of numbers that are neighbours in memory: real and imaginary parts, or two real lines.
template <class T>
HWY_INLINE Pair<hn::Vec<Tag<T>>> load_pairs(const T* row) {
  const Tag<T> d;
  auto a = hn::LoadU(d, row), b = hn::LoadU(d, row + n_lanes<T>);
  exchange_parts(d, a, b);
  return {a, b};
}
template <class T>
HWY_INLINE void store_pairs(Pair<hn::Vec<Tag<T>>> z, T* row) {
  const Tag<T> d;
  exchange_parts(d, z.re, z.im);
  hn::StoreU(z.re, d, row);
  hn::StoreU(z.im, d, row + n_lanes<T>);
}

// Into the second level of cache, where it does not displace the scratch.
HWY_INLINE void fetch(const char* from) { __builtin_prefetch(from, 0, 2); }

// Points of a group of lines in scratch.
template <class T>
struct Work {
  T* numbers;
  HWY_INLINE T* number(Index i) const { return part(i >> 1, static_cast<int>(i & 1)); }
  HWY_INLINE T* part(Index point, int which) const {
    return numbers + (2 * padded_position(point) + which) * n_lanes<T>;
  }
};

// A group of at most as many lines as there are lanes: addresses of lines (along) or of points (across).
struct Group {
  const char* const* rows;
  Index offset;  // bytes from the address of a point to this group's first line
  int n_lines;
};

// Where in scratch the numbers of lines are, real and imaginary parts of complex ones in turn: those of the
// points in order, or in the order of `position`; exchanged with each other if `flip` is 1.
template <class T>
struct NumbersInOrder {
  Work<T> work;
  int flip;
  HWY_INLINE T* operator()(Index c) const { return work.number(c ^ flip); }
};
template <class T>
struct NumbersOfPositions {
  Work<T> work;
  const int* position;
  int flip;
  HWY_INLINE T* operator()(Index c) const {
    return work.part(position[c / 2], static_cast<int>(c & 1) ^ flip);
  }
};

// Those that are every `step`th vector of a table.
template <class T>
struct NumbersOfVectors {
  T* numbers;
  const int* vector;
  int step;
  HWY_INLINE T* operator()(Index c) const { return numbers + vector[step * c] * n_lanes<T>; }
};

// Of real lines, which are one part of the points.
template <class T>
struct PartsOfPositions {
  Work<T> work;
  const int* position;
  int part;
  HWY_INLINE T* operator()(Index c) const { return work.part(position[c], part); }
};

// `n_numbers` numbers of each line, contiguous, to their places in scratch. Memory `ahead` bytes behind what
// is read is fetched, if that is not 0.
template <class T, class Place>
HWY_NOINLINE void load_along(const Group& lines, Index n_numbers, Index ahead, const Place place) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  const T* from[lanes];
  for (int i = 0; i < lanes; ++i)
    from[i] = reinterpret_cast<const T*>(lines.rows[std::min(line_of_lane<T>(i), lines.n_lines - 1)]);
  hn::Vec<Tag<T>> v[lanes];
  Index c = 0;
  for (; c + lanes <= n_numbers; c += lanes) {
    for (int i = 0; i < lanes; ++i) v[i] = hn::LoadU(d, from[i] + c);
    if (ahead != 0)
      for (int i = 0; i < lanes; ++i) fetch(reinterpret_cast<const char*>(from[i] + c) + ahead);
    transpose(d, v);
    for (int i = 0; i < lanes; ++i) hn::Store(v[i], d, place(c + i));
  }
  for (; c < n_numbers; ++c)
    for (int i = 0; i < lanes; ++i) place(c)[i] = from[i][c];
}

// What store_along writes, where it is what lies in scratch.
template <class T, class Place>
struct ScaledNumbers {
  Place place;
  T scale;
  HWY_INLINE hn::Vec<Tag<T>> operator()(Index c) const {
    return hn::Mul(hn::Set(Tag<T>(), scale), hn::Load(Tag<T>(), place(c)));
  }
};

// `n_numbers` numbers, result(c) of all lines, to contiguous lines.
template <class T, class Result>
HWY_NOINLINE void store_along(const Group& lines, Index n_numbers, const Result result) {
  const Tag<T> d;
  constexpr int lanes = n_lanes<T>;
  T* to[lanes];  // of lanes without a line: null
  for (int i = 0; i < lanes; ++i) {
    const int line = line_of_lane<T>(i);
    to[i] = line < lines.n_lines ? reinterpret_cast<T*>(const_cast<char*>(lines.rows[line])) : nullptr;
  }
  hn::Vec<Tag<T>> v[lanes];
  Index c = 0;
  for (; c + lanes <= n_numbers; c += lanes) {
    unrolled<lanes>([&](auto i) WEFT_IN_REGISTERS { v[i] = result(c + i); });
    transpose(d, v);
    for (int i = 0; i < lanes; ++i)
      if (to[i] != nullptr) hn::StoreU(v[i], d, to[i] + c);
  }
  HWY_ALIGN T last[lanes];
  for (; c < n_numbers; ++c) {
    hn::Store(result(c), d, last);
    for (int i = 0; i < lanes; ++i)
      if (to[i] != nullptr) to[i][c] = last[i];
  }
}

// Numbers of one row, a line in each lane, and back.
template <class T>
HWY_INLINE hn::Vec<Tag<T>> load_row(const T* row) {
  const Tag<T> d;
  HWY_ALIGN hwy::MakeSigned<T> lines[n_lanes<T>];
  for (int i = 0; i < n_lanes<T>; ++i) lines[i] = line_of_lane<T>(i);
  return hn::TableLookupLanes(hn::LoadU(d, row), hn::SetTableIndices(d, lines));
}
template <class T>
HWY_INLINE void store_row(hn::Vec<Tag<T>> v, T* row) {
  const Tag<T> d;
  HWY_ALIGN hwy::MakeSigned<T> lanes[n_lanes<T>];
  for (int i = 0; i < n_lanes<T>; ++i) lanes[line_of_lane<T>(i)] = i;
  hn::StoreU(hn::TableLookupLanes(v, hn::SetTableIndices(d, lanes)), d, row);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
