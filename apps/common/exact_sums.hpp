// Sums without rounding errors: the same bits in any order of the terms, on any number of processes and
// threads.
//
// A sum is a number of 2144 bits in digits of 32, of which each term changes three (J. M. Neal, "Fast exact
// summation using small and large superaccumulators", arXiv:1505.05571).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/weft.hpp"

namespace weft::apps {

class ExactSums {
 public:
  explicit ExactSums(std::size_t n = 0) { reset(n); }

  // n sums of nothing. Not collective, as all but of_all().
  void reset(std::size_t n);
  std::size_t size() const { return sums_.size(); }
  void add(std::size_t i, double term);
  // To sum `first`, sum `first` + 1, ... what `other` has.
  void add(std::size_t first, const ExactSums& other);
  // Over all processes of the plan; infinite terms and NaN as in any sum. Collective.
  std::vector<double> of_all(const Plan& plan) const;

 private:
  static constexpr std::size_t n_digits = 67;  // of 32 bits: those of all doubles, and room above
  static constexpr std::int64_t most_terms = std::int64_t{1} << 30;

  struct Sum {
    std::array<std::int64_t, n_digits> digits{};  // least first, each with any carry and of any sign
    std::int64_t n_terms = 0;                     // since the last carry
    double beyond = 0;                            // the sum of what is not finite

    void carry();
    double value() const;
  };

  std::vector<Sum> sums_;
};

}  // namespace weft::apps
