// Real lines of odd length, two groups at a time: one is the real parts of complex lines, the other the
// imaginary parts.
//
// The modes of both groups lie in the same points of scratch as those of the complex lines: those of the
// second one in reverse order, since mode k of both comes from modes k and n - k.
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

template <class T>
class OddRunner : GroupRunner<T> {
  using V = hn::Vec<Tag<T>>;
  using Z = Pair<V>;
  using Groups = GroupRunner<T>;
  using Groups::ahead_;
  using Groups::in_;
  using Groups::out_;
  using Groups::scale_;
  using Groups::stream_;
  using Groups::work_;

 public:
  OddRunner(const NativeOddTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
            const MemoryMode& mode, const NativeScratch<T>& scratch)
      : Groups(in, out, mode, scratch, n_lanes<T>), transform_(transform) {}

  void run(Index n_lines) {
    Groups::for_groups(n_lines, [&](Index line, int count, bool is_aligned) HWY_ATTR {
      members_[n_members_++] = {line, count, is_aligned};
      if (n_members_ == 2 || transform_.is_apart) run_members();
    });
    if (n_members_ > 0) run_members();
  }

 private:
  struct Member {
    Index line = 0;
    int count = 0;
    bool is_aligned = false;
  };

  bool to_modes() const { return transform_.kind == Kind::r2c; }
  bool are_two() const { return n_members_ == 2; }
  Index n_points() const { return transform_.complex.n; }
  static constexpr Index real_bytes = sizeof(T), complex_bytes = 2 * sizeof(T);

  void run_members() {
    for (int which = 0; which < n_members_; ++which) to_modes() ? load_points(which) : load_modes(which);
    if (!to_modes())
      combine_modes();
    else if (!are_two())
      for (int point : transform_.points) hn::Store(hn::Zero(Tag<T>()), Tag<T>(), work_.part(point, 1));
    transform_points(transform_.complex, work_);
    if (to_modes()) separate_modes();
    for (int which = 0; which < n_members_; ++which) to_modes() ? store_modes(which) : store_points(which);
    n_members_ = 0;
  }

  void load_points(int which) {
    const Member& member = members_[which];
    const Group from = Groups::group_in(n_points(), real_bytes, member.line, member.count);
    const PartsOfPositions<T> place{work_, transform_.points.data(), which};
    if (in_.along) return load_along<T>(from, n_points(), ahead_, place);
    for (Index i = 0; i < n_points(); ++i)
      hn::Store(load_row(reinterpret_cast<const T*>(from.rows[i] + from.offset)), Tag<T>(), place(i));
  }

  void store_points(int which) {
    const Member& member = members_[which];
    const Group to = Groups::group_out(n_points(), real_bytes, member.line, member.count);
    const PartsOfPositions<T> place{work_, transform_.points.data(), which};
    if (out_.along) {
      stream_ ? store_along<true, T>(to, n_points(), scale_, place)
              : store_along<false, T>(to, n_points(), scale_, place);
    } else {
      const Tag<T> d;
      for (Index i = 0; i < n_points(); ++i)
        store_row<T>(hn::Mul(hn::Set(d, scale_), hn::Load(d, place(i))),
                     reinterpret_cast<T*>(const_cast<char*>(to.rows[i]) + to.offset));
    }
    Groups::finish_out(to, n_points(), real_bytes, member.line);
  }

  void load_modes(int which) {
    const Member& member = members_[which];
    const int* place = transform_.modes[which].data();
    const Group from = Groups::group_in(transform_.n_modes, complex_bytes, member.line, member.count);
    if (in_.along) {
      load_along<T>(from, 2 * transform_.n_modes, ahead_, NumbersOfPositions<T>{work_, place, 0});
    } else {
      const ToWork<T> to{work_};
      for (Index k = 0; k < transform_.n_modes; ++k) to(place[k], FromRows<T, false>{from, ahead_}(k));
    }
    const Tag<T> d;
    const Z zero{hn::Zero(d), hn::Zero(d)};
    for (Index k = transform_.n_modes; k <= n_points() / 2; ++k) put(place[k], zero);
    if (transform_.nyquist >= 0) {
      const int point = place[transform_.nyquist];
      put(point, {hn::Mul(hn::Set(d, T{0.5}), at(point).re), hn::Zero(d)});
    }
  }

  void store_modes(int which) {
    const Member& member = members_[which];
    const int* position = transform_.modes[which].data();
    const Tag<T> d;
    if (transform_.nyquist >= 0) {
      const int point = position[transform_.nyquist];
      put(point, {hn::Add(at(point).re, at(point).re), hn::Zero(d)});
    }
    const Group to = Groups::group_out(transform_.n_modes, complex_bytes, member.line, member.count);
    if (out_.along) {
      const NumbersOfPositions<T> place{work_, position, 0};
      stream_ ? store_along<true, T>(to, 2 * transform_.n_modes, scale_, place)
              : store_along<false, T>(to, 2 * transform_.n_modes, scale_, place);
    } else if (stream_ && member.is_aligned && to.rows == out_.rows) {
      store_rows(ToRows<T, false, true>{to, scale_}, position);
    } else {
      store_rows(ToRows<T, false, false>{to, scale_}, position);
    }
    Groups::finish_out(to, transform_.n_modes, complex_bytes, member.line);
  }
  template <class To>
  void store_rows(const To& to, const int* position) {
    for (Index k = 0; k < transform_.n_modes; ++k) to(k, at(position[k]));
  }

  HWY_INLINE Z at(Index point) const { return FromWork<T>{work_}(point); }
  HWY_INLINE void put(Index point, Z z) const { ToWork<T>{work_}(point, z); }

  // The modes of both lines from those of the complex one.
  void separate_modes() {
    const Tag<T> d;
    const std::vector<int>&first = transform_.modes[0], &second = transform_.modes[1];
    const V half = hn::Set(d, T{0.5}), sign = hn::Set(d, transform_.is_positive ? T{-1} : T{1});
    const Z alone = at(first[0]);
    put(first[0], {alone.re, hn::Zero(d)});
    put(second[0], {alone.im, hn::Zero(d)});
    for (std::size_t k = 1; k < first.size(); ++k) {
      // Halved before they are added: sums of large modes would overflow.
      Z a = at(first[k]), b = at(second[k]);
      a = {hn::Mul(half, a.re), hn::Mul(half, a.im)};
      b = {hn::Mul(half, b.re), hn::Mul(half, b.im)};
      put(first[k], {hn::Add(a.re, b.re), hn::Mul(sign, hn::Sub(a.im, b.im))});
      put(second[k], {hn::Add(a.im, b.im), hn::Mul(sign, hn::Sub(b.re, a.re))});
    }
  }

  // The modes of the complex line from those of both lines, or from those of one.
  void combine_modes() {
    const Tag<T> d;
    const std::vector<int>&first = transform_.modes[0], &second = transform_.modes[1];
    const bool two = are_two();
    const auto of_second = [&](std::size_t k) HWY_ATTR {
      return two ? at(second[k]) : Z{hn::Zero(d), hn::Zero(d)};
    };
    put(first[0], {at(first[0]).re, of_second(0).re});
    for (std::size_t k = 1; k < first.size(); ++k) {
      const Z a = at(first[k]), b = of_second(k);
      put(first[k], {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)});
      put(second[k], {hn::Add(a.re, b.im), hn::Sub(b.re, a.im)});
    }
  }

  const NativeOddTransform<T>& transform_;
  Member members_[2];  // groups of lines that share a transform
  int n_members_ = 0;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
