// Arithmetic on columns of a tile, compiled for each instruction set and chosen at run time.
//
// Every lane is a line of its own and gets the same operations, so a line has the same bits in any lane.
// Where an output is an input, a coefficient is read before it is written.
#pragma once

#include "weft/columns.hpp"

namespace weft::inline solvers {

enum class Turn { none, by_i };  // is the result multiplied by i?
enum class Into { set, add };    // is `out` replaced, or added to?

// out (+)= f in, or i f in.
void scale_column(Index n, Turn turn, Into into, const Factor& f, const Lanes* in, Lanes* out);
// out += f in + g other, and out = i (f in + g other).
void add_columns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out);
void turn_columns(Index n, const Factor& f, const Lanes* in, const Factor& g, const Lanes* other, Lanes* out);
// out (+)= f times the derivative on [-1, 1]. With Into::add `out` is not `in`.
void derive_column(Index n, Into into, double f, const Lanes* in, Lanes* out);
// out_k += even basis_k at even k, odd basis_k at odd k.
void add_by_parity(Index n, const Lanes& even, const Lanes& odd, const Factor* basis, Lanes* out);
// Sums of w_k u_k over even and over odd k; w_k = k^2 f if `slopes`, else 1.
void sum_column(Index n, bool slopes, double f, const Lanes* in, Lanes& even, Lanes& odd);

}  // namespace weft::inline solvers
