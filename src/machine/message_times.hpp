// Seconds of messages between two processes, of exchanges among all, and of meetings.
#pragma once

#include <vector>

#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline machine {

// One way and both ways at once, of 8 bytes to 4 MiB, while all other processes sleep: within the first node
// that has two processes, and between process 0 and the first one of another node, as far as there are any.
// On a slow network up to the size that takes longer than 50 ms. Collective over the site, as the others.
std::vector<MessageTime> measure_messages(const Site& site);

// MPI_Alltoallv with parcels of a few sizes, as many as take no longer than 50 ms each: among all processes
// of one node, and, where there are several, of the first 2, 4, ... nodes and of all. None on one process.
std::vector<ExchangeTime> measure_exchanges(const Site& site);

// Rounds of messages between pairs, as the exchange pairwise does them, among the first 2, 4, ... nodes and
// all: parcels of a few sizes, as many as take no longer than 250 ms. None on one node.
std::vector<ExchangeTime> measure_rounds(const Site& site);

// MPI_Barrier among the first 1, 2, 4, ... processes, and all, while the others sleep.
std::vector<MeetingTime> measure_barriers(const Site& site);

// A round of a SharedWindow without data, among the first 1, 2, 4, ... processes of the node of process 0,
// and all of them; none where there is no shared memory left.
std::vector<MeetingTime> measure_flags(const Site& site);

}  // namespace weft::inline machine
