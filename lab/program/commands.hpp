// Commands of weft-lab: one row and one file each, beside all those of weft.
#pragma once

#include <vector>

#include "program/command.hpp"

namespace weft::lab {

// The tests of the papers, then what weft has.
const std::vector<cli::Command>& command_table();

cli::Run configure_transpose_split(const cli::Arguments& arguments);
cli::Run configure_fft2d(const cli::Arguments& arguments);
cli::Run configure_scalable_fft(const cli::Arguments& arguments);
cli::Run configure_kernel_ft(const cli::Arguments& arguments);

}  // namespace weft::lab
