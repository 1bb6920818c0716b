// How a move goes from node to node: pure.
//
// All data that the processes of node A have for those of node B are one message. It lies in the window
// segment of one process of A, which sends it, and arrives in that of one process of B: their carriers. In it
// lie, field by field, the parcels for each process of B from each of A, [field][to][from], so that the first
// fields of a call with fewer than the plan has are contiguous. What stays on a node lies in the segment of
// the process that wants it. A segment, each part from a cache line on:
//
//   parcels for its owner from the processes of its node | messages that leave | messages that arrive
//
// Nodes count in the order of their lowest ranks. The carriers of a node take turns with the distance to the
// other node. What leaves for a node and what arrives from it have one carrier: one process less for the
// others to wait for. (Two carriers were slower wherever processes share a core: 4 on 2 cores, two on each
// emulated node, 16^3 points: 0.19 ms a pair of transforms instead of 0.14.)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exchange/exchange.hpp"

namespace weft::inline exchange {

// A message between the node of a process and another one, seen from the former.
struct NodeMessage {
  int node = 0;              // the other one, among those of the group
  int carrier = 0;           // position on the own node of the process in whose segment it lies
  int peer = 0;              // rank in the plan of the process that has its other end
  Index start = 0;           // elements, in that segment
  Index field_elements = 0;  // of one field; the fields follow each other
};

// A parcel of this process, to a peer or from it.
struct NodeParcel {
  int peer = 0;            // rank in the plan
  int position = 0;        // on the own node, of the process in whose segment it lies
  Index start = 0;         // elements, in that segment
  Index field_stride = 0;  // elements, from field to field
};

// Parcels that processes have for each other, whatever they are parts of.
struct NodeTask {
  std::vector<int> group;  // ranks in the plan, ascending, `rank` among them
  int rank = 0;
  Nodes nodes;
  int n_fields = 1;  // most of a call
  int element_bytes = 0;
  std::function<Index(int from, int to)> elements;  // of a field; one of both is on the node of `rank`
};

// Such a task as seen by one process and its node. Positions are those of a process among its mates.
class NodePlan {
 public:
  explicit NodePlan(NodeTask task);
  // The parcels of a move.
  NodePlan(const Redistribution& move, int rank, const Nodes& nodes);

  // Ranks of the group that are on the node of this process, ascending.
  const std::vector<int>& mates() const { return members_[own_node_]; }
  int position() const { return own_; }
  // Messages with something in them, of all carriers of the node, by the other node.
  const std::vector<NodeMessage>& leaving() const { return leaving_; }
  const std::vector<NodeMessage>& arriving() const { return arriving_; }

  // Positions of those that write a part of a message that leaves.
  std::vector<int> writers(const NodeMessage& leaving) const;
  // Positions of the others that write parcels into the segment of this process.
  std::vector<int> givers() const;
  // Positions of the others in whose segments something arrives for this process.
  std::vector<int> carriers_read() const;

  // What this process writes, and what it reads.
  const std::vector<NodeParcel>& outgoing() const { return outgoing_; }
  const std::vector<NodeParcel>& incoming() const { return incoming_; }
  Index segment_elements() const { return segments_[own_]; }

 private:
  // Elements of one field.
  Index points(int from, int to) const { return task_.elements(from, to); }
  Index points(const std::vector<int>& from, const std::vector<int>& to) const;
  // From field to field of a parcel that stays on the node.
  Index stride(int from, int to) const { return whole_lines(points(from, to), task_.element_bytes); }
  void add_messages();
  int carrier(int node, int other) const;  // position on `node`
  void add_parcels();

  NodeTask task_;
  std::vector<std::vector<int>> members_;  // ranks, by node
  int own_node_ = 0, own_ = 0;
  std::vector<NodeMessage> leaving_, arriving_;
  std::vector<NodeParcel> outgoing_, incoming_;
  std::vector<Index> segments_;  // elements, by position
};

// Where the pieces of a move lie.
ExchangeViews node_views(const Redistribution& move, int rank, const Nodes& nodes);

// The exchange of a task. `comm` is that of its group, the window that of the mates.
struct NodeSetup {
  MPI_Comm comm = MPI_COMM_NULL;
  SharedWindow* window = nullptr;
  double timeout_seconds = default_timeout_seconds;
  int tag = 0;
};
std::unique_ptr<Exchange> make_node_exchange(const NodeTask& task, const NodeSetup& setup);

// The task of a move.
NodeTask node_task(const Redistribution& move, int rank, const Nodes& nodes);

}  // namespace weft::inline exchange
