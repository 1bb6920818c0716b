#include "geometry/axis_kinds.hpp"

namespace weft::inline geometry {

const std::vector<std::string>& axis_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const AxisKindRow& row : axis_kind_rows) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

double period_of(AxisKind kind, Index n) {
  return static_cast<double>((has_mirrors(kind) ? 2 : 1) * (n + line_of(kind).intervals));
}

double logical_length(AxisKind kind, Index n) { return is_chebyshev(kind) ? 1 : period_of(kind, n); }

// Cosine transforms are sums with twice each value; so is their inverse.
AxisScales scales_of(AxisKind kind, Index n) {
  if (!is_chebyshev(kind)) return {};
  return {2 / period_of(kind, n), 0.5};
}

EndFactors ends_of(AxisKind kind, Norm norm) {
  constexpr double root = std::numbers::sqrt2;
  if (is_chebyshev(kind)) return line_of(kind).ends(1, 0.5);
  if (norm == Norm::ortho && has_mirrors(kind)) return line_of(kind).ends(root, 1 / root);
  return {};
}

}  // namespace weft::inline geometry
