// Laws of turbulent flow along smooth walls, by which flows begin. Half the distance of the walls is 1;
// nothing is collective.
#pragma once

namespace weft::channel {

// The friction velocity that goes with a bulk velocity, and the other way round. Dean's law, C_f = 0.073 (2
// Re_b)^(-1/4), with C_f = 2 (u_tau / U_b)^2 and Re_b = U_b / viscosity (R. B. Dean, J. Fluids Eng. 100,
// 1978, 215). Of absolute values.
double friction_velocity(double bulk, double viscosity);
double turbulent_bulk(double friction_velocity, double viscosity);

// The mean velocity at y_plus in units of the wall (H. Reichardt, Z. angew. Math. Mech. 31, 1951, 208), and
// its mean over the channel.
double reichardt(double y_plus);
double mean_of_reichardt(double re_tau);

}  // namespace weft::channel
