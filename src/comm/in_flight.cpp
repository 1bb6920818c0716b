// Messages that have started and are not yet complete, waited for with a limit.
#include "comm/in_flight.hpp"

#include <optional>
#include <set>

#include "comm/check.hpp"
#include "comm/wait.hpp"
#include "weft/words.hpp"

namespace weft::inline comm {

bool InFlight::test() {
  if (requests_.empty()) return true;
  if (!all_done()) return false;
  requests_.clear();
  peers_.clear();
  if (words_ && (*words_)[0] != -(*words_)[1])
    fail(ErrorCode::communication, "some other process is in another call" + std::string(remedy_of_waiting));
  return true;
}

void InFlight::add_word(MPI_Comm comm, std::uint64_t word) {
  if (!words_) return;
  *words_ = {static_cast<std::int64_t>(word), -static_cast<std::int64_t>(word)};
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(MPI_IN_PLACE, words_->data(), 2, MPI_INT64_T, MPI_MIN, comm, &request),
            "comparing calls");
  add(request, any_peer);
}

bool InFlight::all_done() {
  constexpr const char* doing = "waiting for messages";
  int done = 0;
  std::optional<ErrorsReturn> until_tested;
  if (words_) until_tested.emplace();
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
  for (Limit limit(timeout_seconds_); !test();)
    if (!limit.wait_on()) limit.give_up(late_peers());
}

std::string InFlight::late_peers() {
  std::set<int> late;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    int done = 0;
    if (MPI_Request_get_status(requests_[i], &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done == 0)
      late.insert(peers_[i]);
  }
  if (late.empty() || *late.begin() == any_peer) return "some process did not come to exchange messages";
  const std::vector<int> ranks(late.begin(), late.end());
  return (ranks.size() == 1 ? "process " : "processes ") + join(ranks) + " did not send or take a message";
}

}  // namespace weft::inline comm
