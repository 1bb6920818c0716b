#include "curves.hpp"

#include <algorithm>
#include <charconv>

#include "text.hpp"

namespace weft::cli {

namespace {

// The value at `x` of the polynomial through the points around it.
double interpolated_between(const std::vector<double>& xs, const std::vector<double>& fs, double x,
                            std::ptrdiff_t n_points) {
  const auto after = std::upper_bound(xs.begin(), xs.end(), x) - xs.begin();
  const auto n = static_cast<std::ptrdiff_t>(xs.size());
  const auto first =
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(after - n_points / 2, 0, n - n_points));
  const std::size_t last = first + static_cast<std::size_t>(n_points);
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    double weight = 1;
    for (std::size_t j = first; j < last; ++j)
      if (j != i) weight *= (x - xs[j]) / (xs[i] - xs[j]);
    sum += weight * fs[i];
  }
  return sum;
}

}  // namespace

// Parabolas through three places of the polynomial, nearer and nearer to its peak.
Peak peak_of(const std::vector<double>& x, const std::vector<double>& f) {
  const auto i = static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
  if (i == 0 || i + 1 == f.size()) return {f[i], x[i]};
  const auto n_points = std::min<std::ptrdiff_t>(8, static_cast<std::ptrdiff_t>(x.size()));
  const auto at = [&](double place) { return interpolated_between(x, f, place, n_points); };
  double place = x[i], step = std::min(x[i] - x[i - 1], x[i + 1] - x[i]);
  for (int round = 0; round < 6; ++round, step /= 3) {
    const double left = at(place - step), right = at(place + step), bend = left - 2 * at(place) + right;
    if (!(bend < 0)) break;
    place = std::clamp(place + step * (left - right) / (2 * bend), x[i - 1], x[i + 1]);
  }
  return {at(place), place};
}

double interpolated(const std::vector<double>& xs, const std::vector<double>& fs, double x) {
  return interpolated_between(xs, fs, x, 4);
}

Columns columns_of(const std::string& table) {
  Columns columns;
  std::vector<std::string> names;
  for (const std::string& line : split(table, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> words = split(line, ',');
    for (std::size_t i = 0; !names.empty() && i < words.size(); ++i) {
      double value = 0;
      std::from_chars(words[i].data(), words[i].data() + words[i].size(), value);
      columns[names.at(i)].push_back(value);
    }
    if (names.empty()) names = words;
  }
  return columns;
}

}  // namespace weft::cli
