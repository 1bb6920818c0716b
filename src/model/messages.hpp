// Questions to a MachineModel about messages: what they take alone, both ways, several at a time and through
// one link. Pure functions.
//
// A machine that was measured is answered from its lists, as in model/lookups.hpp: straight in logarithms
// between two points, by the stated law beyond the last one, by typical_model() where nothing was measured. A
// machine that is described has a MessageLaw instead. For finite numbers greater than 0, and any arguments
// (less than 1 counts as 1), the answers are finite and greater than 0. More bytes, more messages at once, or
// the other direction at the same time never take less time.
#pragma once

#include <functional>

#include "weft/machine_model.hpp"

namespace weft::inline model {

// How a message travels, and what travels with it.
struct Way {
  bool same_node = true;
  bool both_ways = false;  // while the receiver sends as large a one to the sender
  double n_own = 1;        // such messages of the process at once
  double n_link = 1;       // of all processes of its node together, through the node's one link
};

// Seconds until `way.n_own` messages of `bytes` each have arrived that were sent at once.
//
// By the law of the place: (start, once, and rendezvous for messages of more than eager_bytes + the longer of
// the own bytes at the rate of a process and all bytes of the node at the rate of its link), for both ways
// times duplex. Without a link_bytes_per_second one process fills the link.
//
// Measured: a message, and for each further one what it takes longer than an empty one; one process fills the
// link. Beyond the largest measured message: in proportion to the bytes. Both ways, where only one was
// measured: as one way. Between nodes, where nothing was measured: those of a typical network, or of this
// node if that is slower. Each further message of a process takes the processor as long as an empty one
// within the node.
double message_seconds(const MachineModel& model, Index bytes, const Way& way);

// One message, one way.
double message_seconds(const MachineModel& model, Index bytes, bool same_node);

// Seconds in which all of `n_processes` of a node send each other `bytes_per_pair`, from exchanges within a
// node. Of another number of processes than was measured: interpolated, and beyond these in proportion to
// their peers. Never measured: one message after the other.
double exchange_seconds(const MachineModel& model, int n_processes, Index bytes_per_pair);

// With whom a process exchanges parcels. With nobody: no time.
struct Peers {
  int n_local = 0;        // on its own node
  int n_remote = 0;       // on other nodes
  double n_link = 0;      // parcels that leave the node at the same time, of all its processes; 0: n_remote
  bool is_whole = false;  // all processes of the node are in this one group, and all nodes have as many
};

// What exchanges between nodes took longer than their messages alone, interpolated in processes and bytes:
// they meet in switches and on shared media. Measured ones stand for whole groups with as many processes on
// each node; 1 for all others.
double congestion(const MachineModel& model, const Peers& peers, Index bytes);

// The same of rounds, in each of which a process has one peer: over what `computed(n_processes, bytes)` says
// that rounds of as many processes take. 0 for groups of which nothing was measured.
double congestion_of_rounds(const MachineModel& model, const Peers& peers, Index bytes,
                            const std::function<double(int n_processes, double bytes)>& computed);

// Seconds in which a process sends all its peers a parcel of `bytes` and gets as large ones, all at once:
// those on the node by exchange_seconds(), beside the others by message_seconds(), times their congestion.
double exchange_seconds(const MachineModel& model, const Peers& peers, Index bytes);

}  // namespace weft::inline model
