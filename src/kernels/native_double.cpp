// The native kernels in double precision, compiled once for each instruction set by google/highway and chosen
// at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_double.cpp"
#include "kernels/native_targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_passes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft {
namespace HWY_NAMESPACE {

void RunDouble(const NativeTransform<double>& transform, const LineAddresses& in, const LineAddresses& out,
               Index n_lines, const MemoryMode& mode, const NativeScratch<double>& scratch) {
  Runner<double>(transform, in, out, mode, scratch).run(n_lines);
}
const char* NativeTarget() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace weft
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunDouble);
HWY_EXPORT(NativeTarget);

void run_native(const NativeTransform<double>& transform, const LineAddresses& in, const LineAddresses& out,
                Index n_lines, const MemoryMode& mode, const NativeScratch<double>& scratch) {
  HWY_DYNAMIC_DISPATCH(RunDouble)(transform, in, out, n_lines, mode, scratch);
}
const char* native_target() { return HWY_DYNAMIC_DISPATCH(NativeTarget)(); }

}  // namespace weft
#endif
