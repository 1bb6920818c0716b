// The program `weft`: MPI around run_program().
#include <mpi.h>

#include <cstdlib>

#include "fftw_library.hpp"
#include "program.hpp"
#include "weft/weft.hpp"

namespace {

// No launcher: one process. Open MPI then needs neither a daemon nor a network; to look for them takes longer
// than most commands. Until MPI has begun: what this program starts may be more than one process.
class BeginAlone {
 public:
  BeginAlone() {
    for (const char* of_launcher : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
      if (std::getenv(of_launcher) != nullptr) return;
    set("OMPI_MCA_ess_singleton_isolated", "1", is_isolated_);
    set("OMPI_MCA_pml", "ob1", has_no_network_);
  }
  ~BeginAlone() {
    if (is_isolated_) unsetenv("OMPI_MCA_ess_singleton_isolated");
    if (has_no_network_) unsetenv("OMPI_MCA_pml");
  }

 private:
  static void set(const char* name, const char* value, bool& is_set) {
    is_set = std::getenv(name) == nullptr;
    if (is_set) setenv(name, value, 1);
  }
  bool is_isolated_ = false, has_no_network_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string early_problem = weft::cli::use_fftw_library(argc, argv);
  {
    const BeginAlone alone;
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  }
  weft::tell_stage_when_ended();
  weft::cli::Session session = weft::cli::make_session(MPI_COMM_WORLD, argc, argv);
  const int status = weft::cli::run_program(session, early_problem, argc, argv);
  weft::cli::free(session);
  MPI_Finalize();
  return status;
}
