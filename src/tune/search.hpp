// The order in which a tuner measures choices, and when it stops: no MPI, no clock of its own.
//
//   estimate     nothing is measured: the choice with the least estimate, with stores and lines by rule
//   measure      placements (grid, exchanges, sweeps) by their estimates, while they promise something; then,
//                from the best ones, one detail after the other; then the second look
//   exhaustive   every choice, those with the least estimate first; then the second look
//
// Everything is compared with the plan by rule, and at last those that seem better are looked at again: the
// plan by rule stays unless another one beats it again and again.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tune/candidates.hpp"
#include "tune/comparison.hpp"
#include "weft/tuning.hpp"

namespace weft::inline tuning {

// How long a choice is measured: at least so many samples that nothing disturbed, and so long.
struct Care {
  int n_samples = 1;
  double seconds = 0;
  double most_seconds = 0;  // where others take the processors again and again
  // The plan with which it is compared is made once more: the luck of its pages is not decided once.
  bool anew = false;
};

// What a search is at.
struct SearchState {
  const Choice& now;             // is measured next
  std::size_t number = 1;        // of this measurement: 1 is the first, or the first of the second look
  std::size_t n_planned = 0;     // as far as it is known
  bool is_second_look = false;   // n_planned is then what there are at most
  const Choice* best = nullptr;  // so far; null: nothing is measured yet
  double best_seconds = 0;       // of a pair of calls
  std::optional<double> seconds_left = {};  // at the speed so far; of a second look at most
};

// How choices are measured: by making plans, or in a test by a table. All answers are the same on all
// processes.
class Trials {
 public:
  virtual ~Trials() = default;
  // Compares a choice with the first one that could be run (which is compared with itself). Fewer samples if
  // the ratio is above `give_up_above` (0: never). Nothing if this choice cannot be run here.
  virtual std::optional<Comparison> compare(const Choice& choice, const Care& care, double give_up_above) = 0;
  // Seconds since the tuner began.
  virtual double spent() = 0;
  // Told before each measurement. Not collective.
  virtual void tell(const SearchState& /*state*/) {}
};

struct SearchResult {
  // The best first, then the others that were measured by their times, then the rest by their estimates.
  std::vector<Candidate> ranking;
  bool confirmed = false;     // the second look said that the first one is the best
  bool out_of_time = false;   // stopped by the budget
  std::size_t n_planned = 0;  // that would have been measured without a budget, at least
};

// `estimate` gives seconds, nothing for a choice that cannot be made; `by_rule` is the choice without tuning.
// Stops when `budget` seconds are spent, of which a quarter is for the second look.
using Estimate = std::function<std::optional<double>(const Choice&)>;
SearchResult search_by_estimate(const SearchSpace& space, const Estimate& estimate);
SearchResult search_by_measuring(const SearchSpace& space, const Choice& by_rule, const Estimate& estimate,
                                 Trials& trials, double budget);
SearchResult search_everything(const std::vector<Choice>& choices, const Choice& by_rule,
                               const Estimate& estimate, Trials& trials, double budget);

}  // namespace weft::inline tuning
