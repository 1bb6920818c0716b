// The innermost loops of sums and extrema over arrays, in vector code: runs of contiguous numbers.
//
// Each number is added to one of a few running sums ("slots") together with the error of that addition, so
// that the loop has independent chains and the errors are not lost: 7 operations a number, which is less than
// memory takes to bring it. Complex numbers are pairs of numbers: real parts are in even slots, imaginary
// parts in odd ones. Every so often the slots are folded into sums of twice the digits.
#pragma once

#include <array>

#include "arrays/twofold.hpp"
#include "weft/layout.hpp"

namespace weft::inline arrays {

// The most numbers that one call of an add_...() takes: errors of errors stay small because the slots are
// folded after so many.
inline constexpr Index most_terms = 8192;

// Running sums. `n_slots` (even) are in use, as many as the instruction set likes.
struct Slots {
  static constexpr int most = 32;
  alignas(64) std::array<double, most> high{}, low{};
};

// The sum of all slots with even (0) or odd (1) numbers.
Twofold sum_of(const Slots& slots, int parity);

// Adds n <= most_terms numbers x[i]: the numbers themselves; (x[i] factor)^2; |x[i]|; of pairs sqrt((x[2k]
// factor)^2 + (x[2k+1] factor)^2), to even and odd slots alike.
enum class Term { number, square, magnitude, magnitude_of_pair };
void add_terms(Term term, const double* x, Index n, double factor, Slots& slots);
void add_terms(Term term, const float* x, Index n, double factor, Slots& slots);

// Adds n <= most_terms products x[i] y[i] to `straight` and, if that is not null, products of each number
// with the other one of the pair, x[2k] y[2k+1] and x[2k+1] y[2k], to `crossed`.
void add_products(const double* x, const double* y, Index n, Slots& straight, Slots* crossed);
void add_products(const float* x, const float* y, Index n, Slots& straight, Slots* crossed);

// The least and greatest of n > 0 numbers, or of their magnitudes; wrong if any is NaN, which `has_nan` says.
struct Least {
  double least = 0, greatest = 0, magnitude = 0;
  bool has_nan = false;
};
Least least_of(const double* x, Index n);
Least least_of(const float* x, Index n);

// max over pairs of (x[2k] factor)^2 + (x[2k+1] factor)^2; n is even. NaN if any is.
double greatest_square(const double* x, Index n, double factor);
double greatest_square(const float* x, Index n, double factor);

}  // namespace weft::inline arrays
