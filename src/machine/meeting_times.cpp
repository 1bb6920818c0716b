// Seconds in which some processes wait for each other, by MPI and by flags in shared memory.
#include <algorithm>

#include "comm/check.hpp"
#include "comm/shared_window.hpp"
#include "machine/message_times.hpp"

namespace weft::inline machine {

namespace {

// Seconds of a round: all processes of `comm` publish, and wait for all others to have done so.
double seconds_of_round(MPI_Comm comm, bool quick, double patience_seconds) {
  int size = 0;
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  SharedWindow window(comm, 64, patience_seconds);
  try {
    return seconds_together(comm, quick, [&] {
      window.begin_round();
      window.publish();
      for (int rank = 0; rank < size; ++rank) window.await(rank);
      window.end_round();
    });
  } catch (...) {
    window.abandon();
    throw;
  }
}

// measure(comm) among the first 1, 2, 4, ... of `ranks`, and all of them, while all others sleep.
template <class Measure>
std::vector<MeetingTime> measure_meetings(const Site& site, const std::vector<int>& ranks,
                                          const Measure& measure) {
  std::vector<MeetingTime> times;
  for (const int n : counts_up_to(static_cast<int>(ranks.size()))) {
    const bool takes_part =
        std::find(ranks.begin(), ranks.begin() + n, site.comms.rank()) != ranks.begin() + n;
    const Part part(site.comm(), takes_part);
    double seconds = takes_part ? measure(part.comm()) : 0;
    site.meet();
    check_mpi(MPI_Bcast(&seconds, 1, MPI_DOUBLE, ranks[0], site.comm()), "telling the time of a meeting");
    times.push_back({n, seconds});
  }
  return times;
}

}  // namespace

std::vector<MeetingTime> measure_barriers(const Site& site) {
  std::vector<int> ranks(site.comms.size());
  for (int i = 0; i < site.comms.size(); ++i) ranks[i] = i;
  return measure_meetings(site, ranks, [&](MPI_Comm comm) {
    return seconds_together(comm, site.quick, [&] { check_mpi(MPI_Barrier(comm), "waiting in a barrier"); });
  });
}

std::vector<MeetingTime> measure_flags(const Site& site) {
  constexpr Index room_for_flags = 1 << 20;
  if (!site.has_shared_memory(room_for_flags)) return {};
  return measure_meetings(site, site.on_first_node,
                          [&](MPI_Comm comm) { return seconds_of_round(comm, site.quick, site.seconds); });
}

}  // namespace weft::inline machine
