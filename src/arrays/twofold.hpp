// Numbers of twice as many digits as double: the unevaluated sum of two.
//
// Knuth's sum of two numbers with its error, and the sum of two such pairs (Ogita, Rump and Oishi, SIAM J.
// Sci. Comput. 26, 2005; Li et al., ACM TOMS 28, 2002). Where the sum is infinite or not a number, the error
// is nonsense and left out. To be compiled without contraction of a * b + c, as all of this folder.
#pragma once

#include <cmath>

namespace weft::inline arrays {

struct Twofold {
  double high = 0, low = 0;
  double value() const { return high + low; }
};

// a + b exactly.
inline Twofold exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// With a pair whose high part is not finite, or whose low part is not, replaced by what a plain sum has.
inline Twofold plain_unless_finite(Twofold x) {
  return std::isfinite(x.high) && std::isfinite(x.low) ? x : Twofold{x.high, 0};
}

// With a relative error of about 2^-104.
inline Twofold operator+(Twofold a, Twofold b) {
  const Twofold high = exact_sum(a.high, b.high);
  if (!std::isfinite(high.high)) return {high.high, 0};
  const Twofold low = exact_sum(a.low, b.low);
  const Twofold middle = exact_sum(high.high, high.low + low.high);
  const Twofold last = exact_sum(middle.high, middle.low + low.low);
  return plain_unless_finite(last);
}

}  // namespace weft::inline arrays
