// run_native for WEFT_NUMBER, compiled once for each instruction set by google/highway and chosen at run
// time.
//
// Included at the end of a file that is HWY_TARGET_INCLUDE and defines WEFT_NUMBER; each precision is such a
// file, so that they compile side by side. No include guard: it is read once for every target.
#include "kernels/native_targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_fourier-inl.hpp"
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
void run_native(const NativeRealTransform<WEFT_NUMBER>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<WEFT_NUMBER>& scratch) {
  HWY_DYNAMIC_DISPATCH(RunReal)(transform, in, out, n_lines, mode, scratch);
}

}  // namespace weft::inline kernels
#endif
