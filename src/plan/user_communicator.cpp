// The communicator that a user hands over, looked at before anything is done with it.
#include "plan/user_communicator.hpp"

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "plan/settings.hpp"
#include "weft/weft.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

}  // namespace

double patience_of(const Options& options) {
  try {
    return settings_of(with_environment(options)).timeout_seconds;
  } catch (const Error&) {
    return default_timeout_seconds;
  }
}

std::shared_ptr<Communicators> communicators_of_user(MPI_Comm comm, const Options& options) {
  if (!mpi_is_usable()) fail("MPI is not running; make plans after MPI_Init and before MPI_Finalize");
  if (comm == MPI_COMM_NULL)
    fail("the communicator is MPI_COMM_NULL; only processes with a communicator make a plan");
  int inter = 0;
  check_mpi(MPI_Comm_test_inter(comm, &inter), "looking at the communicator");
  if (inter != 0) fail("the communicator is an intercommunicator; merge it first (MPI_Intercomm_merge)");
  return communicators_of(comm, patience_of(options));
}

void agree_on(MPI_Comm comm, const std::function<void()>& check, const Options& options) {
  agree(communicators_of_user(comm, options)->base(), check, "to the same call", patience_of(options));
}

}  // namespace weft
