// Asked of the library, added up over the processes of a node.
#include "program/free_memory.hpp"

#include <fmt/format.h>

#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

}  // namespace

void check_free_memory(const Session& session, double bytes) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &node);
  double wanted = 0;
  MPI_Allreduce(&bytes, &wanted, 1, MPI_DOUBLE, MPI_SUM, node);
  MPI_Comm_free(&node);
  const auto available = static_cast<double>(available_memory_bytes());
  std::string problem;
  if (wanted > available)
    problem = fmt::format(
        "there is not enough memory: this transform needs {:.1f} GiB on one machine, which has {:.1f} GiB "
        "free; "
        "use more machines, or save the array in single precision",
        wanted / gib, available / gib);
  throw_problem(session, problem);
}

}  // namespace weft::cli
