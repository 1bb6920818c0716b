// How long rounds of a schedule take where processes share the links of their nodes: for estimates, pure.
//
// Where each process has a link of its own and everybody is busy in every round, rounds follow each other
// without a gap, and links are busy all the time. Otherwise they are not: of two processes that meet on their
// node neither uses the link; then both use it at once, and their peers, and the peers of these, wait. How
// this goes on through the rounds is found by playing it: messages of one size that share links evenly.
#pragma once

#include <vector>

#include "exchange/schedule.hpp"

namespace weft::inline exchange {

using Schedule = std::vector<Round> (*)(int n, int me);

// Time until all rounds are through over that in which the busiest link carries all that it has to, 1 or
// more. `node_of` by position in the group. A process sends when a round begins, and begins the next when it
// has received. Large groups are as their first 64.
double slowdown_of_rounds(Schedule schedule, std::vector<int> node_of);

}  // namespace weft::inline exchange
