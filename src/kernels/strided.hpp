// Kernels of lines that lie in any way, around kernels of contiguous lines.
#pragma once

#include <functional>
#include <memory>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// Are the lines of both sides contiguous; or contiguous or side by side?
bool lies_along(const KernelSpec& spec);
bool lies_along_or_across(const KernelSpec& spec);

// A kernel as `spec` says, around one that `make` makes of contiguous lines: a side that is not contiguous is
// copied, in scratch. The tiles of sweeps lie along or across, so that only single long lines come here from
// them; a KernelSpec may say anything.
std::unique_ptr<Kernel> make_strided(const KernelSpec& spec,
                                     const std::function<std::unique_ptr<Kernel>(const KernelSpec&)>& make);

}  // namespace weft::inline kernels
