// Products of points for Plan::convolve: the nonlinear terms of flows.
//
// Each computes its outputs from its inputs point by point, in vector code, for real and complex points in
// both precisions. They are products only: derivatives are taken in the modes, before and after.
// doc/design/013-products-in-cache.md has their cost.
//
// Forms and what they conserve: Canuto, Hussaini, Quarteroni and Zang, Spectral Methods (2007), section 3.
// With d velocities u, vorticity w = curl u, and a scalar s:
//
//   form        inputs                            outputs                                transforms, d = 3
//   rotational  u, w (d = 3 only)                 u x w                                  6 + 3
//   divergence  u                                 u_i u_j, i <= j                        3 + 6
//   skew        u, du_i/dx_j (j fastest)          u_j du_i/dx_j / 2, u_i u_j / 2, i <= j 12 + 9
//   flux        u, s                              u_i s                                  4 + 3
//
// Not collective.
// block: the inputs and the outputs; Error(invalid_argument) for other numbers of them.
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/points_block.hpp"

namespace weft WEFT_API {

// The cross product of two vectors of three fields: inputs 0 to 2 and 3 to 5, outputs 0 to 2. With velocity
// and vorticity it is the nonlinear term of the Navier-Stokes equations in rotational form (with the opposite
// sign and without the gradient of u.u/2, which the pressure takes).
// Example:
//   double u[3] = {1, 2, 3}, w[3] = {4, 5, 6}, result[3];
//   const void* in[] = {&u[0], &u[1], &u[2], &w[0], &w[1], &w[2]};
//   void* out[] = {&result[0], &result[1], &result[2]};
//   weft::PointsBlock point{{}, 1, 0, weft::element_type<double>(), in, out};
//   weft::rotational(point);
//   assert(result[0] == -3 && result[1] == 6 && result[2] == -3);
void rotational(const PointsBlock& block);

// All products of two of d fields, each pair once: u_0 u_0, u_0 u_1, ..., u_1 u_1, ...: d (d + 1) / 2
// outputs. Their divergence is the nonlinear term in divergence form.
// Example:
//   double u[2] = {3, 5}, result[3];
//   const void* in[] = {&u[0], &u[1]};
//   void* out[] = {&result[0], &result[1], &result[2]};
//   weft::divergence(weft::PointsBlock{{}, 1, 0, weft::element_type<double>(), in, out});
//   assert(result[0] == 9 && result[1] == 15 && result[2] == 25);
void divergence(const PointsBlock& block);

// The products of the skew-symmetric form, of d velocities and their d * d derivatives, du_i/dx_j at d + d i
// + j. Outputs 0 to d-1 are half the convective term, sum_j u_j du_i/dx_j / 2; the others are half of the
// products of `divergence()`. The former plus the divergence of the latter is the nonlinear term, which
// conserves energy although products alias.
// Example:
//   double u = 3, dudx = 5, convective, square;
//   const void* in[] = {&u, &dudx};
//   void* out[] = {&convective, &square};
//   weft::skew(weft::PointsBlock{{}, 1, 0, weft::element_type<double>(), in, out});
//   assert(convective == 7.5 && square == 4.5);
void skew(const PointsBlock& block);

// Each of the inputs but the last one, times the last one: the flux of a scalar, or of the vorticity in two
// dimensions. As many outputs as velocities.
// Example:
//   double u[2] = {3, 5}, s = 2, result[2];
//   const void* in[] = {&u[0], &u[1], &s};
//   void* out[] = {&result[0], &result[1]};
//   weft::flux(weft::PointsBlock{{}, 1, 0, weft::element_type<double>(), in, out});
//   assert(result[0] == 6 && result[1] == 10);
void flux(const PointsBlock& block);

// A ready-made product by its name.
// name: rotational, divergence, skew or flux: one of `product_names()`; Error(invalid_argument) for others
//     names the nearest known.
// Example:
//   assert(weft::find_product("flux") != nullptr);
PointsFunction find_product(const std::string& name);
// The names of the ready-made products: rotational, divergence, skew and flux.
// Example:
//   assert(weft::product_names().size() == 4);
const std::vector<std::string>& product_names();

}  // namespace weft
