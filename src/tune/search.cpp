// The order in which a tuner measures choices, and when it stops.
#include "tune/search.hpp"

#include <algorithm>
#include <set>

#include "tune/second_look.hpp"

namespace weft::inline tuning {

namespace {

constexpr Care quick{2, 0.02, 0.06}, thorough{12, 0.3, 0.6}, once_more{2, 0.02, 0.25, true};
constexpr double hopeless = 1.25;            // times the best: further samples would not make it the best
constexpr double unpromising = 4;            // times the least estimate: a placement is not measured
constexpr double unpromising_detail = 1.15;  // times the estimate without it: a detail is not measured
constexpr std::size_t most_placements = 32;
constexpr std::size_t n_refined = 2;  // placements whose details are tried
constexpr int most_looks = 24, most_thorough_looks = 60;
constexpr int usual_looks = 8;                // of the second look, as an expectation
constexpr int most_looks_in_vain = 4;         // one after the other, because none was evidence
constexpr double share_of_first_look = 0.75;  // of the budget

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

  // How many candidates there will be, roughly: what is told of the way.
  void expect(std::size_t n_candidates) { n_expected_ = n_candidates; }

  // Measures the candidates in order until time is out.
  void try_all(const std::vector<Candidate>& candidates, const Care& care) {
    result_.n_planned += candidates.size();
    for (const Candidate& candidate : candidates) {
      if (is_over()) return;
      try_one(candidate, care);
    }
  }

  // Of the choices that differ from `now` in a detail, those that promise something and are not measured yet.
  std::vector<Candidate> promising(const Choice& now, const std::vector<Choice>& choices) const {
    const double most = unpromising_detail * estimate_(now).value_or(0);
    std::vector<Choice> fresh;
    for (const Choice& choice : choices)
      if (tried_.count(to_text(choice)) == 0) fresh.push_back(choice);
    std::vector<Candidate> candidates = estimated(fresh, estimate_);
    std::erase_if(candidates, [&](const Candidate& other) { return other.estimated_seconds > most; });
    return candidates;
  }

  // Looks again at those that seem better than the plan by rule, until it is decided.
  void look_again(int most) {
    if (contenders_.empty()) return;
    Verdict verdict = judge(contenders_);
    int n_in_vain = 0;  // one after the other
    for (int i = 0; verdict.next && n_in_vain < most_looks_in_vain && i < most; ++i) {
      const double spent = trials_.spent();
      if (spent >= budget_) {
        result_.out_of_time = true;
        break;
      }
      Contender& contender = contenders_[*verdict.next];
      const Choice& choice = measured_[*verdict.next].choice;
      tell_look(choice, i, most, verdict.best, spent);
      if (const std::optional<Comparison> look = trials_.compare(choice, once_more, 0))
        contender.looks.push_back(*look);
      else
        contender.is_out = true;
      const Verdict now = judge(contenders_);
      n_in_vain = now.n_evidence > verdict.n_evidence ? 0 : n_in_vain + 1;
      verdict = now;
    }
    const bool is_decided = !verdict.next || verdict.best != 0;
    result_.confirmed = is_decided && (verdict.n_evidence > 0 || !result_.out_of_time);
  }

  // The best first, by what is known now.
  std::vector<Candidate> measured() const {
    std::vector<Candidate> sorted = measured_;
    if (sorted.empty()) return sorted;
    const std::vector<double> seconds = seconds_of(contenders_);
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i].measured_seconds = seconds[i];
    std::stable_sort(sorted.begin(), sorted.end(), is_before);
    return sorted;
  }
  bool is_over() {
    spent_ = trials_.spent();
    result_.out_of_time = result_.out_of_time || spent_ >= share_of_first_look * budget_;
    return result_.out_of_time;
  }

  // With those that were not measured behind, by their estimates.
  SearchResult finish(const std::vector<Candidate>& all) {
    result_.ranking = measured();
    if (!result_.ranking.empty()) {
      const Choice& best = measured_[judge(contenders_).best].choice;
      const auto at = std::find_if(result_.ranking.begin(), result_.ranking.end(),
                                   [&](const Candidate& candidate) { return candidate.choice == best; });
      std::rotate(result_.ranking.begin(), at, at + 1);
    }
    for (const Candidate& candidate : all)
      if (tried_.count(to_text(candidate.choice)) == 0) result_.ranking.push_back(candidate);
    return result_;
  }

 private:
  void try_one(const Candidate& candidate, const Care& care) {
    tell_candidate(candidate.choice);
    tried_.insert(to_text(candidate.choice));
    const std::optional<Comparison> first = trials_.compare(candidate.choice, care, hopeless * least_ratio_);
    if (!first) return;
    measured_.push_back(candidate);
    contenders_.push_back({*first});
    if (measured_.size() == 1 || (!first->disturbed && first->ratio() < least_ratio_)) {
      best_ = measured_.size() - 1;
      least_ratio_ = first->ratio();
    }
  }

  void tell_candidate(const Choice& choice) {
    const std::size_t n_tried = tried_.size();
    const std::size_t n_planned = std::max({result_.n_planned, n_expected_, n_tried + 1});
    SearchState state{choice, n_tried + 1, n_planned};
    if (n_tried > 0)
      state.seconds_left = std::min(
          spent_ / static_cast<double>(n_tried) * static_cast<double>(n_planned - n_tried + usual_looks),
          budget_ - spent_);
    tell(state, best_);
  }

  void tell_look(const Choice& choice, int i, int most, std::size_t best, double spent) {
    if (i == 0) spent_ = spent;
    SearchState state{choice, static_cast<std::size_t>(i) + 1, static_cast<std::size_t>(most), true};
    if (i > 0) state.seconds_left = std::min((spent - spent_) / i * (most - i), budget_ - spent);
    tell(state, best);
  }

  void tell(SearchState& state, std::size_t best) {
    if (!measured_.empty()) {
      state.best = &measured_[best].choice;
      state.best_seconds = contenders_[best].first.seconds;
    }
    trials_.tell(state);
  }

  const Estimate& estimate_;
  Trials& trials_;
  double budget_;
  std::vector<Candidate> measured_;    // the plan by rule first, then in the order of measuring
  std::vector<Contender> contenders_;  // the same
  std::size_t best_ = 0;               // of these, at the first look
  double least_ratio_ = 0;             // its own; 0: there is none yet
  std::set<std::string> tried_;
  std::size_t n_expected_ = 0;
  double spent_ = 0;  // seconds, before the last candidate; in the second look, before that
  SearchResult result_;
};

// The plan by rule first: all others are compared with it.
std::vector<Candidate> with_rule_first(std::vector<Candidate> candidates, const Choice& by_rule,
                                       const Estimate& estimate) {
  const std::optional<double> seconds = estimate(by_rule);
  if (candidates.empty() || !seconds) return candidates;
  std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.choice == by_rule; });
  candidates.insert(candidates.begin(), {by_rule, *seconds, std::nullopt});
  return candidates;
}

// Grid, exchanges and sweeps, with the defaults of all else.
std::vector<Choice> placements(const SearchSpace& space) {
  std::vector<Choice> choices;
  for (const Placement& placement : space.placements)
    for (const Choice& choice : with_exchanges(placement)) choices.push_back(choice);
  return choices;
}

// Of a choice that the space does not have there are none.
std::vector<std::vector<Choice>> details(const SearchSpace& space, const Choice& choice) {
  for (const Placement& placement : space.placements)
    if (placement.base.grid == choice.grid && placement.base.deal == choice.deal &&
        placement.base.ranks == choice.ranks && placement.base.sweeps == choice.sweeps)
      return with_other_details(space, placement, choice);
  return {};
}

}  // namespace

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
  return {.ranking = std::move(all)};
}

SearchResult search_by_measuring(const SearchSpace& space, const Choice& by_rule, const Estimate& estimate,
                                 Trials& trials, double budget) {
  Search search(estimate, trials, budget);
  const std::vector<Candidate> all = estimated(placements(space), estimate);
  std::vector<Candidate> promising;
  for (const Candidate& candidate : all)
    if (promising.size() < most_placements &&
        candidate.estimated_seconds <= unpromising * all.front().estimated_seconds)
      promising.push_back(candidate);
  promising = with_rule_first(promising, by_rule, estimate);
  std::size_t n_expected = promising.size();
  if (!all.empty())
    for (const std::vector<Choice>& others : details(space, all.front().choice))
      n_expected += n_refined * search.promising(all.front().choice, others).size();
  search.expect(n_expected);
  search.try_all(promising, quick);
  std::vector<Choice> starts;
  for (const Candidate& candidate : search.measured())
    if (starts.size() < n_refined) starts.push_back(candidate.choice);
  for (Choice now : starts) {
    const std::size_t n_details = details(space, now).size();
    for (std::size_t i = 0; i < n_details && !search.is_over(); ++i) {
      const std::vector<Choice> others = details(space, now)[i];
      search.try_all(search.promising(now, others), quick);
      for (const Candidate& candidate : search.measured())
        if (candidate.choice == now || std::count(others.begin(), others.end(), candidate.choice) != 0) {
          now = candidate.choice;  // the best of them
          break;
        }
    }
  }
  search.look_again(most_looks);
  return search.finish(all);
}

SearchResult search_everything(const std::vector<Choice>& choices, const Choice& by_rule,
                               const Estimate& estimate, Trials& trials, double budget) {
  Search search(estimate, trials, budget);
  const std::vector<Candidate> all = estimated(choices, estimate);
  search.try_all(with_rule_first(all, by_rule, estimate), thorough);
  search.look_again(most_thorough_looks);
  return search.finish(all);
}

}  // namespace weft::inline tuning
