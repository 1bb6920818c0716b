// run_visit for WEFT_NUMBER, compiled once for each instruction set by google/highway and chosen at run time.
//
// Included at the end of a file that is HWY_TARGET_INCLUDE and defines WEFT_NUMBER. No include guard: it is
// read once for every target.
#include "kernels/native_targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "kernels/native_block-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {

void RunVisit(const BlockProgram<WEFT_NUMBER>& program, const BlockVisit<WEFT_NUMBER>& visit, Index begin,
              Index end, const BlockBuffers<WEFT_NUMBER>& buffers) {
  run_visit_of(program, visit, begin, end, buffers);
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline kernels {

namespace {
HWY_EXPORT(RunVisit);
}  // namespace

void run_visit(const BlockProgram<WEFT_NUMBER>& program, const BlockVisit<WEFT_NUMBER>& visit, Index begin,
               Index end, const BlockBuffers<WEFT_NUMBER>& buffers) {
#if HWY_TARGETS & HWY_AVX2
  if (program.has_half_vectors) return N_AVX2::RunVisit(program, visit, begin, end, buffers);
#endif
  HWY_DYNAMIC_DISPATCH(RunVisit)(program, visit, begin, end, buffers);
}

}  // namespace weft::inline kernels
#endif
