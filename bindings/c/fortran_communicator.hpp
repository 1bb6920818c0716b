// Communicators as Fortran has them, in interfaces to C.
#pragma once

#include <mpi.h>

namespace weft::c {

// A communicator of Fortran; MPI_COMM_NULL while MPI does not run and no handle can be read: an error says
// so.
inline MPI_Comm communicator_of_fortran(int comm) {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (initialised == 0 || finalised != 0) return MPI_COMM_NULL;
#ifdef MPI_ABI_VERSION  // the standard interface of MPI 5 has no functions with Fortran's integers
  return MPI_Comm_fromint(comm);
#else
  return MPI_Comm_f2c(comm);
#endif
}

}  // namespace weft::c
