// Messages that have started and are not yet complete, waited for with a limit.
#include "comm/in_flight.hpp"

#include <set>

#include "base/text.hpp"
#include "comm/check.hpp"
#include "comm/wait.hpp"

namespace weft {

bool InFlight::test() {
  if (requests_.empty()) return true;
  if (!all_done()) return false;
  requests_.clear();
  peers_.clear();
  return true;
}

bool InFlight::all_done() {
  constexpr const char* doing = "waiting for messages";
  int done = 0;
  if (asking_ == Asking::together) {
    check_mpi(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
              doing);
    return done != 0;
  }
  for (MPI_Request& request : requests_) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), doing);
    if (done == 0) return false;
  }
  return true;
}

// One by one: MPI_Waitall takes what MPI_Testall does (see Asking).
void InFlight::wait_inside_mpi() {
  for (MPI_Request& request : requests_)
    check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "waiting for messages");
  requests_.clear();
  peers_.clear();
}

void InFlight::wait() {
  if (waits_inside_mpi()) return wait_inside_mpi();
  if (test()) return;
  const Limit limit(timeout_seconds_);
  while (!test()) {
    if (limit.is_brief()) continue;
    offer_core();
    if (limit.passed())
      throw Error(ErrorCode::communication, late_peers() + limit.in_words() + remedy_of_waiting);
  }
}

std::string InFlight::late_peers() {
  std::set<int> late;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    int done = 0;
    if (MPI_Request_get_status(requests_[i], &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done == 0)
      late.insert(peers_[i]);
  }
  if (late.empty() || *late.begin() == any_peer) return "some process did not come to exchange messages for ";
  const std::vector<int> ranks(late.begin(), late.end());
  return (ranks.size() == 1 ? "process " : "processes ") + join(ranks) +
         " did not send or take a message for ";
}

}  // namespace weft
