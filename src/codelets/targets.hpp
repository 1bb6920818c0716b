// Instruction sets for which vector code is not compiled: vectors in arrays need sizes that are known when
// compiled, and some sets bring nothing here: SSSE3 over SSE4, AVX3_DL over AVX3 (AVX-512). SSE4 stays:
// Debian 12's highway has no SSE2, and plain code takes 1.4 (64^3) to 1.8 (16^3) times as long. To be
// included before google/highway.
//
// Sanitizers watch one set of vectors, AVX2, and plain code. Every Arm processor of 64 bits has NEON: without
// a choice at run time, highway compiles it as the compiler's own set (in Debian 12 with encryption
// otherwise, which some lack, and which GCC 12 does not inline into code without).
#ifdef __aarch64__
#define TOOLCHAIN_MISS_SYS_AUXV_H
#endif
#ifdef WEFT_SANITIZE
#define WEFT_UNWATCHED_TARGETS (HWY_SSE4 | HWY_AVX3)
#else
#define WEFT_UNWATCHED_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS                                                                            \
  (WEFT_UNWATCHED_TARGETS | HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | \
   HWY_RVV)
