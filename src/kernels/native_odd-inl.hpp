// Real lines of odd length, two for each lane of a vector: one is the real part of a complex line, the next
// one the imaginary part.
//
// The modes of both lie in the same points of scratch as those of the complex lines: those of the second one
// in reverse order, since mode k of both comes from modes k and n - k.
#if defined(WEFT_KERNELS_NATIVE_ODD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_ODD_INL_HPP
#undef WEFT_KERNELS_NATIVE_ODD_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_ODD_INL_HPP
#endif

#include "kernels/native_odd.hpp"
#include "kernels/native_prime-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The line of a group whose numbers are in this lane of the first vectors; in the second ones is the next.
// Which line is where follows from the exchanges of whole vectors below.
template <class T>
HWY_INLINE constexpr int even_line(int lane) {
  constexpr int lanes = n_lanes<T>;
  return lanes < 4 ? 2 * lane : 2 * (lane / 4) + lane % 4 * (lanes / 2);
}

// Rows of real lines, two for each lane.
template <class T>
class RealRows {
  using V = hn::Vec<Tag<T>>;

 public:
  RealRows() {
    for (int lane = 0; lane < n_lanes<T>; ++lane) {
      const int line = even_line<T>(lane);
      const int from = line < n_lanes<T> ? line : line - n_lanes<T> + 1;  // where exchange_parts leaves it
      from_[lane] = from;
      to_[from] = lane;
    }
  }
  HWY_INLINE Pair<V> load(const char* row) const {
    const Tag<T> d;
    V a = hn::LoadU(d, reinterpret_cast<const T*>(row)),
      b = hn::LoadU(d, reinterpret_cast<const T*>(row) + n_lanes<T>);
    exchange_parts(d, a, b);
    const auto table = hn::SetTableIndices(d, from_);
    return {hn::TableLookupLanes(a, table), hn::TableLookupLanes(b, table)};
  }
  HWY_INLINE void store(Pair<V> z, char* row) const {
    const Tag<T> d;
    const auto table = hn::SetTableIndices(d, to_);
    V a = hn::TableLookupLanes(z.re, table), b = hn::TableLookupLanes(z.im, table);
    exchange_parts(d, a, b);
    hn::StoreU(a, d, reinterpret_cast<T*>(row));
    hn::StoreU(b, d, reinterpret_cast<T*>(row) + n_lanes<T>);
  }

 private:
  HWY_ALIGN hwy::MakeSigned<T> from_[n_lanes<T>], to_[n_lanes<T>];
};

template <class T>
class OddRunner : GroupRunner<T> {
  using V = hn::Vec<Tag<T>>;
  using Z = Pair<V>;
  static constexpr int lanes = n_lanes<T>;
  using Groups = GroupRunner<T>;
  using Groups::ahead_;
  using Groups::in_;
  using Groups::n_sets;
  using Groups::out_;
  using Groups::scale_;
  using Groups::scratch_;
  using Groups::work_;

 public:
  OddRunner(const NativeOddTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
            const MemoryMode& mode, const NativeScratch<T>& scratch)
      : Groups(in, out, mode, scratch, transform.is_apart ? lanes : 2 * lanes), transform_(transform) {}

  void run(Index n_lines) {
    const bool to_modes = transform_.kind == Kind::r2c;
    const auto run_group = [&](Index line, int count) HWY_ATTR {
      to_modes ? load_points(line, count) : load_modes(line, count);
      if (!to_modes) combine_modes();
      transform_points(transform_.complex, work_);
      if (to_modes) separate_modes();
      to_modes ? store_modes(line, count) : store_points(line, count);
    };
    Groups::for_groups(n_lines, run_group);
  }

 private:
  static constexpr Index real_bytes = sizeof(T), complex_bytes = 2 * sizeof(T);
  Index n_points() const { return transform_.complex.n; }

  // Of as many bytes as the longer side of a line.
  typename Groups::SetOfLines lines_of(const LineAddresses& side, Index first, int count, int set) const {
    const auto even = [](int lane) { return even_line<T>(lane); };
    return Groups::lines_of(side, first, count, set, even, (n_points() + 1) * real_bytes);
  }

  // --- points

  void load_points(Index line, int count) {
    const Tag<T> d;
    const int* points = transform_.points.data();
    for (int set = 0; in_.along && set < n_sets(); ++set)
      load_along<T>(lines_of(in_, line, count, set).group(), n_points(), ahead_,
                    PartsOfPositions<T>{work_, points, set});
    for (Index i = 0; transform_.is_apart && i < n_points(); ++i)
      hn::Store(hn::Zero(d), d, work_.part(points[i], 1));
    if (in_.along) return;
    const RealRows<T> rows;
    const Group from = Groups::group_in(n_points(), real_bytes, line, count);
    for (Index i = 0; i < n_points(); ++i) put(points[i], rows.load(from.rows[i] + from.offset));
  }

  void store_points(Index line, int count) {
    const int* points = transform_.points.data();
    for (int set = 0; out_.along && set < n_sets(); ++set)
      Groups::store_lines(lines_of(out_, line, count, set).group(), n_points(),
                          PartsOfPositions<T>{work_, points, set});
    if (out_.along) return;
    const RealRows<T> rows;
    const V factor = hn::Set(Tag<T>(), scale_);
    const Group to = Groups::group_out(n_points(), real_bytes, line, count);
    for (Index i = 0; i < n_points(); ++i) {
      const Z z = at(points[i]);
      rows.store({hn::Mul(factor, z.re), hn::Mul(factor, z.im)}, const_cast<char*>(to.rows[i]) + to.offset);
    }
    Groups::finish_out(to, n_points(), real_bytes, line);
  }

  // --- modes

  void load_modes(Index line, int count) {
    const Index n_modes = n_points() / 2 + 1;
    for (int set = 0; in_.along && set < n_sets(); ++set)
      load_along<T>(lines_of(in_, line, count, set).group(), 2 * n_modes, ahead_,
                    NumbersOfPositions<T>{work_, modes(set), 0});
    if (!in_.along) load_mode_rows(Groups::group_in(n_modes, complex_bytes, line, count));
  }
  void load_mode_rows(const Group& from) {
    const Tag<T> d;
    for (Index k = 0; k <= n_points() / 2; ++k) {
      const char* address = from.rows[k] + from.offset;
      if (ahead_ != 0)
        for (std::size_t byte = 0; byte < 4 * lanes * sizeof(T); byte += 64) fetch(address + ahead_ + byte);
      const T* row = reinterpret_cast<const T*>(address);
      Z first{hn::LoadU(d, row), hn::LoadU(d, row + lanes)};
      Z second{hn::LoadU(d, row + 2 * lanes), hn::LoadU(d, row + 3 * lanes)};
      exchange_parts(d, first.re, first.im);
      exchange_parts(d, second.re, second.im);
      part_lines(d, first.re, second.re);
      part_lines(d, first.im, second.im);
      put(modes(0)[k], first);
      put(modes(1)[k], second);
    }
  }

  void store_modes(Index line, int count) {
    const Index n_modes = n_points() / 2 + 1;
    for (int set = 0; out_.along && set < n_sets(); ++set)
      Groups::store_lines(lines_of(out_, line, count, set).group(), 2 * n_modes,
                          NumbersOfPositions<T>{work_, modes(set), 0});
    if (out_.along) return;
    const Group to = Groups::group_out(n_modes, complex_bytes, line, count);
    store_mode_rows(to);
    Groups::finish_out(to, n_modes, complex_bytes, line);
  }
  void store_mode_rows(const Group& to) const {
    const Tag<T> d;
    const V factor = hn::Set(d, scale_);
    for (Index k = 0; k <= n_points() / 2; ++k) {
      Z first = at(modes(0)[k]), second = at(modes(1)[k]);
      part_lines(d, first.re, second.re);
      part_lines(d, first.im, second.im);
      exchange_parts(d, first.re, first.im);
      exchange_parts(d, second.re, second.im);
      T* row = reinterpret_cast<T*>(const_cast<char*>(to.rows[k]) + to.offset);
      for (const V& v : {first.re, first.im, second.re, second.im}) {
        hn::StoreU(hn::Mul(factor, v), d, row);
        row += lanes;
      }
    }
  }

  // --- steps

  const int* modes(int set) const { return transform_.modes[set].data(); }
  HWY_INLINE Z at(Index point) const { return FromWork<T>{work_}(point); }
  HWY_INLINE void put(Index point, Z z) const { ToWork<T>{work_}(point, z); }

  // The modes of both lines from those of the complex one.
  void separate_modes() {
    const Tag<T> d;
    const int *first = modes(0), *second = modes(1);
    const V half = hn::Set(d, T{0.5}), sign = hn::Set(d, transform_.is_positive ? T{-1} : T{1});
    const Z alone = at(first[0]);
    put(first[0], {alone.re, hn::Zero(d)});
    put(second[0], {alone.im, hn::Zero(d)});
    for (Index k = 1; k <= n_points() / 2; ++k) {
      // Halved before they are added: sums of large modes would overflow.
      Z a = at(first[k]), b = at(second[k]);
      a = {hn::Mul(half, a.re), hn::Mul(half, a.im)};
      b = {hn::Mul(half, b.re), hn::Mul(half, b.im)};
      put(first[k], {hn::Add(a.re, b.re), hn::Mul(sign, hn::Sub(a.im, b.im))});
      put(second[k], {hn::Add(a.im, b.im), hn::Mul(sign, hn::Sub(b.re, a.re))});
    }
  }

  // The modes of the complex line from those of both lines, or from those of the only one.
  void combine_modes() {
    const Tag<T> d;
    const int *first = modes(0), *second = modes(1);
    const Z zero{hn::Zero(d), hn::Zero(d)};
    const auto of_second = [&](Index k) HWY_ATTR { return transform_.is_apart ? zero : at(second[k]); };
    put(first[0], {at(first[0]).re, of_second(0).re});
    for (Index k = 1; k <= n_points() / 2; ++k) {
      const Z a = at(first[k]), b = of_second(k);
      put(first[k], {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)});
      put(second[k], {hn::Add(a.re, b.im), hn::Sub(b.re, a.im)});
    }
  }

  const NativeOddTransform<T>& transform_;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
