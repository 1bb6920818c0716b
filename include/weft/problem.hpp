// A problem: the transform, independent of how it is computed. Problems are values. Not collective.
// Example:
//   weft::Problem problem = weft::r2c({48, 48, 48});
//   problem.norm = weft::Norm::ortho;
//   assert(weft::points_are_real(problem) && !weft::modes_are_real(problem));
//   assert(weft::kept_points(problem, 0) == 48);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/options.hpp"

namespace weft WEFT_API {

// The kind of numbers of the points and the modes; or no transform.
enum class Transform {
  c2c,   // complex points to complex modes
  r2c,   // real points to the non-redundant half of the modes; its backward is c2r
  r2r,   // real points to real modes: no axis is a Fourier axis
  none,  // no transform: forward and backward only redistribute
};

// The transform along one axis of n points. All but `fourier` act on real elements, and on real and imaginary
// parts of complex ones; backward is the inverse type. Sums and factors of cosine and sine transforms are
// those of scipy.fft; those of r2hc, hc2r and dht are FFTW's (doc/conventions.md).
enum class AxisKind {
  fourier,
  dct1,  // even about both end points; n >= 2; its own inverse
  dct2,  // even about half a step outside; its inverse is dct3
  dct3,
  dct4,  // its own inverse
  dst1,  // odd about a step outside; its own inverse
  dst2,  // odd about half a step outside; its inverse is dst3
  dst3,
  dst4,             // its own inverse
  chebyshev,        // values at cos(pi j / (n-1)), j = 0 ... n-1 (Gauss-Lobatto), to coefficients of T_0 ...
                    // T_(n-1); n >= 2
  chebyshev_gauss,  // the same at cos(pi (2 j + 1) / (2 n))
  r2hc,  // the Fourier modes of real numbers: real parts 0 ... n/2, then imaginary parts (n-1)/2 ... 1; the
         // exponent is negative
  hc2r,  // its inverse
  dht,   // Hartley transform: the sum with cos + sin; its own inverse
};

// The precision of points and modes: float or double.
enum class Precision { single_, double_ };

// Which direction divides by N, as in numpy.fft and scipy.fft. N is a product over the transformed axes. The
// factor is n for Fourier axes, r2hc, hc2r and dht, 2 (n-1) for dct1, 2 (n+1) for dst1, and 2 n for other
// cosine and sine transforms. Chebyshev axes give coefficients with any norm.
enum class Norm {
  backward,  // forward unscaled, backward by 1/N
  ortho,     // both by 1/sqrt(N); cosine and sine transforms are orthogonal (scipy.fft's `orthogonalize`)
  forward,   // forward by 1/N, backward unscaled
};

// Where the modes end up when the problem does not state their layout.
enum class Output {
  last,       // where the last transform leaves them (one exchange less than `input`)
  input,      // cut like the points
  scrambled,  // of one axis over several processes: in the order in which the last transform leaves them (one
              // exchange less than `last`), of real points some more than n/2+1; see
              // Description::axis_factors. Else as `last`
};

// How the block of the modes lies in memory.
enum class Order {
  fast,  // what the last sweep writes best: the axis transformed last varies fastest
  c,     // C order: the last axis varies fastest
};

// The transform of a plan; the options say how it is computed. Each member except the shape and the two
// layouts is also a text key (`set()`).
struct Problem {
  Extents shape;  // points of the global array, 1 to 6 axes
  Transform transform = Transform::c2c;
  Precision precision = Precision::double_;
  Axes axes = {};  // transformed axes, empty = all; of r2c the last Fourier axis listed is the real one
  std::vector<AxisKind> kinds =
      {};  // of the transformed axes, in the order of `axes`; empty: all are Fourier
  Extents kept =
      {};  // points of the coarser grid whose modes are kept, one number for each axis of `shape`, at most as
           // many; empty: all modes. Forward leaves the other modes out, backward takes them as zeros
  int sign = -1;  // of the exponent of the forward transform, -1 or +1; backward has the other
  Norm norm = Norm::backward;
  int n_fields = 1;                   // most fields that one call may transform together
  std::optional<Layout> points = {};  // layout of the points; default: axes 0..k-1 are cut
  std::optional<Layout> modes = {};   // layout of the modes; default: see `output`
  Output output = Output::last;
  Order order = Order::fast;  // of the modes, unless `modes_order` states one
  // How the arrays of the user lie in memory. Orders list the axes from slowest to fastest varying (empty:
  // the points in C order, the modes by `order`). Paddings are the elements behind the block along each axis
  // (empty: none). Real points in place as FFTW has them: {0, 0, 2 * (n / 2 + 1) - n}.
  Axes points_order = {}, modes_order = {};
  Extents points_padding = {}, modes_padding = {};
  bool real_elements = false;  // only with Transform::none: real instead of complex elements
};

// Functions that make problems. Errors: none here; a plan checks its problem, as `check()` does.
// shape: numbers of points of the global array along its 1 to 6 axes, each at least 1.
// precision: single or double, of the elements of both sides.

// A complex-to-complex transform over all axes. Not collective.
// Example:
//   weft::Problem problem = weft::c2c({128, 96, 33}, weft::Precision::single_);
//   problem.axes = {0, 2};  // axis 1 is carried along
Problem c2c(Extents shape, Precision precision = Precision::double_);
// A real-to-complex transform over all axes; the last axis has n/2+1 modes. Backward is complex to real. Not
// collective.
// Example:
//   assert(weft::modes_shape(weft::r2c({64, 64, 64})) == (weft::Extents{64, 64, 33}));
Problem r2c(Extents shape, Precision precision = Precision::double_);
// A real-to-real transform over all axes. Not collective.
// kinds: one for each axis, none of them fourier.
// Example:
//   weft::Problem problem = weft::r2r({64, 65}, {weft::AxisKind::dst1, weft::AxisKind::chebyshev});
//   assert(weft::modes_shape(problem) == problem.shape && weft::modes_are_real(problem));
Problem r2r(Extents shape, std::vector<AxisKind> kinds, Precision precision = Precision::double_);
// No transform: forward moves an array from one layout to another, backward moves it back. Both lie in memory
// in C order. Not collective.
// from, to: layouts of the same shape and number of processes.
// real_elements: true: real elements; false: complex ones.
// Example:
//   const weft::Layout rows{{12, 10}, {{4}}, {0}, {}}, columns{{12, 10}, {{4}}, {1}, {}};
//   const weft::Problem turn = weft::redistribution(rows, columns, true);
//   assert(weft::describe(turn, 4, 0).points_box.shape() == (weft::Extents{3, 10}));
Problem redistribution(const Layout& from, const Layout& to, bool real_elements,
                       Precision precision = Precision::double_);

// Properties of a problem. Errors: none, unless stated otherwise.
// problem: one that `check()` accepts.
// axis: one of the problem, from 0.

// Global lengths of the modes: those of the points, or of the coarser grid whose modes are kept; the real
// axis of an r2c has n/2+1. Scrambled modes of real points are more; the plan's layout of the modes has their
// number. Not collective.
// Example:
//   weft::Problem problem = weft::r2c({48, 48, 48});
//   problem.kept = {32, 32, 32};  // products of two fields of 32^3 without aliasing: the 3/2 rule
//   assert(weft::modes_shape(problem) == (weft::Extents{32, 32, 17}));
Extents modes_shape(const Problem& problem);
// Points of the grid whose modes are kept along an axis: those of the shape, or fewer. Not collective.
Index kept_points(const Problem& problem, int axis);
// The kind of the transform along an axis; none if the axis is not transformed. Not collective.
// Example:
//   weft::Problem problem = weft::c2c({8, 6, 4});
//   problem.axes = {2, 0};
//   problem.kinds = {weft::AxisKind::fourier, weft::AxisKind::dct2};
//   assert(weft::kind_of(problem, 0) == weft::AxisKind::dct2 && !weft::kind_of(problem, 1));
std::optional<AxisKind> kind_of(const Problem& problem, int axis);
// Are the elements of this side real? Not collective.
bool points_are_real(const Problem& problem);
bool modes_are_real(const Problem& problem);
// The axis along which real points become complex modes: of an r2c the last of its Fourier axes; -1 if there
// is none. Not collective. Example:
//   weft::Problem problem = weft::r2c({8, 6, 4});
//   problem.axes = {2, 0};
//   assert(weft::real_axis(problem) == 0);
int real_axis(const Problem& problem);

// Integer wavenumbers of modes along an axis. Fourier axes and dht have the order of numpy.fft.fftfreq: 0, 1,
// ..., then the negative ones -n/2, ..., -1 (n even). The real axis of an r2c has 0 ... n/2. Here n is the
// number of points whose modes are kept. Physical wavenumbers of a domain of length L are 2 pi / L times
// these integers. Axes of dct1 and dct2 have the half waves 0, 1, ..., those of dst1 and dst2 1, 2, ...
// (times pi / L). Chebyshev axes have the degrees. An axis of r2hc has the wave of each entry: 0 ... n/2,
// then (n-1)/2 ... 1. Not collective.
// axis: a transformed one. Error(invalid_argument) for an axis that does not exist or is not transformed, for
//     types III and IV, whose waves are not whole numbers, and for hc2r, whose modes are points.
// range: global indices of the modes.
// Example:
//   const std::vector<weft::Index> expected = {0, 1, 2, -3, -2, -1};
//   assert(weft::wavenumbers(weft::c2c({6}), 0, {0, 6}) == expected);
std::vector<Index> wavenumbers(const Problem& problem, int axis, const Range& range);

// Checks that a problem is well formed. Error(invalid_argument) for axes that do not exist or are listed
// twice, a length below 1, and a layout of another shape. Not collective.
// problem: any.
// Example:
//   weft::check(weft::r2c({8, 6, 4}));
void check(const Problem& problem);

// The table of the keys of problems: all fields but the shape and the two layouts, as text keys and text
// values.
// Errors: none. Not collective.
const std::vector<OptionRow>& problem_table();
// Sets a field of a problem. Not collective.
// key, value: of the table. Error(invalid_argument), with the nearest known word, for an unknown key or
//     value; the problem is then unchanged.
// Example:
//   weft::Problem problem = weft::r2c({8, 6, 4});
//   weft::set(problem, "norm", "ortho");
//   assert(problem.norm == weft::Norm::ortho && weft::get(problem, "axes") == "all");
void set(Problem& problem, const std::string& key, const std::string& value);
// The value of a field of a problem, as text. Not collective.
// key: of the table; Error(invalid_argument), with the nearest known word, for an unknown one.
std::string get(const Problem& problem, const std::string& key);

}  // namespace weft
