// node: what neighbours on one node have for each other goes through shared memory, and all that the
// processes of a node have for those of another is one message.
//
// The parcels lie in the window as exchange/node_plan.hpp says: packed where a message leaves, or where the
// neighbour reads. Wins where nodes have many processes and halos are small: at a surface between two nodes
// many pairs are neighbours.
#include "exchange/node_plan.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "halo/packed.hpp"

namespace weft::inline halo {

namespace {

// Elements that processes have for each other: of all pairs of which one is on this node.
using Pairs = std::map<std::pair<int, int>, Index>;

Pairs pairs_of(const HaloTask& task, const HaloPlace& place, HaloWay way) {
  Pairs pairs;
  for (int mate : place.mates) {
    const HaloPieces pieces = halo_pieces_of(task.arrays.layout, task.rule, mate);
    for (const HaloPeer& peer : pieces.peers) {
      const Index to_mate = n_ghosts(peer.mine), from_mate = n_ghosts(peer.theirs);
      pairs[{peer.rank, mate}] = way == HaloWay::fill ? to_mate : from_mate;
      pairs[{mate, peer.rank}] = way == HaloWay::fill ? from_mate : to_mate;
    }
  }
  return pairs;
}

NodeTask node_task(const HaloTask& task, const HaloPlace& place, HaloWay way) {
  NodeTask node{{}, task.rank, {place.comms.node_of(), 0}, task.n_fields, task.arrays.element_bytes(), {}};
  node.group.resize(static_cast<std::size_t>(place.comms.size()));
  std::iota(node.group.begin(), node.group.end(), 0);
  node.elements = [pairs = pairs_of(task, place, way)](int from, int to) {
    const auto found = pairs.find({from, to});
    return found == pairs.end() ? Index{0} : found->second;
  };
  return node;
}

PackedWay node_way(const HaloTask& task, const HaloPlace& place, HaloWay way) {
  const NodeTask node = node_task(task, place, way);
  const NodePlan plan(node);
  const std::vector<PeerTransfer>& peers = task.transfers(way).peers;
  const Index bytes = task.arrays.element_bytes();
  const auto packed = [&](const std::vector<NodeParcel>& parcels) {
    std::vector<PackedParcel> all;
    for (const NodeParcel& parcel : parcels) {
      const auto peer = std::lower_bound(peers.begin(), peers.end(), parcel.peer,
                                         [](const PeerTransfer& p, int rank) { return p.rank < rank; });
      all.push_back({static_cast<std::size_t>(peer - peers.begin()),
                     place.window->segment(parcel.position) + parcel.start * bytes,
                     parcel.field_stride * bytes});
    }
    std::sort(all.begin(), all.end(),
              [](const PackedParcel& a, const PackedParcel& b) { return a.peer < b.peer; });
    return all;
  };
  PackedWay result{&task.transfers(way),
                   make_node_exchange(node, {place.comms.base(), place.window, place.timeout_seconds,
                                             place.tag + (way == HaloWay::fill ? 0 : 1)}),
                   packed(plan.outgoing()),
                   packed(plan.incoming()),
                   {"node", 0, 0, 0, 0}};
  for (const NodeMessage& message : plan.leaving())
    if (message.carrier == plan.position()) {
      ++result.counts.messages;
      result.counts.bytes_sent += message.field_elements * bytes;
    }
  for (const NodeParcel& parcel : plan.outgoing())
    if (parcel.position != plan.position())
      result.counts.peer_bytes += node.elements(task.rank, parcel.peer) * bytes;
  result.counts.flags = static_cast<Index>(plan.givers().size() + plan.carriers_read().size()) +
                        static_cast<Index>(plan.mates().size()) - 1;
  return result;
}

Index window_bytes(const HaloTask& task, const HaloPlace& place) {
  Index most = 0;
  for (HaloWay way : halo_ways)
    most = std::max(most, NodePlan(node_task(task, place, way)).segment_elements());
  return most * task.arrays.element_bytes();
}

}  // namespace

HaloRow halo_node_row() {
  return {.name = "node",
          .uses_window = true,
          .window_bytes = window_bytes,
          .make = [](const HaloRow&, const HaloTask& task,
                     const HaloPlace& place) -> std::unique_ptr<HaloExchange> {
            PackedWay fill = node_way(task, place, HaloWay::fill);
            return std::make_unique<PackedHalo>(std::move(fill), node_way(task, place, HaloWay::add),
                                                task.n_fields);
          }};
}

}  // namespace weft::inline halo
