#include "geometry/axis_kinds.hpp"

#include <array>
#include <numbers>

namespace weft {
namespace {

// In the order of AxisKind.
constexpr std::array kind_rows = {AxisKindRow{"fourier", Kind::c2c},
                                  AxisKindRow{"dct1", Kind::dct1},
                                  AxisKindRow{"dct2", Kind::dct2},
                                  AxisKindRow{"dct3", Kind::dct3},
                                  AxisKindRow{"dct4", Kind::dct4},
                                  AxisKindRow{"dst1", Kind::dst1},
                                  AxisKindRow{"dst2", Kind::dst2},
                                  AxisKindRow{"dst3", Kind::dst3},
                                  AxisKindRow{"dst4", Kind::dst4},
                                  AxisKindRow{"chebyshev", Kind::dct1, true},
                                  AxisKindRow{"chebyshev-gauss", Kind::dct2, true}};

}  // namespace

const AxisKindRow& row_of(AxisKind kind) { return kind_rows[static_cast<std::size_t>(kind)]; }

const std::vector<std::string>& axis_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const AxisKindRow& row : kind_rows) all.emplace_back(row.name);
    return all;
  }();
  return names;
}

double logical_length(AxisKind kind, Index n) {
  const AxisKindRow& row = row_of(kind);
  if (row.is_chebyshev) return 1;
  if (is_fourier(row.kind)) return static_cast<double>(n);
  if (row.kind == Kind::dct1) return static_cast<double>(2 * (n - 1));
  if (row.kind == Kind::dst1) return static_cast<double>(2 * (n + 1));
  return static_cast<double>(2 * n);
}

// DCT-I and DCT-II are sums with twice each value; so is their inverse.
AxisScales scales_of(AxisKind kind, Index n) {
  const AxisKindRow& row = row_of(kind);
  if (!row.is_chebyshev) return {};
  return {1 / static_cast<double>(row.kind == Kind::dct1 ? n - 1 : n), 0.5};
}

EndFactors ends_of(AxisKind kind, Norm norm) {
  constexpr double root = std::numbers::sqrt2;
  const AxisKindRow& row = row_of(kind);
  if (row.is_chebyshev) return {1, 1, 0.5, row.kind == Kind::dct1 ? 0.5 : 1};
  if (norm != Norm::ortho) return {};
  switch (row.kind) {
    case Kind::dct1:
      return {root, root, 1 / root, 1 / root};
    case Kind::dct2:
      return {1, 1, 1 / root, 1};
    case Kind::dct3:
      return {root, 1, 1, 1};
    case Kind::dst2:
      return {1, 1, 1, 1 / root};
    case Kind::dst3:
      return {1, root, 1, 1};
    default:
      return {};
  }
}

}  // namespace weft
