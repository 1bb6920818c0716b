// What an exchange puts on the links between nodes.
#include "exchange/traffic.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace weft::inline exchange {

namespace {

constexpr std::size_t most_nodes = 16;  // that are looked at

// How many members each node has in a group.
std::map<int, Index> members_by_node(const std::vector<int>& group, const Nodes& nodes) {
  std::map<int, Index> members;
  for (int member : group) ++members[nodes.node_of[static_cast<std::size_t>(member)]];
  return members;
}

struct Busiest {
  Index leaving = 0;  // parcels of all its processes
  Index n_processes = 0;
};

// The node that most parcels leave, of the first ones, if every process had one for every other of its group.
Busiest busiest_node(const Redistribution& move, const Nodes& nodes) {
  std::map<int, Busiest> first;  // by node
  std::vector<int> ranks;        // on these
  for (int rank = 0; rank < static_cast<int>(nodes.node_of.size()); ++rank) {
    const int node = nodes.node_of[static_cast<std::size_t>(rank)];
    if (first.size() == most_nodes && !first.contains(node)) continue;
    ++first[node].n_processes;
    ranks.push_back(rank);
  }
  std::set<int> seen;  // groups, by their leaders
  for (int rank : ranks) {
    if (!seen.insert(group_leader(move, rank)).second) continue;
    const std::vector<int> group = group_of(move, rank);
    for (const auto& [node, n] : members_by_node(group, nodes))
      if (const auto found = first.find(node); found != first.end())
        found->second.leaving += n * (static_cast<Index>(group.size()) - n);
  }
  Busiest busiest;
  for (const auto& [node, found] : first)
    if (found.leaving > busiest.leaving) busiest = found;
  return busiest;
}

}  // namespace

bool is_one_node(const Surroundings& around) {
  return around.n_on_node == static_cast<int>(around.nodes.node_of.size());
}

Traffic traffic_of(const Redistribution& move, int rank, const Surroundings& around, bool pads) {
  const std::vector<int>& node_of = around.nodes.node_of;
  const int own_node = node_of[static_cast<std::size_t>(rank)];
  Traffic traffic;
  Index out = 0, in = 0;
  const std::vector<int> group = group_of(move, rank);
  for (int peer : group) {
    const Index to = piece_between(move, rank, peer).n_points(),
                from = piece_between(move, peer, rank).n_points();
    if (peer == rank || (!pads && to == 0 && from == 0)) continue;
    ++(node_of[static_cast<std::size_t>(peer)] == own_node ? traffic.peers.n_local : traffic.peers.n_remote);
    out += to;
    in += from;
  }
  Peers& peers = traffic.peers;
  const Index n_peers = std::max(peers.n_local + peers.n_remote, 1);
  traffic.bytes = (std::max(out, in) * move.element_bytes * move.n_fields + n_peers - 1) / n_peers;
  if (is_one_node(around)) return traffic;

  const std::map<int, Index> members = members_by_node(group, around.nodes);
  const Index mates = members.at(own_node), others = static_cast<Index>(group.size()) - mates;
  peers.is_whole = std::all_of(members.begin(), members.end(),
                               [&](const auto& node) { return node.second == around.n_on_node; });
  const Busiest busiest = busiest_node(move, around.nodes);
  if (others > 0) {
    peers.n_link = static_cast<double>(busiest.leaving) * peers.n_remote / static_cast<double>(others);
  } else if (busiest.leaving > 0) {
    peers.n_link = static_cast<double>(busiest.leaving);
    peers.n_remote = static_cast<int>((busiest.leaving + busiest.n_processes - 1) / busiest.n_processes);
    peers.n_local = std::max(peers.n_local - peers.n_remote, 0);
  }
  return traffic;
}

}  // namespace weft::inline exchange
