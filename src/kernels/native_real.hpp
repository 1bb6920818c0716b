// Transforms that keep real elements real by the native backend, of any length: cosine and sine transforms,
// and the Fourier transform in real numbers.
//
// They act on numbers, not on elements: complex lines are two real ones each. In scratch the real parts of
// all points hold one set of lines and the imaginary parts another, so that one complex transform does both;
// types IV take half as many points for each set. Steps before and after it turn its frequencies into waves:
//
//   type II   permuted points, transform, one rotation (Makhoul 1980); type III the way back
//   type IV   of even n a rotation before and after a transform of n/2 points; of odd n one of n points, in
//             another order and with other signs (after Chan and Ho, IEE Proc. F 137, 1990)
//   type I    halved as often as its length allows: even waves are a type I of half the length, odd ones a
//             type III; the rest by mirrored lines of twice the length. A shorter way with one transform of
//             half the length divides by sines and loses accuracy.
//   r2hc, dht a transform of n points, of which real and imaginary parts are taken, or their difference
//   hc2r      the real and the imaginary part of each wave joined, and such a transform
//
// Sines are cosines of lines with alternating signs or in reverse order. Signs and factors of results are
// numbers in tables, which join the scale of the plan.
#pragma once

#include "kernels/native.hpp"

namespace weft::inline kernels {

// How results come from scratch (native_sets-inl.hpp).
enum class NativeResults { plain, rotated, parts };

// A complex transform of a part of scratch.
template <class T>
struct NativePart {
  NativeTransform<T> transform;
  Index first = 0;  // its first point; a multiple of 8
  Index moved = 0;  // the same of where it is done, if the transform has places for its points; else first
  std::vector<T> roots;  // of the rotation before or after it: cos and sin
  std::vector<int> at;   // [transform.n]: the vector of scratch where frequency k is after the last pass
};

template <class T>
struct NativeRealTransform {
  Kind kind = Kind::dct2;
  Index n = 1;           // points of a line
  bool is_real = false;  // its elements; else they are complex
  // No other real line shares a transform: the second set is zero. Lines are contiguous. Types IV of even
  // length need no such care.
  bool is_apart = false;
  NativeResults results = NativeResults::plain;
  std::vector<NativePart<T>> parts;
  Index n_halvings = 0;  // of type I: the parts before the last are types III
  // [2 n]: the vector of scratch where point j of a contiguous line is put, at 2 j + set.
  std::vector<int> place;
  // [2 n]: two vectors of scratch for each result: those of its sets; where results are rotated the first
  // ones of points k and n - k, and of types IV those of one point of each set.
  std::vector<int> source;
  std::vector<T> factors;  // [2 n]: of these vectors or points; those at the ends of what is written included
  EndFactors ends;         // of which the kernel applies those of what is read
  Index first_factor = 0;  // the point of scratch where the scaled factors begin
  Index n_work = 0;        // points of scratch
};

inline bool is_type_1(Kind kind) { return kind == Kind::dct1 || kind == Kind::dst1; }
inline bool is_type_2(Kind kind) { return kind == Kind::dct2 || kind == Kind::dst2; }
inline bool is_type_4(Kind kind) { return kind == Kind::dct4 || kind == Kind::dst4; }

// Of types IV of odd length: do points and results number j have the other sign in the transform?
inline bool changes_sign(Index j) { return j % 4 == 1 || j % 4 == 2; }

template <class T>
NativeRealTransform<T> make_native_real(const KernelSpec& spec);

void run_native(const NativeRealTransform<double>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<double>& scratch);
void run_native(const NativeRealTransform<float>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<float>& scratch);

}  // namespace weft::inline kernels
