// Fourier transforms of lines whose lengths have no list of steps, group by group.
//
// A group of lines is brought into scratch, transformed there, and written in the right order. Real lines of
// 2 n points are complex ones of n points with one more step (Cooley, Lewis and Welch 1970).
#if defined(WEFT_KERNELS_NATIVE_FOURIER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#undef WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_FOURIER_INL_HPP
#endif

#include "codelets/halves-inl.hpp"
#include "kernels/native_groups-inl.hpp"
#include "kernels/native_prime-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class Runner : GroupRunner<T> {
  using Groups = GroupRunner<T>;
  using Groups::ahead_;
  using Groups::in_;
  using Groups::out_;
  using Groups::scale_;
  using Groups::work_;
  using Z = PairOf<T>;

 public:
  Runner(const NativeTransform<T>& transform, const LineAddresses& in, const LineAddresses& out,
         const MemoryMode& mode, const NativeScratch<T>& scratch)
      : Groups(in, out, mode, scratch, n_lanes<T>), transform_(transform) {}

  void run(Index n_lines) {
    Groups::for_groups(n_lines, [&](Index line, int count) HWY_ATTR {
      load(Groups::group_in(in_points(), in_bytes(), line, count));
      if (transform_.kind == Kind::c2r) combine_modes();
      transform_points(transform_, work_);
      if (transform_.kind == Kind::r2c) separate_modes();
      const Group to = Groups::group_out(out_points(), out_bytes(), line, count);
      store(to);
      Groups::finish_out(to, out_points(), out_bytes(), line);
    });
  }

 private:
  Index in_bytes() const { return (transform_.kind == Kind::r2c ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index out_bytes() const { return (transform_.kind == Kind::c2r ? 1 : 2) * static_cast<Index>(sizeof(T)); }
  Index n_points() const { return (transform_.kind == Kind::c2c ? 1 : 2) * transform_.n; }
  Index in_points() const { return n_read(transform_.kind, n_points()); }
  Index out_points() const { return n_written(transform_.kind, n_points()); }
  // Of a positive exponent, and of c2r, whose exponent is: parts are exchanged.
  int flip() const {
    return transform_.kind == Kind::c2r || (transform_.kind == Kind::c2c && transform_.is_positive) ? 1 : 0;
  }
  Index place(Index point) const { return transform_.place.empty() ? point : Index{transform_.place[point]}; }
  Z of_sign(Z z) const { return transform_.is_positive == (transform_.kind == Kind::r2c) ? conjugate(z) : z; }

  void load(const Group& from) {
    const bool is_real = transform_.kind == Kind::r2c;
    const int parts = transform_.kind == Kind::c2r ? 0 : flip();
    const Index n_numbers = (is_real ? 1 : 2) * in_points();
    if (in_.along && transform_.place.empty())
      return load_along<T>(from, n_numbers, ahead_, NumbersInOrder<T>{work_, parts});
    if (in_.along)
      return load_along<T>(from, n_numbers, ahead_,
                           NumbersOfPositions<T>{work_, transform_.place.data(), parts});
    if (is_real)
      for (Index i = 0; i < in_points(); ++i)
        hn::Store(load_row(reinterpret_cast<const T*>(from.rows[i] + from.offset)), Tag<T>(),
                  work_.part(place(i / 2), static_cast<int>(i % 2)));
    for (Index i = 0; !is_real && i < in_points(); ++i) {
      const Z z = FromRows<T>{from, ahead_}(i);
      ToWork<T>{work_}(place(i), parts != 0 ? Z{z.im, z.re} : z);
    }
  }

  void store(const Group& to) {
    const int* position = transform_.position.data();
    const bool is_real = transform_.kind == Kind::c2r;
    const Index n_numbers = (is_real ? 1 : 2) * out_points();
    if (out_.along) return Groups::store_lines(to, n_numbers, NumbersOfPositions<T>{work_, position, flip()});
    const auto factor = hn::Set(Tag<T>(), scale_);
    const auto row = [&](Index i) { return reinterpret_cast<T*>(const_cast<char*>(to.rows[i]) + to.offset); };
    if (is_real)
      for (Index i = 0; i < out_points(); ++i)
        store_row<T>(
            hn::Mul(factor, hn::Load(Tag<T>(), work_.part(position[i / 2], static_cast<int>(1 - i % 2)))),
            row(i));
    for (Index f = 0; !is_real && f < out_points(); ++f) {
      const Z z = scaled(factor, FromWork<T>{work_}(position[f]));
      store_pairs<T>(flip() != 0 ? Z{z.im, z.re} : z, row(f));
    }
  }

  void separate_modes() {
    const Tag<T> d;
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    const int* position = transform_.position.data();
    const Index n = transform_.n;
    const Z first = from(position[0]);
    for (Index k = 1; 2 * k <= n; ++k) {
      const ModePair<T> modes = separate_pair(from(position[k]), from(position[n - k]),
                                              root_of_all(transform_.real_roots.data() + 2 * k), T{1});
      to(position[n - k], of_sign(modes.down));
      to(position[k], of_sign(modes.up));
    }
    to(position[0], {hn::Add(first.re, first.im), hn::Zero(d)});
    to(position[n], {hn::Sub(first.re, first.im), hn::Zero(d)});
  }

  // With their parts exchanged, so that the exponent is negative.
  void combine_modes() {
    const FromWork<T> from{work_};
    const ToWork<T> to{work_};
    const Index n = transform_.n;
    const Z first = from(place(0)), last = from(place(n));
    for (Index k = 1; 2 * k <= n; ++k) {
      const ModePair<T> points =
          combine_pair(of_sign(from(place(k))), of_sign(from(place(n - k))),
                       conjugate(root_of_all(transform_.real_roots.data() + 2 * k)), T{1});
      to(place(n - k), Z{points.down.im, points.down.re});
      to(place(k), Z{points.up.im, points.up.re});
    }
    to(place(0), {hn::Sub(first.re, last.re), hn::Add(first.re, last.re)});
  }

  const NativeTransform<T>& transform_;
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
