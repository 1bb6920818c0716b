// The order in which a tuner measures choices, and when it stops: no MPI, no clock of its own.
//
//   estimate     nothing is measured: the choice with the least estimate, with stores and lines by rule
//   measure      placements (grid, exchanges, sweeps) by their estimates, while they promise something; then,
//                from the best ones, one detail after the other; then whoever leads again and again
//   exhaustive   every choice, those with the least estimate first; then whoever leads again and again
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tune/candidates.hpp"
#include "weft/tuning.hpp"

namespace weft {

double median(std::vector<double> values);

// How long a choice is measured: at least so many samples, and so long. Other programs take a processor for
// some milliseconds at a time; what is measured in less may be all theirs.
struct Care {
  int n_samples = 1;
  double seconds = 0;
};

// How choices are measured: by making plans, or in a test by a table. All answers are the same on all
// processes.
class Trials {
 public:
  virtual ~Trials() = default;
  // Seconds of a pair of calls, what most of several samples exceed; fewer of them if they take more than
  // `give_up_above` (0: never). Nothing if this choice cannot be run here.
  virtual std::optional<double> measure(const Choice& choice, const Care& care, double give_up_above) = 0;
  // Seconds since the tuner began.
  virtual double spent() = 0;
  // Told after each measurement.
  virtual void tell(std::size_t /*n_measured*/, std::size_t /*n_planned*/, const Candidate& /*best*/) {}
};

struct SearchResult {
  std::vector<Candidate> ranking;  // best first: measured ones, then by estimate
  bool out_of_time = false;        // stopped by the budget
  std::size_t n_planned = 0;       // that would have been measured without a budget, at least
};

// `estimate` gives seconds, nothing for a choice that cannot be made. Stops when `budget` seconds are spent.
using Estimate = std::function<std::optional<double>(const Choice&)>;
SearchResult search_by_estimate(const SearchSpace& space, const Estimate& estimate);
SearchResult search_by_measuring(const SearchSpace& space, const Estimate& estimate, Trials& trials,
                                 double budget);
SearchResult search_everything(const std::vector<Choice>& choices, const Estimate& estimate, Trials& trials,
                               double budget);

}  // namespace weft
