// The communicator that a user hands over, looked at before anything is done with it.
#pragma once

#include <mpi.h>

#include <memory>

#include "comm/communicators.hpp"
#include "weft/options.hpp"

namespace weft {

// weft's own communicators of `comm`. Throws Error(invalid_argument) if MPI is not running or `comm` cannot
// carry a plan; such an error cannot be agreed on. Collective over `comm`.
std::shared_ptr<Communicators> communicators_of_user(MPI_Comm comm, const Options& options);

// The timeout of `options` and the environment, as far as they can be read: they may be wrong, and differ
// between processes.
double patience_of(const Options& options);

}  // namespace weft
