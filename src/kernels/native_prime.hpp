// Complex transforms of lengths with a prime factor that is no radix: their tables.
//
// Of n = q p points, where q has native factors and p has none: q transforms of p points each, then passes
// that join them (decimation in time; Cooley and Tukey 1965). Those of p points are cyclic convolutions:
//
//   Rader       p is prime and p - 1 has native factors: of p - 1 points, in the order of the powers of a
//               generator (Rader, Proc. IEEE 56, 1968); point 0 is on its own
//   Bluestein   any other p: of M >= 2 p - 1 points, between two multiplications by exp(-i pi j^2 / p)
//               (Bluestein, IEEE Trans. Audio Electroacoustics 18, 1970)
//
// All lines of a group lie in the lanes of vectors, so a permutation is a table of addresses: what reads a
// line puts its points where `place` says, and what writes it takes the frequencies from `position`.
#pragma once

#include <memory>

#include "kernels/native.hpp"

namespace weft::inline kernels {

// A cyclic convolution with numbers that are known, in place: passes forward, a product, and the same passes
// backward, mirrored. Both transforms have the same sign, which saves code and reverses the order: output r
// is the convolution at -r.
template <class T>
struct NativeConvolution {
  std::vector<NativePass<T>> passes;
  std::vector<T> spectrum;  // [n]: cos and sin parts of the factors, after the last pass forward
};

template <class T>
struct NativePrime {
  Index n = 1;            // points of the transform
  Index rest = 1;         // p, points of each convolution's transform
  bool is_rader = false;  // else Bluestein's
  NativeConvolution<T> convolution;
  std::vector<T> chirp;                // [p]: exp(-i pi j^2 / p), of Bluestein's
  Index first = 0;                     // the point of scratch where Bluestein's convolution is done
  std::vector<NativePass<T>> joining;  // twiddles come before the butterflies
  std::vector<int> place;              // [n + 1]: the point of scratch of each point; n stays
  std::vector<int> position;           // [n + 1]: where each frequency is; n stays
  Index n_work = 1;                    // points of scratch
};

// The tables for n points, where n has other factors than native ones. Kernels of the same length share them.
template <class T>
std::shared_ptr<const NativePrime<T>> native_prime(Index n);
// Points that such a transform has in scratch.
Index native_prime_points(Index n);
// The cheapest convolution of at least so many points.
Index convolution_length(Index least);

}  // namespace weft::inline kernels
