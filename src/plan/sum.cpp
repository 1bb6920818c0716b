// Sums of numbers over the processes of a plan, for statistics of what it transformed.
//
// The lengths are compared first: an MPI_Allreduce of different lengths is undefined.
#include <array>

#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "plan/plan_impl.hpp"

namespace weft {

void Plan::sum(std::span<double> values) const {
  const auto n = static_cast<std::int64_t>(values.size());
  const auto [least, minus_most] = impl_->arrive("to add up numbers", {n, -n});
  const Doing doing("to add up numbers", impl_->settings.timeout_seconds);
  const MPI_Comm comm = impl_->comms->base();
  if (least != -minus_most)
    fail(ErrorCode::mismatch, "sums of " + std::to_string(least) + " values on one process and of " +
                                  std::to_string(-minus_most) +
                                  " on another; pass the same number on every process");
  if (n == 0) return;
  check_mpi(
      MPI_Allreduce(MPI_IN_PLACE, values.data(), narrow(n, "the number of sums"), MPI_DOUBLE, MPI_SUM, comm),
      "adding up over processes");
}

}  // namespace weft
