// The innermost loop of twiddle factors, in vector code.
#include "codelets/targets.hpp"
// After that:
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/twiddle_runs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target:
#include <hwy/highway.h>

#include "sweep/twiddles.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline sweep {

namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE void all(T* numbers, const T* factors, Index n, T first_x, T first_y) {
  const hn::CappedTag<T, 8> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto x = hn::Set(d, first_x), y = hn::Set(d, first_y);
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::Vec<decltype(d)> fx, fy, ux, uy;
    hn::LoadInterleaved2(d, factors + 2 * i, fx, fy);
    hn::LoadInterleaved2(d, numbers + 2 * i, ux, uy);
    const auto wx = hn::NegMulAdd(fy, y, hn::Mul(fx, x)), wy = hn::MulAdd(fx, y, hn::Mul(fy, x));
    hn::StoreInterleaved2(hn::NegMulAdd(uy, wy, hn::Mul(ux, wx)), hn::MulAdd(ux, wy, hn::Mul(uy, wx)), d,
                          numbers + 2 * i);
  }
  for (; i < n; ++i) {
    const T fx = factors[2 * i], fy = factors[2 * i + 1], ux = numbers[2 * i], uy = numbers[2 * i + 1];
    const T wx = fx * first_x - fy * first_y, wy = fx * first_y + fy * first_x;
    numbers[2 * i] = ux * wx - uy * wy;
    numbers[2 * i + 1] = ux * wy + uy * wx;
  }
}

void MultiplyDouble(double* numbers, const double* factors, Index n, double x, double y) {
  all(numbers, factors, n, x, y);
}
void MultiplySingle(float* numbers, const float* factors, Index n, float x, float y) {
  all(numbers, factors, n, x, y);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline sweep
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline sweep {

HWY_EXPORT(MultiplyDouble);
HWY_EXPORT(MultiplySingle);

void multiply_run(double* numbers, const double* factors, Index n, std::complex<double> first) {
  HWY_DYNAMIC_DISPATCH(MultiplyDouble)(numbers, factors, n, first.real(), first.imag());
}
void multiply_run(float* numbers, const float* factors, Index n, std::complex<double> first) {
  HWY_DYNAMIC_DISPATCH(MultiplySingle)
  (numbers, factors, n, static_cast<float>(first.real()), static_cast<float>(first.imag()));
}

}  // namespace weft::inline sweep
#endif
