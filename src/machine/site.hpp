// Who measures, and who sleeps meanwhile: what all measurements of a machine share.
#pragma once

#include <string>
#include <vector>

#include "comm/communicators.hpp"
#include "weft/layout.hpp"

namespace weft::inline machine {

// All processes come to this point; those that come early sleep, because a spinning one would take the core,
// the power and the memory of the one that measures. Collective over `comm`; Error(communication) if some
// process does not come `doing` in `seconds`.
void meet_asleep(MPI_Comm comm, const std::string& doing, double seconds);

// The processes of a calibration, and this one among them.
struct Site {
  Site(const Communicators& communicators, double patience_seconds, bool is_quick);

  const Communicators& comms;
  double seconds;                  // before giving up on a process that does not come
  bool quick;                      // short measurements
  int leader = 0;                  // the lowest rank on this node
  int place = 0;                   // of this process among those of its node, by rank
  int n_on_node = 1;               // of this node
  int most_on_node = 1;            // of the node that has most
  std::vector<int> on_first_node;  // the ranks on the node of process 0, ascending

  MPI_Comm comm() const { return comms.base(); }
  bool is_leader() const { return leader == comms.rank(); }
  void meet() const;  // asleep
  // Whether shared memory on every node has `bytes` for each process there. Collective.
  bool has_shared_memory(Index bytes) const;
};

// 1, 2, 4, ... and `most` itself.
std::vector<int> counts_up_to(int most);

// A part of a communicator for one measurement. Making it is collective over `comm`; those that are not a
// `member` get MPI_COMM_NULL.
class Part {
 public:
  Part(MPI_Comm comm, bool is_member);
  ~Part();
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// Seconds of one `step` that all processes of `comm` take together: many at a time, as its first process
// decides by the clock; the fastest of a few batches, there. Collective over `comm`.
template <class Step>
double seconds_together(MPI_Comm comm, bool quick, const Step& step);

// The same of steps without a break, as exchanges follow each other in a transform: of the second half of the
// batches that at the `quantile`, 0 to less than 1, from the fastest. It may take some steps until messages
// come to take turns (doc/networks.md).
template <class Step>
double steady_seconds(MPI_Comm comm, bool quick, double quantile, const Step& step);

}  // namespace weft::inline machine

#include "machine/site-inl.hpp"
