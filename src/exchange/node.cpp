// node: shared memory inside a node, one message from each node to each other one.
//
// Of n processes on each of two nodes, rows that send straight from process to process have n^2 messages each
// way; this one has 1, of n^2 parcels. That wins where a message costs more than its bytes: many processes on
// a node, small parcels. Nothing is copied for it: the sweep before writes its parcels where the message
// leaves, in the memory that the processes of a node share, and the sweep after reads where it arrives
// (exchange/node_plan.hpp says where that is). What stays on the node is pushed as by window-push.
//
// Waits: a carrier, until those that write into a message have published; a process, for the parcels of its
// mates and for the carriers at which something arrives for it. A round ends at a carrier when its messages
// have left, so nobody writes into them before; the receives of a round begin when all have read the round
// before.
#include <algorithm>
#include <numeric>

#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/node_plan.hpp"
#include "model/lookups.hpp"
#include "weft/words.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* node_name = "node";

class NodeExchange : public Exchange {
 public:
  NodeExchange(const NodeTask& task, const NodeSetup& setup) : NodeExchange(task, setup, NodePlan(task)) {}

  void acquire() override {
    window_->begin_round();
    for (const Message& message : in_) {
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(MPI_Irecv(message.at, most_fields_, message.field.get(), message.peer_in_comm, tag_, comm_,
                          &request),
                "starting to receive from another node");
      arrivals_.add(request, message.peer);
    }
  }

  void publish(const Call& call) override {
    window_->publish();
    n_fields_ = static_cast<int>(call.n_fields);
    n_sent_ = 0;
    for (Message& message : out_) message.is_sent = false;
    has_delivered_ = in_.empty();
    progress();
  }

  bool progress() override {
    send_what_is_written();
    if (!has_delivered_ && arrivals_.test()) {
      window_->deliver();
      has_delivered_ = true;
    }
    return departures_.test() && n_sent_ == out_.size() && has_delivered_ &&
           all_of(givers_, [&](int giver) { return window_->is_published(giver); }) &&
           all_of(carriers_, [&](int carrier) { return window_->is_delivered(carrier); });
  }

  void ready() override {
    constexpr int turns_before_yielding = 20, yields_between_polls = 16;
    for (int turn = 0; turn < turns_before_yielding; ++turn)
      if (progress()) return;
    Limit limit(timeout_seconds_);
    for (int turn = 0; !progress(); ++turn) {
      if (!limit.wait_on()) limit.give_up(who_is_late());
      if (turn % yields_between_polls == 0) poll(comm_);
    }
  }

  void release() override { window_->end_round(); }

 private:
  // A message that this process sends or receives.
  struct Message {
    char* at;
    Datatype field;
    int peer;                  // rank in the plan
    int peer_in_comm;          // of the group
    std::vector<int> writers;  // positions of the mates that write it
    bool is_sent = false;
  };

  NodeExchange(const NodeTask& task, const NodeSetup& setup, const NodePlan& plan)
      : window_(setup.window),
        comm_(setup.comm),
        tag_(setup.tag),
        most_fields_(task.n_fields),
        timeout_seconds_(setup.timeout_seconds),
        mates_(plan.mates()),
        givers_(plan.givers()),
        carriers_(plan.carriers_read()),
        arrivals_(setup.timeout_seconds, static_cast<Index>(plan.arriving().size())),
        departures_(setup.timeout_seconds, static_cast<Index>(plan.leaving().size())) {
    const auto add = [&](std::vector<Message>& messages, const NodeMessage& message,
                         std::vector<int> writers) {
      if (message.carrier != plan.position()) return;
      const auto peer = std::lower_bound(task.group.begin(), task.group.end(), message.peer);
      messages.push_back({window_->segment(message.carrier) + message.start * task.element_bytes,
                          Datatype::contiguous(message.field_elements * task.element_bytes), message.peer,
                          static_cast<int>(peer - task.group.begin()), std::move(writers)});
    };
    for (const NodeMessage& message : plan.leaving()) add(out_, message, plan.writers(message));
    for (const NodeMessage& message : plan.arriving()) add(in_, message, {});
  }

  template <class Is>
  static bool all_of(const std::vector<int>& positions, const Is& is) {
    return std::all_of(positions.begin(), positions.end(), is);
  }

  void send_what_is_written() {
    for (Message& message : out_) {
      if (message.is_sent || !all_of(message.writers, [&](int w) { return window_->is_published(w); }))
        continue;
      MPI_Request request = MPI_REQUEST_NULL;
      check_mpi(
          MPI_Isend(message.at, n_fields_, message.field.get(), message.peer_in_comm, tag_, comm_, &request),
          "starting to send to another node");
      departures_.add(request, message.peer);
      message.is_sent = true;
      ++n_sent_;
    }
  }

  // "process 3 did not answer"
  std::string who_is_late() {
    std::vector<int> late;
    const auto add_unless = [&](const std::vector<int>& positions, const auto& is) {
      for (int position : positions)
        if (const int rank = mates_[position];
            !is(position) && std::count(late.begin(), late.end(), rank) == 0)
          late.push_back(rank);
    };
    const auto is_published = [&](int position) { return window_->is_published(position); };
    for (const Message& message : out_) add_unless(message.writers, is_published);
    add_unless(givers_, is_published);
    const auto in_words = [&](const char* what) {
      return (late.size() == 1 ? "process " : "processes ") + join(late) + what;
    };
    if (!late.empty()) return in_words(" did not answer");
    if (!arrivals_.test()) return arrivals_.late_peers();
    if (!departures_.test()) return departures_.late_peers();
    add_unless(carriers_, [&](int position) { return window_->is_delivered(position); });
    return late.empty() ? "some process did not come to exchange messages"
                        : in_words(" did not pass on what other nodes send");
  }

  SharedWindow* window_;
  MPI_Comm comm_;
  int tag_, most_fields_;
  double timeout_seconds_;
  std::vector<int> mates_;              // ranks in the plan, by position
  std::vector<int> givers_, carriers_;  // positions of those that this process waits for
  std::vector<Message> out_, in_;       // of which this process is the carrier
  InFlight arrivals_, departures_;
  int n_fields_ = 0;  // of this round
  std::size_t n_sent_ = 0;
  bool has_delivered_ = false;  // all messages of this process have arrived, and its mates know
};

ExchangeCounts node_counts(const Redistribution& move, int rank, const Nodes& nodes) {
  const NodePlan plan(move, rank, nodes);
  ExchangeCounts counts{node_name, 0, 0, 0, 0};
  std::vector<bool> is_awaited(plan.mates().size(), false);  // until it has published
  for (int giver : plan.givers()) is_awaited[giver] = true;
  for (const NodeMessage& message : plan.leaving()) {
    if (message.carrier != plan.position()) continue;
    ++counts.messages;
    counts.bytes_sent += message.field_elements * move.element_bytes;
    for (int writer : plan.writers(message))
      if (writer != plan.position()) is_awaited[writer] = true;
  }
  for (const NodeParcel& parcel : plan.outgoing())
    if (parcel.position != plan.position())
      counts.peer_bytes += piece_between(move, rank, parcel.peer).n_points() * move.element_bytes;
  counts.flags = std::count(is_awaited.begin(), is_awaited.end(), true) +
                 static_cast<Index>(plan.carriers_read().size()) + static_cast<Index>(plan.mates().size()) -
                 1;  // until all have finished with the round before
  return counts;
}

// The messages of the busiest carrier, all at once, through the link that all carriers of the node share:
// those of the other groups that the node has a part in, too. A process whose group is on several nodes;
// `rank` if there is none. Only the first nodes are looked at: the pattern comes again.
int one_that_leaves(const Redistribution& move, int rank, const std::vector<int>& node_of) {
  constexpr int most_nodes = 16;
  int n_nodes = 0;
  for (int r = 0; r < static_cast<int>(node_of.size()); ++r) {
    if (node_of[r] == r && ++n_nodes > most_nodes) break;
    if (group_leader(move, r) != r) continue;
    for (int member : group_of(move, r))
      if (node_of[member] != node_of[r]) return r;
  }
  return rank;
}

double seconds_of(const Redistribution& move, int rank, const Surroundings& around) {
  const NodePlan plan(move, rank, around.nodes);
  const auto n = static_cast<int>(plan.mates().size());
  const bool travels = !plan.leaving().empty() || !plan.arriving().empty();
  double seconds = 0;
  if (n > 1)
    seconds =
        (travels ? 3 : 2) * flag_seconds(around.model, n) +
        peer_seconds(around.model.peers, node_counts(move, rank, around.nodes).peer_bytes * move.n_fields);
  if (!travels) {  // all wait for groups that leave their node
    const int other = one_that_leaves(move, rank, around.nodes.node_of);
    return other == rank ? seconds : std::max(seconds, seconds_of(move, other, around));
  }
  const auto elements = [](const std::vector<NodeMessage>& messages) {
    return std::accumulate(
        messages.begin(), messages.end(), Index{0},
        [](Index sum, const NodeMessage& message) { return sum + message.field_elements; });
  };
  const std::vector<NodeMessage>& more =
      elements(plan.leaving()) >= elements(plan.arriving()) ? plan.leaving() : plan.arriving();
  std::vector<Index> n_messages(plan.mates().size(), 0);
  for (const NodeMessage& message : more) ++n_messages[static_cast<std::size_t>(message.carrier)];
  const auto n_all = static_cast<Index>(more.size());
  const Index mean = (elements(more) * move.element_bytes * move.n_fields + n_all - 1) / n_all;
  const double n_groups = std::max(1.0, static_cast<double>(around.n_on_node) / n);
  const Index busiest = *std::max_element(n_messages.begin(), n_messages.end());
  const Peers peers{0, static_cast<int>(busiest), n_groups * static_cast<double>(n_all),
                    around.n_on_node == 1};
  return seconds + exchange_seconds(around.model, peers, mean);
}

}  // namespace

std::unique_ptr<Exchange> make_node_exchange(const NodeTask& task, const NodeSetup& setup) {
  return std::make_unique<NodeExchange>(task, setup);
}

ExchangeRow node_row() {
  return {.name = node_name,
          .meaning =
              "for several nodes: pieces for another node are written side by side into shared memory, and "
              "travel as one message from node to node; lanes=1, 2, ... is the number of processes of a node "
              "that send and receive (default: all in turn)",
          .writes_to_peers = true,
          .views = node_views,
          .counts = node_counts,
          .seconds = seconds_of,
          .make = [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return make_node_exchange(node_task(setup.move, setup.rank, setup.nodes),
                                      {setup.comm, setup.window, setup.timeout_seconds, setup.tag});
          },
          .window_group = [](const Redistribution& move, int rank,
                             const Nodes& nodes) { return NodePlan(move, rank, nodes).mates(); }};
}

}  // namespace weft::inline exchange
