// The program `weft`: MPI around run_program().
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "fftw_library.hpp"
#include "program.hpp"
#include "weft/weft.hpp"

namespace {

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

// Without a launcher there is one process. Open MPI then needs neither a daemon nor a network; to look for
// them takes longer than most commands. Only while MPI begins: `weft doctor` tells what the user has set.
void begin_mpi(int& argc, char**& argv) {
  constexpr std::array of_launchers{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  const bool is_alone = std::none_of(of_launchers.begin(), of_launchers.end(), is_set);
  const bool no_daemon = is_alone && !is_set("OMPI_MCA_ess_singleton_isolated");
  const bool no_network = is_alone && !is_set("OMPI_MCA_pml");
  if (no_daemon) setenv("OMPI_MCA_ess_singleton_isolated", "1", 1);
  if (no_network) setenv("OMPI_MCA_pml", "ob1", 1);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (no_daemon) unsetenv("OMPI_MCA_ess_singleton_isolated");
  if (no_network) unsetenv("OMPI_MCA_pml");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string early_problem = weft::cli::use_fftw_library(argc, argv);
  begin_mpi(argc, argv);
  weft::tell_stage_when_ended();
  weft::cli::Session session = weft::cli::make_session(MPI_COMM_WORLD, argc, argv);
  const int status = weft::cli::run_program(session, early_problem, argc, argv);
  weft::cli::free(session);
  MPI_Finalize();
  return status;
}
