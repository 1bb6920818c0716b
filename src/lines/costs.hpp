// What steps cost, and the sizes that lists of steps are built with: the numbers that planning decides by.
#pragma once

#include "weft/layout.hpp"

namespace weft::inline lines {

// Cycles for a complex point of a step that neither waits for memory nor has factors, and of one with factors
// of each butterfly (AVX2, double precision). Those of radices 4, 8 and 16 were measured on an AMD Zen 3, in
// the first level of cache; the others are estimates between them. Of radix 16 those with factors do not fit
// into 16 registers.
struct RadixCost {
  int radix;
  double plain, with_factors;
};
inline constexpr RadixCost radix_costs[] = {{2, 1.0, 1.5},  {3, 1.5, 2.2},  {4, 1.4, 2.1},  {5, 2.1, 3.0},
                                            {6, 1.9, 2.9},  {7, 3.0, 4.3},  {8, 1.8, 3.3},  {9, 2.7, 4.2},
                                            {10, 2.5, 4.0}, {11, 4.5, 6.2}, {12, 2.3, 4.3}, {13, 5.0, 7.0},
                                            {16, 3.1, 5.2}};
inline constexpr double step_cost = 1.3;  // of a point: stored in scratch and loaded again

// Of a point of a step whose lanes are points of a line: times the lanes that are not filled over those that
// are.
inline constexpr double idle_cost = 4;

// The first level of cache holds at most eight points whose distance is a multiple of this many bytes; steps
// of more points take so much longer.
inline constexpr Index colliding_bytes = 4096;
inline constexpr double collision_cost = 2.5;

// Bytes of each point of the lines that go through scratch together, if all their points fit into
// `scratch_bytes`, half of the first level of cache: fewer make calls of few butterflies.
inline constexpr Index block_bytes = 1024, least_block_bytes = 64, scratch_bytes = 24 << 10;

// The same of lines that come from rows and go to columns.
inline constexpr Index row_block_bytes = 256;

// Points that are further apart than this are read and written in whole blocks, whatever their scratch: each
// is on a page of its own.
inline constexpr Index far_bytes = 2048;

// Real lines of so many points that lie along memory on both sides are complex lines of half the length, one
// by one: so no squares of them are transposed.
inline constexpr Index least_single = 128;

// Lines of so few points that a group of them has at most these are gathered even where others are
// transposed.
inline constexpr Index most_gathered = 64;

// Steps of small units are called for several of them at once, as long as these are no more bytes.
inline constexpr Index merged_bytes = 16 << 10;

// Bytes of a gap behind planes and columns of scratch whose equal places would share a set of the cache.
inline constexpr Index gap_bytes = 64, collision_bytes = 512;

}  // namespace weft::inline lines
