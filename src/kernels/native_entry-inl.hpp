// run_native for WEFT_NUMBER, compiled once for each instruction set by google/highway and chosen at run
// time.
//
// Included at the end of a file that is HWY_TARGET_INCLUDE and defines WEFT_NUMBER; each precision is such a
// file, so that they compile side by side. No include guard: it is read once for every target.
#include "codelets/targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_fourier-inl.hpp"
#include "kernels/native_matrix.hpp"
#include "kernels/native_odd-inl.hpp"
#include "kernels/native_real-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {

void Run(const NativeTransform<WEFT_NUMBER>& transform, const LineAddresses& in, const LineAddresses& out,
         Index n_lines, const MemoryMode& mode, const NativeScratch<WEFT_NUMBER>& scratch) {
  Runner<WEFT_NUMBER>(transform, in, out, mode, scratch).run(n_lines);
}
void RunOdd(const NativeOddTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
            const LineAddresses& out, Index n_lines, const MemoryMode& mode,
            const NativeScratch<WEFT_NUMBER>& scratch) {
  OddRunner<WEFT_NUMBER>(transform, in, out, mode, scratch).run(n_lines);
}
// Not of lines in lanes, but beside each other in vectors.
void MultiplyPoints(const WEFT_NUMBER* from, const WEFT_NUMBER* factors, bool conjugate, WEFT_NUMBER scale,
                    Index n, WEFT_NUMBER* to) {
  const Tag<WEFT_NUMBER> d;
  constexpr int lanes = n_lanes<WEFT_NUMBER>;
  const auto factor = hn::Set(d, scale), sign = hn::Set(d, conjugate ? -scale : scale);
  Index i = 0;
  for (; i + lanes <= n; i += lanes, from += 2 * lanes, factors += 2 * lanes, to += 2 * lanes) {
    auto re = hn::LoadU(d, from), im = hn::LoadU(d, from + lanes);
    auto c = hn::LoadU(d, factors), s = hn::LoadU(d, factors + lanes);
    exchange_parts(d, re, im);
    exchange_parts(d, c, s);
    auto z = times(Pair<hn::Vec<Tag<WEFT_NUMBER>>>{re, im}, hn::Mul(factor, c), hn::Mul(sign, s));
    exchange_parts(d, z.re, z.im);
    hn::StoreU(z.re, d, to);
    hn::StoreU(z.im, d, to + lanes);
  }
  for (; i < n; ++i, from += 2, factors += 2, to += 2) {
    const WEFT_NUMBER re = from[0], im = from[1], c = scale * factors[0],
                      s = conjugate ? -scale * factors[1] : scale * factors[1];
    to[0] = re * c - im * s;
    to[1] = re * s + im * c;
  }
}
void RunReal(const NativeRealTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
             const LineAddresses& out, Index n_lines, const MemoryMode& mode,
             const NativeScratch<WEFT_NUMBER>& scratch) {
  RealRunner<WEFT_NUMBER>(transform, in, out, mode, scratch).run(n_lines);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline kernels {

HWY_EXPORT(Run);
HWY_EXPORT(RunOdd);
HWY_EXPORT(MultiplyPoints);
HWY_EXPORT(RunReal);

void run_native(const NativeTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<WEFT_NUMBER>& scratch) {
  HWY_DYNAMIC_DISPATCH(Run)(transform, in, out, n_lines, mode, scratch);
}
void run_native(const NativeOddTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<WEFT_NUMBER>& scratch) {
  HWY_DYNAMIC_DISPATCH(RunOdd)(transform, in, out, n_lines, mode, scratch);
}
void multiply_points(const WEFT_NUMBER* from, const WEFT_NUMBER* factors, bool conjugate, WEFT_NUMBER scale,
                     Index n, WEFT_NUMBER* to) {
  HWY_DYNAMIC_DISPATCH(MultiplyPoints)(from, factors, conjugate, scale, n, to);
}
void run_native(const NativeRealTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<WEFT_NUMBER>& scratch) {
  HWY_DYNAMIC_DISPATCH(RunReal)(transform, in, out, n_lines, mode, scratch);
}

}  // namespace weft::inline kernels
#endif
