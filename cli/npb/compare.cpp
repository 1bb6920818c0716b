// weft npb ft --compare A,B,C: exchanges side by side in one launch. Each round runs all of them, in an order
// that changes; each run plans anew and is verified. Gains are taken inside a round, as ratios in weft bench.
#include <fmt/format.h>

#include <algorithm>

#include "bench/rounds.hpp"
#include "bench/shuffle.hpp"
#include "npb/run.hpp"
#include "program/json_file.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

constexpr const char* overlapped = "+overlap";

struct Compared {
  std::string exchange;  // as asked for
  Options options;
  NpbFtMaker make;
  std::vector<NpbOutcome> rounds = {};
};

std::vector<Compared> compared_exchanges(const NpbRequest& request) {
  std::vector<Compared> all;
  for (const std::string& exchange : split(request.compare, ',')) {
    NpbRequest one = request;
    const std::size_t plus = exchange.find(overlapped);
    one.ways.exchange = exchange.substr(0, plus);
    if (plus != std::string::npos) one.overlap = true;
    const bool is_twice = std::any_of(all.begin(), all.end(),
                                      [&](const Compared& other) { return other.exchange == exchange; });
    if (exchange.empty() || is_twice)
      fail(
          fmt::format("--compare {}: {}; write different exchanges with commas between them, as "
                      "alltoallv,p2p",
                      request.compare, exchange.empty() ? "a part is empty" : exchange + " is there twice"));
    all.push_back({exchange, options_of(one), one.maker()});
  }
  return all;
}

template <class Value>
std::vector<double> each_round(const Compared& c, Value&& value) {
  std::vector<double> values;
  for (const NpbOutcome& outcome : c.rounds) values.push_back(value(outcome));
  return values;
}

std::vector<double> round_seconds(const Compared& c) {
  return each_round(c, [](const NpbOutcome& outcome) { return outcome.seconds; });
}

// Percent of the time of a round, median over the rounds.
double share(const Compared& c, double NpbFtClocks::*clock) {
  return median_of(
      each_round(c, [&](const NpbOutcome& outcome) { return 100 * outcome.clocks.*clock / outcome.mean; }));
}

// Percent by which it is faster than the first one: 10 means that the first takes 1.1 times as long.
double gain(const Compared& first, const Compared& c) {
  return 100 * (median_ratio(round_seconds(first), round_seconds(c)) - 1);
}

bool is_verified(const Compared& c) {
  return std::all_of(c.rounds.begin(), c.rounds.end(),
                     [](const NpbOutcome& outcome) { return outcome.verified; });
}

void print_compared(const Session& session, const NpbFtClass& problem, const std::vector<Compared>& all) {
  std::size_t width = 10;
  for (const Compared& c : all) width = std::max(width, c.exchange.size() + 2);
  say(session, "{:<{}}{:>10}{:>10}{:>13}{:>9}{:>9}{:>10}{:>9}  {}", "exchange", width, "seconds", "Mop/s",
      "calculation", "sending", "idle", "planning", "gain", "verified");
  for (const Compared& c : all) {
    const double seconds = median_of(round_seconds(c));
    say(session, "{:<{}}{:>10.4g}{:>10.2f}{:>11.1f} %{:>7.1f} %{:>7.1f} %{:>8.1f} %{:>7.1f} %  {}",
        c.exchange, width, seconds, npb_ft_mops(problem, seconds), share(c, &NpbFtClocks::calculation),
        share(c, &NpbFtClocks::sending), share(c, &NpbFtClocks::idle), share(c, &NpbFtClocks::planning),
        gain(all.front(), c), is_verified(c) ? "yes" : "NO");
  }
}

Json compared_json(const Session& session, const NpbFtClass& problem, const std::vector<Compared>& all) {
  Json list = Json::array();
  for (const Compared& c : all) {
    Json rounds = Json::array();
    for (const NpbOutcome& outcome : c.rounds) {
      Json turn = {
          {"seconds", outcome.seconds}, {"shares", shares_json(outcome)}, {"verified", outcome.verified}};
      turn.update(outcome.details.facts);
      rounds.push_back(turn);
    }
    const double seconds = median_of(round_seconds(c));
    list.push_back({{"exchange", c.exchange},
                    {"choice", c.rounds.front().choice},
                    {"seconds", seconds},
                    {"mops", npb_ft_mops(problem, seconds)},
                    {"gain_percent", gain(all.front(), c)},
                    {"verified", is_verified(c)},
                    {"volume", volume_json(session, problem, c.rounds.front())},
                    {"rounds", rounds}});
  }
  return list;
}

}  // namespace

int compare_npb(const Session& session, const NpbFtClass& problem, const NpbRequest& request) {
  std::vector<Compared> all = compared_exchanges(request);
  JsonFile json(session, request.json);
  say(session, "NAS Parallel Benchmarks: FT, class {}, {} processes, median of {} rounds", problem.name,
      session.size, request.n_rounds);
  LoopProgress progress(session, "run", request.n_rounds * static_cast<int>(all.size()));
  for (int round = 0; round < request.n_rounds; ++round)
    for (const std::size_t i : order_in_round(all.size(), round)) {
      progress.begin_next(fmt::format("round {}, {}", round + 1, all[i].exchange));
      all[i].rounds.push_back(run_npb(
          session, problem, all[i].options, all[i].make, [](const std::string&) {},
          [](int, std::complex<double>) {}));
    }
  show_progress(session, "");
  print_compared(session, problem, all);
  json.write(report_json(session, {{"class", problem.name},
                                   {"size", problem.n},
                                   {"iterations", problem.n_iterations},
                                   {"compare", compared_json(session, problem, all)}}));
  return std::all_of(all.begin(), all.end(), is_verified) ? 0 : 1;
}

}  // namespace weft::cli
