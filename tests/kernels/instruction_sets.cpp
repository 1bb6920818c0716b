// Vector instructions in words: what versions of FFTW say, what highway says, and when a better FFTW pays.
//
// The versions are those that FFTW's configure makes (api/version.c), and one of a library that is not FFTW.

#include "kernels/instruction_sets.hpp"

#include <gtest/gtest.h>

#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Names = std::vector<std::string>;

TEST(InstructionsOfFftw, AreReadFromItsVersion) {
  const std::vector<std::pair<std::string, Names>> cases = {
      {"fftw-3.3.10", {}},
      {"fftw-3.3.10-sse2", {"SSE2"}},
      {"fftw-3.3.10-sse2-avx", {"SSE2", "AVX"}},
      {"fftw-3.3.10-fma-sse2-avx-avx2-avx2_128", {"SSE2", "AVX", "AVX2"}},
      {"fftw-3.3.10-sse2-avx-avx2-avx2_128-avx512", {"SSE2", "AVX", "AVX2", "AVX-512"}},
      {"fftw-3.3.8-sse2-avx_128_fma", {"SSE2", "AVX"}},
      {"fftw-3.3.10-neon", {"NEON"}},
      {"fftw-3.3.10-vsx", {"VSX"}},
      {"Intel(R) oneAPI Math Kernel Library", {}},
      {"", {}},
  };
  for (const auto& [version, sets] : cases) EXPECT_EQ(instructions_of_fftw(version), sets) << version;
}

TEST(InstructionsOfTarget, HaveOneNameForAllKindsOfAvx512) {
  for (const char* target : {"AVX3", "AVX3_DL", "AVX3_ZEN4"})
    EXPECT_EQ(instructions_of_target(target), "AVX-512");
  EXPECT_EQ(instructions_of_target("AVX2"), "AVX2");
  EXPECT_EQ(instructions_of_target("SSSE3"), "SSE4");
  EXPECT_EQ(instructions_of_target("SVE2"), "SVE");
  EXPECT_EQ(instructions_of_target("WASM"), "WASM") << "what the table does not know keeps its name";
}

struct Case {
  const char* version;
  const char* processor;
  Names words;  // that the remedy has; none: there is no remedy
};

TEST(FitOf, GivesARemedyWhereAnotherBuildPays) {
  const std::vector<Case> cases = {
      {"fftw-3.3.10-sse2-avx", "AVX-512", {"--enable-avx2 --enable-avx512", "1.2 to 1.5"}},
      {"fftw-3.3.10-sse2-avx", "AVX2", {"--enable-avx2", "WEFT_FFTW", "--fftw-library"}},
      {"fftw-3.3.10-sse2", "AVX2", {"--enable-avx2"}},
      {"fftw-3.3.10", "SSE4", {"twice", "--enable-sse2"}},
      {"fftw-3.3.10", "NEON", {"twice", "--enable-neon"}},
      {"fftw-3.3.10-sse2-avx", "SSE4", {}},
      {"fftw-3.3.10-sse2-avx-avx2-avx2_128", "AVX2", {}},
      {"fftw-3.3.10-sse2-avx-avx2-avx2_128", "AVX-512", {}},
      {"fftw-3.3.10-neon", "SVE", {}},
      {"fftw-3.3.10", "WASM", {}},
      {"another library 1.0", "AVX-512", {}},
  };
  for (const Case& c : cases) {
    const LibraryFit fit = fit_of(c.version, c.processor);
    EXPECT_EQ(fit.remedy.empty(), c.words.empty()) << c.version << " on " << c.processor << fit.remedy;
    for (const std::string& word : c.words)
      EXPECT_NE(fit.remedy.find(word), std::string::npos) << word << " in: " << fit.remedy;
  }
}

TEST(FitOf, TellsWhetherTheVersionSaysIt) {
  EXPECT_TRUE(fit_of("fftw-3.3.10", "AVX2").is_told);
  EXPECT_FALSE(fit_of("another library 1.0", "AVX2").is_told);
}

TEST(ProcessorInstructions, AreNotEmpty) { EXPECT_FALSE(processor_instructions().empty()); }

}  // namespace
}  // namespace weft::test
