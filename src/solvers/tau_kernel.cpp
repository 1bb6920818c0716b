// The two passes over a tile (tau_kernel.hpp has the equations), compiled once for each instruction set by
// google/highway and chosen at run time. Even and odd coefficients go side by side: two chains of operations
// that do not wait for each other, and twice as many for complex elements.
#include "solvers/tau_kernel.hpp"

#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/tau_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace weft::inline solvers {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The state of one of the two chains (even or odd k) of one vector of lines, going down.
template <class V>
struct Chain {
  V f_above, f_here;   // scaled f_(k+2), f_k
  V beta, sum0, sum1;  // beta_(k+2), sums of R_k beta_k
};
template <class V>
struct Rows {
  V alpha, r0, r1;  // alpha_(k+2), R_(k+2) of both conditions
};

template <class T, int parts, bool two>
class Tile {
  using D = hn::CappedTag<T, tau_lanes>;
  using V = hn::Vec<D>;
  using Line = Chain<V>;

 public:
  Tile(const TauTable<T>& table, const TauFactors<T>& factors, const T* ends, T* x)
      : table_(table), factors_(factors), ends_(ends), x_(x) {}

  HWY_INLINE void run() {
    const D d;
    for (std::size_t lane = 0; lane < tau_lanes; lane += hn::Lanes(d)) column(lane);
  }

 private:
  HWY_INLINE T* at(Index k, int part, std::size_t lane) const {
    return x_ + (k * parts + part) * tau_lanes + static_cast<Index>(lane);
  }
  HWY_INLINE V factor(const T* from, Index row, std::size_t lane) const {
    return hn::Load(D(), from + row * tau_lanes + static_cast<Index>(lane));
  }

  HWY_INLINE void start(Index top, std::size_t lane, V scale, Line* lines, Rows<V>& rows) const {
    const V zero = hn::Zero(D());
    for (int part = 0; part < parts; ++part)
      lines[part] = {zero, hn::Mul(scale, hn::Load(D(), at(top, part, lane))), zero, zero, zero};
    rows = {zero, zero, zero};
  }

  // beta_k takes the place of f_k.
  HWY_INLINE void down(Index k, std::size_t lane, V scale, V kappa, Line* lines, Rows<V>& rows) const {
    const D d;
    const auto i = static_cast<std::size_t>(k);
    const V a = hn::Set(d, table_.a[i]), b = hn::Set(d, table_.b[i]), above = hn::Set(d, table_.d[i]);
    const V inverse = factor(factors_.inverse, k, lane), coupling = hn::Mul(kappa, above);
    rows.r0 = hn::MulAdd(rows.alpha, rows.r0, hn::Set(d, table_.w[0][i]));
    if constexpr (two) rows.r1 = hn::MulAdd(rows.alpha, rows.r1, hn::Set(d, table_.w[1][i]));
    rows.alpha = hn::Mul(hn::Mul(kappa, a), inverse);
    for (int part = 0; part < parts; ++part) {
      Line& line = lines[part];
      const V below = hn::Mul(scale, hn::Load(d, at(k - 2, part, lane)));
      V right = hn::Mul(a, below);
      right = hn::NegMulAdd(b, line.f_here, right);
      right = hn::MulAdd(above, line.f_above, right);
      line.beta = hn::Mul(hn::MulAdd(coupling, line.beta, right), inverse);
      line.sum0 = hn::MulAdd(rows.r0, line.beta, line.sum0);
      if constexpr (two) line.sum1 = hn::MulAdd(rows.r1, line.beta, line.sum1);
      line.f_above = line.f_here;
      line.f_here = below;
      hn::Store(line.beta, d, at(k, part, lane));
    }
  }

  // u_0 and u_1 of one part.
  HWY_INLINE void ends(int part, std::size_t lane, const Line& even, const Line& odd) const {
    const D d;
    const auto sign = hn::Set(d, table_.sign);
    V upper = hn::Load(d, ends_ + part * tau_lanes + lane);
    V lower = hn::Load(d, ends_ + (parts + part) * tau_lanes + lane);
    upper = hn::Sub(upper, hn::Add(even.sum0, odd.sum0));
    if constexpr (two)
      lower = hn::Sub(lower, hn::Sub(even.sum1, odd.sum1));
    else
      lower = hn::NegMulAdd(sign, hn::Sub(even.sum0, odd.sum0), lower);
    for (const Index k : {0, 1}) {
      const V first = factor(factors_.pivots, 2 * k, lane), second = factor(factors_.pivots, 2 * k + 1, lane);
      hn::Store(hn::MulAdd(first, upper, hn::Mul(second, lower)), d, at(k, part, lane));
    }
  }

  HWY_INLINE void column(std::size_t lane) const {
    const D d;
    const V kappa = hn::Load(d, factors_.kappa + lane), scale = hn::Set(d, table_.scale);
    const Index n = table_.n, even = (n - 1) / 2 * 2, odd = (n - 2) / 2 * 2 + 1;  // the highest of each
    Line evens[parts], odds[parts];
    Rows<V> even_rows, odd_rows;
    start(even, lane, scale, evens, even_rows);
    start(odd, lane, scale, odds, odd_rows);
    Index k = even;
    if (even > odd) {
      down(k, lane, scale, kappa, evens, even_rows);
      k -= 2;
    }
    for (; k >= 2; k -= 2) {
      down(k + 1, lane, scale, kappa, odds, odd_rows);
      down(k, lane, scale, kappa, evens, even_rows);
    }
    for (int part = 0; part < parts; ++part) ends(part, lane, evens[part], odds[part]);
    up(lane, kappa);
  }

  HWY_INLINE void up(std::size_t lane, V kappa) const {
    const D d;
    V before[2][parts];
    for (int part = 0; part < parts; ++part)
      for (const int k : {0, 1}) before[k][part] = hn::Load(d, at(k, part, lane));
    const auto step = [&](Index k, V* below) HWY_ATTR {
      const V alpha = hn::Mul(hn::Mul(kappa, hn::Set(d, table_.a[static_cast<std::size_t>(k)])),
                              factor(factors_.inverse, k, lane));
      for (int part = 0; part < parts; ++part) {
        below[part] = hn::MulAdd(alpha, below[part], hn::Load(d, at(k, part, lane)));
        hn::Store(below[part], d, at(k, part, lane));
      }
    };
    Index k = 2;
    for (; k + 1 < table_.n; k += 2) {
      step(k, before[0]);
      step(k + 1, before[1]);
    }
    if (k < table_.n) step(k, before[0]);
  }

  const TauTable<T>& table_;
  const TauFactors<T>& factors_;
  const T* ends_;
  T* x_;
};

template <class T>
HWY_INLINE void solve(const TauTable<T>& table, const TauFactors<T>& factors, const T* ends, T* x) {
  if (table.parts == 2 && table.two_conditions)
    Tile<T, 2, true>(table, factors, ends, x).run();
  else if (table.parts == 2)
    Tile<T, 2, false>(table, factors, ends, x).run();
  else if (table.two_conditions)
    Tile<T, 1, true>(table, factors, ends, x).run();
  else
    Tile<T, 1, false>(table, factors, ends, x).run();
}

void SolveDouble(const TauTable<double>& table, const TauFactors<double>& factors, const double* ends,
                 double* x) {
  solve(table, factors, ends, x);
}
void SolveFloat(const TauTable<float>& table, const TauFactors<float>& factors, const float* ends, float* x) {
  solve(table, factors, ends, x);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline solvers
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline solvers {

HWY_EXPORT(SolveDouble);
HWY_EXPORT(SolveFloat);

void solve_tau_tile(const TauTable<double>& table, const TauFactors<double>& factors, const double* ends,
                    double* x) {
  HWY_DYNAMIC_DISPATCH(SolveDouble)(table, factors, ends, x);
}
void solve_tau_tile(const TauTable<float>& table, const TauFactors<float>& factors, const float* ends,
                    float* x) {
  HWY_DYNAMIC_DISPATCH(SolveFloat)(table, factors, ends, x);
}

}  // namespace weft::inline solvers
#endif
