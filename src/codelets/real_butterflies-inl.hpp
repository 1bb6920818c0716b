// Transforms of 1 to 16 real points in registers, to modes 0 .. n / 2 and back, and those of frequencies
// k + 1/2: what row passes of real lines consist of.
//
// A step of Cooley and Tukey takes a * b real points to columns of which 0 and a / 2 stay real, so that
// nothing is left to do after it (Sorensen, Jones, Heideman and Burrus, IEEE Trans. ASSP 35 (1987) 849):
// column 0 is a real transform of b points, column a / 2 one of frequencies k + 1/2.
#if defined(WEFT_CODELETS_REAL_BUTTERFLIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_REAL_BUTTERFLIES_INL_HPP
#undef WEFT_CODELETS_REAL_BUTTERFLIES_INL_HPP
#else
#define WEFT_CODELETS_REAL_BUTTERFLIES_INL_HPP
#endif

#include "codelets/butterflies-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Exponents of the other sign: the same transform of exchanged parts.
template <class V>
HWY_INLINE Pair<V> exchanged(Pair<V> z) {
  return {z.im, z.re};
}

// The first factor of an even length.
constexpr int real_factor(int n) { return n % 4 == 0 && n > 8 ? 4 : 2; }

// n real points x to modes 0 .. n / 2 and back; modes of frequencies k + 1/2, k < (n + 1) / 2, and back. `d`:
// the tag of the vectors.
template <int n>
struct RealButterfly {
  template <class D, class V>
  static HWY_INLINE void run(D d, const V* HWY_RESTRICT x, Pair<V>* HWY_RESTRICT modes) {
    if constexpr (n == 1) {
      modes[0] = {x[0], hn::Zero(d)};
    } else if constexpr (n == 2) {
      modes[0] = {hn::Add(x[0], x[1]), hn::Zero(d)};
      modes[1] = {hn::Sub(x[0], x[1]), hn::Zero(d)};
    } else if constexpr (n == 4) {
      const V even = hn::Add(x[0], x[2]), odd = hn::Add(x[1], x[3]);
      modes[0] = {hn::Add(even, odd), hn::Zero(d)};
      modes[1] = {hn::Sub(x[0], x[2]), hn::Sub(x[3], x[1])};
      modes[2] = {hn::Sub(even, odd), hn::Zero(d)};
    } else if constexpr (n % 2 != 0) {
      run_odd(d, x, modes);
    } else {
      run_columns(d, x, modes);
    }
  }

  template <class D, class V>
  static HWY_INLINE void back(D d, const Pair<V>* HWY_RESTRICT modes, V* HWY_RESTRICT x) {
    if constexpr (n == 1) {
      x[0] = modes[0].re;
    } else if constexpr (n == 2) {
      x[0] = hn::Add(modes[0].re, modes[1].re);
      x[1] = hn::Sub(modes[0].re, modes[1].re);
    } else if constexpr (n == 4) {
      const V sum = hn::Add(modes[0].re, modes[2].re), difference = hn::Sub(modes[0].re, modes[2].re);
      const V re = hn::Add(modes[1].re, modes[1].re), im = hn::Add(modes[1].im, modes[1].im);
      x[0] = hn::Add(sum, re);
      x[1] = hn::Sub(difference, im);
      x[2] = hn::Sub(sum, re);
      x[3] = hn::Add(difference, im);
    } else if constexpr (n % 2 != 0) {
      back_odd(d, modes, x);
    } else {
      back_columns(d, modes, x);
    }
  }

  // Frequencies k + 1/2 of real points.
  template <class D, class V>
  static HWY_INLINE void run_shifted(D d, const V* HWY_RESTRICT x, Pair<V>* HWY_RESTRICT modes) {
    if constexpr (n % 2 != 0) {  // those of points with alternating signs, in another order
      V signs[n];
      unrolled<n>([&](auto m) WEFT_IN_REGISTERS { signs[m] = m % 2 == 0 ? x[m] : hn::Neg(x[m]); });
      Pair<V> of[half + 1];
      run(d, signs, of);
      unrolled<half>([&](auto k) WEFT_IN_REGISTERS { modes[k] = conjugate(of[half - k]); });
      modes[half] = of[0];
    } else {
      Pair<V> z[half];
      unrolled<half>([&](auto m) WEFT_IN_REGISTERS {
        z[m] = times_root<decltype(m)::value, 2 * n>(d, Pair<V>{x[m], hn::Neg(x[m + half])});
      });
      Butterfly<half>::run(d, z);
      unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
        if constexpr (2 * k < half)
          modes[2 * k] = z[k];
        else
          modes[n - 1 - 2 * k] = conjugate(z[k]);
      });
    }
  }

  template <class D, class V>
  static HWY_INLINE void back_shifted(D d, const Pair<V>* HWY_RESTRICT modes, V* HWY_RESTRICT x) {
    if constexpr (n % 2 != 0) {
      Pair<V> of[half + 1];
      unrolled<half>([&](auto k) WEFT_IN_REGISTERS { of[half - k] = conjugate(modes[k]); });
      of[0] = modes[half];
      back(d, of, x);
      unrolled<half>([&](auto m) WEFT_IN_REGISTERS { x[2 * m + 1] = hn::Neg(x[2 * m + 1]); });
    } else {
      Pair<V> z[half];
      unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
        if constexpr (2 * k < half)
          z[k] = exchanged(modes[2 * k]);
        else
          z[k] = exchanged(conjugate(modes[n - 1 - 2 * k]));
      });
      Butterfly<half>::run(d, z);
      unrolled<half>([&](auto m) WEFT_IN_REGISTERS {
        const Pair<V> t = times_root<decltype(m)::value, 2 * n>(d, z[m]);
        x[m] = hn::Add(t.im, t.im);
        x[m + half] = hn::Neg(hn::Add(t.re, t.re));
      });
    }
  }

 private:
  static constexpr int half = n / 2, a = n % 2 == 0 ? real_factor(n) : n, b = n / a;
  template <class D, class V>
  static HWY_INLINE void run_odd(D d, const V* HWY_RESTRICT x, Pair<V>* HWY_RESTRICT modes) {
    V sum[half], difference[half], all = x[0];
    unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
      sum[k] = hn::Add(x[k + 1], x[n - 1 - k]);
      difference[k] = hn::Sub(x[n - 1 - k], x[k + 1]);
      all = hn::Add(all, sum[k]);
    });
    modes[0] = {all, hn::Zero(d)};
    unrolled<half>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int j = decltype(i)::value + 1;
      V re = hn::MulAdd(sum[0], cosine<j, n>(d), x[0]), im = hn::Mul(difference[0], sine<j, n>(d));
      unrolled<half - 1>([&](auto k) WEFT_IN_REGISTERS {
        constexpr int turn = j * (decltype(k)::value + 2);
        re = hn::MulAdd(sum[k + 1], cosine<turn, n>(d), re);
        im = hn::MulAdd(difference[k + 1], sine<turn, n>(d), im);
      });
      modes[j] = {re, im};
    });
  }
  template <class D, class V>
  static HWY_INLINE void back_odd(D d, const Pair<V>* HWY_RESTRICT modes, V* HWY_RESTRICT x) {
    Pair<V> twice[half];
    V all = modes[0].re;
    unrolled<half>([&](auto j) WEFT_IN_REGISTERS {
      twice[j] = modes[j + 1] + modes[j + 1];
      all = hn::Add(all, twice[j].re);
    });
    x[0] = all;
    unrolled<half>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int k = decltype(i)::value + 1;
      V even = hn::MulAdd(twice[0].re, cosine<k, n>(d), modes[0].re),
        odd = hn::Mul(twice[0].im, sine<k, n>(d));
      unrolled<half - 1>([&](auto j) WEFT_IN_REGISTERS {
        constexpr int turn = k * (decltype(j)::value + 2);
        even = hn::MulAdd(twice[j + 1].re, cosine<turn, n>(d), even);
        odd = hn::MulAdd(twice[j + 1].im, sine<turn, n>(d), odd);
      });
      x[k] = hn::Sub(even, odd);
      x[n - k] = hn::Add(even, odd);
    });
  }

  template <class D, class V>
  static HWY_INLINE void run_columns(D d, const V* HWY_RESTRICT x, Pair<V>* HWY_RESTRICT modes) {
    Pair<V> y[b][a / 2 + 1];
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS {
      V points[a];
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS { points[k] = x[m + b * k]; });
      RealButterfly<a>::run(d, points, y[m]);
    });
    V column[b];
    Pair<V> of[b / 2 + 1];
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS { column[m] = y[m][0].re; });
    RealButterfly<b>::run(d, column, of);
    unrolled<b / 2 + 1>([&](auto k) WEFT_IN_REGISTERS { modes[a * k] = of[k]; });
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS { column[m] = y[m][a / 2].re; });
    RealButterfly<b>::run_shifted(d, column, of);
    unrolled<(b + 1) / 2>([&](auto k) WEFT_IN_REGISTERS { modes[a / 2 + a * k] = of[k]; });
    unrolled<a / 2 - 1>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int j = decltype(i)::value + 1;
      Pair<V> z[b];
      unrolled<b>([&](auto m) WEFT_IN_REGISTERS { z[m] = times_root<j* decltype(m)::value, n>(d, y[m][j]); });
      Butterfly<b>::run(d, z);
      unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
        constexpr int f = j + a * decltype(k)::value;
        if constexpr (2 * f <= n)
          modes[f] = z[k];
        else
          modes[n - f] = conjugate(z[k]);
      });
    });
  }
  template <class D, class V>
  static HWY_INLINE void back_columns(D d, const Pair<V>* HWY_RESTRICT modes, V* HWY_RESTRICT x) {
    Pair<V> y[b][a / 2 + 1];
    V column[b];
    Pair<V> of[b / 2 + 1];
    unrolled<b / 2 + 1>([&](auto k) WEFT_IN_REGISTERS { of[k] = modes[a * k]; });
    RealButterfly<b>::back(d, of, column);
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS { y[m][0] = {column[m], hn::Zero(d)}; });
    unrolled<(b + 1) / 2>([&](auto k) WEFT_IN_REGISTERS { of[k] = modes[a / 2 + a * k]; });
    RealButterfly<b>::back_shifted(d, of, column);
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS { y[m][a / 2] = {column[m], hn::Zero(d)}; });
    unrolled<a / 2 - 1>([&](auto i) WEFT_IN_REGISTERS {
      constexpr int j = decltype(i)::value + 1;
      Pair<V> z[b];
      unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
        constexpr int f = j + a * decltype(k)::value;
        if constexpr (2 * f <= n)
          z[k] = exchanged(modes[f]);
        else
          z[k] = exchanged(conjugate(modes[n - f]));
      });
      Butterfly<b>::run(d, z);
      unrolled<b>([&](auto m) WEFT_IN_REGISTERS {
        y[m][j] = exchanged(times_root<j* decltype(m)::value, n>(d, z[m]));
      });
    });
    unrolled<b>([&](auto m) WEFT_IN_REGISTERS {
      V points[a];
      RealButterfly<a>::back(d, y[m], points);
      unrolled<a>([&](auto k) WEFT_IN_REGISTERS { x[m + b * k] = points[k]; });
    });
  }
};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
