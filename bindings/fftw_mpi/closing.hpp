// When plans are closed. FFTW's destroy_plan is called by one process when it likes, as by the garbage
// collectors of Python, which free plans in another order on each process; closing a plan of weft is
// collective. So a plan that is destroyed waits until its processes make another plan together, or for ever.
#pragma once

#include "plans.hpp"

namespace weft::fftw_mpi {

// Knows a plan that the processes of `comm` have just made. Not collective.
void enter(MPI_Comm comm, TakenPlan* plan);
// The plan is destroyed on this process. Not collective, but of processes that are not all in MPI_COMM_WORLD;
// their plans are closed at once, and so are those of one process.
void leave(TakenPlan* plan);
// Closes the plans of the processes of `comm` that all of them have destroyed. Collective.
void close_destroyed(MPI_Comm comm);

}  // namespace weft::fftw_mpi
