// Instruction sets for which vector code is not compiled: vectors in arrays need sizes that are known when
// compiled, and some sets bring nothing here: SSE4 and SSSE3 over SSE2, AVX3_DL over AVX3 (AVX-512). To be
// included before google/highway.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
