// The plan of weft that computes what is asked of FFTW.
//
// FFTW's flags TRANSPOSED_IN and TRANSPOSED_OUT exchange the first two axes of one array or of both. An array
// of points is never taken as transposed: where it is, the axes of the whole problem change places, and then
// the modes are transposed exactly where they were not. The modes are then cut along axis 1, with the axes 1,
// 0, 2, ... in memory.
#pragma once

#include <optional>

#include "request.hpp"
#include "weft/description.hpp"
#include "weft/options.hpp"

namespace weft::fftw_mpi {

struct Task {
  Problem problem;
  bool forward = true;  // points to modes
};

// Error(not_applicable) in words for what weft does not compute. Not collective, the same on all processes.
Task task_of(const Request& request, int n_processes);

// How the plan is to be made; `time_limit` seconds for tuning, negative: none.
Options options_of(const Request& request, bool in_place, double time_limit);

// Does this process have a part of the input or of the output?
bool has_data(const Request& request, int n_processes, int rank);

// Throws Error(not_applicable) if the plan does not have its arrays where FFTW has them on this process. Not
// collective.
void require_arrays(const Request& request, const Problem& problem, const Description& plan, bool in_place);

// Is it a c2c of one axis on several processes? Then the blocks are those of who computes it.
bool has_own_blocks(const Request& request, int n_processes);
// What weft does of such a request on a process; nothing if it does not compute it. Not collective, and
// something on all processes or on none.
std::optional<Description> one_axis(const Request& request, int n_processes, int rank, bool in_place);

}  // namespace weft::fftw_mpi
