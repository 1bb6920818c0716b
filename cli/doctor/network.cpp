// The judgements of `weft doctor` on the network between nodes.
//
// An exchange sends and receives at the same time. Where that takes twice as long as sending alone, either
// the medium carries one direction at a time (a hub), or the MPI library does so on a network that could do
// better: large messages ask the receiver before they are sent, and its answer waits in the queue behind its
// own message. Small messages do not ask, so they tell the one from the other.
#include "doctor/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "doctor/job_checks.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

constexpr double turns_from = 1.6;   // slowdown from which messages take turns
constexpr double free_below = 1.35;  // slowdown below which they do not
constexpr double slow_share = 0.5;   // of the median rate, below which a link is slow

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

template <class Value>
double median_of_links(const NetworkFacts& facts, Value&& value) {
  std::vector<double> values;
  for (const LinkFacts& link : facts.links) values.push_back(value(link));
  return median(values);
}

double slowdown(const LinkFacts& link) { return std::max(link.large.slowdown(), link.medium.slowdown()); }

std::string rate_text(double rate) { return fmt::format("{:.4g} MB/s", 1e-6 * rate); }

// The kind of network that carries this rate: the next speed upwards at which networks are sold.
std::string class_text(double rate) {
  const double bits = 8e-6 * rate;  // million per second
  for (const int speed : {10, 100, 1000, 2500, 10000, 25000, 40000, 50000, 100000, 200000, 400000, 800000})
    if (bits <= speed)
      return speed < 1000 ? fmt::format("{} Mbit/s-class", speed)
                          : fmt::format("{:g} Gbit/s-class", 1e-3 * speed);
  return "above 800 Gbit/s";
}

std::string link_name(const LinkFacts& link) { return fmt::format("{} with {}", link.from, link.to); }

// "" for one link; " (on 2 of 3 pairs of nodes: a with b, c with d)"
std::string which_links(const NetworkFacts& facts, const std::vector<std::string>& links) {
  constexpr std::size_t most_named = 3;
  if (facts.links.size() == 1) return "";
  std::vector<std::string> named = links;
  named.resize(std::min(named.size(), most_named));
  return fmt::format(" (on {} of {} pairs of nodes: {}{})", links.size(), facts.links.size(), join(named),
                     links.size() > most_named ? ", ..." : "");
}

std::optional<Finding> judge_network(const NetworkFacts& facts) {
  if (facts.links.empty()) return std::nullopt;
  const double rate = median_rate(facts);
  const double each = median_of_links(facts, [](const auto& link) { return link.large.rate_each(); });
  const double latency = median_of_links(facts, [](const auto& link) { return link.latency; });
  std::string text = fmt::format("{}: latency {:.3g} us, {} one way, {} each way when both send",
                                 class_text(rate), 1e6 * latency, rate_text(rate), rate_text(each));
  if (facts.links.size() > 1)
    text += fmt::format(" (median of {} pairs of {} nodes)", facts.links.size(), facts.n_nodes);
  if (!facts.settings.empty()) text += "; set: " + join(facts.settings);
  return ok(text);
}

// How an MPI library is told to send large messages without asking the receiver.
struct Cure {
  const char* library;  // the beginning of its name
  const char* setting;  // "NAME=VALUE", in the environment
  const char* remedy;
};

constexpr Cure cures[] = {
    {"Open MPI", "OMPI_MCA_btl_tcp_flags=1",
     "over TCP: mpirun --mca btl_tcp_flags 1 ..., or OMPI_MCA_btl_tcp_flags=1 in the environment"},
    {"MPICH", "UCX_RNDV_THRESH=inf",
     "over UCX: UCX_RNDV_THRESH=inf in the environment (mpirun -genv UCX_RNDV_THRESH inf ...)"},
};

const std::string shared_medium =
    "a switch with full-duplex links; on a shared medium (a hub) this is the nature of the wire, and no "
    "setting "
    "cures it";

// What to do where the library makes messages take turns.
std::string remedy_of_protocol(const NetworkFacts& facts) {
  for (const Cure& cure : cures) {
    if (!facts.mpi.starts_with(cure.library)) continue;
    const bool is_set =
        std::find(facts.settings.begin(), facts.settings.end(), cure.setting) != facts.settings.end();
    if (!is_set) return cure.remedy;
    return fmt::format("{} is set and does not help here; {}", cure.setting,
                       "send smaller messages (exchange=pipelined:p2p:1), or try another MPI library");
  }
  return fmt::format("let {} send large messages without asking the receiver first (eager, not rendezvous)",
                     facts.mpi);
}

std::optional<Finding> judge_directions(const NetworkFacts& facts) {
  if (facts.links.empty()) return std::nullopt;
  const LinkFacts& worst = *std::max_element(facts.links.begin(), facts.links.end(),
                                             [](auto& a, auto& b) { return slowdown(a) < slowdown(b); });
  if (slowdown(worst) <= turns_from)
    return ok(
        fmt::format("messages in both directions at once take {:.2f} times as long as in one (full duplex)",
                    slowdown(worst)));
  std::vector<std::string> slow;
  for (const LinkFacts& link : facts.links)
    if (slowdown(link) > turns_from) slow.push_back(link_name(link));
  const Traffic& traffic = worst.large.slowdown() >= worst.medium.slowdown() ? worst.large : worst.medium;
  const std::string text = fmt::format(
      "messages in both directions at once take turns (half duplex): those of {} take {:.2f} times as long "
      "as "
      "in one, an exchange up to twice as long",
      size_text(traffic.bytes), traffic.slowdown());
  const double small = worst.small.slowdown();
  const std::string tail = which_links(facts, slow);
  const std::string of_small = fmt::format("small messages take {:.2f} times as long", small);
  if (small < free_below)
    return warning(
        fmt::format("{}; {}: it is the protocol of {}, not the network{}", text, of_small, facts.mpi, tail),
        remedy_of_protocol(facts));
  if (small > turns_from)
    return warning(fmt::format("{}; {}: so it is the network{}", text, of_small, tail), shared_medium);
  return warning(fmt::format("{}; {}, which does not tell the network from the protocol of {}{}", text,
                             of_small, facts.mpi, tail),
                 fmt::format("{}; if that does not help: {}", remedy_of_protocol(facts), shared_medium));
}

std::optional<Finding> judge_links(const NetworkFacts& facts) {
  if (facts.links.size() < 2) return std::nullopt;
  const double usual = median_rate(facts);
  std::vector<std::string> slow;
  for (const LinkFacts& link : facts.links)
    if (link.large.rate() < slow_share * usual)
      slow.push_back(fmt::format("{}: {}", link_name(link), rate_text(link.large.rate())));
  if (slow.empty())
    return ok(fmt::format("{} pairs of nodes are alike, each with at least half of {}", facts.links.size(),
                          rate_text(usual)));
  return hint(
      fmt::format("slower than half of the median, {}: {}", rate_text(usual), join(slow)),
      "look at the cables, ports and other traffic of these nodes, or leave them out: an exchange is as "
      "slow as its slowest link");
}

}  // namespace

double Traffic::slowdown() const { return one_way > 0 ? both_ways / one_way : 1; }
double Traffic::rate() const { return one_way > 0 ? static_cast<double>(bytes) * n_messages / one_way : 0; }
double Traffic::rate_each() const {
  return both_ways > 0 ? static_cast<double>(bytes) * n_messages / both_ways : 0;
}

double median_rate(const NetworkFacts& facts) {
  return median_of_links(facts, [](const auto& link) { return link.large.rate(); });
}

const std::vector<NetworkCheck>& network_check_table() {
  static const std::vector<NetworkCheck> table = {
      {"network", judge_network},
      {"directions", judge_directions},
      {"links", judge_links},
      {"fabric", judge_fabric},
  };
  return table;
}

std::vector<std::pair<int, int>> pairs_of_nodes(int n_nodes, int most) {
  std::vector<std::pair<int, int>> all;
  for (int node = 0; node + 1 < n_nodes; node += 2) all.emplace_back(node, node + 1);
  if (n_nodes > 1 && n_nodes % 2 == 1) all.emplace_back(0, n_nodes - 1);
  const int n = static_cast<int>(all.size());
  if (n <= most) return all;
  std::vector<std::pair<int, int>> some;
  for (int i = 0; i < most; ++i) some.push_back(all[static_cast<std::size_t>(i * n / most)]);
  return some;
}

}  // namespace weft::cli
