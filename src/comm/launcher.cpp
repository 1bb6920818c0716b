// Recognising a program that was started by the launcher of another MPI library.
//
// Such a start gives P jobs of one process each, all computing the same and writing the same files. The
// launcher leaves its process count in the environment; a world of one process contradicts it.
#include <mpi.h>

#include <cstdlib>
#include <string>

#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft {

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
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* value = std::getenv(name);
    const int launched = value != nullptr ? parse_positive(value) : 0;
    if (launched > 1)
      fail(ErrorCode::communication,
           "the launcher started " + std::to_string(launched) + " processes (" + name +
               "), but each of them is alone: it belongs to another MPI library than " + mpi_library() +
               ", with which this program was built; start it with weft-run, or with the mpirun of "
               "that library");
  }
}

}  // namespace weft
