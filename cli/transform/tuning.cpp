// Tuning as commands do it.
#include "transform/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::cli {

namespace {

std::optional<Description> described(const Session& session, const Problem& problem, const Options& options) {
  try {
    return describe(problem, session.size, 0, options, session.processes_per_node);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// "2 native window-pull: 0.45 ms a pair, measured; best of 40 choices in 0.9 s"
std::string in_words(const FoundChoice& found, const std::string& again) {
  const Tuning& tuning = found.tuning;
  const std::string choice = to_text(tuning.choice);
  const double ms = 1e3 * tuning.pair_seconds.value_or(0);
  if (tuning.from == "wisdom")
    return fmt::format("{}: {:.4g} ms a pair when it was measured; from wisdom, tune again with {}", choice,
                       ms, again);
  if (tuning.from == "rule") return choice + ": by rule, there is nothing to choose between";
  const std::size_t n_measured = found.n_measured(), n_rest = found.ranking.size() - n_measured;
  if (n_measured == 0)
    return fmt::format("{}: {:.4g} ms a pair, estimated; best of {} choices in {:.2g} s", choice,
                       1e3 * tuning.ranking.front().estimated_seconds, n_rest, tuning.seconds);
  std::string text = fmt::format("{}: {:.4g} ms a pair, measured; best of {} choices in {:.2g} s", choice, ms,
                                 n_measured, tuning.seconds);
  if (n_rest > 0) text += fmt::format(", {} more were only estimated", n_rest);
  return text;
}

}  // namespace

std::size_t FoundChoice::n_measured() const {
  return static_cast<std::size_t>(std::count_if(ranking.begin(), ranking.end(), [](const auto& ranked) {
    return ranked.candidate.measured_seconds.has_value();
  }));
}

FoundChoice find_choice(const Session& session, const Problem& problem, const Options& options) {
  const Options all = with_environment(options);
  FoundChoice found;
  found.tuning =
      tune(problem, session.comm, all, [&](const std::string& what) { show_progress(session, what); });
  show_progress(session, "");
  for (const Candidate& candidate : found.tuning.ranking)
    found.ranking.push_back({candidate, described(session, problem, with_choice(all, candidate.choice))});
  found.wisdom_path = broadcast(session, wisdom_path());
  found.keeps_wisdom = all.get("wisdom") != "ignore";
  found.options = with_choice(all, found.tuning.choice);
  return found;
}

void tell_choice(const Session& session, const FoundChoice& found, const std::string& again) {
  say(session, "{}", in_words(found, again));
  if (found.tuning.kept)
    say(session, "kept in {}", found.wisdom_path);
  else if (found.tuning.from == "measurement" && !found.keeps_wisdom)
    say(session, "not kept, as wisdom=ignore says");
  for (const std::string& remark : found.tuning.remarks) note(session, remark);
}

}  // namespace weft::cli
