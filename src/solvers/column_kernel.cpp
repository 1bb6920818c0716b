// Arithmetic on columns of a tile.
//
// The lanes of a tile are taken a vector at a time, all coefficients for each, so that what a recurrence
// carries stays in registers: for derivatives b_(k+1), b_(k+2) and a_(k+1) (weft/spectral.hpp).
#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/column_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

#include "solvers/column_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline solvers {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, n_lanes>;
using V = hn::Vec<D>;

// The real and imaginary parts of some lanes.
struct Pair {
  V re, im;
};
HWY_INLINE Pair load(const Lanes& from, std::size_t lane) {
  return {hn::Load(D(), from.re + lane), hn::Load(D(), from.im + lane)};
}
HWY_INLINE void store(const Pair& value, Lanes& to, std::size_t lane) {
  hn::Store(value.re, D(), to.re + lane);
  hn::Store(value.im, D(), to.im + lane);
}
HWY_INLINE Pair zero() { return {hn::Zero(D()), hn::Zero(D())}; }
HWY_INLINE Pair add(const Pair& a, const Pair& b) { return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)}; }
HWY_INLINE Pair times(V f, const Pair& a) { return {hn::Mul(f, a.re), hn::Mul(f, a.im)}; }

template <Turn turn, Into into>
HWY_INLINE void scale(Index n, const Factor& factor, const Lanes* in, Lanes* out) {
  for (std::size_t lane = 0; lane < n_lanes; lane += hn::Lanes(D())) {
    const V f = hn::Load(D(), factor.of + lane);
    for (Index k = 0; k < n; ++k) {
      const Pair a = load(in[k], lane);
      Pair result = times(f, a);
      if constexpr (turn == Turn::by_i) result = {hn::Neg(result.im), result.re};
      if constexpr (into == Into::add) result = add(load(out[k], lane), result);
      store(result, out[k], lane);
    }
  }
}

void ScaleColumn(Index n, Turn turn, Into into, const Factor& f, const Lanes* in, Lanes* out) {
  if (turn == Turn::none)
    into == Into::set ? scale<Turn::none, Into::set>(n, f, in, out)
                      : scale<Turn::none, Into::add>(n, f, in, out);
  else
    into == Into::set ? scale<Turn::by_i, Into::set>(n, f, in, out)
                      : scale<Turn::by_i, Into::add>(n, f, in, out);
}

template <Turn turn, Into into>
HWY_INLINE void scale(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other,
                      Lanes* out) {
  for (std::size_t lane = 0; lane < n_lanes; lane += hn::Lanes(D())) {
    const V by = hn::Load(D(), f.of + lane), by_other = hn::Load(D(), g.of + lane);
    for (Index k = 0; k < n; ++k) {
      Pair result = add(times(by, load(in[k], lane)), times(by_other, load(other[k], lane)));
      if constexpr (turn == Turn::by_i) result = {hn::Neg(result.im), result.re};
      if constexpr (into == Into::add) result = add(load(out[k], lane), result);
      store(result, out[k], lane);
    }
  }
}

void AddColumns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out) {
  scale<Turn::none, Into::add>(n, f, in, g, other, out);
}
void TurnColumns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out) {
  scale<Turn::by_i, Into::set>(n, f, in, g, other, out);
}

template <Into into>
HWY_INLINE void derive(Index n, double factor, const Lanes* in, Lanes* out) {
  for (std::size_t lane = 0; lane < n_lanes; lane += hn::Lanes(D())) {
    Pair above = zero(), one = zero(), two = zero();  // a_(k+1), b_(k+1), b_(k+2)
    for (Index k = n - 1; k >= 0; --k) {
      const V twice = hn::Set(D(), 2 * static_cast<double>(k + 1));
      const Pair b = add(two, times(twice, above));
      above = load(in[k], lane);
      Pair result = times(hn::Set(D(), k == 0 ? factor / 2 : factor), b);
      if constexpr (into == Into::add) result = add(load(out[k], lane), result);
      store(result, out[k], lane);
      two = one;
      one = b;
    }
  }
}

void DeriveColumn(Index n, Into into, double f, const Lanes* in, Lanes* out) {
  into == Into::set ? derive<Into::set>(n, f, in, out) : derive<Into::add>(n, f, in, out);
}

void AddByParity(Index n, const Lanes& even, const Lanes& odd, const Factor* basis, Lanes* out) {
  for (std::size_t lane = 0; lane < n_lanes; lane += hn::Lanes(D())) {
    const Pair by[2] = {load(even, lane), load(odd, lane)};
    for (Index k = 0; k < n; ++k) {
      const V b = hn::Load(D(), basis[k].of + lane);
      store(add(load(out[k], lane), times(b, by[k % 2])), out[k], lane);
    }
  }
}

void SumColumn(Index n, bool slopes, double f, const Lanes* in, Lanes& even, Lanes& odd) {
  for (std::size_t lane = 0; lane < n_lanes; lane += hn::Lanes(D())) {
    const auto sum = [&](Index first) HWY_ATTR {
      Pair all = zero();
      for (Index k = first; k < n; k += 2)
        all = add(all, times(hn::Set(D(), slopes ? f * static_cast<double>(k * k) : f), load(in[k], lane)));
      return all;
    };
    store(sum(0), even, lane);
    store(sum(1), odd, lane);
  }
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline solvers
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline solvers {

HWY_EXPORT(ScaleColumn);
HWY_EXPORT(AddColumns);
HWY_EXPORT(TurnColumns);
HWY_EXPORT(DeriveColumn);
HWY_EXPORT(AddByParity);
HWY_EXPORT(SumColumn);

void scale_column(Index n, Turn turn, Into into, const Factor& f, const Lanes* in, Lanes* out) {
  HWY_DYNAMIC_DISPATCH(ScaleColumn)(n, turn, into, f, in, out);
}
void add_columns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out) {
  HWY_DYNAMIC_DISPATCH(AddColumns)(n, f, in, g, other, out);
}
void turn_columns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other,
                  Lanes* out) {
  HWY_DYNAMIC_DISPATCH(TurnColumns)(n, f, in, g, other, out);
}
void derive_column(Index n, Into into, double f, const Lanes* in, Lanes* out) {
  HWY_DYNAMIC_DISPATCH(DeriveColumn)(n, into, f, in, out);
}
void add_by_parity(Index n, const Lanes& even, const Lanes& odd, const Factor* basis, Lanes* out) {
  HWY_DYNAMIC_DISPATCH(AddByParity)(n, even, odd, basis, out);
}
void sum_column(Index n, bool slopes, double f, const Lanes* in, Lanes& even, Lanes& odd) {
  HWY_DYNAMIC_DISPATCH(SumColumn)(n, slopes, f, in, even, odd);
}

}  // namespace weft::inline solvers
#endif
