// The functions of row passes of WEFT_NUMBER, compiled once for each instruction set by google/highway and
// chosen when a plan is made.
//
// Included at the end of a file that is HWY_TARGET_INCLUDE and defines WEFT_NUMBER. No include guard: it is
// read once for every target.
#include "codelets/targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_rows-inl.hpp"
#include "kernels/native_short-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {

const AlongFunctions<WEFT_NUMBER>* Along(WEFT_NUMBER, int along) {
  return along_functions_of<WEFT_NUMBER>(along);
}
const AcrossFunctions<WEFT_NUMBER>* Across(WEFT_NUMBER, int across) {
  return across_functions_of<WEFT_NUMBER>(across);
}
const ShortLinesFunctions<WEFT_NUMBER>* Short(WEFT_NUMBER, Index a) {
  return short_lines_functions_of<WEFT_NUMBER>(a);
}
int Lanes(WEFT_NUMBER) { return n_lanes<WEFT_NUMBER>; }

const char* Target(WEFT_NUMBER) { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline kernels {

namespace {

HWY_EXPORT(Along);
HWY_EXPORT(Across);
HWY_EXPORT(Short);
HWY_EXPORT(Lanes);
HWY_EXPORT(Target);

// AVX2's vectors are half as long as those of AVX-512, whose processors have both. (To ask the processor
// again takes as long as all else of a small plan, in a virtual machine.)
bool has_half_vectors() {
#if HWY_TARGETS & HWY_AVX2
  return HWY_DYNAMIC_DISPATCH(Lanes)(WEFT_NUMBER{}) == 2 * N_AVX2::Lanes(WEFT_NUMBER{});
#else
  return false;
#endif
}

}  // namespace

VectorLanes vector_lanes(WEFT_NUMBER number) {
  const int lanes = HWY_DYNAMIC_DISPATCH(Lanes)(number);
  return {lanes, has_half_vectors() ? lanes / 2 : lanes};
}

const char* vector_target(WEFT_NUMBER number) { return HWY_DYNAMIC_DISPATCH(Target)(number); }

const AlongFunctions<WEFT_NUMBER>* along_functions(WEFT_NUMBER number, int along,
                                                   [[maybe_unused]] int lanes) {
#if HWY_TARGETS & HWY_AVX2
  if (lanes < vector_lanes(number).most) return N_AVX2::Along(number, along);
#endif
  return HWY_DYNAMIC_DISPATCH(Along)(number, along);
}
const AcrossFunctions<WEFT_NUMBER>* across_functions(WEFT_NUMBER number, int across,
                                                     [[maybe_unused]] int lanes) {
#if HWY_TARGETS & HWY_AVX2
  if (lanes < vector_lanes(number).most) return N_AVX2::Across(number, across);
#endif
  return HWY_DYNAMIC_DISPATCH(Across)(number, across);
}

const ShortLinesFunctions<WEFT_NUMBER>* short_lines_functions(WEFT_NUMBER number, Index a) {
  return HWY_DYNAMIC_DISPATCH(Short)(number, a);
}

}  // namespace weft::inline kernels
#endif
