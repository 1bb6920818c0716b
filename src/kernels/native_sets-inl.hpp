// What transforms that keep real elements real write: results of scratch, for two sets of real lines.
//
// Numbers that are neighbours in memory share a lane: two real lines, of which the first is an even one of
// its tile, or the parts of a complex line. Where lines lie side by side, one exchange of every other lane
// parts the sets, and the same one joins them.
#if defined(WEFT_KERNELS_NATIVE_SETS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_SETS_INL_HPP
#undef WEFT_KERNELS_NATIVE_SETS_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_SETS_INL_HPP
#endif

#include "kernels/native_groups-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Results of both sets to points of lines that lie side by side.
template <class T, class Result>
HWY_NOINLINE void store_rows(const Group& lines, Index n_points, const Result result) {
  for (Index k = 0; k < n_points; ++k)
    store_pairs<T>({result.template of<0>(k), result.template of<1>(k)},
                   reinterpret_cast<T*>(const_cast<char*>(lines.rows[k]) + lines.offset));
}

// Results as store_along takes them: of one set, or of both in turn.
template <class Result, int set>
struct ResultsOfSet {
  Result result;
  HWY_INLINE auto operator()(Index c) const { return result.template of<set>(c); }
};
template <class Result>
struct ResultsInTurn {
  Result result;
  HWY_INLINE auto operator()(Index c) const {
    return c % 2 == 0 ? result.template of<0>(c / 2) : result.template of<1>(c / 2);
  }
};

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

// Types II, IV of odd length, r2hc and dht: w V_k + conj(w) V_(n-k), from two points. Factors first: of the
// last two kinds they are halves, and sums of large modes would overflow.
template <class T>
struct RotatedResults : ResultsOfScratch<T> {
  template <int set>
  HWY_INLINE hn::Vec<Tag<T>> of(Index k) const {
    const int v = this->source[2 * k], u = this->source[2 * k + 1];
    const auto c = this->factor(2 * k), s = this->factor(2 * k + 1);
    if constexpr (set == 0)
      return hn::MulAdd(
          s, this->vector(u + 1),
          hn::NegMulAdd(s, this->vector(v + 1), hn::MulAdd(c, this->vector(u), hn::Mul(c, this->vector(v)))));
    else
      return hn::NegMulAdd(s, this->vector(u),
                           hn::MulAdd(s, this->vector(v),
                                      hn::MulAdd(c, this->vector(u + 1), hn::Mul(c, this->vector(v + 1)))));
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

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
