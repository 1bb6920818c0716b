// Instruction sets for which the native kernels are not compiled: vectors in arrays need sizes that are known
// when compiled, and some sets bring nothing here. To be included before google/highway.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
