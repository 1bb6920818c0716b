// What a tuner looked at, as a table and as JSON.
#include "transform/tuning_table.hpp"
#include "program/json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "transform/plan_json.hpp"

namespace weft::cli {

namespace {

// Of a forward and a backward call of one field.
struct PairCounts {
  Index n_sweeps = 0, n_copies = 0, messages = 0, bytes_sent = 0, flags = 0, peer_bytes = 0;
};

PairCounts counts_of_pair(const Description& description) {
  PairCounts sum;
  for (const Counts* counts : {&description.forward, &description.backward}) {
    sum.n_sweeps += static_cast<Index>(counts->sweeps.size());
    sum.n_copies += counts->n_copies();
    for (const ExchangeCounts& exchange : counts->exchanges) {
      sum.messages += exchange.messages;
      sum.bytes_sent += exchange.bytes_sent;
      sum.flags += exchange.flags;
      sum.peer_bytes += exchange.peer_bytes;
    }
  }
  return sum;
}

std::string milliseconds(double seconds) { return fmt::format("{:.4g}", 1e3 * seconds); }

std::string times_text(const Candidate& candidate, const std::optional<double>& best) {
  const std::optional<double>& measured = candidate.measured_seconds;
  return fmt::format("{:>9}  {:>6}  {:>9}", measured ? milliseconds(*measured) : "-",
                     measured && best ? fmt::format("{:.2f}", *measured / *best) : "-",
                     milliseconds(candidate.estimated_seconds));
}

std::string counts_text(const std::optional<Description>& description) {
  if (!description)
    return fmt::format("{:>6}  {:>6}  {:>8}  {:>11}  {:>5}  {:>12}  {:>8}", "-", "-", "-", "-", "-", "-",
                       "-");
  const PairCounts c = counts_of_pair(*description);
  return fmt::format("{:>6}  {:>6}  {:>8}  {:>11}  {:>5}  {:>12}  {:>8.4g}", c.n_sweeps, c.n_copies,
                     c.messages, c.bytes_sent, c.flags, c.peer_bytes,
                     static_cast<double>(description->memory.total()) / 0x1p20);
}

Json seconds_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json ranked_json(const RankedChoice& ranked) {
  Json row = {{"choice", to_text(ranked.candidate.choice)},
              {"measured_seconds", seconds_json(ranked.candidate.measured_seconds)},
              {"estimated_seconds", ranked.candidate.estimated_seconds},
              {"counts", nullptr},
              {"memory", nullptr}};
  if (const std::optional<Description>& d = ranked.description) {
    row["counts"] = {{"forward", counts_json(d->forward)}, {"backward", counts_json(d->backward)}};
    row["memory"] = memory_json(d->memory);
  }
  return row;
}

}  // namespace

std::vector<std::string> ranking_table(const FoundChoice& found, std::size_t n_rows) {
  std::vector<std::string> table;
  if (found.ranking.empty()) return table;
  const std::optional<double> best = found.ranking.front().candidate.measured_seconds;
  table.emplace_back(
      "Times of a forward and a backward call, in ms. Counts of process 0 in both, for one field: sweeps "
      "over");
  table.emplace_back(
      "its array (copies: those that transform nothing), messages and bytes sent, flags waited for, bytes "
      "of");
  table.emplace_back("other processes' memory; MiB that the plan allocates.");
  table.push_back(
      fmt::format("{:>4}  {:>9}  {:>6}  {:>9}  {:>6}  {:>6}  {:>8}  {:>11}  {:>5}  {:>12}  {:>8}  {}", "rank",
                  "measured", "ratio", "estimated", "sweeps", "copies", "messages", "bytes sent", "flags",
                  "peers' bytes", "MiB", "choice"));
  for (std::size_t i = 0; i < std::min(n_rows, found.ranking.size()); ++i) {
    const RankedChoice& ranked = found.ranking[i];
    table.push_back(fmt::format("{:>4}  {}  {}  {}", i + 1, times_text(ranked.candidate, best),
                                counts_text(ranked.description), to_text(ranked.candidate.choice)));
  }
  return table;
}

Json tuning_json(const FoundChoice& found) {
  const Tuning& tuning = found.tuning;
  Json ranking = Json::array();
  for (const RankedChoice& ranked : found.ranking) ranking.push_back(ranked_json(ranked));
  return {
      {"choice", to_text(tuning.choice)}, {"from", tuning.from},
      {"seconds", tuning.seconds},        {"pair_seconds", seconds_json(tuning.pair_seconds)},
      {"n_measured", found.n_measured()}, {"kept_in", tuning.kept ? Json(found.wisdom_path) : Json(nullptr)},
      {"remarks", tuning.remarks},        {"ranking", ranking}};
}

}  // namespace weft::cli
