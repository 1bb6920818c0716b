// Who measures, and who sleeps meanwhile.
#include "machine/site.hpp"

#include <algorithm>

#include "comm/shared_window.hpp"
#include "comm/wait.hpp"

namespace weft::inline machine {

void meet_asleep(MPI_Comm comm, const std::string& doing, double seconds) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm, &request), "telling that this process has arrived");
  wait_for(request, doing, seconds, Waiting::asleep);
}

Site::Site(const Communicators& communicators, double patience_seconds, bool is_quick)
    : comms(communicators), seconds(patience_seconds), quick(is_quick) {
  const std::vector<int>& node_of = comms.node_of();
  leader = node_of[comms.rank()];
  place = static_cast<int>(std::count(node_of.begin(), node_of.begin() + comms.rank(), leader));
  n_on_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), leader));
  for (int rank = 0; rank < comms.size(); ++rank) {
    const auto n = std::count(node_of.begin(), node_of.end(), rank);
    most_on_node = std::max(most_on_node, static_cast<int>(n));
    if (node_of[rank] == node_of[0]) on_first_node.push_back(rank);
  }
}

void Site::meet() const { meet_asleep(comm(), "to calibrate", seconds); }

bool Site::has_shared_memory(Index bytes) const {
  int enough = free_shared_bytes() >= bytes * n_on_node ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &enough, 1, MPI_INT, MPI_MIN, comm()), "agreeing on shared memory");
  return enough == 1;
}

std::vector<int> counts_up_to(int most) {
  std::vector<int> counts;
  for (int n = 1; n < most; n *= 2) counts.push_back(n);
  counts.push_back(most);
  return counts;
}

Part::Part(MPI_Comm comm, bool is_member) {
  check_mpi(MPI_Comm_split(comm, is_member ? 0 : MPI_UNDEFINED, 0, &comm_), "splitting the communicator");
  if (comm_ != MPI_COMM_NULL) MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
}

Part::~Part() {
  if (comm_ != MPI_COMM_NULL && mpi_is_usable()) MPI_Comm_free(&comm_);
}

}  // namespace weft::inline machine
