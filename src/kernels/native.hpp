// The native backend: transforms as many lines at once as a vector has lanes.
//
// Lines lie in the lanes of vectors, so the arithmetic has no shuffles; where lines are contiguous in memory,
// they are transposed in registers on the way in and out. Lengths are products of 2, 3, 5, 7, 11 and 13,
// or have such factors beside others, which are convolutions (native_prime.hpp). Each complex line is
// transformed by the same arithmetic, whatever lane it is in: results do not depend on how lines are grouped.
// Real lines of odd length, and those of cosine and sine transforms, share transforms in pairs of an even
// line of a tile and the next one, but for those that are kept apart.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// Lines wherever they are in memory: contiguous ones, with one address for each, or one address for each
// point, where that point of all lines lies side by side.
struct LineAddresses {
  bool along = true;  // contiguous lines
  const char* const* rows = nullptr;
};

// How a kernel reads and writes memory; see KernelSpec.
struct MemoryMode {
  double scale = 1;
  bool in_place = false;
  Index ahead = 0;
};

// Butterflies that there are.
using NativeRadices = std::integer_sequence<int, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16>;

inline constexpr Index vector_bytes = 64;  // of the widest vectors

// In scratch, points are two vectors each, with a gap after every eighth, so that the strides of the passes
// are no large powers of two.
inline constexpr Index padded_position(Index point) { return point + (point >> 3); }

// One pass over the points of a line: butterflies of `radix` points that lie `m` apart.
template <class T>
struct NativePass {
  int radix = 2;
  Index m = 1;              // points of each transform that is left after this pass
  Index n_blocks = 1;       // transforms of radix * m points that the pass splits
  std::vector<T> twiddles;  // [m][radix - 1]: cos and sin
};

template <class T>
struct NativePrime;

// A complex transform of n points, as the vector code needs to know it. A real line of 2 n points is one of n
// complex points, the even ones their real parts, with a step before or after it.
template <class T>
struct NativeTransform {
  Kind kind = Kind::c2c;
  Index n = 1;
  bool is_positive = false;                     // sign of the exponent
  std::vector<NativePass<T>> passes;            // in place; the result is in the order of `position`
  std::shared_ptr<const NativePrime<T>> prime;  // in their stead, where n has a large prime factor
  std::vector<int> place;                       // [n + 1]: then, the point in scratch of each point; n stays
  std::vector<int> first_frequency;  // [n / last radix]: of the outputs of each block of the last pass
  std::vector<int> position;  // [n + 1]: where frequency f is after the last pass; n is the last of r2c
  std::vector<T> real_roots;  // [n / 2 + 1]: exp(-2 pi i k / (2 n)), for r2c and c2r
};

// The tables of a Fourier transform.
template <class T>
NativeTransform<T> make_native_transform(const KernelSpec& spec);
// The radices of the passes of a transform of n points, which has native factors: as few as possible, large
// ones first.
std::vector<int> native_radices(Index n);
// The passes of a transform of n points that has native factors, and exp(-2 pi i k / (2 n)) for k <= n / 2,
// with which n complex points are 2 n real ones.
template <class T>
std::vector<NativePass<T>> native_passes(Index n);
template <class T>
std::vector<T> native_real_roots(Index n);
// Is n a product of the radices?
bool has_native_factors(Index n);

// Memory of a kernel while it runs, aligned to 64 bytes.
template <class T>
struct NativeScratch {
  T* work = nullptr;            // one group of lines
  T* bounce = nullptr;          // rows of a group that is not full
  const char** rows = nullptr;  // their addresses
};

// The row of the table, and its kernels that hold a group of lines in scratch.
Backend native_backend();
std::unique_ptr<Kernel> make_native_groups(const KernelSpec& spec);

// Transforms n_lines lines.
void run_native(const NativeTransform<double>& transform, const LineAddresses& in, const LineAddresses& out,
                Index n_lines, const MemoryMode& mode, const NativeScratch<double>& scratch);
void run_native(const NativeTransform<float>& transform, const LineAddresses& in, const LineAddresses& out,
                Index n_lines, const MemoryMode& mode, const NativeScratch<float>& scratch);

}  // namespace weft::inline kernels
