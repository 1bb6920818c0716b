// FFTW_WISDOM_ONLY: is there a plan that was found before?
#pragma once

#include "request.hpp"
#include "weft/options.hpp"

namespace weft::fftw_mpi {

// That a plan was made in this run.
void remember(const Request& request, bool in_place);

// Was one made in this run with as much rigor, or is one in the file of wisdom? Collective, the same on all
// processes.
bool is_known(const Request& request, const Problem& problem, const Options& options, bool in_place);

}  // namespace weft::fftw_mpi
