// What samples of a choice, taken in turns with samples of another plan, say about the two.
#include "tune/comparison.hpp"

#include <algorithm>

namespace weft::inline tuning {

namespace {

constexpr double least_speed = 1 / 3.0, most_speed = 3;  // of a processor, over its usual one

// What three quarters of the values exceed: some things only add to some of them, and a few are lucky.
double lower_quartile(std::vector<double> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 4);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double least(const std::vector<Sample>& samples) {
  return std::min_element(samples.begin(), samples.end(),
                          [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; })
      ->seconds;
}

std::vector<double> undisturbed(const std::vector<Sample>& samples) {
  std::vector<double> seconds;
  for (const Sample& sample : samples)
    if (!sample.disturbed) seconds.push_back(sample.seconds);
  return seconds;
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::size_t n_undisturbed(const std::vector<Sample>& samples) { return undisturbed(samples).size(); }

Comparison compared(const std::vector<Sample>& choice, const std::vector<Sample>& reference,
                    std::size_t enough) {
  if (n_undisturbed(choice) < enough || n_undisturbed(reference) < enough)
    return {least(choice), least(reference), true};
  return {lower_quartile(undisturbed(choice)), lower_quartile(undisturbed(reference)), false};
}

double usual_reference(const std::vector<Comparison>& comparisons) {
  std::vector<double> good, all;
  for (const Comparison& comparison : comparisons) {
    all.push_back(comparison.reference);
    if (!comparison.disturbed) good.push_back(comparison.reference);
  }
  return good.empty() ? *std::min_element(all.begin(), all.end()) : median(good);
}

bool is_evidence(const Comparison& comparison, double usual) {
  const double speed = usual / comparison.reference;
  return !comparison.disturbed && speed > least_speed && speed < most_speed;
}

}  // namespace weft::inline tuning
