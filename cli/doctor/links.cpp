// Measures the network between nodes: for each pair of nodes the latency, and rounds of messages in one
// direction and in both, by the first process of each.
//
// A round in one direction ends with an empty answer, whose latency is taken off again. Rounds follow each
// other without a break, as the steps of an exchange do: that is how messages come to take turns, and it may
// take some rounds until they do. So the first half of the rounds does not count; of the others, of which
// long and short ones may alternate, the mean without the extremes.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>

#include "doctor/network.hpp"
#include "program/batch_job.hpp"
#include "program/gather_texts.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr int most_pairs = 8;
constexpr int n_pings = 30, n_first_pings = 5;
constexpr double most_seconds_of_large_round = 0.03;
constexpr double large_seconds = 0.35, medium_seconds = 0.15, small_seconds = 0.1;  // of all rounds both ways
constexpr int least_rounds = 8, most_rounds = 100;
constexpr Index large_bytes = Index{1} << 20, least_large_bytes = Index{1} << 17;
constexpr Index medium_bytes = Index{1} << 16, small_bytes = Index{1} << 14;
constexpr int n_small = 4;

// One end of a link. Both ends make the same calls; the leading one sends where one does.
class End {
 public:
  End(MPI_Comm comm, int peer, bool leads)
      : comm_(comm), peer_(peer), leads_(leads), out_(large_bytes), in_(large_bytes) {}

  double latency() {
    std::vector<double> seconds;
    for (int i = 0; i < n_first_pings + n_pings; ++i) {
      const double begin = MPI_Wtime();
      round(0, 1, leads_, !leads_);
      round(0, 1, !leads_, leads_);
      if (i >= n_first_pings) seconds.push_back((MPI_Wtime() - begin) / 2);
    }
    std::sort(seconds.begin(), seconds.end());
    latency_ = that_of_leader(seconds[seconds.size() / 2]);
    return latency_;
  }

  // The largest message of an exchange, or less where that takes too long.
  Index bytes_of_large_message() {
    one_way(medium_bytes, 1, 1);  // the network gets used to it
    const double seconds = that_of_leader(one_way(medium_bytes, 1, 1)) / static_cast<double>(medium_bytes);
    Index bytes = large_bytes;
    while (bytes > least_large_bytes && seconds * static_cast<double>(bytes) > most_seconds_of_large_round)
      bytes /= 2;
    return bytes;
  }

  // Rounds that take about `seconds`, if the messages do not take turns, and half as long for one way.
  Traffic traffic(Index bytes, int n_messages, double seconds) {
    one_way(bytes, n_messages, 1);
    const double first = that_of_leader(one_way(bytes, n_messages, 1));
    const int n_rounds = static_cast<int>(
        std::clamp(seconds / std::max(first, 1e-9), double{least_rounds}, double{most_rounds}));
    Traffic traffic{bytes, n_messages, 0, 0};
    traffic.one_way = one_way(bytes, n_messages, n_rounds / 2);
    traffic.both_ways = both_ways(bytes, n_messages, n_rounds);
    return traffic;
  }

 private:
  // Seconds of a round.
  double one_way(Index bytes, int n_messages, int n_rounds) {
    const double seconds = steady_seconds(n_rounds, [&] {
      round(bytes, n_messages, leads_, !leads_);
      round(0, 1, !leads_, leads_);
    });
    return std::max(seconds - latency_, seconds / 2);
  }
  double both_ways(Index bytes, int n_messages, int n_rounds) {
    return steady_seconds(n_rounds, [&] { round(bytes, n_messages, true, true); });
  }

  // Of the second half of the rounds, without the shortest and the longest quarters of these.
  template <class Round>
  double steady_seconds(int n_rounds, Round&& one_round) {
    round(0, 1, true, true);
    std::vector<double> seconds;
    for (int i = 0; i < n_rounds; ++i) {
      const double begin = MPI_Wtime();
      one_round();
      if (i >= n_rounds / 2) seconds.push_back(MPI_Wtime() - begin);
    }
    std::sort(seconds.begin(), seconds.end());
    const auto quarter = static_cast<std::ptrdiff_t>(seconds.size() / 4);
    const double sum = std::accumulate(seconds.begin() + quarter, seconds.end() - quarter, 0.0);
    return sum / static_cast<double>(static_cast<std::ptrdiff_t>(seconds.size()) - 2 * quarter);
  }

  void round(Index bytes, int n_messages, bool sends, bool receives) {
    requests_.clear();
    for (int i = 0; receives && i < n_messages; ++i)
      MPI_Irecv(in_.data() + i * bytes, static_cast<int>(bytes), MPI_CHAR, peer_, 0, comm_,
                &requests_.emplace_back(MPI_REQUEST_NULL));
    for (int i = 0; sends && i < n_messages; ++i)
      MPI_Isend(out_.data() + i * bytes, static_cast<int>(bytes), MPI_CHAR, peer_, 0, comm_,
                &requests_.emplace_back(MPI_REQUEST_NULL));
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

  double that_of_leader(double value) {
    if (leads_)
      MPI_Send(&value, 1, MPI_DOUBLE, peer_, 0, comm_);
    else
      MPI_Recv(&value, 1, MPI_DOUBLE, peer_, 0, comm_, MPI_STATUS_IGNORE);
    return value;
  }

  MPI_Comm comm_;
  int peer_;
  bool leads_;
  std::vector<char> out_, in_;
  std::vector<MPI_Request> requests_;
  double latency_ = 0;
};

LinkFacts measure(const Session& session, int peer, bool leads) {
  End end(session.comm, peer, leads);
  LinkFacts link;
  link.latency = end.latency();
  link.large = end.traffic(end.bytes_of_large_message(), 1, large_seconds);
  link.medium = end.traffic(medium_bytes, 1, medium_seconds);
  link.small = end.traffic(small_bytes, n_small, small_seconds);
  return link;
}

// 0: nodes are as they are.
int processes_of_emulated_node() {
  const char* text = std::getenv("WEFT_PROCESSES_PER_NODE");
  int n = 0;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), n);
  return n;
}

// The first process of each node. Collective.
std::vector<int> first_processes(const Session& session) {
  agree_on(session.comm, [] {});  // refuses a WEFT_PROCESSES_PER_NODE that is not a number
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &node);
  int place = 0;
  MPI_Comm_rank(node, &place);
  MPI_Comm_free(&node);
  const int n_here = processes_of_emulated_node();
  const int is_first = n_here > 0 ? place % n_here == 0 : place == 0;
  std::vector<int> are_first(static_cast<std::size_t>(session.size));
  MPI_Allgather(&is_first, 1, MPI_INT, are_first.data(), 1, MPI_INT, session.comm);
  std::vector<int> first;
  for (int rank = 0; rank < session.size; ++rank)
    if (are_first[static_cast<std::size_t>(rank)] != 0) first.push_back(rank);
  return first;
}

std::vector<std::string> settings_here() {
  std::vector<std::string> settings;
  for (const char* name : {"OMPI_MCA_btl_tcp_flags", "OMPI_MCA_btl_tcp_eager_limit", "OMPI_MCA_btl",
                           "OMPI_MCA_pml", "UCX_RNDV_THRESH", "UCX_TLS", "UCX_NET_DEVICES"})
    if (const char* value = std::getenv(name)) settings.push_back(std::string(name) + "=" + value);
  return settings;
}

// Nodes by host; emulated ones, whose host is the same, by process.
void name_ends(LinkFacts& link, const std::vector<std::string>& hosts, int from, int to) {
  link.from = hosts[static_cast<std::size_t>(from)];
  link.to = hosts[static_cast<std::size_t>(to)];
  if (link.from != link.to) return;
  link.from += " (process " + std::to_string(from) + ")";
  link.to += " (process " + std::to_string(to) + ")";
}

// From the leading process of a pair to rank 0. Collective.
LinkFacts told_to_root(const Session& session, LinkFacts link, bool leads) {
  std::array<double, 13> numbers{};
  std::size_t n = 0;
  const auto each_number = [&](auto&& visit) {
    n = 0;
    visit(link.latency);
    for (Traffic* t : {&link.large, &link.medium, &link.small}) {
      visit(t->bytes);
      visit(t->n_messages);
      visit(t->one_way);
      visit(t->both_ways);
    }
  };
  if (leads) each_number([&](auto& value) { numbers[n++] = static_cast<double>(value); });
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, MPI_SUM,
                session.comm);
  each_number(
      [&](auto& value) { value = static_cast<std::remove_reference_t<decltype(value)>>(numbers[n++]); });
  return link;
}

}  // namespace

NetworkFacts measure_network(const Session& session) {
  NetworkFacts facts{mpi_library(), settings_here(), 1, {}, !batch_job().id.empty(), network_devices(), {}};
  std::ifstream maps("/proc/self/maps");
  facts.transports = transports_in({std::istreambuf_iterator<char>(maps), {}});
  const std::vector<int> first = first_processes(session);
  facts.n_nodes = static_cast<int>(first.size());
  const std::vector<std::string> hosts = gather_texts(session, this_computer().host);
  for (const auto& [a, b] : pairs_of_nodes(facts.n_nodes, most_pairs)) {
    const int from = first[static_cast<std::size_t>(a)], to = first[static_cast<std::size_t>(b)];
    wait_asleep(session.comm, std::numeric_limits<double>::infinity());
    LinkFacts link;
    if (session.rank == from || session.rank == to)
      link = measure(session, session.rank == from ? to : from, session.rank == from);
    wait_asleep(session.comm, std::numeric_limits<double>::infinity());
    link = told_to_root(session, link, session.rank == from);
    if (session.is_root()) {
      name_ends(link, hosts, from, to);
      facts.links.push_back(link);
    }
  }
  return facts;
}

}  // namespace weft::cli
