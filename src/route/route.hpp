// A route: sweeps over the local array with redistributions between them.
//
//   sweep, move, sweep, move, ..., sweep
//
// Sweep i turns an array in layout sweeps[i].from into one in layout sweeps[i].to; moves[i] brings it
// to sweeps[i+1].from. A slab has two sweeps, a pencil three. A sweep without axes only copies; it
// stands where the user's layout is not one that a transform can start from or end in.
//
// Routes are values: the same on every process, for any number of processes, made without talking.
#pragma once

#include <string>
#include <vector>

#include "base/kind.hpp"
#include "geometry/redistribution.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline route {

// Factors w^(i k), w = exp(sign 2 pi i / n), of element k along an axis that has just been transformed, where
// it has index i along another one: they stand between the two transforms of an axis that is split in two.
struct Twiddle {
  Index n = 0;  // 0: none
  int sign = -1;
  int other = 0;  // the other axis
};

// The transform along one axis.
struct AxisTransform {
  Kind kind = Kind::c2c;
  int axis = 0;   // which axis
  Index n = 0;    // its logical length (number of points)
  int sign = -1;  // of the exponent
  Kept kept = {};
  // Of kinds that are not Fourier:
  bool real = false;  // elements are real
  EndFactors ends = {};
  Twiddle twiddle = {};  // multiply the result
};

// Rows of an axis that is split in two, exchanged in pairs of mirror images: sweep/pairing.hpp.
enum class Paired { no, read, written };
struct Pairing {
  Paired side = Paired::no;  // of a sweep
  Index fast = 0, slow = 0;  // lengths of the two axes, of the points
};

struct SweepSpec {
  std::vector<AxisTransform> axes;  // in the order in which they are done
  Layout from, to;                  // global layouts; they cut the same axes, shapes may differ
  bool from_real = false;           // elements read are real
  bool to_real = false;             // elements written are real
  double scale = 1;                 // multiplies the result
  double inverse_scale = 1;         // the same for the reversed sweep
  std::string backend = {};         // of its kernels, as in a choice; empty: not settled
  Pairing pairing = {};  // of the rows along axis 0; without axes: the other side is in natural order
};

bool transforms(const SweepSpec& sweep, int axis);

// Is it the sweep between pairs of rows and natural order, of a route or of a process?
template <class Sweep>
bool is_pairing(const Sweep& sweep) {
  return sweep.axes.empty() && sweep.pairing.side != Paired::no;
}

struct Route {
  std::vector<SweepSpec> sweeps;
  std::vector<Redistribution> moves;  // one less than sweeps
  Precision precision = Precision::double_;
  int n_fields = 1;
};

// Which axes ride one sweep.
enum class Joining {
  joined,  // as many as are local and fit in cache
  apart,   // each alone
  late,    // before an exchange one, so that the axes between ride the sweep after it
};

struct RouteStyle {
  bool fixed_order = false;  // axes are transformed in the same order on every grid, even where another one
                             // would spare a move
  Joining joining = Joining::joined;
  bool by_columns = false;  // the first dimension of the grid cuts the last of the cut axes
  bool all_joined = false;  // one sweep transforms all axes, whatever its block takes
  bool at_once = false;     // all axes that are due come in together, by a move to the layout of the modes
};

// The route of `problem` whose transforms run on `grid`; its sweeps and moves in the order of forward.
Route make_route(const Problem& problem, const ProcessGrid& grid, const RouteStyle& style = {});

// The same route with a copy at its end, so that its input and output may be the same array.
Route with_buffer(const Route& route);

// The transform along `axis`, which the route has; and the sweep that it rides.
AxisTransform& transform_along(Route& route, int axis);
SweepSpec& sweep_along(Route& route, int axis);

// Modes in natural order of a process that has these positions of the rows.
Index n_natural(const Pairing& pairing, const Range& positions);

// The same way back: what is r2c becomes c2r, signs and scales change, layouts swap.
Route reversed(const Route& route);

// How points and modes lie in memory. Of the modes the axis transformed last varies fastest, if the last
// sweep transforms one and the problem does not say otherwise.
Axes points_order(const Problem& problem);
Axes modes_order(const Problem& problem, const Route& route);

// Bytes of one real number, or of one element.
int real_bytes(Precision precision);
int element_bytes(Precision precision, bool real);

}  // namespace weft::inline route
