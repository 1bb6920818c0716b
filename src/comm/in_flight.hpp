// Messages that have started and are not yet complete, waited for with a limit.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline comm {

inline constexpr int any_peer = -1;  // of a collective, of which nobody knows who is late

// How MPI is asked: MPI_Testall for all, or MPI_Test for each. MPICH 4.0 takes persistent collectives for
// failed when asked for all.
enum class Asking { together, one_by_one };

class InFlight {
 public:
  // At most `most` messages at a time; adding them allocates nothing. `words_beside`: they are of
  // collectives, whose data do not say what call they belong to, and go to processes whose words are not
  // known otherwise.
  InFlight(double timeout_seconds, Index most, bool words_beside = false, Asking asking = Asking::together)
      : timeout_seconds_(timeout_seconds),
        asking_(asking),
        words_(words_beside ? std::make_unique<Words>() : nullptr) {
    requests_.reserve(static_cast<std::size_t>(most) + 1);
    peers_.reserve(static_cast<std::size_t>(most) + 1);
  }
  // `peer`: the rank in the plan of the other end, for errors.
  void add(MPI_Request request, int peer) {
    requests_.push_back(request);
    peers_.push_back(peer);
  }
  // The word of the call (comm/calls.hpp) travels beside the data on `comm`, where words do.
  void add_word(MPI_Comm comm, std::uint64_t word);
  bool is_empty() const { return requests_.empty(); }
  // True if all have arrived; then there is none any more. Lets MPI make progress. Error(communication) if
  // the words of the processes differ.
  bool test();
  // Until all have arrived. Error(communication) names those that have not after the timeout; their memory
  // still belongs to MPI.
  void wait();
  // "processes 1, 3 did not send or take a message": those of which nothing has arrived.
  std::string late_peers();

 private:
  bool all_done();
  void wait_inside_mpi();

  using Words = std::array<std::int64_t, 2>;  // the smallest, and minus the largest

  double timeout_seconds_;
  Asking asking_;
  std::unique_ptr<Words> words_;  // null: they do not travel
  std::vector<MPI_Request> requests_;
  std::vector<int> peers_;
};

}  // namespace weft::inline comm
