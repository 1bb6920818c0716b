// Seconds in which some processes wait for each other, by MPI and by flags in shared memory, and what it
// costs to read what others have just written there.
#include <algorithm>

#include "base/arena.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "comm/shared_window.hpp"
#include "machine/message_times.hpp"
#include "sweep/copy.hpp"

namespace weft {
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

// Whether every process finds room for the flags.
bool has_shared_memory(const Site& site, Index wanted = Index{1} << 20) {
  int enough = free_shared_bytes() >= wanted * site.n_on_node ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &enough, 1, MPI_INT, MPI_MIN, site.comm()),
            "agreeing on shared memory");
  return enough == 1;
}

constexpr Index peer_bytes[] = {Index{32} << 10, Index{256} << 10, Index{2} << 20, Index{16} << 20};

// Seconds of a round in which each process writes `bytes` to its segment and copies as many: from its peers
// in equal parts, or the same parts of its own.
double seconds_of_copies(MPI_Comm comm, const Site& site, SharedWindow& window, char* own, Index bytes,
                         bool from_peers) {
  int size = 0, rank = 0;
  check_mpi(MPI_Comm_size(comm, &size), "asking for the number of processes");
  check_mpi(MPI_Comm_rank(comm, &rank), "asking for the rank");
  const Index part = bytes / (size - 1) / 64 * 64;
  const auto copy = [&](const char* from, char* to, Index n) {
    CopyMode mode;
    CopyBox box;
    box.add(n / mode.element_bytes, 1, 1);
    copy_box(box, from, to, mode);
  };
  return seconds_together(comm, site.quick, [&] {
    window.begin_round();
    copy(own, window.segment(rank), bytes);
    window.publish();
    for (int i = 1; i < size; ++i) {
      const int peer = (rank + i) % size;
      window.await(peer);
      copy(window.segment(from_peers ? peer : rank) + (i - 1) * part, own + (i - 1) * part, part);
    }
    window.end_round();
  });
}

}  // namespace

std::vector<PeerTime> measure_peers(const Site& site) {
  const int n = static_cast<int>(site.on_first_node.size());
  if (n < 2 || !has_shared_memory(site, *std::rbegin(peer_bytes))) return {};
  const bool takes_part = std::find(site.on_first_node.begin(), site.on_first_node.end(),
                                    site.comms.rank()) != site.on_first_node.end();
  const Part part(site.comm(), takes_part);
  Arena arena;
  char* own = nullptr;
  agree(
      site.comm(), [&] { own = takes_part ? arena.allocate(*std::rbegin(peer_bytes)) : nullptr; },
      "to calibrate", site.seconds);
  std::vector<double> seconds(std::size(peer_bytes), 0);
  if (takes_part) {
    SharedWindow window(part.comm(), *std::rbegin(peer_bytes), site.seconds);
    try {
      for (std::size_t i = 0; i < seconds.size(); ++i)
        seconds[i] = seconds_of_copies(part.comm(), site, window, own, peer_bytes[i], true) -
                     seconds_of_copies(part.comm(), site, window, own, peer_bytes[i], false);
    } catch (...) {
      window.abandon();
      throw;
    }
  }
  site.meet();
  check_mpi(MPI_Bcast(seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, 0, site.comm()),
            "telling what peers cost");
  std::vector<PeerTime> peers;
  for (std::size_t i = 0; i < seconds.size(); ++i) peers.push_back({n, peer_bytes[i], seconds[i]});
  return peers;
}

std::vector<MeetingTime> measure_barriers(const Site& site) {
  std::vector<int> ranks(site.comms.size());
  for (int i = 0; i < site.comms.size(); ++i) ranks[i] = i;
  return measure_meetings(site, ranks, [&](MPI_Comm comm) {
    return seconds_together(comm, site.quick, [&] { check_mpi(MPI_Barrier(comm), "waiting in a barrier"); });
  });
}

std::vector<MeetingTime> measure_flags(const Site& site) {
  if (!has_shared_memory(site)) return {};
  return measure_meetings(site, site.on_first_node,
                          [&](MPI_Comm comm) { return seconds_of_round(comm, site.quick, site.seconds); });
}

}  // namespace weft
