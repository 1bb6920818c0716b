// MPI around run_program().
#include <mpi.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "program/fftw_library.hpp"
#include "program/program.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

// Without a launcher there is one process. Open MPI then needs no daemon and no network; to look for them
// takes longer than most commands. Its folder in /tmp would be that of every other such process, which
// removes it when it ends. Only while MPI begins: `weft doctor` tells what the user has set.
//
// srun without a plugin for MPI leaves no such variable, but its own, of which Open MPI takes the number of
// the step as a promise of a plugin, and ends: also in a shell of srun. Hidden, it begins as one process, and
// check_launcher() finds those that srun started several of.
void begin_mpi(int& argc, char**& argv) {
  constexpr std::array of_launchers{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"};
  constexpr const char* step = "SLURM_STEP_ID";
  constexpr std::array<std::array<const char*, 2>, 3> of_one_process{
      {{"OMPI_MCA_ess_singleton_isolated", "1"},
       {"OMPI_MCA_orte_create_session_dirs", "0"},
       {"OMPI_MCA_pml", "ob1"}}};
  std::vector<const char*> set_here;
  std::string hidden_step;
  if (std::none_of(of_launchers.begin(), of_launchers.end(), is_set)) {
    for (const auto& [variable, value] : of_one_process) {
      if (is_set(variable)) continue;
      setenv(variable, value, 1);
      set_here.push_back(variable);
    }
    // Read when the first file is opened: without that folder this part of MPI-IO complains, and is not
    // needed.
    setenv("OMPI_MCA_sharedfp", "^sm", 0);
    if (is_set(step)) hidden_step = std::getenv(step);
    unsetenv(step);
  }
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  for (const char* variable : set_here) unsetenv(variable);
  if (!hidden_step.empty()) setenv(step, hidden_step.c_str(), 1);
}

// With less, MPI libraries crash when they begin. (weft-run says so of jobs.)
bool is_memory_enough() {
  constexpr rlim_t least_kib = 400000;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  if (limit.rlim_cur / 1024 >= least_kib) return true;
  std::fprintf(
      stderr,
      "weft: error: the memory of a process in KiB is limited to %llu (ulimit -v), too little for the "
      "MPI library; allow %llu or more (ulimit -S -v %llu)\n",
      static_cast<unsigned long long>(limit.rlim_cur / 1024), static_cast<unsigned long long>(least_kib),
      static_cast<unsigned long long>(least_kib));
  return false;
}

}  // namespace

int start_program(int argc, char** argv, const ProgramFacts& program) {
  std::string early_problem = open_standard_streams();
  if (!is_memory_enough()) return 2;
  if (early_problem.empty()) early_problem = progress_problem();
  if (early_problem.empty()) early_problem = use_fftw_library(argc, argv);
  if (early_problem.empty() && program.prepare != nullptr) early_problem = program.prepare();
  begin_mpi(argc, argv);
  tell_stage_when_ended();
  Session session = make_session(MPI_COMM_WORLD, argc, argv);
  const int status = run_program(session, early_problem, argc, argv, program);
  free(session);
  MPI_Finalize();
  return status;
}

}  // namespace weft::cli
