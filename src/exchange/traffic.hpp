// What an exchange puts on the links between nodes, counted from its move: for estimates, pure.
//
// All groups of a move exchange at the same time, and all processes of a node share its link. So what a
// process of one group takes depends on what leaves its node in all groups: of a grid of pencils the groups
// along the last dimension may stay on their nodes, while those along the first leave them with every parcel.
// The busiest node counts, because all others wait for it. Only the first nodes are looked at: the pattern
// comes again.
#pragma once

#include "exchange/exchange.hpp"
#include "model/messages.hpp"

namespace weft::inline exchange {

struct Traffic {
  Peers peers;      // with whom the process exchanges anything; nodes as in exchange_seconds()
  Index bytes = 0;  // of a parcel of all fields: their mean, in the direction in which it is larger
  // Parcels that leave the busiest node, for each that leaves the process: 1 if it has the link for itself.
  double sharing() const { return peers.n_remote > 0 ? peers.n_link / peers.n_remote : 1; }
};

// Of `rank`; with padding it has a parcel for every other of its group. Where its group stays on a node and
// others do not, its peers are those of a process of the busiest node.
Traffic traffic_of(const Redistribution& move, int rank, const Surroundings& around, bool pads = false);

// The whole machine is one node: nothing travels.
bool is_one_node(const Surroundings& around);

}  // namespace weft::inline exchange
