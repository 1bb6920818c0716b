// The order in which a tuner measures choices, and when it stops.
#include "tune/search.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace weft {
namespace {

constexpr Care quick{2, 0.02}, thorough{12, 0.3};
constexpr double hopeless = 1.25;            // times the best: further samples would not make it the best
constexpr double unpromising = 4;            // times the least estimate: a placement is not measured
constexpr double unpromising_detail = 1.15;  // times the estimate without it: a detail is not measured
constexpr std::size_t most_placements = 32;
constexpr std::size_t n_refined = 2;                 // placements whose details are tried
constexpr int n_rounds = 4, n_rounds_of_second = 3;  // that the best two are measured at least
constexpr int most_repetitions = 16, most_thorough_repetitions = 40;

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

  // Measures the choices that differ from `now` in a detail, those that promise something.
  void try_others(const Choice& now, const std::vector<Choice>& choices) {
    const double most = unpromising_detail * estimate_(now).value_or(0);
    std::vector<Choice> fresh;
    for (const Choice& choice : choices)
      if (tried_.count(to_text(choice)) == 0) fresh.push_back(choice);
    std::vector<Candidate> promising;
    for (const Candidate& candidate : estimated(fresh, estimate_))
      if (candidate.estimated_seconds <= most) promising.push_back(candidate);
    try_all(promising, quick);
  }

  // Whoever leads is measured again, until the first two have held their places: with many candidates, the
  // least of all times belongs to one that was lucky. What counts is the median of its rounds.
  void confirm(int most) {
    for (int i = 0; i < most && measured_.size() > 1 && !is_over(); ++i) {
      sort();
      const int n_first = rounds(measured_[0]), n_second = rounds(measured_[1]);
      if (n_first >= n_rounds && n_second >= n_rounds_of_second) return;
      Candidate& next = n_first >= n_rounds || n_second < n_first - 1 ? measured_[1] : measured_[0];
      std::vector<double>& times = times_[to_text(next.choice)];
      if (const auto seconds = trials_.measure(next.choice, quick, 0)) times.push_back(*seconds);
      next.measured_seconds = median(times);
    }
    sort();
  }

  const std::vector<Candidate>& measured() {
    sort();
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
  void sort() { std::stable_sort(measured_.begin(), measured_.end(), is_before); }
  int rounds(const Candidate& candidate) const {
    return static_cast<int>(times_.at(to_text(candidate.choice)).size());
  }

  void try_one(Candidate candidate, const Care& care) {
    tried_.insert(to_text(candidate.choice));
    const double give_up = best_ ? hopeless * *best_->measured_seconds : 0;
    candidate.measured_seconds = trials_.measure(candidate.choice, care, give_up);
    if (!candidate.measured_seconds) return;
    measured_.push_back(candidate);
    times_[to_text(candidate.choice)] = {*candidate.measured_seconds};
    if (!best_ || is_before(candidate, *best_)) best_ = candidate;
    trials_.tell(measured_.size(), result_.n_planned, *best_);
  }

  const Estimate& estimate_;
  Trials& trials_;
  double budget_;
  std::vector<Candidate> measured_;
  std::optional<Candidate> best_;
  std::set<std::string> tried_;
  std::map<std::string, std::vector<double>> times_;  // of each round, by choice
  SearchResult result_;
};

// Grid, exchanges and sweeps, with the defaults of all else.
std::vector<Choice> placements(const SearchSpace& space) {
  std::vector<Choice> choices;
  for (const Placement& placement : space.placements)
    for (const Choice& choice : with_exchanges(placement)) choices.push_back(choice);
  return choices;
}

const Placement& placement_of(const SearchSpace& space, const Choice& choice) {
  return *std::find_if(space.placements.begin(), space.placements.end(), [&](const Placement& placement) {
    return placement.base.grid == choice.grid && placement.base.ranks == choice.ranks &&
           placement.base.sweeps == choice.sweeps;
  });
}

std::vector<std::vector<Choice>> details(const SearchSpace& space, const Choice& choice) {
  return with_other_details(space, placement_of(space, choice), choice);
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

SearchResult search_by_estimate(const SearchSpace& space, const Estimate& estimate) {
  std::vector<Candidate> all = estimated(placements(space), estimate);
  if (all.empty()) return {};
  SearchSpace details_it_knows = space;
  details_it_knows.stores.resize(1);
  details_it_knows.lines.resize(1);
  const std::size_t n_details = details(details_it_knows, all.front().choice).size();
  for (std::size_t i = 0; i < n_details; ++i) {
    const Choice best = std::min_element(all.begin(), all.end(), is_before)->choice;
    for (const Candidate& other : estimated(details(details_it_knows, best)[i], estimate))
      all.push_back(other);
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
      search.try_others(now, others);
      for (const Candidate& candidate : search.measured())
        if (candidate.choice == now || std::count(others.begin(), others.end(), candidate.choice) != 0) {
          now = candidate.choice;  // the best of them
          break;
        }
    }
  }
  search.confirm(most_repetitions);
  return search.finish(all);
}

SearchResult search_everything(const std::vector<Choice>& choices, const Estimate& estimate, Trials& trials,
                               double budget) {
  Search search(estimate, trials, budget);
  const std::vector<Candidate> all = estimated(choices, estimate);
  search.try_all(all, thorough);
  search.confirm(most_thorough_repetitions);
  return search.finish(all);
}

}  // namespace weft
