// The oracle for modes that are left out and taken as zeros: wave by wave, as doc/conventions.md defines it.
#pragma once

#include "oracle.hpp"

namespace weft::test {

// What the modes along an axis are: of complex lines with both signs, of real lines the first half, or those
// of cosines, sines and polynomials.
enum class Modes { complex, half, others };

// The modes of n points along `axis` become those of `kept` points: the others are left out.
GlobalField with_modes_kept(const GlobalField& field, int axis, Modes modes, Index n, Index kept);

// The modes of `kept` points become those of n: the others are zero.
GlobalField with_all_modes(const GlobalField& field, int axis, Modes modes, Index n, Index kept);

// The squared norm that the modes kept of these points have on average, 0 where all are kept. Rounding errors
// are those of all modes: a few of them may be small by chance, and are judged by this.
double least_norm2(const Problem& problem, const GlobalField& points);

}  // namespace weft::test
