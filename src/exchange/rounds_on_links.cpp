// How long rounds of a schedule take where processes share the links of their nodes.
#include "exchange/rounds_on_links.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace weft::inline exchange {

namespace {

constexpr int most_played = 64;
constexpr double tiny = 1e-9;  // of a message

// A message between nodes under way. A link carries one message in a unit of time, each way.
struct Flow {
  int from, to;  // positions
  double left = 1, rate = 0;
};

class Play {
 public:
  Play(Schedule schedule, const std::vector<int>& node_of)
      : node_of_(node_of), round_(node_of.size(), 0), arrived_(node_of.size()), sent_(node_of.size(), -1) {
    const auto n = static_cast<int>(node_of.size());
    for (int me = 0; me < n; ++me) rounds_.push_back(schedule(n, me));
    n_nodes_ = *std::max_element(node_of.begin(), node_of.end()) + 1;
  }

  double seconds() {
    double now = 0;
    for (int me = 0; me < static_cast<int>(node_of_.size()); ++me) go_on(me);
    while (!flows_.empty()) {
      share_links();
      double step = std::numeric_limits<double>::max();
      for (const Flow& flow : flows_) step = std::min(step, flow.left / flow.rate);
      now += step;
      for (Flow& flow : flows_) flow.left -= flow.rate * step;
      const auto done = std::stable_partition(flows_.begin(), flows_.end(),
                                              [](const Flow& flow) { return flow.left > tiny; });
      const std::vector<Flow> ended(done, flows_.end());
      flows_.erase(done, flows_.end());
      for (const Flow& flow : ended) arrived_[flow.to].insert(flow.from);
      for (const Flow& flow : ended) go_on(flow.to);
    }
    return now;
  }

 private:
  // Sends, and goes to the next rounds as far as what they receive is there.
  void go_on(int me) {
    std::vector<int> busy{me};
    while (!busy.empty()) {
      const int at = busy.back();
      busy.pop_back();
      for (int& r = round_[at]; r < static_cast<int>(rounds_[at].size()); ++r) {
        const auto [to, from] = rounds_[at][r];
        if (to >= 0 && sent_[at] < r) {
          sent_[at] = r;
          if (node_of_[to] != node_of_[at]) {
            flows_.push_back({at, to});
          } else {
            arrived_[to].insert(at);
            busy.push_back(to);
          }
        }
        if (from >= 0 && !arrived_[at].contains(from)) break;
      }
    }
  }

  // Evenly: of the link with the least for each of its messages, all messages get so much; then of the
  // others.
  void share_links() {
    std::vector<double> room(static_cast<std::size_t>(2 * n_nodes_), 1);
    std::vector<int> n_open(room.size(), 0);
    const auto links = [&](const Flow& flow) {
      return std::pair{node_of_[flow.from], n_nodes_ + node_of_[flow.to]};
    };
    for (Flow& flow : flows_) {
      flow.rate = 0;
      const auto [out, in] = links(flow);
      ++n_open[out], ++n_open[in];
    }
    for (std::size_t n_left = flows_.size(); n_left > 0;) {
      double least = 1;
      for (std::size_t i = 0; i < room.size(); ++i)
        if (n_open[i] > 0) least = std::min(least, room[i] / n_open[i]);
      std::vector<bool> is_full(room.size());
      for (std::size_t i = 0; i < room.size(); ++i)
        is_full[i] = n_open[i] > 0 && room[i] / n_open[i] <= least * (1 + tiny);
      for (Flow& flow : flows_) {
        const auto [out, in] = links(flow);
        if (flow.rate > 0 || !(is_full[out] || is_full[in])) continue;
        flow.rate = least;
        room[out] -= least, room[in] -= least;
        --n_open[out], --n_open[in];
        --n_left;
      }
    }
  }

  std::vector<int> node_of_;
  std::vector<std::vector<Round>> rounds_;  // by position
  std::vector<int> round_;                  // of each
  std::vector<std::set<int>> arrived_;      // senders whose messages each has got
  std::vector<int> sent_;                   // the last round of which each has sent
  std::vector<Flow> flows_;
  int n_nodes_ = 0;
};

// Messages of the busiest link.
double busiest_link(const std::vector<int>& node_of) {
  std::map<int, double> members;
  for (int node : node_of) ++members[node];
  double most = 0;
  for (const auto& [node, n] : members) most = std::max(most, n * (static_cast<double>(node_of.size()) - n));
  return most;
}

}  // namespace

double slowdown_of_rounds(Schedule schedule, std::vector<int> node_of) {
  // An even number stays even: an odd one has rounds in which one waits.
  if (node_of.size() > most_played) node_of.resize(most_played - node_of.size() % 2);
  std::map<int, int> number;
  for (int& node : node_of) node = number.emplace(node, static_cast<int>(number.size())).first->second;
  const double bound = busiest_link(node_of);
  if (bound == 0) return 1;
  static std::mutex mutex;
  static std::map<std::pair<Schedule, std::vector<int>>, double> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace({schedule, node_of}, 1);
  if (is_new) found->second = std::max(1.0, Play(schedule, node_of).seconds() / bound);
  return found->second;
}

}  // namespace weft::inline exchange
