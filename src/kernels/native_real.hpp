// Cosine and sine transforms by the native backend.
//
// They act on numbers, not on elements: complex lines are two real ones each. In scratch the real parts of
// all points hold one set of lines and the imaginary parts another, so that one complex transform does both;
// types IV take half as many points for each set. Steps before and after it turn its frequencies into waves:
//
//   type II   permuted points, transform, one rotation (Makhoul 1980); type III the way back
//   type IV   a rotation before and after a transform of n/2 points (even n)
//   type I    halved as often as its length allows: even waves are a type I of half the length, odd ones a
//   type III;
//             the rest by mirrored lines of twice the length. A shorter way with one transform of half the
//             length divides by sines and loses accuracy.
//
// Sines are cosines of lines with alternating signs or in reverse order.
#pragma once

#include "kernels/native.hpp"

namespace weft {

// A complex transform of a part of scratch.
template <class T>
struct NativePart {
  NativeTransform<T> transform;
  Index first = 0;       // its first point; a multiple of 8
  std::vector<T> roots;  // of the rotation before or after it: cos and sin
};

template <class T>
struct NativeRealTransform {
  Kind kind = Kind::dct2;
  Index n = 1;           // points of a line
  bool is_real = false;  // its elements; else they are complex
  std::vector<NativePart<T>> parts;
  Index n_halvings = 0;     // of type I: the parts before the last are types III
  std::vector<int> place;   // [2 n]: where number 2 j + set of point j is put: 2 * point + part
  std::vector<int> source;  // [2 n]: where number 2 k + set of result k is found
  std::vector<int> negated_before, negated_after;  // points of scratch whose numbers change their sign
  EndFactors ends;
  Index n_work = 0;  // points of scratch
};

// The transform of a line; null where the native backend has none (lengths, layouts of lines).
bool is_native_real(const KernelSpec& spec);
template <class T>
NativeRealTransform<T> make_native_real(const KernelSpec& spec);

void run_native(const NativeRealTransform<double>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<double>& scratch);
void run_native(const NativeRealTransform<float>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<float>& scratch);

}  // namespace weft
