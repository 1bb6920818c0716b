// Kernels of lines with fewer modes in memory than their points have, around kernels of whole lines.
//
// For backends whose own transforms read and write all modes: modes that are read are copied into a tile of
// whole lines, with zeros between them, and of those that are computed some are copied out. Both happen in
// cache. Where the number of points kept is even, the mode at half of it is that of both signs: what is read
// is half of it for each, and what is written is their sum (doc/conventions.md).
#pragma once

#include <functional>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// Modes 0 ... n_low-1 of `kept` points have the same place in a line of more points; the others are at its
// end.
constexpr Index n_low_modes(Index kept) { return kept / 2 + 1; }

// `spec.kept` is not all; `make` makes the kernel of whole lines.
std::unique_ptr<Kernel> make_padded(const KernelSpec& spec,
                                    const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make);

}  // namespace weft::inline kernels
