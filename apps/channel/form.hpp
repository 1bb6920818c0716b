// Forms of the nonlinear term N = -(u . grad) u: what goes to the points, which products are formed there,
// and what the products come to in the modes.
//
// Along y everything is done to columns of Chebyshev coefficients while they are in cache; the products ride
// on the transforms (Plan::convolve). Components in the order x, y, z, which is right-handed.
//
//   skew        u, du_i/dx_j           12 to the points  u_j du_i/dx_j / 2, u_i u_j / 2   9 to the modes
//   rotational  u, curl u = w           6                u x w                             3
//
// In rotational form the pressure is the total head. The skew-symmetric one conserves energy although
// products alias (Zang, Appl. Numer. Math. 7, 1991, 27).
#pragma once

#include <string>
#include <vector>

#include "channel/waves.hpp"
#include "weft/products.hpp"

namespace weft::channel {

// Velocities, or other vectors, as columns.
struct Vector {
  Lanes *x, *y, *z;
};

struct Form {
  std::string name;
  int n_to_points;  // fields; the first three are the velocity
  int n_to_modes;
  PointsFunction product;
  // Writes what goes to the points as the first outputs of the sweep. `work` is a column.
  void (*spread)(const ColumnTile& tile, const Waves& waves, const Vector& velocity, Lanes* work);
  // Reads the products, which are the first inputs of the sweep, and computes N of them.
  void (*gather)(const ColumnTile& tile, const Waves& waves, const Vector& n, Lanes* work);
};

const std::vector<Form>& forms();
// Error(invalid_argument) names the nearest known.
const Form& find_form(const std::string& name);

}  // namespace weft::channel
