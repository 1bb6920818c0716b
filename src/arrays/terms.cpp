// The innermost loops of sums and extrema over arrays.
//
// Compiled once for each instruction set by google/highway and chosen at run time. Single precision is
// promoted to double when loaded: products of two such numbers are exact. What does not fill a vector is
// padded with zeros.
#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arrays/terms.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "arrays/terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline arrays {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, Slots::most / 4>;
using V = hn::Vec<D>;

HWY_INLINE V load(const double* x) { return hn::LoadU(D(), x); }
HWY_INLINE V load(const float* x) {
  const hn::Rebind<float, D> d;
  return hn::PromoteTo(D(), hn::LoadU(d, x));
}

// A term of a sum, with its rounding error or without one.
struct Exact {
  V value;
};
struct Rounded {
  V value, error;
};

// a b: without a fused multiply-add by halves of the digits (Dekker, Numer. Math. 18, 1971).
HWY_INLINE Rounded product(V a, V b) {
  const V p = hn::Mul(a, b);
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_BMI2_FMA)) || HWY_ARCH_ARM_A64
  return {p, hn::MulSub(a, b, p)};
#else
  const V splitter = hn::Set(D(), 134217729.0);
  const V a_times = hn::Mul(a, splitter), b_times = hn::Mul(b, splitter);
  const V a_high = hn::Sub(a_times, hn::Sub(a_times, a)), b_high = hn::Sub(b_times, hn::Sub(b_times, b));
  const V a_low = hn::Sub(a, a_high), b_low = hn::Sub(b, b_high);
  const V missing =
      hn::Sub(hn::Sub(hn::Sub(p, hn::Mul(a_high, b_high)), hn::Mul(a_low, b_high)), hn::Mul(a_high, b_low));
  return {p, hn::Sub(hn::Mul(a_low, b_low), missing)};
#endif
}

// One vector of running sums.
struct Running {
  V high, low;
  HWY_INLINE void add(const Exact& term) {
    const V sum = hn::Add(high, term.value);
    const V of_term = hn::Sub(sum, high);
    low = hn::Add(low, hn::Add(hn::Sub(high, hn::Sub(sum, of_term)), hn::Sub(term.value, of_term)));
    high = sum;
  }
  HWY_INLINE void add(const Rounded& term) {
    add(Exact{term.value});
    low = hn::Add(low, term.error);
  }
};

HWY_INLINE Running running_at(const Slots& slots, std::size_t i) {
  return {hn::LoadU(D(), slots.high.data() + i), hn::LoadU(D(), slots.low.data() + i)};
}
HWY_INLINE void keep(const Running& sums, Slots& slots, std::size_t i) {
  hn::StoreU(sums.high, D(), slots.high.data() + i);
  hn::StoreU(sums.low, D(), slots.low.data() + i);
}

// The last numbers of a run, with zeros up to a whole vector.
template <class T>
class Padded {
 public:
  HWY_INLINE Padded(const T* x, std::size_t n) {
    std::fill_n(numbers_, sizeof numbers_ / sizeof(T), T(0));
    std::copy_n(x, n, numbers_);
  }
  HWY_INLINE const T* data() const { return numbers_; }

 private:
  T numbers_[Slots::most / 4];
};

// Adds term(x + i) for all i: four vectors at a time, so that there are as many chains of additions.
template <class T, class Of>
HWY_INLINE void add_all(const T* x, std::size_t n, Slots& slots, const Of& term) {
  const std::size_t lanes = hn::Lanes(D());
  Running a = running_at(slots, 0), b = running_at(slots, lanes), c = running_at(slots, 2 * lanes),
          e = running_at(slots, 3 * lanes);
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a.add(term(load(x + i)));
    b.add(term(load(x + i + lanes)));
    c.add(term(load(x + i + 2 * lanes)));
    e.add(term(load(x + i + 3 * lanes)));
  }
  for (; i + lanes <= n; i += lanes) a.add(term(load(x + i)));
  if (i < n) b.add(term(load(Padded<T>(x + i, n - i).data())));
  keep(a, slots, 0);
  keep(b, slots, lanes);
  keep(c, slots, 2 * lanes);
  keep(e, slots, 3 * lanes);
}

template <class T>
HWY_INLINE void add(Term term, const T* x, std::size_t n, double factor, Slots& slots) {
  const V f = hn::Set(D(), factor);
  switch (term) {
    case Term::number:
      return add_all(x, n, slots, [](V v) HWY_ATTR { return Exact{v}; });
    case Term::square:
      if constexpr (std::is_same_v<T, float>)
        return add_all(x, n, slots, [](V v) HWY_ATTR { return Exact{hn::Mul(v, v)}; });
      else
        return add_all(x, n, slots, [f](V v) HWY_ATTR { return product(hn::Mul(v, f), hn::Mul(v, f)); });
    case Term::magnitude:
      return add_all(x, n, slots, [](V v) HWY_ATTR { return Exact{hn::Abs(v)}; });
    case Term::magnitude_of_pair:
      return add_all(x, n, slots, [f](V v) HWY_ATTR {
        const V scaled = hn::Mul(v, f), square = hn::Mul(scaled, scaled);
        return Exact{hn::Sqrt(hn::Add(square, hn::Reverse2(D(), square)))};
      });
  }
}

// Products of doubles have errors, those of numbers of single precision have none.
template <class T>
HWY_INLINE auto term_of(V a, V b) {
  if constexpr (std::is_same_v<T, float>)
    return Exact{hn::Mul(a, b)};
  else
    return product(a, b);
}

template <class T, bool crosses>
HWY_INLINE void multiply(const T* x, const T* y, std::size_t n, Slots& straight, Slots* crossed) {
  const std::size_t lanes = hn::Lanes(D());
  Running a = running_at(straight, 0), b = running_at(straight, lanes), c = a, e = b;
  if constexpr (crosses) {
    c = running_at(*crossed, 0);
    e = running_at(*crossed, lanes);
  }
  const auto step = [](Running& sum, Running& cross, const T* at_x, const T* at_y) HWY_ATTR {
    const V v = load(at_x), w = load(at_y);
    sum.add(term_of<T>(v, w));
    if constexpr (crosses) cross.add(term_of<T>(v, hn::Reverse2(D(), w)));
  };
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    step(a, c, x + i, y + i);
    step(b, e, x + i + lanes, y + i + lanes);
  }
  for (; i + lanes <= n; i += lanes) step(a, c, x + i, y + i);
  if (i < n) step(b, e, Padded<T>(x + i, n - i).data(), Padded<T>(y + i, n - i).data());
  keep(a, straight, 0);
  keep(b, straight, lanes);
  if constexpr (crosses) {
    keep(c, *crossed, 0);
    keep(e, *crossed, lanes);
  }
}

template <class T>
HWY_INLINE Least least(const T* x, std::size_t n) {
  const hn::CappedTag<T, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  Least found{x[0], x[0], std::abs(x[0]), false};
  std::size_t i = 0;
  if (n >= lanes) {
    auto low = hn::LoadU(d, x), high = low, magnitude = hn::Abs(low);
    auto nan = hn::IsNaN(low);
    for (; i + lanes <= n; i += lanes) {
      const auto v = hn::LoadU(d, x + i);
      low = hn::Min(low, v);
      high = hn::Max(high, v);
      magnitude = hn::Max(magnitude, hn::Abs(v));
      nan = hn::Or(nan, hn::IsNaN(v));
    }
    found = {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high)),
             hn::GetLane(hn::MaxOfLanes(d, magnitude)), !hn::AllFalse(d, nan)};
  }
  for (; i < n; ++i) {
    found.least = std::min<double>(found.least, x[i]);
    found.greatest = std::max<double>(found.greatest, x[i]);
    found.magnitude = std::max<double>(found.magnitude, std::abs(x[i]));
    found.has_nan = found.has_nan || std::isnan(x[i]);
  }
  return found;
}

template <class T>
HWY_INLINE double greatest(const T* x, std::size_t n, double factor) {
  const std::size_t lanes = hn::Lanes(D());
  const V f = hn::Set(D(), factor);
  V most = hn::Zero(D());
  auto nan = hn::IsNaN(most);
  const auto step = [&](const T* at) HWY_ATTR {
    const V scaled = hn::Mul(load(at), f), square = hn::Mul(scaled, scaled);
    const V sum = hn::Add(square, hn::Reverse2(D(), square));
    most = hn::Max(most, sum);
    nan = hn::Or(nan, hn::IsNaN(sum));
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) step(x + i);
  if (i < n) step(Padded<T>(x + i, n - i).data());
  if (!hn::AllFalse(D(), nan)) return std::numeric_limits<double>::quiet_NaN();
  return hn::GetLane(hn::MaxOfLanes(D(), most));
}

void AddDoubles(Term term, const double* x, std::size_t n, double factor, Slots& slots) {
  add(term, x, n, factor, slots);
}
void AddFloats(Term term, const float* x, std::size_t n, double factor, Slots& slots) {
  add(term, x, n, factor, slots);
}
void MultiplyDoubles(const double* x, const double* y, std::size_t n, Slots& straight, Slots* crossed) {
  if (crossed == nullptr) return multiply<double, false>(x, y, n, straight, crossed);
  multiply<double, true>(x, y, n, straight, crossed);
}
void MultiplyFloats(const float* x, const float* y, std::size_t n, Slots& straight, Slots* crossed) {
  if (crossed == nullptr) return multiply<float, false>(x, y, n, straight, crossed);
  multiply<float, true>(x, y, n, straight, crossed);
}
Least LeastDouble(const double* x, std::size_t n) { return least(x, n); }
Least LeastFloat(const float* x, std::size_t n) { return least(x, n); }
double GreatestDouble(const double* x, std::size_t n, double factor) { return greatest(x, n, factor); }
double GreatestFloat(const float* x, std::size_t n, double factor) { return greatest(x, n, factor); }

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline arrays
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline arrays {

HWY_EXPORT(AddDoubles);
HWY_EXPORT(AddFloats);
HWY_EXPORT(MultiplyDoubles);
HWY_EXPORT(MultiplyFloats);
HWY_EXPORT(LeastDouble);
HWY_EXPORT(LeastFloat);
HWY_EXPORT(GreatestDouble);
HWY_EXPORT(GreatestFloat);

Twofold sum_of(const Slots& slots, int parity) {
  Twofold sum;
  for (std::size_t i = static_cast<std::size_t>(parity); i < slots.high.size(); i += 2)
    sum = sum + plain_unless_finite({slots.high[i], slots.low[i]});
  return sum;
}

void add_terms(Term term, const double* x, Index n, double factor, Slots& slots) {
  HWY_DYNAMIC_DISPATCH(AddDoubles)(term, x, static_cast<std::size_t>(n), factor, slots);
}
void add_terms(Term term, const float* x, Index n, double factor, Slots& slots) {
  HWY_DYNAMIC_DISPATCH(AddFloats)(term, x, static_cast<std::size_t>(n), factor, slots);
}
void add_products(const double* x, const double* y, Index n, Slots& straight, Slots* crossed) {
  HWY_DYNAMIC_DISPATCH(MultiplyDoubles)(x, y, static_cast<std::size_t>(n), straight, crossed);
}
void add_products(const float* x, const float* y, Index n, Slots& straight, Slots* crossed) {
  HWY_DYNAMIC_DISPATCH(MultiplyFloats)(x, y, static_cast<std::size_t>(n), straight, crossed);
}
Least least_of(const double* x, Index n) {
  return HWY_DYNAMIC_DISPATCH(LeastDouble)(x, static_cast<std::size_t>(n));
}
Least least_of(const float* x, Index n) {
  return HWY_DYNAMIC_DISPATCH(LeastFloat)(x, static_cast<std::size_t>(n));
}
double greatest_square(const double* x, Index n, double factor) {
  return HWY_DYNAMIC_DISPATCH(GreatestDouble)(x, static_cast<std::size_t>(n), factor);
}
double greatest_square(const float* x, Index n, double factor) {
  return HWY_DYNAMIC_DISPATCH(GreatestFloat)(x, static_cast<std::size_t>(n), factor);
}

}  // namespace weft::inline arrays
#endif
