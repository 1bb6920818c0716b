// The native kernels in single precision, compiled once for each instruction set by google/highway and chosen
// at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native_single.cpp"
#include "kernels/native_targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_passes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft {
namespace HWY_NAMESPACE {

void RunSingle(const NativeTransform<float>& transform, const LineAddresses& in, const LineAddresses& out,
               Index n_lines, const MemoryMode& mode, const NativeScratch<float>& scratch) {
  Runner<float>(transform, in, out, mode, scratch).run(n_lines);
}

}  // namespace HWY_NAMESPACE
}  // namespace weft
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunSingle);

void run_native(const NativeTransform<float>& transform, const LineAddresses& in, const LineAddresses& out,
                Index n_lines, const MemoryMode& mode, const NativeScratch<float>& scratch) {
  HWY_DYNAMIC_DISPATCH(RunSingle)(transform, in, out, n_lines, mode, scratch);
}

}  // namespace weft
#endif
