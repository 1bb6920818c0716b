// A function known at a few points.
#include "model/curve.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace weft::inline model {

Curve sorted(Curve points) {
  std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  Curve curve;
  for (const CurvePoint& point : points) {
    if (!curve.empty() && curve.back().x == point.x) curve.pop_back();
    curve.push_back(point);
  }
  return curve;
}

Curve averaged(const Curve& points) {
  std::map<double, std::pair<double, int>> sums;  // of logarithms, and their number
  for (const CurvePoint& point : points) {
    auto& [sum, n] = sums[point.x];
    sum += std::log(point.y);
    ++n;
  }
  Curve curve;
  for (const auto& [x, sum] : sums) curve.push_back({x, std::exp(sum.first / sum.second)});
  return curve;
}

Curve without_descents(Curve curve) {
  for (std::size_t i = 1; i < curve.size(); ++i) curve[i].y = std::max(curve[i].y, curve[i - 1].y);
  return curve;
}

double value_at(const Curve& curve, double x) {
  if (x <= curve.front().x) return curve.front().y;
  if (x >= curve.back().x) return curve.back().y;
  const auto after = std::find_if(curve.begin(), curve.end(), [&](const auto& point) { return point.x > x; });
  const CurvePoint &a = *(after - 1), &b = *after;
  const double part = std::log(x / a.x) / std::log(b.x / a.x);
  return a.y * std::pow(b.y / a.y, part);
}

double proportional_beyond(const Curve& curve, double x) {
  const CurvePoint& last = curve.back();
  return x > last.x ? last.y * x / last.x : value_at(curve, x);
}

}  // namespace weft::inline model
