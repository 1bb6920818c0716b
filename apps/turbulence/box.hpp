// Incompressible flow in a periodic box with passive scalars: direct numerical simulation.
//
//   du/dt = u x w - grad P + nu laplace u + f,   w = curl u,   div u = 0
//   ds/dt = - div (u s) - g . u + kappa laplace s          of each scalar with a mean of gradient g
//
// Fourier series along x, y, z, the axes of all arrays. The nonlinear term is in rotational form: three
// velocities and three vorticities to the points, three products back; a scalar takes one transform and three
// back, its flux in divergence form: 13 in all with one scalar. P is what makes the divergence zero: N loses
// its part along k. A stage in time (scheme.hpp) is one convolve of all fields and one pass over the modes.
//
//   weft::turbulence::Box box(settings, MPI_COMM_WORLD);
//   box.start([](double x, double y, double) {
//     return std::array{sin(x) * cos(y), -cos(x) * sin(y), 0.0};
//   });
//   while (box.time() < 10) box.step();
#pragma once

#include <mpi.h>

#include <array>
#include <complex>
#include <functional>
#include <string>
#include <vector>

#include "common/courant.hpp"
#include "common/state.hpp"
#include "common/work.hpp"
#include "turbulence/dealiasing.hpp"
#include "turbulence/forcing.hpp"
#include "turbulence/mode_rows.hpp"
#include "turbulence/scheme.hpp"
#include "turbulence/settings.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.hpp"

namespace weft::turbulence {

using apps::Modes;

// u x w and the flux u s of each scalar, of a block of points of u, w and the scalars.
void products(const PointsBlock& block);

// Who looks at the modes of a step on its way, row by row.
class ModesWatch {
 public:
  virtual ~ModesWatch() = default;
  // The row that is next.
  virtual void row(const ModeRow& row) = 0;
  // Its numbers of scalar i beside those of the velocity u, and their rate of change by advection, n.
  virtual void scalar(std::size_t i, const double* const u[3], const double* s, const double* n) = 0;
  // Of the velocity, after the scalars.
  virtual void velocity(const double* const u[3], const double* const n[3]) = 0;
};

// What a flow of these settings costs. Not collective.
apps::Work work_of(const Settings& settings);

class Box {
 public:
  // At rest, but for the mean velocity. Collective; settings the same on all processes. Throws the same Error
  // on every process, as Plan and check() do.
  Box(const Settings& settings, MPI_Comm comm);
  ~Box() = default;
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  // The flow and the scalars at time 0, at a point (x, y, z) with 0 <= x < lengths[0] etc., on the points
  // where products are computed. What has a divergence, and modes that are not kept, are left out; the mean
  // of the velocity becomes settings().mean_velocity. Scalars without a function are 0. Collective.
  using Velocity = std::function<std::array<double, 3>(double x, double y, double z)>;
  using Value = std::function<double(double x, double y, double z)>;
  void start(const Velocity& velocity, const std::vector<Value>& scalars = {});
  // The same with a velocity at this process's points, and with its Fourier coefficients of each mode: whole
  // numbers of waves in the box, the last one not below 0. Collective.
  void start_points(const std::array<Field<double>, 3>& velocity);
  using Coefficients = std::function<std::array<std::complex<double>, 3>(const std::array<Index, 3>& mode)>;
  void start_modes(const Coefficients& velocity);
  // Scalar i, after the velocity, which begins with scalars that are 0. Collective.
  void start_scalar(std::size_t i, const Value& value);
  void start_scalar_points(std::size_t i, const Field<double>& points);
  using Coefficient = std::function<std::complex<double>(const std::array<Index, 3>& mode)>;
  void start_scalar_modes(std::size_t i, const Coefficient& coefficient);

  // One step of length dt. `watch`, if any, is called with blocks of the points of velocity, vorticity and
  // scalars (inputs 0 to 2, 3 to 5, and from 6 on) at the beginning of the step while they are in cache, by
  // several threads at a time; with dealiasing "spherical" every other step they are half a cell off.
  // `modes_watch`, if any, gets the modes at the beginning of the step, and what the nonlinear terms make of
  // them. Collective.
  void step(const PointsFunction& watch = {}, ModesWatch* modes_watch = nullptr);

  double time() const { return time_; }
  Index n_steps() const { return n_steps_; }

  // What the next step depends on, besides settings, time and number of steps: arrays in modes_storage().
  // After they were changed, call resume(), which computes from them what else is kept. Steps of another
  // length than before begin as the first one does. Not collective.
  std::vector<apps::StateArray> state();
  // `forced_power` is what forced_power() was.
  void resume(double time, Index n_steps, bool is_same_dt = true, double forced_power = 0);

  // Fourier coefficients (norm=forward). Not collective.
  const std::vector<Modes>& velocity() const { return velocity_; }
  const std::vector<Modes>& vorticity() const { return vorticity_; }
  const Modes& scalar(std::size_t i) const { return scalars_.at(i); }
  double diffusivity(std::size_t i) const { return settings_.viscosity / settings_.scalars.at(i).schmidt; }
  // Half the mean of u.u that forcing "shells" brought in the last step, by its time; the same on all
  // processes. Not collective.
  double forced_power() const { return forced_power_; }

  // Of the velocities at the beginning of the stages of the last step, with its dt: common/courant.hpp.
  // scheme().stability is what it should stay below. Infinite if a velocity is not a number. Collective;
  // courant_here() is that of this process.
  double courant() const { return settings_.dt * courant_.largest_of_all(plan_); }
  double courant_here() const { return settings_.dt * courant_.largest(); }

  const Settings& settings() const { return settings_; }
  const Scheme& scheme() const { return scheme_; }
  Plan& plan() { return plan_; }
  const Plan& plan() const { return plan_; }
  const Spectral& spectral() const { return spectral_; }
  const ModeRows& rows() const { return rows_; }
  // Of this process, in all steps: transforms with the products that ride on them, and the passes over modes.
  double transform_seconds() const { return transform_seconds_; }
  double mode_seconds() const { return mode_seconds_; }
  // Memory of this process: arrays of modes, tables, and what the plan allocated.
  Index bytes() const;

 private:
  void evaluate(bool is_shifted, const PointsFunction& product);
  void advance(const Stage& stage, const StageDecay& decay, ModesWatch* watch);
  void sample(const Value& value, Field<double>& points) const;
  void settle();
  double energy_of(const ShellModes& shell) const;
  void hold_shells();
  void compute_vorticity();

  Settings settings_;
  const Scheme& scheme_;
  const DealiasingRule& rule_;
  const Forcing& forcing_;
  Plan plan_;
  Spectral spectral_;
  ModeRows rows_;
  apps::Courant courant_;
  std::vector<StageDecay> decays_;         // of each stage
  std::vector<ShellModes> shells_;         // that are held
  std::vector<Modes> velocity_, scalars_;  // what advances
  std::vector<Modes> rates_;               // q of the scheme: of the velocity, then of the scalars
  std::vector<Modes> vorticity_, fluxes_;  // what else goes to the points; what comes back
  std::vector<Modes> shifted_;             // of velocity and scalars, where grids are shifted
  double time_ = 0;
  Index n_steps_ = 0;
  bool has_rates_ = false;  // of a step before
  double forced_power_ = 0;
  double transform_seconds_ = 0, mode_seconds_ = 0;
};

}  // namespace weft::turbulence
