// Recognising a program that was started by the launcher of another MPI library.
//
// Such a start gives P jobs of one process each, all computing the same and writing the same files. The
// launcher leaves its process count in the environment; a world of one process contradicts it. srun of Slurm
// is the launcher of every MPI library, by the plugin that its option --mpi names: with another library's
// plugin it leaves no count of the library, but its own. Under mpirun in a job, Slurm's count is that of the
// helpers of mpirun.
#include <mpi.h>

#include <cstdlib>
#include <string>

#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft {

namespace {

constexpr const char* counts_of_launchers[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

// The whole number above 0 in an environment variable; 0 if there is none.
int count_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? parse_positive(value) : 0;
}

// How srun starts programs of this library.
std::string remedy_with_srun(const std::string& library) {
  const std::string batch = ", or with weft-run in the script of the job";
  if (library.rfind("Open MPI", 0) == 0) return "start it with srun --mpi=pmix" + batch;
  if (library.rfind("MPICH", 0) == 0 || library.rfind("Intel", 0) == 0)
    return "start it with srun --mpi=pmi2" + batch;
  return "start it with the plugin of that library (srun --mpi=list names them)" + batch;
}

// Of the step of Slurm that this process belongs to; 0 where another launcher has started it, or none.
int count_of_srun() {
  for (const char* name : counts_of_launchers)
    if (std::getenv(name) != nullptr) return 0;
  return std::getenv("SLURM_STEP_ID") != nullptr ? count_in("SLURM_STEP_NUM_TASKS") : 0;
}

}  // namespace

std::string mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string name(text, length);
  name = name.substr(0, name.find('\n'));
  if (name.rfind("Open MPI", 0) == 0) return name.substr(0, name.find(','));
  if (name.rfind("MPICH Version:", 0) == 0) {
    const std::size_t begin = name.find_first_not_of(" \t", std::string("MPICH Version:").size());
    return "MPICH " + name.substr(begin);
  }
  return name;
}

void check_launcher() {
  if (!mpi_is_usable())
    fail("MPI is not running; ask for its launcher after MPI_Init and before MPI_Finalize");
  int size = 0;
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "asking for the number of processes");
  if (size > 1) return;
  for (const char* name : counts_of_launchers) {
    const int launched = count_in(name);
    if (launched > 1)
      fail(ErrorCode::communication,
           "the launcher started " + std::to_string(launched) + " processes (" + name +
               "), but each of them is alone: it belongs to another MPI library than " + mpi_library() +
               ", with which this program was built; start it with weft-run, or with the mpirun of "
               "that library");
  }
  if (const int launched = count_of_srun(); launched > 1)
    fail(ErrorCode::communication, "the launcher srun started " + std::to_string(launched) +
                                       " processes (SLURM_STEP_NUM_TASKS), but each of them is alone: its "
                                       "PMI plugin (--mpi) does not fit " +
                                       mpi_library() + ", with which this program was built; " +
                                       remedy_with_srun(mpi_library()) +
                                       " (independent programs of one process: srun -n 1 for each)");
}

}  // namespace weft
