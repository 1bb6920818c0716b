// Roots of unity when compiled: cos and sin of 2 pi k / n.
#pragma once

namespace weft::inline codelets {

namespace detail {

constexpr long double pi = 3.14159265358979323846264338327950288L;

// Taylor series; |x| <= pi / 4, so that 14 terms are below the last bit of a long double.
constexpr long double series(long double x, int first) {
  long double term = first == 0 ? 1.0L : x, sum = term;
  for (int i = first; i < 28; i += 2) {
    term *= -x * x / static_cast<long double>((i + 1) * (i + 2));
    sum += term;
  }
  return sum;
}

}  // namespace detail

// cos(2 pi k / n) for 0 <= k < n, reduced to the first eighth of the circle.
constexpr double root_cos(long k, long n) {
  if (2 * k > n) k = n - k;
  if (4 * k > n) return -root_cos(n - 2 * k, 2 * n);
  if (8 * k <= n) return static_cast<double>(detail::series(2 * detail::pi * k / n, 0));
  return static_cast<double>(detail::series(2 * detail::pi * (n - 4 * k) / (4 * n), 1));
}

// sin(2 pi k / n) for 0 <= k < n.
constexpr double root_sin(long k, long n) {
  const long quarter_less = 4 * k - n;  // sin(x) = cos(x - pi/2), in 1/(4 n) of the circle
  return root_cos(quarter_less < 0 ? -quarter_less : quarter_less, 4 * n);
}

// The same as constants: a call might be made at run time.
template <int k, int n>
inline constexpr double cos_of = root_cos(k, n);
template <int k, int n>
inline constexpr double sin_of = root_sin(k, n);

// For vectors of interleaved complex numbers: factors of i, and the signs of a conjugate.
template <class T>
alignas(64) inline constexpr T alternating_ones[16] = {-1, 1, -1, 1, -1, 1, -1, 1,
                                                       -1, 1, -1, 1, -1, 1, -1, 1};
template <class T>
alignas(64) inline constexpr T alternating_zeros[16] = {0, -T(0), 0, -T(0), 0, -T(0), 0, -T(0),
                                                        0, -T(0), 0, -T(0), 0, -T(0), 0, -T(0)};

// One, which compilers do not know: they would leave out a multiplication by it.
extern const double one_double;
extern const float one_float;
template <class T>
T unknown_one() {
  if constexpr (sizeof(T) == sizeof(double))
    return one_double;
  else
    return one_float;
}

}  // namespace weft::inline codelets
