// pairwise and cyclic: parcels, one peer at a time in each direction.
//
// Messages to all peers at once compete for the links of a network and for the memory of a node. Here each
// process deals with one peer (pairwise) or two (cyclic) in a round, and begins the next round when this one
// is complete; rounds in which a process has nothing to send and nothing to receive are left out. With the
// pairs of a tournament every link is busy in both directions, which was the fastest way on a switch
// (P. Dmitruk et al., Scalable parallel FFT for spectral simulations on a Beowulf cluster, 2001, section 3);
// cyclic rounds spread the load over networks with other shapes. Wins where parcels are large and the
// library's all-to-all sends everything at once; with small parcels the rounds cost their latencies one after
// the other.
//
// A round ends when its large messages have been taken, not when they lie in the buffers of a socket: over
// TCP the next message would share the link with them, its peer would be late for its own next round, and
// rounds that are out of step stay so (2 to 3 times as long on 16 hosts; doc/networks.md).
#include <algorithm>

#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcel_messages.hpp"
#include "exchange/rounds_on_links.hpp"
#include "exchange/schedule.hpp"
#include "exchange/traffic.hpp"

namespace weft::inline exchange {

namespace {

int position_of(const std::vector<int>& group, int rank) {
  int position = 0;
  while (group[static_cast<std::size_t>(position)] != rank) ++position;
  return position;
}

std::vector<Round> rounds_of(Schedule schedule, const std::vector<int>& group, int rank) {
  return schedule(static_cast<int>(group.size()), position_of(group, rank));
}

class Scheduled : public Exchange {
 public:
  Scheduled(const ParcelSetup& setup, Schedule schedule)
      : messages_(setup.timeout_seconds, 2 * static_cast<Index>(setup.n_fields)),
        send_(setup, ParcelMessages::Way::out, ParcelMessages::Sent::taken),
        receive_(setup, ParcelMessages::Way::in) {
    const auto unless_empty = [](const ParcelMessages& parcels, int position) {
      return position >= 0 && parcels.has(static_cast<std::size_t>(position)) ? position : -1;
    };
    for (const Round& round : rounds_of(schedule, setup.group, setup.rank)) {
      const Round busy{unless_empty(send_, round.to), unless_empty(receive_, round.from)};
      if (!(busy == Round{})) rounds_.push_back(busy);
    }
    round_ = rounds_.size();
  }

  void publish(const Call& call) override {
    call_ = call;
    round_ = 0;
    start_round();
  }
  bool progress() override {
    while (round_ < rounds_.size()) {
      if (!messages_.test()) return false;
      ++round_;
      start_round();
    }
    return true;
  }
  void ready() override {
    while (round_ < rounds_.size()) {
      messages_.wait();
      ++round_;
      start_round();
    }
  }

 private:
  void start_round() {
    if (round_ == rounds_.size()) return;
    const auto [to, from] = rounds_[round_];
    if (from >= 0) receive_.start(static_cast<std::size_t>(from), call_, messages_);
    if (to >= 0) send_.start(static_cast<std::size_t>(to), call_, messages_);
  }

  InFlight messages_;
  ParcelMessages send_, receive_;
  std::vector<Round> rounds_;  // with something to do
  std::size_t round_ = 0;      // under way; rounds_.size(): all are complete
  Call call_;
};

constexpr double most_congestion_of_a_switch = 1.5;

// What a network carries less when rounds of parcels of `bytes` go through it: as measured, of pairs; where
// only exchanges all at once were measured, what large ones of these lose on a shared medium, for rounds
// avoid that messages meet in a switch.
double slowdown_of_network(const MachineModel& model, const Peers& peers, Index bytes) {
  const int per_node = model.processes_per_node;
  const double measured = congestion_of_rounds(model, peers, bytes, [&](int n, double parcel) {
    std::vector<int> nodes;
    for (int member = 0; member < n; ++member) nodes.push_back(member / per_node);
    const double sharing = per_node * slowdown_of_rounds(pairwise_schedule, nodes);
    return (n - per_node) * message_seconds(model, static_cast<Index>(parcel), Way{false, true, 1, sharing}) +
           (per_node - 1) * message_seconds(model, static_cast<Index>(parcel), true);
  });
  if (measured > 0) return measured;
  const double met = congestion(model, peers, Index{1} << 40);
  return met > most_congestion_of_a_switch ? met : 1;
}

// In the rounds of one schedule.
template <Schedule schedule>
struct In : Scheduled {
  explicit In(const ParcelSetup& setup) : Scheduled(setup, schedule) {}
};

// One round after the other; a round takes as long as its longer message. Between nodes the messages of a
// round go both ways at once, and share links with those of other processes.
double seconds_of_rounds(Schedule schedule, const Redistribution& move, int rank,
                         const Surroundings& around) {
  const std::vector<int> group = group_of(move, rank);
  const bool one_node = is_one_node(around);
  const auto node_of = [&](int member) { return around.nodes.node_of[static_cast<std::size_t>(member)]; };
  const Traffic traffic = one_node ? Traffic{} : traffic_of(move, rank, around);
  double sharing = traffic.sharing(), network = 1;
  if (traffic.peers.n_remote > 0) {
    std::vector<int> nodes;
    for (int member : group) nodes.push_back(node_of(member));
    sharing *= slowdown_of_rounds(schedule, nodes);
    network = slowdown_of_network(around.model, traffic.peers, traffic.bytes);
  }
  const auto seconds = [&](Index bytes, bool near, bool both) {
    return message_seconds(around.model, bytes, Way{near, !near && both, 1, sharing}) * (near ? 1 : network);
  };
  const auto bytes_between = [&](int from, int to) {
    return piece_between(move, from, to).n_points() * move.element_bytes * move.n_fields;
  };
  // On a node a round ends with its longer message. Between nodes messages wait in the links, not the rounds.
  double all = 0, all_out = 0, all_in = 0;
  for (const Round& round : rounds_of(schedule, group, rank)) {
    const int to = round.to < 0 ? rank : group[static_cast<std::size_t>(round.to)];
    const int from = round.from < 0 ? rank : group[static_cast<std::size_t>(round.from)];
    const Index out = to == rank ? 0 : bytes_between(rank, to),
                in = from == rank ? 0 : bytes_between(from, rank);
    const bool both = out > 0 && in > 0;
    const double sending = out > 0 ? seconds(out, one_node || node_of(to) == node_of(rank), both) : 0,
                 receiving = in > 0 ? seconds(in, one_node || node_of(from) == node_of(rank), both) : 0;
    all += std::max(sending, receiving);
    all_out += sending;
    all_in += receiving;
  }
  if (one_node) return all;
  all = std::max(all_out, all_in);
  if (!around.one_node || traffic.peers.n_remote == 0) return all;
  // The group stays on this node, others do not.
  return std::max(all, traffic.peers.n_remote * seconds(traffic.bytes, false, true));
}

}  // namespace

ExchangeRow pairwise_row() {
  return {.name = "pairwise",
          .meaning = "parcels as of alltoallv, with one peer at a time, in the pairings of a tournament",
          .in_strips = true,
          .views = parcel_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages("pairwise", move, rank); },
          .seconds =
              [](const Redistribution& move, int rank, const Surroundings& around) {
                return seconds_of_rounds(pairwise_schedule, move, rank, around);
              },
          .make = exchange_of_move<In<pairwise_schedule>>,
          .make_of_parcels = exchange_of_parcels<In<pairwise_schedule>>};
}

ExchangeRow cyclic_row() {
  return {.name = "cyclic",
          .meaning = "parcels as of alltoallv, to one peer and from one peer at a time, around a ring",
          .in_strips = true,
          .views = parcel_views,
          .counts = [](const Redistribution& move, int rank,
                       const Nodes&) { return count_messages("cyclic", move, rank); },
          .seconds =
              [](const Redistribution& move, int rank, const Surroundings& around) {
                return seconds_of_rounds(cyclic_schedule, move, rank, around);
              },
          .make = exchange_of_move<In<cyclic_schedule>>,
          .make_of_parcels = exchange_of_parcels<In<cyclic_schedule>>};
}

}  // namespace weft::inline exchange
