// Fourier transforms of the lines of a tile, group by group.
//
// A group of lines is brought into scratch, transformed by passes in place, and written in the right order
// from there. Real lines of 2 n points are complex ones of n points with one more step (Cooley, Lewis and
// Welch 1970).
#if defined(WEFT_KERNELS_NATIVE_FOURIER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#undef WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#endif

#include "kernels/native_groups-inl.hpp"
#include "kernels/native_prime-inl.hpp"
#include "kernels/native_real_steps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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
    if (in_.along && out_.along && transform_.short_lines)
      return transform_.short_lines.run(in_.rows, out_.rows, n_lines, stream_, ahead_, scale_);
    if (in_.along && out_.along && transform_.lines) return run_lines(n_lines);
    Groups::for_groups(n_lines, [&](Index line, int count, bool is_aligned)
                                    HWY_ATTR { run_group(line, count, is_aligned); });
  }

 private:
  static constexpr int lanes = n_lanes<T>;

  void run_lines(Index n_lines) {
    const RowPasses<T>& lines = transform_.lines;
    const auto address = [](const char* row) { return reinterpret_cast<T*>(const_cast<char*>(row)); };
    const auto in = [&](Index i) { return address(in_.rows[i]); };
    const auto out = [&](Index i) { return address(out_.rows[i]); };
    if (transform_.kind == Kind::c2c)
      return lines.run_lines(lines.along().from_rows,
                             stream_ ? lines.across().stream_to_line : lines.across().to_line, in, out,
                             n_lines, ahead_, scale_, work_.numbers);
    // A real line is half as many complex points on its way to modes, and back.
    const Index numbers = 2 * transform_.n;
    T* const halves = work_.numbers + lines.columns_numbers();
    const auto half = [&](Index i) { return halves + i * numbers; };
    const bool is_forward = transform_.kind == Kind::r2c;
    for (Index line = 0; line < n_lines; line += lines.lines_at_once()) {
      const Index n = std::min(lines.lines_at_once(), n_lines - line);
      const auto run = [&](const auto& from, const auto& to, Index ahead, T scale) {
        lines.run_lines(lines.along().from_rows, lines.across().to_line, from, to, n, ahead, scale,
                        work_.numbers);
      };
      if (is_forward) run([&](Index i) { return in(line + i); }, half, ahead_, T{1});
      for (Index i = 0; i < n; ++i)
        is_forward ? separate_line(transform_.n, transform_.real_roots, transform_.is_positive, scale_,
                                   half(i), out(line + i))
                   : combine_line(transform_.n, transform_.real_roots, transform_.is_positive, in(line + i),
                                  half(i));
      if (!is_forward)
        run(
            half, [&](Index i) { return out(line + i); }, 0, scale_);
    }
  }

  void run_group(Index line, int count, bool is_aligned) {
    if (transform_.rows && in_.along && transform_.kind != Kind::c2r)
      return begin_with_rows(line, count, is_aligned);
    if (transform_.rows && out_.along && transform_.kind != Kind::r2c) return end_with_rows(line, count);
    const bool fused =
        !in_.along && transform_.kind == Kind::c2c && transform_.passes.size() > 1 && !is_placed();
    const Group from = Groups::group_in(in_points(), in_bytes(), line, count);
    if (fused)
      first_pass(from);
    else
      load(from);
    pad_modes();
    if (transform_.kind == Kind::c2r) combine_modes();
    for (std::size_t i = fused ? 1 : 0; i + 1 < transform_.passes.size(); ++i)
      radix_of(i, [&](auto radix) { middle_pass<radix>(transform_.passes[i], FromWork<T>{work_}, work_); });
    if (transform_.prime) run_prime(*transform_.prime, work_);
    finish(line, count, is_aligned);
  }

  // Row passes; between them and lines along the other side, frequencies are in order.
  struct InOrder {
    T* first;
    HWY_INLINE T* number(Index c) const { return first + c * lanes; }
    HWY_INLINE ZOf<T> operator()(Index k) const { return load_point(number(2 * k)); }
    HWY_INLINE void operator()(Index k, ZOf<T> z) const { store_point(z, number(2 * k)); }
  };
  InOrder in_order(const Columns<T>& columns) const {
    return {columns.first + transform_.rows.columns_numbers()};
  }
  bool reads_reals() const { return transform_.kind == Kind::r2c && !transform_.rows.are_halves(); }
  bool writes_reals() const { return transform_.kind == Kind::c2r && !transform_.rows.are_halves(); }

  void begin_with_rows(Index line, int count, bool is_aligned) {
    const RowPasses<T>& rows = transform_.rows;
    const T* lines[lanes];
    for (int i = 0; i < lanes; ++i)
      lines[i] = reinterpret_cast<const T*>(in_.rows[line + std::min(i, count - 1)]);
    const Columns<T> columns = rows.columns(work_.numbers);
    rows.run_along(reads_reals() ? rows.along().from_reals : rows.along().from_rows, lines, lanes, ahead_,
                   columns);
    const Group to = Groups::group_out(out_points(), out_bytes(), line, count);
    const bool stream = stream_ && is_aligned && to.rows == out_.rows;
    if (out_.along || rows.are_halves()) {
      const InOrder points = in_order(columns);
      const auto numbers = [points](Index c) HWY_ATTR { return points.number(c); };
      rows.run_across(rows.across().to_split, columns, StridedPoints<T>{points.first, 2 * lanes}, T{1});
      if (rows.are_halves())
        separate_real(transform_.n, transform_.real_roots, transform_.is_positive, T{1}, points, points);
      if (!out_.along)
        stream ? store_rows(ToRows<T, false, true>{to, scale_}, points)
               : store_rows(ToRows<T, false, false>{to, scale_}, points);
      else
        Groups::store_lines(to, 2 * out_points(), numbers);
    } else {
      rows.run_across(stream ? rows.across().stream_to_table : rows.across().to_table, columns,
                      TablePoints<T>{{to.rows, to.offset}}, scale_);
    }
    Groups::finish_out(to, out_points(), out_bytes(), line);
  }

  void end_with_rows(Index line, int count) {
    const RowPasses<T>& rows = transform_.rows;
    const Columns<T> columns = rows.columns(work_.numbers);
    const Group from = Groups::group_in(in_points(), in_bytes(), line, count);
    if (in_.along || rows.are_halves()) {
      const InOrder points = in_order(columns);
      const auto numbers = [points](Index c) HWY_ATTR { return points.number(c); };
      if (in_.along)
        load_along<T>(from, 2 * in_points(), ahead_, numbers);
      else
        for (Index i = 0; i < in_points(); ++i) points(i, FromRows<T, false>{from, ahead_}(i));
      if (rows.are_halves())
        combine_real(transform_.n, transform_.real_roots, transform_.is_positive, points, points);
      rows.run_across(rows.across().from_split, StridedPoints<T>{points.first, 2 * lanes}, columns, T{1});
    } else {
      rows.run_across(rows.across().from_table, TablePoints<T>{{from.rows, from.offset, ahead_}}, columns,
                      T{1});
    }
    T* lines[lanes];
    for (int i = 0; i < count; ++i) lines[i] = reinterpret_cast<T*>(const_cast<char*>(out_.rows[line + i]));
    const auto& back = stream_ ? rows.along().stream_to_rows : rows.along().to_rows;
    rows.run_back(writes_reals() ? back.reals : back.complex, columns, lines, count, scale_);
  }

  bool swaps() const { return transform_.kind == Kind::c2c && transform_.is_positive; }
  Index in_bytes() const { return (transform_.kind == Kind::r2c ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index out_bytes() const { return (transform_.kind == Kind::c2r ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index in_points() const { return transform_.n_read; }
  Index out_points() const { return transform_.n_written; }
  bool is_placed() const { return !transform_.read_to.empty(); }
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
    const Index n_numbers = real ? in_points() : 2 * in_points();
    if (in_.along && is_placed())
      return load_along<T>(from, n_numbers, ahead_,
                           NumbersOfPositions<T>{work_, transform_.read_to.data(), flip});
    if (in_.along) return load_along<T>(from, n_numbers, ahead_, NumbersInOrder<T>{work_, flip});
    if (real) return load_real_rows(from);
    const ToWork<T> to{work_};
    const auto point = [&](Index i) { return is_placed() ? Index{transform_.read_to[i]} : i; };
    if (swaps())
      for (Index i = 0; i < in_points(); ++i) to(point(i), FromRows<T, true>{from, ahead_}(i));
    else
      for (Index i = 0; i < in_points(); ++i) to(point(i), FromRows<T, false>{from, ahead_}(i));
  }

  // Zeros between the modes that were read, and half of the one that is that of both signs for each.
  void pad_modes() {
    const Tag<T> d;
    const ToWork<T> to{work_};
    for (int i : transform_.zeros) to(i, {hn::Zero(d), hn::Zero(d)});
    if (!transform_.pads || transform_.nyquist < 0) return;
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
    for (Index i = 0; i < in_points(); ++i) {
      const Index point = is_placed() ? Index{transform_.read_to[i / 2]} : i / 2;
      hn::Store(load_row(reinterpret_cast<const T*>(from.rows[i] + from.offset)), Tag<T>(),
                work_.part(point, static_cast<int>(i % 2)));
    }
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
    store_rows(to, [&](Index f) WEFT_IN_REGISTERS { return from(position[f]); });
  }
  template <class To, class From>
  HWY_INLINE void store_rows(const To& to, const From& from) {
    for (Index f = 0; f < out_points(); ++f) to(f, from(f));
  }

  void store_lines(const Group& to, Index n_points, bool swap, const int* position) {
    Groups::store_lines(to, 2 * n_points, NumbersOfPositions<T>{work_, position, swap ? 1 : 0});
  }

  void store_real_rows(const Group& to) {
    const Tag<T> d;
    for (Index i = 0; i < out_points(); ++i) {
      const auto v = hn::Load(d, work_.part(transform_.position[i / 2], static_cast<int>(1 - i % 2)));
      store_row<T>(hn::Mul(hn::Set(d, scale_), v),
                   reinterpret_cast<T*>(const_cast<char*>(to.rows[i]) + to.offset));
    }
  }

  void separate_modes() {
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    const int* position = transform_.position.data();
    separate_real(
        transform_.n, transform_.real_roots, transform_.is_positive, T{1},
        [&](Index k) WEFT_IN_REGISTERS { return from(position[k]); },
        [&](Index k, ZOf<T> z) WEFT_IN_REGISTERS { to(position[k], z); });
  }

  // With their parts exchanged, so that the exponent is negative.
  void combine_modes() {
    if (transform_.place.empty())
      combine_modes([](Index k) WEFT_IN_REGISTERS { return k; });
    else
      combine_modes([&](Index k) WEFT_IN_REGISTERS { return Index{transform_.place[k]}; });
  }
  template <class Place>
  HWY_INLINE void combine_modes(const Place& place) {
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    combine_real(
        transform_.n, transform_.real_roots, transform_.is_positive,
        [&](Index k) WEFT_IN_REGISTERS { return from(place(k)); },
        [&](Index k, ZOf<T> z) WEFT_IN_REGISTERS {
          to(place(k), {z.im, z.re});
        });
  }

  const NativeTransform<T>& transform_;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
