// The passes of the native kernels over a group of lines.
//
// A group of lines is brought into scratch, transformed by passes in place (decimation in frequency,
// Gentleman and Sande 1966), and written in the right order from there. Where lines lie across the tile, the
// first pass reads memory itself and the last writes it. Real lines of 2 n points are complex ones of n
// points with one more step (Cooley, Lewis and Welch 1970).
#if defined(WEFT_KERNELS_NATIVE_PASSES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#undef WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_PASSES_INL_HPP
#endif

#include <hwy/cache_control.h>
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
template <class T, bool swap>
struct FromRows {
  Group lines;
  Index ahead = 0;  // bytes to what is fetched for the next tile; 0: nothing
  HWY_INLINE Pair<hn::Vec<Tag<T>>> operator()(Index point) const {
    const Tag<T> d;
    const T* row = reinterpret_cast<const T*>(lines.rows[point] + lines.offset);
    if (ahead != 0)
      for (std::size_t byte = 0; byte < 2 * n_lanes<T> * sizeof(T); byte += 64)
        fetch(reinterpret_cast<const char*>(row) + ahead + byte);
    auto a = hn::LoadU(d, row), b = hn::LoadU(d, row + n_lanes<T>);
    exchange_parts(d, a, b);
    if constexpr (swap)
      return {b, a};
    else
      return {a, b};
  }
};

template <class T, bool swap, bool stream>
struct ToRows {
  Group lines;
  T scale;
  HWY_INLINE void operator()(Index point, Pair<hn::Vec<Tag<T>>> z) const {
    const Tag<T> d;
    T* row = reinterpret_cast<T*>(const_cast<char*>(lines.rows[point]) + lines.offset);
    const auto factor = hn::Set(d, scale);
    auto a = hn::Mul(factor, swap ? z.im : z.re), b = hn::Mul(factor, swap ? z.re : z.im);
    exchange_parts(d, a, b);
    if constexpr (stream) {
      hn::Stream(a, d, row);
      hn::Stream(b, d, row + n_lanes<T>);
    } else {
      hn::StoreU(a, d, row);
      hn::StoreU(b, d, row + n_lanes<T>);
    }
  }
};

// Where the last pass puts output `j` of the butterfly that begins at `first` in scratch and at frequency
// `f`.
template <class T>
struct LastToWork {
  ToWork<T> to;
  HWY_INLINE void operator()(Index, Index first, Index j, Pair<hn::Vec<Tag<T>>> z) const { to(first + j, z); }
};

template <class T, bool swap, bool stream>
struct LastToRows {
  ToRows<T, swap, stream> to;
  Index n_blocks;
  HWY_INLINE void operator()(Index f, Index, Index j, Pair<hn::Vec<Tag<T>>> z) const {
    to(f + j * n_blocks, z);
  }
};

// All passes but the last.
template <int radix, class T, class From>
HWY_NOINLINE void middle_pass(const NativePass<T>& pass, const From from, Work<T> work) {
  const Tag<T> d;
  const ToWork<T> to{work};
  const T* HWY_RESTRICT twiddle = pass.twiddles.data();
  for (Index p = 0; p < pass.m; ++p, twiddle += 2 * (radix - 1)) {
    for (Index block = 0; block < pass.n_blocks; ++block) {
      const Index first = block * radix * pass.m + p;
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

// Transforms the lines of one tile, group by group.
template <class T>
class Runner : GroupRunner<T> {
  using Groups = GroupRunner<T>;
  using Groups::ahead_;
  using Groups::in_;
  using Groups::out_;
  using Groups::scale_;
  using Groups::stream_;
  using Groups::work_;

 public:
  Runner(const NativeTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
         const MemoryMode& mode, const NativeScratch<T>& scratch)
      : Groups(in, out, mode, scratch, n_lanes<T>), transform_(transform) {}

  void run(Index n_lines) {
    Groups::for_groups(n_lines, [&](Index line, int count, bool is_aligned)
                                    HWY_ATTR { run_group(line, count, is_aligned); });
  }

 private:
  void run_group(Index line, int count, bool is_aligned) {
    const bool fused = !in_.along && transform_.kind == Kind::c2c && transform_.passes.size() > 1 && !pads();
    const Group from = Groups::group_in(in_points(), in_bytes(), line, count);
    if (fused)
      first_pass(from);
    else
      load(from);
    if (pads()) pad_modes();
    if (transform_.kind == Kind::c2r) combine_modes();
    for (std::size_t i = fused ? 1 : 0; i + 1 < transform_.passes.size(); ++i)
      radix_of(i, [&](auto radix) { middle_pass<radix>(transform_.passes[i], FromWork<T>{work_}, work_); });
    finish(line, count, is_aligned);
  }

  bool swaps() const { return transform_.kind == Kind::c2c && transform_.is_positive; }
  Index in_bytes() const { return (transform_.kind == Kind::r2c ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index out_bytes() const { return (transform_.kind == Kind::c2r ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index in_points() const { return transform_.n_read; }
  Index out_points() const { return transform_.n_written; }
  bool pads() const { return !transform_.read_to.empty(); }
  bool cuts() const { return !transform_.written_from.empty(); }

  template <class F>
  void radix_of(std::size_t pass, const F& f) {
    with_radix(transform_.passes[pass].radix, f, NativeRadices{});
  }

  void first_pass(const Group& from) {
    radix_of(0, [&](auto radix) {
      if (swaps())
        middle_pass<radix>(transform_.passes[0], FromRows<T, true>{from, ahead_}, work_);
      else
        middle_pass<radix>(transform_.passes[0], FromRows<T, false>{from, ahead_}, work_);
    });
  }

  void load(const Group& from) {
    const bool real = transform_.kind == Kind::r2c;
    const int flip = swaps() ? 1 : 0;
    if (in_.along && pads())
      return load_along<T>(from, 2 * in_points(), ahead_,
                           NumbersOfPositions<T>{work_, transform_.read_to.data(), flip});
    if (in_.along)
      return load_along<T>(from, real ? in_points() : 2 * in_points(), ahead_,
                           NumbersInOrder<T>{work_, flip});
    if (real) return load_real_rows(from);
    const ToWork<T> to{work_};
    const auto point = [&](Index i) { return pads() ? Index{transform_.read_to[i]} : i; };
    if (swaps())
      for (Index i = 0; i < in_points(); ++i) to(point(i), FromRows<T, true>{from, ahead_}(i));
    else
      for (Index i = 0; i < in_points(); ++i) to(point(i), FromRows<T, false>{from, ahead_}(i));
  }

  // Zeros between the modes that were read, and half of the one that is that of both signs for each.
  void pad_modes() {
    const Tag<T> d;
    const ToWork<T> to{work_};
    for (Index i = transform_.first_zero; i < transform_.end_zero; ++i) to(i, {hn::Zero(d), hn::Zero(d)});
    if (transform_.nyquist < 0) return;
    Pair<hn::Vec<Tag<T>>> z = FromWork<T>{work_}(transform_.nyquist);
    z.re = hn::Mul(z.re, hn::Set(d, T{0.5}));
    z.im = transform_.mirror < 0 ? hn::Zero(d) : hn::Mul(z.im, hn::Set(d, T{0.5}));
    to(transform_.nyquist, z);
    if (transform_.mirror >= 0) to(transform_.mirror, z);
  }
  // Before modes are left out: the mode of both signs.
  void join_mirrored() {
    if (transform_.nyquist < 0) return;
    const FromWork<T> from{work_};
    const Pair<hn::Vec<Tag<T>>> z = from(transform_.nyquist);
    const ToWork<T> to{work_};
    if (transform_.mirror >= 0)
      to(transform_.nyquist, z + from(transform_.mirror));
    else
      to(transform_.nyquist, {hn::Add(z.re, z.re), hn::Zero(Tag<T>())});
  }

  void load_real_rows(const Group& from) {
    for (Index i = 0; i < in_points(); ++i)
      hn::Store(load_row(reinterpret_cast<const T*>(from.rows[i] + from.offset)), Tag<T>(), work_.number(i));
  }

  // Last pass, and out of scratch.
  void finish(Index line, int count, bool is_aligned) {
    const Group to = Groups::group_out(out_points(), out_bytes(), line, count);
    const std::size_t n_passes = transform_.passes.size();
    const bool fused = !out_.along && transform_.kind == Kind::c2c && n_passes > 0 && !cuts();
    if (fused)
      last_pass_to_rows(to, is_aligned);
    else if (n_passes > 0)
      radix_of(n_passes - 1,
               [&](auto radix) { last_pass<radix>(transform_, work_, LastToWork<T>{ToWork<T>{work_}}); });
    if (transform_.kind == Kind::r2c) separate_modes();
    if (cuts()) join_mirrored();
    if (!fused) store(to, stream_ && is_aligned && to.rows == out_.rows);
    Groups::finish_out(to, out_points(), out_bytes(), line);
  }

  void last_pass_to_rows(const Group& to, bool is_aligned) {
    const bool stream = stream_ && is_aligned && to.rows == out_.rows;
    const Index n_blocks = transform_.passes.back().n_blocks;
    radix_of(transform_.passes.size() - 1, [&](auto radix) {
      if (swaps())
        stream ? last_pass<radix>(transform_, work_, LastToRows<T, true, true>{{to, scale_}, n_blocks})
               : last_pass<radix>(transform_, work_, LastToRows<T, true, false>{{to, scale_}, n_blocks});
      else
        stream ? last_pass<radix>(transform_, work_, LastToRows<T, false, true>{{to, scale_}, n_blocks})
               : last_pass<radix>(transform_, work_, LastToRows<T, false, false>{{to, scale_}, n_blocks});
    });
  }

  // `stream`: to rows, around the cache.
  void store(const Group& to, bool stream) {
    const int* position = (cuts() ? transform_.written_from : transform_.position).data();
    if (transform_.kind == Kind::c2r) {  // real and imaginary parts are the even and odd points, swapped
      if (out_.along) return store_lines(to, transform_.n, true, position);
      return store_real_rows(to);
    }
    if (out_.along) return store_lines(to, out_points(), swaps(), position);
    if (swaps())
      stream ? store_rows(ToRows<T, true, true>{to, scale_}, position)
             : store_rows(ToRows<T, true, false>{to, scale_}, position);
    else
      stream ? store_rows(ToRows<T, false, true>{to, scale_}, position)
             : store_rows(ToRows<T, false, false>{to, scale_}, position);
  }
  template <class To>
  void store_rows(const To& to, const int* position) {
    const FromWork<T> from{work_};
    for (Index f = 0; f < out_points(); ++f) to(f, from(position[f]));
  }

  void store_lines(const Group& to, Index n_points, bool swap, const int* position) {
    const NumbersOfPositions<T> place{work_, position, swap ? 1 : 0};
    stream_ ? store_along<true, T>(to, 2 * n_points, scale_, place)
            : store_along<false, T>(to, 2 * n_points, scale_, place);
  }

  void store_real_rows(const Group& to) {
    const Tag<T> d;
    for (Index i = 0; i < out_points(); ++i) {
      const auto v = hn::Load(d, work_.part(transform_.position[i / 2], static_cast<int>(1 - i % 2)));
      store_row<T>(hn::Mul(hn::Set(d, scale_), v),
                   reinterpret_cast<T*>(const_cast<char*>(to.rows[i]) + to.offset));
    }
  }

  // r2c: the modes of 2 n real points from those of n complex ones.
  void separate_modes() {
    const Tag<T> d;
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    const Index n = transform_.n;
    const int* position = transform_.position.data();
    const auto half = hn::Set(d, T{0.5});
    const auto sign = hn::Set(d, transform_.is_positive ? T{-1} : T{1});
    const auto zero = hn::Zero(d);
    const auto first = from(position[0]);
    for (Index k = 1; 2 * k <= n; ++k) {
      const auto p = from(position[k]), q = from(position[n - k]);
      // Halved before they are added: sums of large modes would overflow.
      const Pair<hn::Vec<Tag<T>>> a{hn::Mul(half, p.re), hn::Mul(half, p.im)};
      const Pair<hn::Vec<Tag<T>>> b{hn::Mul(half, q.re), hn::Mul(half, q.im)};
      const auto even_re = hn::Add(a.re, b.re), even_im = hn::Sub(a.im, b.im);
      const auto odd_re = hn::Sub(a.re, b.re), odd_im = hn::Add(a.im, b.im);
      const auto t =
          times(Pair<hn::Vec<Tag<T>>>{odd_im, hn::Neg(odd_re)}, hn::Set(d, transform_.real_roots[2 * k]),
                hn::Set(d, transform_.real_roots[2 * k + 1]));
      to(position[n - k], {hn::Sub(even_re, t.re), hn::Mul(sign, hn::Sub(t.im, even_im))});
      to(position[k], {hn::Add(even_re, t.re), hn::Mul(sign, hn::Add(even_im, t.im))});
    }
    to(position[0], {hn::Add(first.re, first.im), zero});
    to(position[n], {hn::Sub(first.re, first.im), zero});
  }

  // c2r: n complex points, parts exchanged, whose transform is 2 n real points.
  void combine_modes() {
    const Tag<T> d;
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    const Index n = transform_.n;
    const auto sign = hn::Set(d, transform_.is_positive ? T{1} : T{-1});
    const auto first = from(0), last = from(n);
    for (Index k = 1; 2 * k <= n; ++k) {
      auto a = from(k), b = from(n - k);
      a.im = hn::Mul(sign, a.im);
      b.im = hn::Mul(sign, b.im);
      const auto even_re = hn::Add(a.re, b.re), even_im = hn::Sub(a.im, b.im);
      const auto odd_re = hn::Sub(a.re, b.re), odd_im = hn::Add(a.im, b.im);
      const auto t =
          times(Pair<hn::Vec<Tag<T>>>{hn::Neg(odd_im), odd_re}, hn::Set(d, transform_.real_roots[2 * k]),
                hn::Neg(hn::Set(d, transform_.real_roots[2 * k + 1])));
      to(n - k, {hn::Sub(t.im, even_im), hn::Sub(even_re, t.re)});
      to(k, {hn::Add(even_im, t.im), hn::Add(even_re, t.re)});
    }
    to(0, {hn::Sub(first.re, last.re), hn::Add(first.re, last.re)});
  }

  const NativeTransform<T>& transform_;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
