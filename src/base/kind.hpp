// The kinds of transforms: of a line, which routes plan and kernels do, and of an axis, which a problem asks
// for.
//
// A kind is one row. All else that weft says of it follows from the row: lengths, grids, waves, scales and
// factors at the ends of lines. What must know each kind of line (kernels) is a switch without a default, so
// that a new one does not compile before it is there.
#pragma once

#include <array>
#include <compare>
#include <numbers>

#include "base/rows.hpp"
#include "weft/problem.hpp"

namespace weft::inline base {

// Of n points. All but the first three take real or complex elements and give as many of the same, and have
// no sign; types and factors are those of FFTW's r2r plans (doc/conventions.md).
enum class Kind {
  c2c,  // n complex to n complex
  r2c,  // n real to n/2+1 complex
  c2r,  // n/2+1 complex to n real
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4,
  r2hc,  // Fourier modes of reals: real parts 0 ... n/2, then imaginary parts from the last one back to 1
  hc2r,
  dht,
};

// The last: cosines and sines of whole periods.
enum class Basis { exponentials, cosines, sines, whole_waves };

// Factors of the first and last element of a line, as it is read and as it is written.
struct EndFactors {
  double first_read = 1, last_read = 1;
  double first_written = 1, last_written = 1;
  auto operator<=>(const EndFactors&) const = default;
};

// The sum of a cosine or sine transform: point j of n is j + first_point steps from the first mirror, the
// second one is n + intervals steps away, and mode k has k + first_wave half waves between them. A point or a
// wave that is its own mirror image counts once in the sums, all others twice.
struct KindRow {
  Kind kind;
  Kind inverse;
  // The name under which machine files have its time. A sine transform does what the cosine transform of its
  // type does, and type III is type II the other way round. Those of whole waves, too, are one complex
  // transform of n points for two lines.
  const char* measured_as;
  bool halves_lines = false;  // of even length
  Basis basis = Basis::exponentials;
  int intervals = 0;
  double first_point = 0;
  double first_wave = 0;

  constexpr bool is_own_image(double point_or_wave, Index n) const {
    return point_or_wave == 0 || point_or_wave == static_cast<double>(n + intervals);
  }
  // These factors for the points read and the waves written that are their own mirror images.
  constexpr EndFactors ends(double read, double written) const {
    const double last = 1 + intervals;
    return {first_point == 0 ? read : 1, first_point == last ? read : 1, first_wave == 0 ? written : 1,
            first_wave == last ? written : 1};
  }
};

inline constexpr std::array kind_rows = {
    KindRow{Kind::c2c, Kind::c2c, "c2c"},
    KindRow{Kind::r2c, Kind::c2r, "r2c", true},
    KindRow{Kind::c2r, Kind::r2c, "c2r", true},
    KindRow{Kind::dct1, Kind::dct1, "dct1", false, Basis::cosines, -1, 0, 0},
    KindRow{Kind::dct2, Kind::dct3, "dct2", false, Basis::cosines, 0, 0.5, 0},
    KindRow{Kind::dct3, Kind::dct2, "dct2", false, Basis::cosines, 0, 0, 0.5},
    KindRow{Kind::dct4, Kind::dct4, "dct4", true, Basis::cosines, 0, 0.5, 0.5},
    KindRow{Kind::dst1, Kind::dst1, "dct1", false, Basis::sines, 1, 1, 1},
    KindRow{Kind::dst2, Kind::dst3, "dct2", false, Basis::sines, 0, 0.5, 1},
    KindRow{Kind::dst3, Kind::dst2, "dct2", false, Basis::sines, 0, 1, 0.5},
    KindRow{Kind::dst4, Kind::dst4, "dct4", true, Basis::sines, 0, 0.5, 0.5},
    KindRow{Kind::r2hc, Kind::hc2r, "dct2", false, Basis::whole_waves},
    KindRow{Kind::hc2r, Kind::r2hc, "dct2", false, Basis::whole_waves},
    KindRow{Kind::dht, Kind::dht, "dct2", false, Basis::whole_waves},
};
static_assert(is_complete(kind_rows, &KindRow::kind));
constexpr const KindRow& row_of(Kind kind) { return kind_rows[static_cast<std::size_t>(kind)]; }

constexpr bool is_fourier(Kind kind) { return row_of(kind).basis == Basis::exponentials; }
constexpr bool is_sine(Kind kind) { return row_of(kind).basis == Basis::sines; }
constexpr bool has_mirrors(Kind kind) { return row_of(kind).basis == Basis::cosines || is_sine(kind); }
// The Fourier transform in real numbers: r2hc, hc2r and dht.
constexpr bool has_whole_waves(Kind kind) { return row_of(kind).basis == Basis::whole_waves; }

// Are as many elements of the same kind written as are read?
constexpr bool keeps_elements(Kind kind) { return kind != Kind::r2c && kind != Kind::c2r; }

// Where a line has fewer modes in memory than its n points have: those of a line of so many points. 0: all.
struct Kept {
  Index in = 0;   // of what is read: the others are taken as zeros
  Index out = 0;  // of what is written: the others are left out
  bool is_all() const { return in == 0 && out == 0; }
  auto operator<=>(const Kept&) const = default;
};

// Elements of a line.
constexpr Index n_read(Kind kind, Index n, const Kept& kept = {}) {
  const Index length = kept.in == 0 ? n : kept.in;
  return kind == Kind::c2r ? length / 2 + 1 : length;
}
constexpr Index n_written(Kind kind, Index n, const Kept& kept = {}) {
  const Index length = kept.out == 0 ? n : kept.out;
  return kind == Kind::r2c ? length / 2 + 1 : length;
}

// Are the elements real? `real`: those of a transform that keeps elements are.
constexpr bool reads_real(Kind kind, bool real) { return is_fourier(kind) ? kind == Kind::r2c : real; }
constexpr bool writes_real(Kind kind, bool real) { return is_fourier(kind) ? kind == Kind::c2r : real; }

struct AxisKindRow {
  AxisKind axis;
  const char* name;           // in texts
  Kind line;                  // the forward transform of complex elements
  double length;              // of the domain on which waves have their numbers
  bool is_chebyshev = false;  // scaled to coefficients, whatever the norm is
};

inline constexpr double whole_wave = 2 * std::numbers::pi, half_wave = std::numbers::pi;
inline constexpr std::array axis_kind_rows = {
    AxisKindRow{AxisKind::fourier, "fourier", Kind::c2c, whole_wave},
    AxisKindRow{AxisKind::dct1, "dct1", Kind::dct1, half_wave},
    AxisKindRow{AxisKind::dct2, "dct2", Kind::dct2, half_wave},
    AxisKindRow{AxisKind::dct3, "dct3", Kind::dct3, half_wave},
    AxisKindRow{AxisKind::dct4, "dct4", Kind::dct4, half_wave},
    AxisKindRow{AxisKind::dst1, "dst1", Kind::dst1, half_wave},
    AxisKindRow{AxisKind::dst2, "dst2", Kind::dst2, half_wave},
    AxisKindRow{AxisKind::dst3, "dst3", Kind::dst3, half_wave},
    AxisKindRow{AxisKind::dst4, "dst4", Kind::dst4, half_wave},
    AxisKindRow{AxisKind::chebyshev, "chebyshev", Kind::dct1, 2, true},
    AxisKindRow{AxisKind::chebyshev_gauss, "chebyshev-gauss", Kind::dct2, 2, true},
    AxisKindRow{AxisKind::r2hc, "r2hc", Kind::r2hc, whole_wave},
    AxisKindRow{AxisKind::hc2r, "hc2r", Kind::hc2r, whole_wave},
    AxisKindRow{AxisKind::dht, "dht", Kind::dht, whole_wave},
};
static_assert(is_complete(axis_kind_rows, &AxisKindRow::axis));
constexpr const AxisKindRow& row_of(AxisKind kind) { return axis_kind_rows[static_cast<std::size_t>(kind)]; }
constexpr const KindRow& line_of(AxisKind kind) { return row_of(row_of(kind).line); }

constexpr bool is_fourier(AxisKind kind) { return is_fourier(row_of(kind).line); }
constexpr bool has_mirrors(AxisKind kind) { return has_mirrors(row_of(kind).line); }
constexpr bool has_whole_waves(AxisKind kind) { return has_whole_waves(row_of(kind).line); }
constexpr bool is_chebyshev(AxisKind kind) { return row_of(kind).is_chebyshev; }
// Types III and IV: their waves are those of the index and a half.
constexpr bool has_half_waves(AxisKind kind) { return line_of(kind).first_wave == 0.5; }

}  // namespace weft::inline base
