// Which processes share a node.
#pragma once

#include <vector>

namespace weft::inline exchange {

struct Nodes {
  std::vector<int> node_of;  // by rank of the plan: the lowest rank on the same node
  int carriers = 0;          // processes of a node that carry its messages to other nodes; 0: all
};

}  // namespace weft::inline exchange
