// FFTW 3, found and loaded when it is first wanted: nothing of it is needed to build or to link.
//
// Types and numbers are facts of its binary interface, the same in all versions 3; they are explained in the
// FFTW manual, "FFTW Reference". A complex number is two reals.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "base/shared_library.hpp"

namespace weft::inline kernels {

// How FFTW plans; flags are added up.
struct FftwFlag {
  static constexpr unsigned measure = 0, destroy_input = 1U << 0, patient = 1U << 5, estimate = 1U << 6,
                            wisdom_only = 1U << 21;
};

// FFTW's names of transforms that keep real elements real.
enum class FftwKind : int {
  r2hc = 0,
  hc2r = 1,
  dht = 2,
  redft00 = 3,
  redft01 = 4,
  redft10 = 5,
  redft11 = 6,
  rodft00 = 7,
  rodft01 = 8,
  rodft10 = 9,
  rodft11 = 10
};

// One axis, or one loop: its length, and the distances of its elements in the input and in the output.
struct FftwDimension {
  std::ptrdiff_t n = 1;
  std::ptrdiff_t in = 0;
  std::ptrdiff_t out = 0;
};

struct PlanOfFftw;  // opaque

// The functions of one precision.
template <class Real>
struct FftwFunctions {
  using Plan = PlanOfFftw*;
  using PlanReal = Plan(int rank, const int* n, int howmany, Real* in, const int* in_embed, int in_step,
                        int in_next, Real* out, const int* out_embed, int out_step, int out_next,
                        unsigned flags);
  using Run = void(Plan, Real* in, Real* out);

  Plan (*plan_c2c)(int rank, const int* n, int howmany, Real* in, const int* in_embed, int in_step,
                   int in_next, Real* out, const int* out_embed, int out_step, int out_next, int sign,
                   unsigned flags) = nullptr;
  PlanReal *plan_r2c = nullptr, *plan_c2r = nullptr;
  Plan (*plan_r2r)(int rank, const FftwDimension* axes, int n_loops, const FftwDimension* loops, Real* in,
                   Real* out, const FftwKind* kind, unsigned flags) = nullptr;
  Run *run_c2c = nullptr, *run_r2c = nullptr, *run_c2r = nullptr, *run_r2r = nullptr;
  void (*destroy)(Plan) = nullptr;
  char* (*export_wisdom)() = nullptr;  // memory of malloc
  int (*import_wisdom)(const char* text) = nullptr;
  void (*forget_wisdom)() = nullptr;
};

struct FftwLibrary {
  std::vector<std::string> files;  // of double and of single precision
  std::string version;             // "fftw-3.3.10-sse2-avx"
  FftwFunctions<double> of_double;
  FftwFunctions<float> of_single;

  template <class Real>
  const FftwFunctions<Real>& functions() const {
    if constexpr (std::is_same_v<Real, double>)
      return of_double;
    else
      return of_single;
  }
};

// The FFTW of this process: the file that WEFT_FFTW names, or the libfftw3.so.3 that the loader finds. The
// other precision is in the same file, or in the one beside it, or where the loader finds it. Loaded by the
// first call. Not collective; any thread may call it.
const LibrarySearch<FftwLibrary>& find_fftw();

// Held by whoever plans or touches wisdom: FFTW's planner is not thread safe.
extern std::mutex fftw_planner;

}  // namespace weft::inline kernels
