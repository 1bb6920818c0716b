// The instruction sets that the native kernels are compiled for and this processor has, one by one.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

#include "codelets/table.hpp"

namespace weft::test {

struct InstructionSet {
  std::int64_t target;  // of highway
  int bytes;            // of a vector
};
inline constexpr InstructionSet compiled_sets[] = {
#if defined(__aarch64__)
    {HWY_NEON, 16},
#else
    {HWY_SSE4, 16},
    {HWY_AVX2, 32},
    {HWY_AVX3, 64},
#endif
};

// Calls `judge` with each of these sets as the best of the processor; the kernels must have vectors of its
// length.
template <class Judge>
void for_each_instruction_set(Judge judge) {
#ifdef WEFT_SANITIZE
  GTEST_SKIP() << "with sanitizers the kernels are plain code, which the other tests run";
#endif
  const std::int64_t supported = hwy::SupportedTargets();
  for (const InstructionSet& set : compiled_sets) {
    if ((supported & set.target) == 0) continue;
    SCOPED_TRACE(hwy::TargetName(set.target));
    hwy::SetSupportedTargetsForTest(set.target);
    EXPECT_EQ(step_tables(double{})[0]->lanes * static_cast<int>(sizeof(double)), set.bytes);
    EXPECT_EQ(step_tables(float{})[0]->lanes * static_cast<int>(sizeof(float)), set.bytes);
    judge();
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace weft::test
