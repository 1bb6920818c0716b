// The passes of block programs over a group of lines: those of Cooley and Tukey, decimation in frequency.
//
// After the first pass of radix r, transform j of those that are left has frequencies j + r q. A positive
// exponent is the same transform, whose output f is that of frequency -f.
#if defined(WEFT_KERNELS_NATIVE_BLOCK_PASSES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BLOCK_PASSES_INL_HPP
#undef WEFT_KERNELS_NATIVE_BLOCK_PASSES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BLOCK_PASSES_INL_HPP
#endif

#include <hwy/highway.h>

#include "kernels/native_block.hpp"
#include "kernels/native_points-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Where points are: the first one, and numbers from each to the next; `padded`: a gap after every eighth.
template <class T>
struct Points {
  T* first = nullptr;
  Index step = 0;
  bool padded = false;
  HWY_INLINE T* at(Index i) const { return first + (padded ? i + (i >> 3) : i) * step; }
  // Numbers between points that are n apart, a multiple of eight if there are gaps.
  HWY_INLINE Index apart(Index n) const { return (padded ? n + (n >> 3) : n) * step; }
};

// The first pass, or one in the middle (in place): m butterflies of points that lie m apart; what is left of
// butterfly p for transform j goes to point p of row j.
template <int radix, class T, class From>
HWY_NOINLINE void early_pass(const NativePass<T>& pass, const Points<const T>& in, T* out, Index row) {
  const Tag<T> d;
  const T* HWY_RESTRICT twiddle = pass.twiddles.data();
  const Index apart = in.apart(pass.m), to_row = row * point_numbers<T>, m = pass.m;
  for (Index p = 0; p < m; ++p, twiddle += 2 * (radix - 1), out += point_numbers<T>) {
    const T* from = in.at(p);
    ZOf<T> z[radix];
    unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
      z[k] = From::load(from);
      from += apart;
    });
    Butterfly<radix>::run(d, z);
    store_point(z[0], out);
    T* row_point = out;
    unrolled<radix - 1>([&](auto j) WEFT_IN_REGISTERS {
      row_point += to_row;
      store_point(times(z[j + 1], hn::Set(d, twiddle[2 * j]), hn::Set(d, twiddle[2 * j + 1])), row_point);
    });
  }
}

// Where the last pass puts frequencies.
template <class T>
struct Outputs {
  Points<T> points;
  Index n = 1, stride = 1;  // of the line; from frequency to frequency of one transform
  bool is_positive = false;
  T scale = 1;
};

// Several groups of lines that are read and written where they are: numbers from each to the next.
struct GroupSteps {
  Index n = 1, in = 0, out = 0;
};

// The last pass: n_outer * n_inner transforms, each of `radix` points side by side.
template <int radix, class T, class To>
HWY_NOINLINE void last_pass(const Points<const T>& in, Index row, Index n_outer, Index n_inner, Index inner,
                            const Outputs<T>& out, const GroupSteps& groups) {
  const Tag<T> d;
  const Index step = (out.is_positive ? -1 : 1) * out.points.apart(out.stride);
  const T scale = out.scale;
  for (Index j = 0; j < n_outer; ++j)
    for (Index i = 0; i < n_inner; ++i) {
      const T* from = in.first + (j * row + i * inner) * in.step;
      const Index f = j + n_outer * i;
      T* rest = out.points.at(out.is_positive ? out.n - f : f);
      T* zero = f == 0 ? out.points.first : rest;
      for (Index g = 0; g < groups.n; ++g, from += groups.in, rest += groups.out, zero += groups.out) {
        ZOf<T> z[radix];
        const T* point = from;
        unrolled<radix>([&](auto k) WEFT_IN_REGISTERS {
          z[k] = load_point(point);
          point += in.step;
        });
        Butterfly<radix>::run(d, z);
        To::store(z[0], zero, scale);
        T* to = rest;
        unrolled<radix - 1>([&](auto q) WEFT_IN_REGISTERS {
          to += step;
          To::store(z[q + 1], to, scale);
        });
      }
    }
}

// Rows of memory, by lane; those of lanes without a line are the last one.
template <class T>
struct RowSource {
  const T* rows[n_lanes<T>];
  RowSource(const T* in, Index line, int count) {
    for (int i = 0; i < n_lanes<T>; ++i) rows[i] = in + std::min(line_of_lane<T>(i), count - 1) * line;
  }
};

// A transform of one pass, of full groups in columns.
template <int n, class T, class To>
HWY_NOINLINE void only_pass(const T* in, Index in_step, const Outputs<T>& out) {
  const Tag<T> d;
  ZOf<T> z[n];
  unrolled<n>([&](auto k) WEFT_IN_REGISTERS {
    z[k] = FromColumns<T>::load(in);
    in += in_step;
  });
  Butterfly<n>::run(d, z);
  const Index step = (out.is_positive ? -1 : 1) * out.points.step;
  T* rest = out.is_positive ? out.points.first + n * out.points.step : out.points.first;
  To::store(z[0], out.points.first, out.scale);
  unrolled<n - 1>([&](auto q) WEFT_IN_REGISTERS {
    rest += step;
    To::store(z[q + 1], rest, out.scale);
  });
}

// What a radix does, found once for many groups.
template <class T>
struct RadixRow {
  using Early = void (*)(const NativePass<T>&, const Points<const T>&, T*, Index);
  using Last = void (*)(const Points<const T>&, Index, Index, Index, Index, const Outputs<T>&,
                        const GroupSteps&);
  using Only = void (*)(const T*, Index, const Outputs<T>&);
  Early from_split, from_columns;
  Last to_split, to_columns;
  Only columns_to_split, columns_to_columns;
};

template <int radix, class T>
constexpr RadixRow<T> make_radix_row() {
  RadixRow<T> row{nullptr,
                  nullptr,
                  last_pass<radix, T, ToSplit<T>>,
                  last_pass<radix, T, ToColumns<T>>,
                  only_pass<radix, T, ToSplit<T>>,
                  only_pass<radix, T, ToColumns<T>>};
  if constexpr (radix > 1) {
    row.from_split = early_pass<radix, T, FromSplit<T>>;
    row.from_columns = early_pass<radix, T, FromColumns<T>>;
  }
  return row;
}

template <class T, int... radices>
constexpr auto radix_rows(std::integer_sequence<int, radices...>) {
  std::array<RadixRow<T>, 17> rows{};
  rows[1] = make_radix_row<1, T>();
  ((rows[radices] = make_radix_row<radices, T>()), ...);
  return rows;
}
template <class T>
HWY_INLINE const RadixRow<T>& radix_row(int radix) {
  static constexpr auto rows = radix_rows<T>(NativeRadices{});
  return rows[static_cast<std::size_t>(radix)];
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
