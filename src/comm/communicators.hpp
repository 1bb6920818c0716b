// The communicators that plans work on: duplicates and parts of the user's, shared by all plans on it.
//
// They hang on the user's communicator as an attribute and are freed with it (or by MPI_Finalize), so
// that making and closing plans in a loop uses up no communicators. A plan keeps them alive through a
// shared pointer when the user frees his communicator first.
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "comm/calls.hpp"
#include "comm/wait.hpp"

namespace weft::inline comm {

class Communicators {
 public:
  explicit Communicators(MPI_Comm user);  // collective
  ~Communicators();
  // Frees the communicators, unless a call is under way: MPI libraries do not expect messages on a
  // communicator that is freed (Open MPI 4.1 crashes in MPI_Finalize). Nothing works afterwards.
  void end();
  // Of a plan: from now on, or no longer, there may be messages that are not complete.
  void call_begins() { ++n_calls_under_way_; }
  void call_ends() { --n_calls_under_way_; }
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  MPI_Comm base() const { return base_; }  // all processes, in the user's order
  int rank() const { return rank_; }
  int size() const { return size_; }
  // node_of()[rank] = lowest rank on the same node. WEFT_PROCESSES_PER_NODE=N divides the processes of a node
  // among nodes of N each, as if they had no memory in common.
  const std::vector<int>& node_of() const { return node_of_; }
  Calls& calls() { return *calls_; }
  // A number for a plan or a halo, from 1, by which calls name it. The same on all processes.
  int take_number() { return ++n_objects_; }
  // The first of `n` tags of messages that nobody else on these communicators uses while they are under way.
  // The same on all processes if all take as many. They are used again as late as the MPI library lets: a
  // call that an error ended leaves messages behind that would be taken for those of later plans.
  int take_tags(int n);
  // The part of base() that holds exactly `group` (ascending, with this process in it); every process
  // passes its own group, and all groups that are formed together have the same `name`. Collective.
  MPI_Comm part(const std::string& name, const std::vector<int>& group);

 private:
  MPI_Comm base_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::vector<int> node_of_;
  std::map<std::string, MPI_Comm> parts_;
  int next_tag_ = 0, last_tag_ = 32767;  // which every MPI library has
  int n_calls_under_way_ = 0, n_objects_ = 0;
  std::unique_ptr<Calls> calls_;
};

// Those of `user`, made at the first call. Collective over `user`; Error(communication) if some process does
// not come in `seconds`, Error(invalid_argument) on this process if MPI is not running or `user` is
// MPI_COMM_NULL or an intercommunicator: such an error cannot be agreed on.
std::shared_ptr<Communicators> communicators_of(MPI_Comm user, double seconds = default_timeout());

// False before MPI_Init and after MPI_Finalize.
bool mpi_is_usable();
// Has MPI_Finalize begun? Where there are or were communicators; asks nobody.
bool mpi_has_ended();

}  // namespace weft::inline comm
