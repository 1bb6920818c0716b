// Vector instructions: those of the processor (asked of highway), and those that an FFTW library has code for
// (in its version, "fftw-3.3.10-sse2-avx"; api/version.c of FFTW lists the words).
//
// Distributions build FFTW for old processors: SSE2 and AVX, without the wider and fused instructions that
// came with AVX2. FFTW chooses among its codelets when it plans, so a library with more of them runs
// everywhere.
#include "kernels/instruction_sets.hpp"

#include <hwy/targets.h>

#include <algorithm>

#include "weft/words.hpp"

namespace weft::inline kernels {

namespace {

struct Set {
  const char* name;
  const char* family;                // sets of one family can replace each other, the later the better
  std::vector<std::string> targets;  // of highway, that have no better set
  std::vector<std::string> words;    // of FFTW's version
  const char* flags;                 // of FFTW's configure, for the best code on such a processor
};

const std::vector<Set>& table() {
  static const std::vector<Set> sets = {
      {"SSE2", "x86", {"SSE2"}, {"sse", "sse2", "generic_simd128"}, "--enable-sse2"},
      {"SSE4", "x86", {"SSSE3", "SSE4"}, {}, "--enable-sse2"},
      {"AVX", "x86", {}, {"avx", "avx_128_fma", "generic_simd256"}, "--enable-avx"},
      {"AVX2", "x86", {"AVX2"}, {"avx2", "avx2_128"}, "--enable-avx2"},
      {"AVX-512",
       "x86",
       {"AVX3", "AVX3_DL", "AVX3_ZEN4", "AVX3_SPR"},
       {"avx512"},
       "--enable-avx2 --enable-avx512"},
      {"NEON",
       "arm",
       {"NEON", "NEON_WITHOUT_AES", "NEON_BF16"},
       {"neon", "generic_simd128"},
       "--enable-neon"},
      {"SVE", "arm", {"SVE", "SVE2", "SVE_256", "SVE2_128"}, {}, "--enable-neon"},
      {"VSX", "power", {"PPC8", "PPC9", "PPC10"}, {"vsx", "generic_simd128"}, "--enable-vsx"},
  };
  return sets;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Set* find_set(const std::string& name) {
  for (const Set& set : table())
    if (name == set.name) return &set;
  return nullptr;
}

}  // namespace

std::string instructions_of_target(const std::string& target) {
  for (const Set& set : table())
    if (contains(set.targets, target)) return set.name;
  return target;
}

std::string best_instructions() {
  const auto targets = static_cast<std::uint64_t>(hwy::SupportedTargets());
  return instructions_of_target(hwy::TargetName(static_cast<std::int64_t>(targets & (~targets + 1))));
}

bool is_fftw(const std::string& version) { return version.starts_with("fftw-"); }

std::vector<std::string> instructions_of_fftw(const std::string& version) {
  std::vector<std::string> names;
  if (!is_fftw(version)) return names;
  const std::vector<std::string> words = split(version, '-');
  for (const Set& set : table())
    if (std::any_of(set.words.begin(), set.words.end(), [&](const auto& w) { return contains(words, w); }))
      names.emplace_back(set.name);
  return names;
}

std::string remedy_for_fftw(const std::vector<std::string>& built_for, const std::string& processor) {
  const Set* best = find_set(processor);
  if (best == nullptr) return "";
  const std::string other = "an FFTW that is configured with " + std::string(best->flags);
  const std::string how = "; give it to a program with WEFT_FFTW, or to weft bench with --fftw-library";
  if (built_for.empty()) return other + " is typically twice as fast or more" + how;
  const bool is_wide = processor == "AVX2" || processor == "AVX-512";
  if (!is_wide || contains(built_for, "AVX2") || contains(built_for, "AVX-512")) return "";
  return other + " is typically 1.2 to 1.5 times as fast" + how;
}

}  // namespace weft::inline kernels
