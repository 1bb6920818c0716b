// Which of several choices is taken: the plan by rule, unless another one beats it again and again.
//
// With many choices the least of all times belongs to one that was lucky. So whoever seems better than the
// plan by rule is compared with it again, each time with new plans, and only these looks count for it: four
// wins before the second defeat, and the choice holds its place. On a machine that others use as well no look
// may be evidence; then nothing is decided. Pure functions of what was measured.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tune/comparison.hpp"

namespace weft::inline tuning {

// What was measured of a choice, always against the plan by rule.
struct Contender {
  Comparison first;
  std::vector<Comparison> looks = {};  // after the first one
  bool is_out = false;                 // it could not be run again
};

struct Verdict {
  std::optional<std::size_t> next;  // who is to be looked at again; nobody: it is decided
  std::size_t best = 0;             // as far as it is known
  int n_evidence = 0;               // looks that count
};

// Of the plan by rule, which comes first, and all others. There is one at least.
Verdict judge(const std::vector<Contender>& contenders);

// Seconds of a pair of calls of each, all at the same speed of the machine. Where no comparison is evidence
// it is the fastest sample: so nothing is said to be faster than it ever was.
std::vector<double> seconds_of(const std::vector<Contender>& contenders);

}  // namespace weft::inline tuning
