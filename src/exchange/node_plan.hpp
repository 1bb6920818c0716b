// How a move goes from node to node: pure.
//
// All data that the processes of node A have for those of node B are one message. It lies in the window
// segment of one process of A, which sends it, and arrives in that of one process of B: their lanes. In it
// lie, field by field, the blocks for each process of B from each of A, [field][to][from], so that the first
// fields of a call with fewer than the plan has are contiguous. What stays on a node lies in the segment of
// the process that wants it. A segment, each part from a cache line on:
//
//   blocks for its owner from the processes of its node | messages that leave | messages that arrive
//
// Nodes count in the order of their lowest ranks. The lanes of a node take turns with the distance to the
// other node. What leaves for a node and what arrives from it have one lane: one process less for the others
// to wait for. (Two lanes were slower wherever processes share a core: 4 on 2 cores, two on each emulated
// node, 16^3 points: 0.19 ms a pair of transforms instead of 0.14.)
#pragma once

#include <string>
#include <vector>

#include "exchange/exchange.hpp"

namespace weft {

// A message between the node of a process and another one, seen from the former.
struct NodeMessage {
  int node = 0;              // the other one, among those of the group
  int lane = 0;              // position on the own node of the process in whose segment it lies
  int peer = 0;              // rank in the plan of the process that has its other end
  Index start = 0;           // elements, in that segment
  Index field_elements = 0;  // of one field; the fields follow each other
};

// A move as seen by one process and its node. Positions are those of a process among its mates.
class NodePlan {
 public:
  NodePlan(const Redistribution& move, int rank, const Nodes& nodes);

  // Ranks of the group that are on the node of this process, ascending.
  const std::vector<int>& mates() const { return members_[own_node_]; }
  int position() const { return own_; }
  // Messages with something in them, of all lanes of the node, by the other node.
  const std::vector<NodeMessage>& leaving() const { return leaving_; }
  const std::vector<NodeMessage>& arriving() const { return arriving_; }

  // Positions of those that write a part of a message that leaves.
  std::vector<int> writers(const NodeMessage& leaving) const;
  // Positions of the others that write blocks into the segment of this process.
  std::vector<int> givers() const;
  // Positions of the others in whose segments something arrives for this process.
  std::vector<int> lanes_read() const;

  ExchangeViews views() const;

 private:
  // Elements of one field.
  Index points(int from, int to) const;
  Index points(const std::vector<int>& from, const std::vector<int>& to) const;
  // From field to field of a block that stays on the node.
  Index stride(int from, int to) const { return whole_lines(points(from, to), move_.element_bytes); }
  void add_messages();
  int lane(int node, int other) const;  // position on `node`
  Piece piece(int from, int to, const Box& origin, int position, Index start, Index field_stride) const;

  Redistribution move_;
  int rank_, n_lanes_;
  std::vector<std::vector<int>> members_;  // ranks, by node
  std::vector<Box> before_, after_;        // by rank, of members of the group
  int own_node_ = 0, own_ = 0;
  std::vector<NodeMessage> leaving_, arriving_;
  std::vector<Index> segments_;  // elements, by position
};

}  // namespace weft
