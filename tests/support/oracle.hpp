// What a transform must give, computed without any fast algorithm and without any of weft's code.
//
// Fields are functions of the global index and a seed, so they are the same at any process count and
// every process knows the whole array. The transform is the definition, one axis after the other, in
// long double, with twiddles of the exactly reduced angle 2 pi (j k mod n) / n. Cost: N times the sum
// of the lengths; meant for a few thousand points.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/problem.hpp"

namespace weft::test {

using Complex = std::complex<long double>;

// A whole array, in C order.
struct GlobalField {
  Extents shape;
  std::vector<Complex> values;
};

// Number of points of an array of this shape.
Index product(const Extents& lengths);

// A number of [-0.5, 0.5) that `precision` holds exactly and that depends on seed and index alone.
long double hashed(std::uint64_t seed, std::uint64_t index, Precision precision);

// hashed() at every point; the imaginary part of a real field is zero.
GlobalField hashed_field(const Extents& shape, std::uint64_t seed, bool real, Precision precision);

// The nearest values that `precision` holds.
GlobalField rounded(GlobalField field, Precision precision);

// Sum over j of field(.., j, ..) exp(sign 2 pi i j k / n) along one axis, unscaled.
GlobalField dft_along(const GlobalField& field, int axis, int sign);

// The kinds that are not Fourier.
const std::vector<AxisKind>& real_kinds();

// The same by the definition of another kind, forward or backward, as doc/conventions.md writes it; with
// `orthogonal` by the orthogonal matrix. Without, nothing is divided by N.
GlobalField real_transform_along(const GlobalField& field, int axis, AxisKind kind, bool forward,
                                 bool orthogonal);

// What forward must give from these points, and backward from these modes (which for r2c are taken as
// the half of a Hermitian array, like numpy's irfftn: the imaginary part of mode 0 is not used).
GlobalField modes_of(const Problem& problem, const GlobalField& points);
GlobalField points_of(const Problem& problem, const GlobalField& modes);

// What the answers depend on: the problem without layouts and order.
std::string words_of_answers(const Problem& problem);

// Hashed points, the modes that forward makes of them, rounded, and the points that backward makes of those.
// Kept for the problem that was last asked for.
struct ThereAndBack {
  GlobalField points, modes, points_back;
};
const ThereAndBack& there_and_back(const Problem& problem, std::uint64_t seed);

// The transformed axes, in the problem's order; all if it states none; none of Transform::none.
Axes transformed_axes(const Problem& problem);

// Largest relative l2 error that a transform may have: 1.2 u sqrt(log2 N), u the unit roundoff and N
// the product of the transformed lengths (taken as 2 at least); 3 times that if N has a prime factor
// above 13, and twice if there are other axes than Fourier; 0 if nothing is transformed. The law is one of
// averages: over n points in all it scatters, hence a factor 1 + 1/sqrt(n), which is 1.02 for 3000 points.
double tolerance(const Problem& problem);

}  // namespace weft::test
