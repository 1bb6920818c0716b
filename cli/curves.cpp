#include "curves.hpp"

#include <algorithm>
#include <charconv>

#include "text.hpp"

namespace weft::cli {

Peak peak_of(const std::vector<double>& x, const std::vector<double>& f) {
  const auto i = static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
  if (i == 0 || i + 1 == f.size()) return {f[i], x[i]};
  const double left = (f[i] - f[i - 1]) / (x[i] - x[i - 1]), right = (f[i + 1] - f[i]) / (x[i + 1] - x[i]);
  const double curvature = (right - left) / (x[i + 1] - x[i - 1]);
  if (!(curvature < 0)) return {f[i], x[i]};
  const double place = (x[i - 1] + x[i]) / 2 - left / (2 * curvature);
  return {f[i - 1] + (place - x[i - 1]) * (left + curvature * (place - x[i])), place};
}

double interpolated(const std::vector<double>& xs, const std::vector<double>& fs, double x) {
  const auto after = std::upper_bound(xs.begin(), xs.end(), x) - xs.begin();
  const auto n = static_cast<std::ptrdiff_t>(xs.size());
  const auto first = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(after - 2, 0, n - 4));
  double sum = 0;
  for (std::size_t i = first; i < first + 4; ++i) {
    double weight = 1;
    for (std::size_t j = first; j < first + 4; ++j)
      if (j != i) weight *= (x - xs[j]) / (xs[i] - xs[j]);
    sum += weight * fs[i];
  }
  return sum;
}

Columns columns_of(const std::string& table) {
  Columns columns;
  std::vector<std::string> names;
  for (const std::string& line : parts_of(table, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> words = parts_of(line, ',');
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
