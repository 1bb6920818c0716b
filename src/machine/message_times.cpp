// Seconds of messages between two processes, and of exchanges among all.
#include "machine/message_times.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <type_traits>
#include <utility>

#include "base/arena.hpp"
#include "base/narrow.hpp"
#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "exchange/parcels.hpp"

namespace weft::inline machine {

namespace {

constexpr Index largest_message = Index{4} << 20;
constexpr Index most_exchanged = Index{16} << 20;  // bytes that a process sends in an exchange
constexpr double patience = 0.05;                  // seconds of a step; larger ones are in proportion
constexpr double patience_with_rounds = 0.25;      // which lose more the longer their messages are
constexpr double median = 0.5;
constexpr double lower_quartile = 0.25;  // the more processes, the more often one of them is disturbed

std::vector<Index> message_sizes() {
  std::vector<Index> sizes{8};
  for (Index bytes = 16; bytes <= largest_message; bytes *= 4) sizes.push_back(bytes);
  return sizes;
}

// Memory to send from and to receive in, on every process or an Error on all.
std::pair<char*, char*> buffers(const Site& site, Arena& arena, Index bytes) {
  std::pair<char*, char*> both;
  agree(
      site.comm(),
      [&] {
        both = {arena.allocate(bytes), arena.allocate(bytes)};
      },
      "to calibrate", site.seconds);
  return both;
}

// The first two processes that are on one node, or on two; the same rank twice if there are none.
std::pair<int, int> partners(const Site& site, bool same_node) {
  const std::vector<int>& node_of = site.comms.node_of();
  for (int a = 0; a < site.comms.size(); ++a)
    for (int b = a + 1; b < site.comms.size(); ++b)
      if ((node_of[a] == node_of[b]) == same_node) return {a, b};
  return {0, 0};
}

// What rank 0 says.
bool first_one(MPI_Comm comm, bool value) {
  int number = value ? 1 : 0;
  check_mpi(MPI_Bcast(&number, 1, MPI_INT, 0, comm), "telling whether to go on");
  return number != 0;
}

// Within a node, bytes go from cache to cache: what a program has just written is in that of the sender, what
// it will read has to come to that of the receiver. Buffers that nobody touches between two messages are in
// both, and messages seem faster than any program sees them (by half, where caches are far apart). So they
// are written before and read after, and what this takes without the message is taken off.
class Touch {
 public:
  Touch(char* from, Index bytes_out, const char* to, Index bytes_in)
      : from_(from), to_(to), bytes_out_(bytes_out), bytes_in_(bytes_in) {}
  void before() const {
    for (Index i = 0; i < bytes_out_; i += cache_line) from_[i] = static_cast<char>(from_[i] + 1);
  }
  void after() const {
    char sum = 0;
    for (Index i = 0; i < bytes_in_; i += cache_line) sum = static_cast<char>(sum + to_[i]);
    volatile char seen = sum;
    static_cast<void>(seen);
  }

 private:
  static constexpr Index cache_line = 64;
  char* from_;
  const char* to_;
  Index bytes_out_, bytes_in_;
};

// measure(step) of messages less measure() of the touching alone.
template <class Measure, class Step>
double seconds_beyond(const Touch& touch, const Measure& measure, const Step& step) {
  const double all = measure([&] {
    touch.before();
    step();
    touch.after();
  });
  const double touching = measure([&] {
    touch.before();
    touch.after();
  });
  return std::max(all - touching, 1e-9);
}

// What two processes do, one of them as `rank` 0 of a communicator of two.
class Pair {
 public:
  Pair(MPI_Comm comm, bool same_node, bool quick, char* from, char* to)
      : comm_(comm), same_node_(same_node), quick_(quick), from_(from), to_(to) {
    check_mpi(MPI_Comm_rank(comm, &rank_), "asking for the rank");
  }

  // There and back, of which the touching is on the way twice.
  double one_way(Index bytes) const {
    const int n = narrow(bytes, "the bytes of a message");
    const Touch touch = touch_of(bytes);
    const auto there_and_back = [&] {
      const auto send = [&] {
        touch.before();
        check_mpi(MPI_Send(from_, n, MPI_BYTE, 1 - rank_, 0, comm_), "sending");
      };
      if (rank_ == 0) send();
      check_mpi(MPI_Recv(to_, n, MPI_BYTE, 1 - rank_, 0, comm_, MPI_STATUS_IGNORE), "receiving");
      touch.after();
      if (rank_ == 1) send();
    };
    const double touching = seconds_together(comm_, quick_, [&] {
      touch.before();
      touch.after();
    });
    return std::max(0.5 * seconds_together(comm_, quick_, there_and_back) - touching, 1e-9);
  }
  double both_ways(Index bytes) const {
    const int n = narrow(bytes, "the bytes of a message");
    const Touch touch = touch_of(bytes);
    const auto measure = [&](const auto& step) { return steady_seconds(comm_, quick_, median, step); };
    return seconds_beyond(touch, measure, [&] {
      MPI_Request requests[2];
      check_mpi(MPI_Irecv(to_, n, MPI_BYTE, 1 - rank_, 0, comm_, &requests[0]), "receiving");
      check_mpi(MPI_Isend(from_, n, MPI_BYTE, 1 - rank_, 0, comm_, &requests[1]), "sending");
      check_mpi(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "sending and receiving");
    });
  }

  // As many sizes as are quick enough, by the clock of rank 0.
  std::vector<MessageTime> measure() const {
    std::vector<MessageTime> messages;
    for (const Index bytes : message_sizes()) {
      const double seconds = one_way(bytes), both = both_ways(bytes);
      messages.push_back({bytes, same_node_, seconds, both});
      if (first_one(comm_, seconds > patience)) break;
    }
    return messages;
  }

 private:
  Touch touch_of(Index bytes) const { return {from_, same_node_ ? bytes : 0, to_, same_node_ ? bytes : 0}; }

  MPI_Comm comm_;
  bool same_node_, quick_;
  char *from_, *to_;
  int rank_ = 0;
};

// The ranks of the first nodes, and of all of these.
std::vector<std::vector<int>> groups_of_nodes(const Site& site) {
  const std::vector<int>& node_of = site.comms.node_of();
  const auto n_nodes = static_cast<int>(std::set<int>(node_of.begin(), node_of.end()).size());
  std::vector<std::vector<int>> groups;
  for (const int n : counts_up_to(n_nodes)) {
    std::set<int> first;
    std::vector<int> ranks;
    for (int rank = 0; rank < site.comms.size(); ++rank) {
      if (static_cast<int>(first.size()) < n) first.insert(node_of[rank]);
      if (first.contains(node_of[rank])) ranks.push_back(rank);
    }
    // An exchange between nodes has more processes than one node: so it is known (model/messages.cpp).
    if (ranks.size() > 1 && (n == 1 || static_cast<int>(ranks.size()) > site.most_on_node))
      groups.push_back(ranks);
  }
  return groups;
}

// Of all processes of `comm`, the slowest; as many sizes as are quick enough.
std::vector<ExchangeTime> exchanges_among(MPI_Comm comm, int n_processes, bool one_node, bool quick,
                                          char* from, char* to) {
  std::vector<ExchangeTime> exchanges;
  for (Index bytes = 64; bytes <= largest_message && bytes * n_processes <= most_exchanged; bytes *= 8) {
    std::vector<int> counts(n_processes, narrow(bytes, "the bytes of a parcel")), starts(n_processes);
    for (int i = 0; i < n_processes; ++i) starts[i] = i * counts[i];
    const auto step = [&] {
      check_mpi(MPI_Alltoallv(from, counts.data(), starts.data(), MPI_BYTE, to, counts.data(), starts.data(),
                              MPI_BYTE, comm),
                "exchanging");
    };
    const auto together = [&](const auto& work) { return seconds_together(comm, quick, work); };
    double seconds =
        one_node ? seconds_beyond(Touch(from, bytes * n_processes, to, bytes * n_processes), together, step)
                 : steady_seconds(comm, quick, lower_quartile, step);
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm),
              "finding the slowest process");
    exchanges.push_back({n_processes, bytes, seconds});
    if (seconds > patience) break;
  }
  return exchanges;
}

// Parcels of `bytes` for each other process of `comm`, and from it.
ParcelSetup parcels_of(MPI_Comm comm, int n_processes, Index bytes, char* from, char* to) {
  ParcelSetup setup;
  check_mpi(MPI_Comm_rank(comm, &setup.rank), "asking for the rank");
  setup.comm = comm;
  setup.send.buffer = from;
  setup.receive.buffer = to;
  setup.element_bytes = 1;
  for (int i = 0; i < n_processes; ++i) {
    setup.group.push_back(i);
    setup.out.sizes.push_back(i == setup.rank ? 0 : bytes);
    setup.out.starts.push_back(i * bytes);
    setup.out.field_strides.push_back(0);
  }
  setup.out.total = n_processes * bytes;
  setup.in = setup.out;
  return setup;
}

// Of all processes of `comm`, the slowest; as many sizes as are quick enough. They begin together, as after
// the sweeps of a transform: rounds that follow each other for seconds get out of step (doc/networks.md).
std::vector<ExchangeTime> rounds_among(MPI_Comm comm, int n_processes, bool quick, char* from, char* to) {
  std::vector<ExchangeTime> rounds;
  for (Index bytes = 512; bytes <= largest_message && bytes * n_processes <= most_exchanged; bytes *= 8) {
    const std::unique_ptr<Exchange> pairwise =
        find_exchange("pairwise").make_of_parcels(parcels_of(comm, n_processes, bytes, from, to));
    double seconds = seconds_together(comm, quick, [&] {
      pairwise->publish({});
      pairwise->ready();
    });
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm),
              "finding the slowest process");
    rounds.push_back({n_processes, bytes, seconds});
    if (seconds > patience_with_rounds) break;
  }
  return rounds;
}

// The rows that process `root` measured, on all processes.
template <class Row>
std::vector<Row> told(const Site& site, std::vector<Row> rows, int root) {
  static_assert(std::is_trivially_copyable_v<Row>);
  auto n_bytes = static_cast<int>(rows.size() * sizeof(Row));
  check_mpi(MPI_Bcast(&n_bytes, 1, MPI_INT, root, site.comm()), "telling how many times there are");
  rows.resize(static_cast<std::size_t>(n_bytes) / sizeof(Row));
  check_mpi(MPI_Bcast(rows.data(), n_bytes, MPI_BYTE, root, site.comm()), "telling the times of messages");
  return rows;
}

template <class Row>
void append(std::vector<Row>& to, const std::vector<Row>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// measure(comm, n_processes, from, to) of the groups of nodes with more processes than `least`.
template <class Measure>
std::vector<ExchangeTime> of_groups(const Site& site, int least, const Measure& measure) {
  std::vector<ExchangeTime> rows;
  if (site.comms.size() <= least) return rows;
  Arena arena;
  const auto [from, to] = buffers(site, arena, most_exchanged);
  for (const std::vector<int>& ranks : groups_of_nodes(site)) {
    const auto n = static_cast<int>(ranks.size());
    if (n <= least) continue;
    const bool takes_part = std::binary_search(ranks.begin(), ranks.end(), site.comms.rank());
    const Part part(site.comm(), takes_part);
    std::vector<ExchangeTime> measured;
    if (takes_part) measured = measure(part.comm(), n, from, to);
    site.meet();
    append(rows, told(site, measured, ranks.front()));
  }
  return rows;
}

}  // namespace

std::vector<MessageTime> measure_messages(const Site& site) {
  std::vector<MessageTime> messages;
  if (site.comms.size() == 1) return messages;
  Arena arena;
  const auto [from, to] = buffers(site, arena, largest_message);
  for (const bool same_node : {true, false}) {
    const auto [a, b] = partners(site, same_node);
    if (a == b) continue;
    const bool takes_part = site.comms.rank() == a || site.comms.rank() == b;
    const Part two(site.comm(), takes_part);
    std::vector<MessageTime> measured;
    if (takes_part) measured = Pair(two.comm(), same_node, site.quick, from, to).measure();
    site.meet();
    append(messages, told(site, measured, a));
  }
  return messages;
}

std::vector<ExchangeTime> measure_exchanges(const Site& site) {
  return of_groups(site, 1, [&](MPI_Comm comm, int n, char* from, char* to) {
    return exchanges_among(comm, n, n <= site.most_on_node, site.quick, from, to);
  });
}

std::vector<ExchangeTime> measure_rounds(const Site& site) {
  return of_groups(site, site.most_on_node, [&](MPI_Comm comm, int n, char* from, char* to) {
    return rounds_among(comm, n, site.quick, from, to);
  });
}

}  // namespace weft::inline machine
