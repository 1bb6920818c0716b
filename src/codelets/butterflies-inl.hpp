// Discrete Fourier transforms of 2 to 16 points in registers, of several lines at a time: what all steps
// consist of.
//
// All exponents are negative; a step of the other sign reads or writes its points in the opposite order. Odd
// lengths add and subtract symmetric points, which halves the multiplications. Lengths with two factors that
// are coprime need no twiddle factors (Good, J. R. Statist. Soc. B 20, 1958); the others are a step of Cooley
// and Tukey (Math. Comp. 19, 1965) with constants as twiddle factors.
#if defined(WEFT_CODELETS_BUTTERFLIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_CODELETS_BUTTERFLIES_INL_HPP
#undef WEFT_CODELETS_BUTTERFLIES_INL_HPP
#else
#define WEFT_CODELETS_BUTTERFLIES_INL_HPP
#endif

#include "codelets/complex-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int n>
struct Butterfly;

template <>
struct Butterfly<1> {
  template <class D, class Z>
  static HWY_INLINE void run(D, Z*) {}
};

template <>
struct Butterfly<2> {
  template <class D, class Z>
  static HWY_INLINE void run(D, Z* HWY_RESTRICT z) {
    const Z a = z[0], b = z[1];
    z[0] = a + b;
    z[1] = difference(a, b);
  }
};

template <>
struct Butterfly<4> {
  template <class D, class Z>
  static HWY_INLINE void run(D, Z* HWY_RESTRICT z) {
    const Z a = z[0] + z[2], b = difference(z[0], z[2]), c = z[1] + z[3], e = z[1] - z[3];
    z[0] = a + c;
    z[1] = minus_i(b, e);
    z[2] = a - c;
    z[3] = plus_i(b, e);
  }
};

// a + w b and a - w b with w = exp(-2 pi i k / n), without a product where w is -i.
template <int k, int n, class D, class Z>
HWY_INLINE void sum_and_difference(D d, Z& a, Z& b) {
  const Z first = a;
  if constexpr (4 * k == n) {
    a = minus_i(first, b);
    b = plus_i(first, b);
  } else {
    const Z t = times_root<k, n>(d, b);
    a = first + t;
    b = difference(first, t);
  }
}

template <>
struct Butterfly<8> {
  template <class D, class Z>
  static HWY_INLINE void run(D d, Z* HWY_RESTRICT z) {
    Z even[4] = {z[0], z[2], z[4], z[6]}, odd[4] = {z[1], z[3], z[5], z[7]};
    Butterfly<4>::run(d, even);
    Butterfly<4>::run(d, odd);
    unrolled<4>([&](auto k) WEFT_IN_REGISTERS {
      sum_and_difference<decltype(k)::value, 8>(d, even[k], odd[k]);
      z[k] = even[k];
      z[k + 4] = odd[k];
    });
  }
};

template <>
struct Butterfly<16> {
  template <class D, class Z>
  static HWY_INLINE void run(D d, Z* HWY_RESTRICT z) {
    Z y[4][4];  // y[j]: the transform of points j, j + 4, j + 8, j + 12
    unrolled<4>([&](auto j) WEFT_IN_REGISTERS {
      unrolled<4>([&](auto k) WEFT_IN_REGISTERS { y[j][k] = z[j + 4 * k]; });
      Butterfly<4>::run(d, y[j]);
    });
    unrolled<4>([&](auto f) WEFT_IN_REGISTERS {
      constexpr int k = decltype(f)::value;
      Z a = y[0][f], b = y[2][f];
      sum_and_difference<2 * k, 16>(d, a, b);
      const Z p = times_root<k, 16>(d, y[1][f]), q = times_root<3 * k, 16>(d, y[3][f]);
      const Z sum = p + q, rest = difference(p, q);
      z[k] = a + sum;
      z[k + 4] = minus_i(b, rest);
      z[k + 8] = a - sum;
      z[k + 12] = plus_i(b, rest);
    });
  }
};

template <int n>
struct OddButterfly {
  template <class D, class Z>
  static HWY_INLINE void run(D d, Z* HWY_RESTRICT z) {
    constexpr int half = n / 2;
    Z sum[half], difference[half];
    unrolled<half>([&](auto k) WEFT_IN_REGISTERS {
      sum[k] = z[k + 1] + z[n - 1 - k];
      difference[k] = z[k + 1] - z[n - 1 - k];
    });
    const Z first = z[0];
    unrolled<half>([&](auto k) WEFT_IN_REGISTERS { z[0] = z[0] + sum[k]; });
    unrolled<half>([&](auto j) WEFT_IN_REGISTERS {
      constexpr int i = decltype(j)::value + 1;
      Z even = add_scaled(first, cosine<i, n>(d), sum[0]), odd = scaled(sine<i, n>(d), difference[0]);
      unrolled<half - 1>([&](auto k) WEFT_IN_REGISTERS {
        constexpr int turn = i * (decltype(k)::value + 2) % n;
        even = add_scaled(even, cosine<turn, n>(d), sum[k + 1]);
        odd = add_scaled(odd, sine<turn, n>(d), difference[k + 1]);
      });
      z[j + 1] = minus_i(even, odd);
      z[n - 1 - j] = plus_i(even, odd);
    });
  }
};
template <>
struct Butterfly<3> : OddButterfly<3> {};
template <>
struct Butterfly<5> : OddButterfly<5> {};
template <>
struct Butterfly<7> : OddButterfly<7> {};
template <>
struct Butterfly<11> : OddButterfly<11> {};
template <>
struct Butterfly<13> : OddButterfly<13> {};

// a * b points: b transforms of a points, roots of unity, a transforms of b points.
template <int a, int b>
struct CompositeButterfly {
  template <class D, class Z>
  static HWY_INLINE void run(D d, Z* HWY_RESTRICT z) {
    Z y[b][a];
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      unrolled<a>([&](auto i) WEFT_IN_REGISTERS { y[k][i] = z[b * i + k]; });
      Butterfly<a>::run(d, y[k]);
    });
    unrolled<a>([&](auto p) WEFT_IN_REGISTERS {
      Z x[b];
      unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
        x[k] = times_root<decltype(p)::value* decltype(k)::value, a * b>(d, y[k][p]);
      });
      Butterfly<b>::run(d, x);
      unrolled<b>([&](auto q) WEFT_IN_REGISTERS { z[p + a * q] = x[q]; });
    });
  }
};

// The number whose product with a leaves 1 when it is divided by n.
constexpr int inverse_of(int a, int n) {
  int i = 1;
  while (a * i % n != 1) ++i;
  return i;
}

// a * b points, a and b coprime: the points in another order are an array of a by b points.
template <int a, int b>
struct CoprimeButterfly {
  template <class D, class Z>
  static HWY_INLINE void run(D d, Z* HWY_RESTRICT z) {
    constexpr int n = a * b, of_a = b * inverse_of(b % a, a), of_b = a * inverse_of(a % b, b);
    Z y[b][a];
    unrolled<b>([&](auto k) WEFT_IN_REGISTERS {
      unrolled<a>([&](auto i) WEFT_IN_REGISTERS { y[k][i] = z[(b * i + a * k) % n]; });
      Butterfly<a>::run(d, y[k]);
    });
    unrolled<a>([&](auto p) WEFT_IN_REGISTERS {
      Z x[b];
      unrolled<b>([&](auto k) WEFT_IN_REGISTERS { x[k] = y[k][p]; });
      Butterfly<b>::run(d, x);
      unrolled<b>([&](auto q) WEFT_IN_REGISTERS {
        z[(decltype(p)::value * of_a + decltype(q)::value * of_b) % n] = x[q];
      });
    });
  }
};
template <>
struct Butterfly<6> : CoprimeButterfly<2, 3> {};
template <>
struct Butterfly<9> : CompositeButterfly<3, 3> {};
template <>
struct Butterfly<10> : CoprimeButterfly<2, 5> {};
template <>
struct Butterfly<12> : CoprimeButterfly<4, 3> {};

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();
#endif
