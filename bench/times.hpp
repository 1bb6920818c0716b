// Times, or ratios of times, of the rounds of a measurement.
#pragma once

#include <algorithm>
#include <vector>

struct Times {
  std::vector<double> seconds;
  double minimum() const { return *std::min_element(seconds.begin(), seconds.end()); }
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};
