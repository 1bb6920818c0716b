// The order in which a tuner measures choices, and when it stops.
#include "tune/search.hpp"

#include <algorithm>
#include <set>

namespace weft {
namespace {

constexpr Care quick{3, 0.02}, thorough{8, 0.06};
constexpr double hopeless = 1.25;  // times the best: further samples would not make it the best
constexpr double unpromising = 4;  // times the least estimate: not measured
constexpr std::size_t most_placements = 32;
constexpr std::size_t n_refined = 2;  // placements whose details are tried
constexpr std::size_t n_finalists = 4;
constexpr int n_final_rounds = 3;

bool is_before(const Candidate& a, const Candidate& b) {
  if (a.measured_seconds.has_value() != b.measured_seconds.has_value()) return a.measured_seconds.has_value();
  if (a.measured_seconds) return *a.measured_seconds < *b.measured_seconds;
  return a.estimated_seconds < b.estimated_seconds;
}

std::vector<Candidate> estimated(const std::vector<Choice>& choices, const Estimate& estimate) {
  std::vector<Candidate> candidates;
  for (const Choice& choice : choices)
    if (const std::optional<double> seconds = estimate(choice))
      candidates.push_back({choice, *seconds, std::nullopt});
  std::stable_sort(candidates.begin(), candidates.end(), is_before);
  return candidates;
}

// One search: what was measured so far, and how long there is left.
class Search {
 public:
  Search(const Estimate& estimate, Trials& trials, double budget)
      : estimate_(estimate), trials_(trials), budget_(budget) {}

  // Measures the candidates in order until time is out.
  void try_all(const std::vector<Candidate>& candidates, const Care& care) {
    result_.n_planned += candidates.size();
    for (const Candidate& candidate : candidates) {
      if (is_over()) return;
      try_one(candidate, care);
    }
  }

  // Measures the choices that differ from the best one in a detail; the best one may be another then.
  void try_others(const std::vector<Choice>& choices) {
    std::vector<Choice> fresh;
    for (const Choice& choice : choices)
      if (tried_.count(to_text(choice)) == 0) fresh.push_back(choice);
    try_all(estimated(fresh, estimate_), quick);
  }

  // The best few once more, in turn: what disturbed one of them does not decide.
  void run_off() {
    std::stable_sort(measured_.begin(), measured_.end(), is_before);
    const std::size_t n = std::min(n_finalists, measured_.size());
    if (n < 2) return;
    std::vector<Candidate> finalists(measured_.begin(), measured_.begin() + static_cast<std::ptrdiff_t>(n));
    for (Candidate& finalist : finalists) finalist.measured_seconds.reset();
    for (int round = 0; round < n_final_rounds; ++round) {
      if (is_over()) break;
      for (Candidate& finalist : finalists)
        if (const auto seconds = trials_.measure(finalist.choice, quick, 0))
          finalist.measured_seconds = std::min(*seconds, finalist.measured_seconds.value_or(*seconds));
    }
    for (std::size_t i = 0; i < n; ++i)
      if (finalists[i].measured_seconds) measured_[i] = finalists[i];
    // Times of one round are compared: the winner is one of the finalists, whatever was measured before.
    const auto winner =
        std::min_element(measured_.begin(), measured_.begin() + static_cast<std::ptrdiff_t>(n), is_before);
    std::iter_swap(measured_.begin(), winner);
    std::stable_sort(measured_.begin() + 1, measured_.end(), is_before);
  }

  const std::vector<Candidate>& measured() {
    std::stable_sort(measured_.begin(), measured_.end(), is_before);
    return measured_;
  }
  bool is_over() {
    result_.out_of_time = result_.out_of_time || trials_.spent() >= budget_;
    return result_.out_of_time;
  }

  // With those that were not measured behind, by their estimates.
  SearchResult finish(const std::vector<Candidate>& all) {
    result_.ranking = measured_;
    for (const Candidate& candidate : all)
      if (tried_.count(to_text(candidate.choice)) == 0) result_.ranking.push_back(candidate);
    return result_;
  }

 private:
  void try_one(Candidate candidate, const Care& care) {
    tried_.insert(to_text(candidate.choice));
    const double give_up = best_ ? hopeless * *best_->measured_seconds : 0;
    candidate.measured_seconds = trials_.measure(candidate.choice, care, give_up);
    if (!candidate.measured_seconds) return;
    measured_.push_back(candidate);
    if (!best_ || is_before(candidate, *best_)) best_ = candidate;
    trials_.tell(measured_.size(), result_.n_planned, *best_);
  }

  const Estimate& estimate_;
  Trials& trials_;
  double budget_;
  std::vector<Candidate> measured_;
  std::optional<Candidate> best_;
  std::set<std::string> tried_;
  SearchResult result_;
};

// Grid, exchanges and sweeps, with the defaults of all else.
std::vector<Choice> placements(const SearchSpace& space) {
  std::vector<Choice> choices;
  for (const Frame& frame : space.frames)
    for (const Choice& choice : with_exchanges(frame)) choices.push_back(choice);
  return choices;
}

const Frame& frame_of(const SearchSpace& space, const Choice& choice) {
  return *std::find_if(space.frames.begin(), space.frames.end(), [&](const Frame& frame) {
    return frame.base.grid == choice.grid && frame.base.ranks == choice.ranks &&
           frame.base.sweeps == choice.sweeps;
  });
}

// Every choice that differs from `choice` in one detail, by detail.
std::vector<std::vector<Choice>> details(const SearchSpace& space, const Choice& choice) {
  const Frame& frame = frame_of(space, choice);
  std::vector<std::vector<Choice>> all;
  for (std::size_t sweep = 0; sweep < frame.n_sweeps; ++sweep)
    all.push_back(with_other_backends(space, frame, choice, sweep));
  all.push_back(with_other_stores(space, choice));
  all.push_back(with_other_lines(space, choice));
  all.push_back(with_other_threads(space, choice));
  return all;
}

}  // namespace

SearchResult search_by_estimate(const SearchSpace& space, const Estimate& estimate) {
  std::vector<Candidate> all = estimated(placements(space), estimate);
  if (all.empty()) return {};
  const std::size_t n_details = details(space, all.front().choice).size();
  for (std::size_t i = 0; i < n_details; ++i) {
    const Choice best = std::min_element(all.begin(), all.end(), is_before)->choice;
    for (const Candidate& other : estimated(details(space, best)[i], estimate)) all.push_back(other);
  }
  std::stable_sort(all.begin(), all.end(), is_before);
  return {all, false, 0};
}

SearchResult search_by_measuring(const SearchSpace& space, const Estimate& estimate, Trials& trials,
                                 double budget) {
  Search search(estimate, trials, budget);
  const std::vector<Candidate> all = estimated(placements(space), estimate);
  std::vector<Candidate> promising;
  for (const Candidate& candidate : all)
    if (promising.size() < most_placements &&
        candidate.estimated_seconds <= unpromising * all.front().estimated_seconds)
      promising.push_back(candidate);
  search.try_all(promising, quick);
  std::vector<Choice> starts;
  for (const Candidate& candidate : search.measured())
    if (starts.size() < n_refined) starts.push_back(candidate.choice);
  for (Choice now : starts) {
    const std::size_t n_details = details(space, now).size();
    for (std::size_t i = 0; i < n_details && !search.is_over(); ++i) {
      const std::vector<Choice> others = details(space, now)[i];
      search.try_others(others);
      for (const Candidate& candidate : search.measured())
        if (candidate.choice == now || std::count(others.begin(), others.end(), candidate.choice) != 0) {
          now = candidate.choice;  // the best of them
          break;
        }
    }
  }
  search.run_off();
  return search.finish(all);
}

SearchResult search_everything(const std::vector<Choice>& choices, const Estimate& estimate, Trials& trials,
                               double budget) {
  Search search(estimate, trials, budget);
  const std::vector<Candidate> all = estimated(choices, estimate);
  search.try_all(all, thorough);
  search.measured();
  search.run_off();
  return search.finish(all);
}

}  // namespace weft
