// Random divisions of processes among nodes and moves between layouts, for property tests. Pure: no MPI.
#pragma once

#include <map>

#include "any_layout.hpp"
#include "exchange/exchange.hpp"

namespace weft::test {

// A move of 1 to 3 fields between any two layouts. Draws.
inline Redistribution any_move(int n_processes, Index most_points) {
  const Extents shape = any_shape(between(1, 5), most_points);
  return {any_layout(shape, n_processes), any_layout(shape, n_processes), one_of<int>({4, 8, 16}),
          between(1, 3)};
}

// All processes on one node.
inline Nodes one_node(int n_processes) {
  return {std::vector<int>(static_cast<std::size_t>(n_processes), 0)};
}

// Nodes of consecutive ranks, the last one smaller, or any processes on any node. Draws.
inline Nodes any_nodes(int n_processes) {
  Nodes nodes;
  nodes.carriers = between(0, 3);
  const int most = between(1, n_processes), n_labels = between(1, n_processes);
  const bool consecutive = one_in(2);
  std::map<int, int> lowest;  // by label
  for (int rank = 0; rank < n_processes; ++rank) {
    const int label = consecutive ? rank / most : between(1, n_labels);
    nodes.node_of.push_back(lowest.emplace(label, rank).first->second);
  }
  return nodes;
}

// The nodes on which a row is tried: those drawn, unless it shares the memory of all.
inline Nodes nodes_for(const ExchangeRow& row, const Nodes& nodes) {
  return row.shares_memory ? one_node(static_cast<int>(nodes.node_of.size())) : nodes;
}

}  // namespace weft::test
