// Incompressible flow between two walls: direct numerical simulation.
//
//   du/dt = N(u) - grad p + nu laplace u + G e_x,   div u = 0,   u = 0 at y = 1 and y = -1
//
// Fourier series along x and z, Chebyshev polynomials along y; arrays have the axes (y, z, x). For each pair
// of wavenumbers (alpha, beta) but the mean, the unknowns are the velocity v and the vorticity eta = i beta u
// - i alpha w normal to the walls (Kim, Moin and Moser, J. Fluid Mech. 177, 1987, 133):
//
//   d/dt phi = h_phi + nu L phi,   L v = phi,   L = D^2 - alpha^2 - beta^2,   v = Dv = 0 at the walls
//   d/dt eta = h_eta + nu L eta,   eta = 0 at the walls
//   h_phi = -k^2 N_y - D (i alpha N_x + i beta N_z),   h_eta = i beta N_x - i alpha N_z
//
// u = i (alpha Dv - beta eta) / k^2 and w = i (beta Dv + alpha eta) / k^2 then make the divergence zero
// identically, and the pressure is not needed. Of the mean, U and W obey the equation of eta with N_x + G and
// N_z in the place of h_eta. The equations hold by the tau method. A stage in time (scheme.hpp) is one
// convolve for the nonlinear term (form.hpp) and one sweep over columns for all the rest.
//
//   weft::channel::Flow flow(settings, MPI_COMM_WORLD);
//   flow.start([](double x, double y, double z) { return std::array{1 - y * y, 0.0, 0.0}; });
//   while (flow.time() < 10) flow.step();
#pragma once

#include <mpi.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "channel/forcing.hpp"
#include "channel/form.hpp"
#include "channel/scheme.hpp"
#include "channel/settings.hpp"
#include "channel/wall_normal.hpp"
#include "channel/waves.hpp"
#include "common/courant.hpp"
#include "common/state.hpp"
#include "common/work.hpp"
#include "weft/columns.hpp"

namespace weft::channel {

using apps::Modes;

// The axes of arrays.
inline constexpr int axis_y = 0, axis_z = 1, axis_x = 2;

// What a flow of these settings costs. Not collective.
apps::Work work_of(const Settings& settings);

class Flow {
 public:
  // At rest. Collective; settings the same on all processes. Throws the same Error on every process, as Plan
  // and check() do.
  Flow(const Settings& settings, MPI_Comm comm);
  ~Flow() = default;
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  // The flow at time 0: u, v, w at a point (x, y, z), with 0 <= x < length_x, 0 <= z < length_z, as they are
  // seen at rest (`frame` is taken off). Modes n/2 are left out, and what of u and w does not belong to v and
  // to eta by continuity; v and the mean of u and w are taken as they are. Collective.
  using Velocity = std::function<std::array<double, 3>(double x, double y, double z)>;
  void start(const Velocity& velocity);

  // One step of length dt. `watch`, if any, is called with blocks of the points of u, v, w (inputs 0 to 2) at
  // the beginning of the step while they are in cache, by several threads at a time. Collective.
  void step(const PointsFunction& watch = {});

  double time() const { return time_; }
  Index n_steps() const { return n_steps_; }

  // What the next step depends on, besides settings, time and number of steps: arrays in modes_storage().
  // After they were changed, call resume(), which computes from them what else is kept. Steps of another
  // length than before begin as the first one does: the rates belong to the old length. Not collective.
  std::vector<apps::StateArray> state();
  void resume(double time, Index n_steps, bool is_same_dt = true);

  // u, v, w: components 0 to 2, in the frame: the mean of u is less by settings().frame. Fourier coefficients
  // (norm=forward) and Chebyshev coefficients. Not collective.
  const Modes& velocity(int component) const { return fields_[static_cast<std::size_t>(component)]; }
  // -dP/dx of the last step: its mean over the stages, with forcing "flow-rate" what kept the bulk velocity.
  // Collective.
  double pressure_gradient() const;
  // Of the velocities at the beginning of the stages of the last step, with its dt: courant.hpp. In the
  // frame, which is what limits the step. scheme().stability is what it should stay below. Infinite if a
  // velocity is not a number. Collective; courant_here() is that of this process.
  double courant() const;
  double courant_here() const;

  const Settings& settings() const { return settings_; }
  const Form& form() const { return form_; }
  const Scheme& scheme() const { return scheme_; }
  Plan& plan() { return plan_; }
  const Plan& plan() const { return plan_; }
  const Columns& columns() const { return columns_; }
  const std::vector<Waves>& waves() const { return waves_; }
  // Of this process, in all steps: transforms with the products that ride on them, and in between the sweeps
  // over columns.
  double transform_seconds() const { return transform_seconds_; }
  double column_seconds() const { return column_seconds_; }
  // Memory of this process: arrays of modes, factors of solvers, and what the plan allocated.
  Index bytes() const;

 private:
  // What belongs to one stage of the scheme.
  struct StageSolver {
    double viscous_before, viscous_after;  // alpha dt nu and beta dt nu
    double duration;                       // (alpha + beta) dt
    ColumnSolver viscous;
    WallNormal wall_normal;
    std::vector<double> response;  // U of the mean to a pressure gradient of 1, where this process has it
    StageSolver(const Flow& flow, const Stage& stage);
  };

  void advance(const Stage& stage, const StageSolver& solver);
  void right_hand_side(const ColumnTile& tile, const Stage& stage, const StageSolver& solver, Lanes* value,
                       const Lanes* rate, Lanes* rate_before, Lanes* right) const;
  void force(const StageSolver& solver, int lane, Lanes* eta);
  void spread(const ColumnTile& tile, const Lanes* eta, const Vector& velocity, Lanes* work) const;

  Settings settings_;
  const Scheme& scheme_;
  const Form& form_;
  const Forcing& forcing_;
  Plan plan_;
  Columns columns_;
  std::vector<Waves> waves_;
  ColumnSolver poisson_;
  apps::Courant courant_;
  std::vector<std::unique_ptr<StageSolver>> solvers_;

  std::vector<Modes> fields_;        // what goes to the points, velocities first; products replace the rest
  Modes phi_, rate_eta_, rate_phi_;  // h_eta and h_phi of the last stage
  double time_ = 0;
  Index n_steps_ = 0;
  bool has_rates_ = false;  // of a step before, for schemes of one stage
  double transform_seconds_ = 0, column_seconds_ = 0;
  double gradient_ = 0;  // of the step, where this process has the mean
};

}  // namespace weft::channel
