// An error is kept until all have met again: those that sleep cannot see it.
#include "first_processes.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>

#include "weft/weft.hpp"

namespace weft::lab {

void run_on_first(const cli::Session& session, int n, const std::function<void(const cli::Session&)>& work) {
  const bool takes_part = session.rank < n;
  cli::Session part = session;
  MPI_Comm_split(session.comm, takes_part ? 0 : MPI_UNDEFINED, session.rank, &part.comm);
  std::optional<Error> failure;
  if (takes_part) {
    part.size = n;
    part.processes_per_node = std::min(session.processes_per_node, n);
    try {
      work(part);
    } catch (const Error& error) {
      failure = error;
    } catch (const std::bad_alloc&) {
      failure = Error(ErrorCode::resource,
                      fmt::format("process {} has too little memory; use a smaller size", session.rank));
    }
    MPI_Comm_free(&part.comm);
  }
  cli::wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  agree_on(session.comm, [&] {
    if (failure) throw *failure;
  });
}

}  // namespace weft::lab
