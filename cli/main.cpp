// The program `weft`: MPI around run_program().
#include <mpi.h>

#include "fftw_library.hpp"
#include "program.hpp"
#include "weft/weft.hpp"

int main(int argc, char** argv) {
  const std::string early_problem = weft::cli::use_fftw_library(argc, argv);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  weft::tell_stage_when_ended();
  weft::cli::Session session = weft::cli::make_session(MPI_COMM_WORLD, argc, argv);
  const int status = weft::cli::run_program(session, early_problem, argc, argv);
  weft::cli::free(session);
  MPI_Finalize();
  return status;
}
