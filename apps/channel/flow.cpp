// The step of the channel flow: see flow.hpp for the equations.
#include "channel/flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft::channel {
namespace {

constexpr int n_working_columns = 5;

// The same settings on all processes, and possible ones.
const Settings& checked(const Settings& settings, MPI_Comm comm) {
  agree_on(
      comm, [&] { check(settings); }, settings.options);
  return settings;
}

Index padded(Index n) { return (3 * n + 1) / 2; }

Problem problem_of(const Settings& s) {
  Problem problem = r2c({s.ny, s.padding ? padded(s.nz) : s.nz, s.padding ? padded(s.nx) : s.nx});
  problem.kinds = {AxisKind::chebyshev, AxisKind::fourier, AxisKind::fourier};
  problem.kept = {s.ny, s.nz, s.nx};
  problem.norm = Norm::forward;
  problem.order = Order::c;  // lines along y side by side: 16 of them are a row of memory
  problem.n_fields = find_form(s.form).n_to_points;
  return problem;
}

Options options_of(const Settings& s) { return Options(s.options).set("convolve", "yes"); }

// Lines along y must be whole at the modes. They are, unless x and z are shorter than there are processes;
// then z alone is divided, and some processes have nothing.
Plan make_plan(const Settings& s, MPI_Comm comm) {
  Problem problem = problem_of(s);
  const Options options = options_of(s);
  Plan plan(problem, comm, options);
  const Layout& modes = plan.modes_layout();
  if (n_parts(modes, axis_y) == 1) return plan;
  problem.modes = Layout{modes.shape, modes.grid, Axes(modes.grid.dims.size(), axis_z), {}};
  return Plan(problem, comm, options);
}

// Without the mode n/2.
double highest_wave(Index n, double length) {
  const Index wave = (n - 1) / 2;
  return 2 * std::numbers::pi / length * static_cast<double>(wave);
}

// One over the distance of each point to its nearest neighbour; `y` descends.
std::vector<double> per_spacing(const std::vector<double>& y) {
  std::vector<double> all;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double above = i > 0 ? y[i - 1] - y[i] : 2, below = i + 1 < y.size() ? y[i] - y[i + 1] : 2;
    all.push_back(1 / std::min(above, below));
  }
  return all;
}

// The line of the mean has no vorticity: U rides in its place as real, W as imaginary part.
void board(const ColumnTile& tile, int mean, const Lanes* x, const Lanes* z, Lanes* eta) {
  if (mean < 0) return;
  for (Index k = 0; k < tile.n_coefficients(); ++k) {
    eta[k].re[mean] = x[k].re[mean];
    eta[k].im[mean] = z[k].re[mean];
  }
}
void leave(const ColumnTile& tile, int mean, const Lanes* eta, Lanes* x, Lanes* z) {
  if (mean < 0) return;
  for (Index k = 0; k < tile.n_coefficients(); ++k) {
    x[k].re[mean] = eta[k].re[mean];
    z[k].re[mean] = eta[k].im[mean];
    x[k].im[mean] = z[k].im[mean] = 0;
  }
}

}  // namespace

apps::Work work_of(const Settings& s) {
  const Form& form = find_form(s.form);
  const auto n_stages = static_cast<int>(find_scheme(s.scheme).later.size());
  return {.problem = problem_of(s),
          .options = options_of(s),
          .stage = {form.n_to_points, form.n_to_modes},
          .n_stages = n_stages,
          // The fields, phi and two rates; factors of the solver of each stage and of that of Poisson.
          .modes_arrays = form.n_to_points + 3 + 1.5 * n_stages + 0.5,
          .points_arrays = 0,
          .saved_arrays = 6,
          .dt = s.dt};
}

Flow::Flow(const Settings& settings, MPI_Comm comm)
    : settings_(checked(settings, comm)),
      scheme_(find_scheme(settings.scheme)),
      form_(find_form(settings.form)),
      forcing_(find_forcing(settings.forcing)),
      plan_(make_plan(settings, comm)),
      columns_(plan_, {2, settings.length_z, settings.length_x}, n_working_columns),
      waves_(waves_of(columns_, axis_z, axis_x, settings.nz, settings.nx)),
      poisson_(columns_),
      courant_(highest_wave(settings.nx, settings.length_x),
               per_spacing(coordinates(plan_.problem(), axis_y, {0, settings.ny}, 2.0)),
               highest_wave(settings.nz, settings.length_z)),
      phi_(plan_.modes<std::complex<double>>()),
      rate_eta_(plan_.modes<std::complex<double>>()),
      rate_phi_(plan_.modes<std::complex<double>>()) {
  for (const auto& [name, value] : in_words(settings)) plan_.require_equal(name, value);
  for (const Stage& stage : scheme_.later) solvers_.push_back(std::make_unique<StageSolver>(*this, stage));
  for (int i = 0; i < form_.n_to_points; ++i) fields_.push_back(plan_.modes<std::complex<double>>());
  start([](double, double, double) { return std::array{0.0, 0.0, 0.0}; });
}

// A pressure gradient of 1 adds `duration` to the right-hand side of U.
Flow::StageSolver::StageSolver(const Flow& flow, const Stage& stage)
    : viscous_before(stage.alpha * flow.settings_.dt * flow.settings_.viscosity),
      viscous_after(stage.beta * flow.settings_.dt * flow.settings_.viscosity),
      duration((stage.alpha + stage.beta) * flow.settings_.dt),
      viscous(flow.columns_, 1 / viscous_after),
      wall_normal(flow.columns_, viscous, flow.poisson_) {
  flow.columns_.sweep({}, {}, [&](ColumnTile& tile) {
    const int mean = flow.waves_[tile.number()].mean;
    if (mean < 0) return;
    Lanes* column = tile.column(0);
    tile.fill(0, column);
    column[0].re[mean] = -duration / viscous_after;
    viscous.solve(tile, column);
    for (Index k = 0; k < tile.n_coefficients(); ++k) response.push_back(column[k].re[mean]);
  });
}

void Flow::step(const PointsFunction& watch) {
  gradient_ = 0;
  courant_.reset();
  const PointsFunction products = [this](const PointsBlock& block) {
    courant_.add(block);
    form_.product(block);
  };
  const PointsFunction watched = [&](const PointsBlock& block) {
    watch(block);
    products(block);
  };
  const std::vector<Stage>& stages = has_rates_ ? scheme_.later : scheme_.first;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    std::vector<const void*> in;
    std::vector<void*> out;
    for (Modes& field : fields_) in.push_back(field.data());
    for (std::size_t j = 3; j < fields_.size(); ++j) out.push_back(fields_[j].data());
    const double start = MPI_Wtime();
    plan_.convolve(in, out, i == 0 && watch ? watched : products);
    const double transformed = MPI_Wtime();
    advance(stages[i], *solvers_[i]);
    transform_seconds_ += transformed - start;
    column_seconds_ += MPI_Wtime() - transformed;
  }
  has_rates_ = true;
  ++n_steps_;
  time_ += settings_.dt;
}

void Flow::advance(const Stage& stage, const StageSolver& solver) {
  std::vector<const Modes*> in;
  std::vector<Modes*> out;
  for (std::size_t i = 3; i < fields_.size(); ++i) in.push_back(&fields_[i]);
  const int u_before = form_.n_to_modes, w_before = u_before + 1, phi_before = u_before + 2,
            rate_eta_before = u_before + 3, rate_phi_before = u_before + 4;
  for (const Modes* field : {&fields_[0], &fields_[2], &phi_, &rate_eta_, &rate_phi_}) in.push_back(field);
  for (Modes& field : fields_) out.push_back(&field);
  const int phi_after = form_.n_to_points, rate_eta_after = phi_after + 1, rate_phi_after = phi_after + 2;
  for (Modes* field : {&phi_, &rate_eta_, &rate_phi_}) out.push_back(field);

  columns_.sweep<std::complex<double>>(in, out, [&](ColumnTile& tile) {
    const Waves& waves = waves_[tile.number()];
    Lanes *a = tile.column(0), *b = tile.column(1), *c = tile.column(2), *d = tile.column(3),
          *e = tile.column(4);

    // N, and of it h_eta and h_phi
    const Vector n{a, b, c};
    form_.gather(tile, waves, n, d);
    Lanes *const rate_eta = e, *const rate_phi = b;
    tile.times_i(waves.beta, n.x, waves.minus_alpha, n.z, rate_eta);
    board(tile, waves.mean, n.x, n.z, rate_eta);
    tile.times_i(waves.alpha, n.x, waves.beta, n.z, d);
    tile.multiply(waves.minus_square, n.y, rate_phi);
    tile.add_derivative(-1, d, rate_phi);

    // eta
    Lanes* const eta = a;
    tile.read(u_before, a);
    tile.read(w_before, c);
    tile.times_i(waves.beta, a, waves.minus_alpha, c, d);
    board(tile, waves.mean, a, c, d);
    tile.read(rate_eta_before, c);
    right_hand_side(tile, stage, solver, d, rate_eta, c, eta);
    tile.write(rate_eta, rate_eta_after);
    Lanes walls{};
    if (waves.mean >= 0) walls.re[waves.mean] = -settings_.frame;
    solver.viscous.solve(tile, eta, &walls, &walls);
    if (waves.mean >= 0) force(solver, waves.mean, eta);

    // phi and v
    Lanes *const phi = e, *const v = b;
    tile.read(phi_before, d);
    tile.read(rate_phi_before, c);
    right_hand_side(tile, stage, solver, d, rate_phi, c, phi);
    tile.write(rate_phi, rate_phi_after);
    solver.wall_normal.solve(tile, phi, v);
    tile.write(phi, phi_after);

    spread(tile, eta, {c, v, e}, d);
  });
}

// f of (D^2 - k^2 - 1/b) q = f, b = beta dt nu, with the right-hand side of the stage, r = -b f:
//   r = (1 + alpha dt nu L) q + dt (gamma h + zeta h_before)
// `value` holds q, and is used up.
void Flow::right_hand_side(const ColumnTile& tile, const Stage& stage, const StageSolver& solver,
                           Lanes* value, const Lanes* rate, Lanes* rate_before, Lanes* right) const {
  const Waves& waves = waves_[tile.number()];
  const double by = -1 / solver.viscous_after, viscous = solver.viscous_before * by;
  Factor diagonal;
  for (int lane = 0; lane < n_lanes; ++lane) diagonal.of[lane] = by - viscous * waves.square.of[lane];
  tile.multiply(diagonal, value, right);
  tile.derivative(value, value);
  tile.add_derivative(viscous, value, right);
  const double step = by * settings_.dt;
  tile.add(step * stage.gamma, rate, step * stage.zeta, rate_before, right);
}

// Adds what the pressure gradient does to the mean velocity in this stage.
void Flow::force(const StageSolver& solver, int lane, Lanes* eta) {
  std::vector<double> unforced;
  for (std::size_t k = 0; k < solver.response.size(); ++k) unforced.push_back(eta[k].re[lane]);
  const double gradient = forcing_.gradient(settings_, unforced, solver.response);
  for (std::size_t k = 0; k < solver.response.size(); ++k) eta[k].re[lane] += gradient * solver.response[k];
  gradient_ += gradient * solver.duration / settings_.dt;
}

// u and w of v and eta, and what goes to the points.
void Flow::spread(const ColumnTile& tile, const Lanes* eta, const Vector& velocity, Lanes* work) const {
  const Waves& waves = waves_[tile.number()];
  tile.derivative(velocity.y, work);
  tile.times_i(waves.alpha_share, work, waves.minus_beta_share, eta, velocity.x);
  tile.times_i(waves.beta_share, work, waves.alpha_share, eta, velocity.z);
  leave(tile, waves.mean, eta, velocity.x, velocity.z);
  form_.spread(tile, waves, velocity, work);
}

void Flow::start(const Velocity& velocity) {
  auto points = plan_.points<double>();
  const std::vector<double> y = coordinates(plan_, axis_y),
                            z = coordinates(plan_, axis_z, settings_.length_z),
                            x = coordinates(plan_, axis_x, settings_.length_x);
  for (std::size_t component = 0; component < 3; ++component) {
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t j = 0; j < z.size(); ++j)
        for (std::size_t k = 0; k < x.size(); ++k)
          points(i, j, k) = velocity(x[k], y[i], z[j])[component] - (component == 0 ? settings_.frame : 0);
    plan_.forward(points, fields_[component]);
  }
  std::vector<Modes*> out;
  for (Modes& field : fields_) out.push_back(&field);
  out.push_back(&phi_);
  columns_.sweep<std::complex<double>>({&fields_[0], &fields_[1], &fields_[2]}, out, [&](ColumnTile& tile) {
    const Waves& waves = waves_[tile.number()];
    Lanes *u = tile.column(0), *v = tile.column(1), *w = tile.column(2), *eta = tile.column(3),
          *work = tile.column(4);
    tile.read(0, u);
    tile.read(1, v);
    tile.read(2, w);
    tile.times_i(waves.beta, u, waves.minus_alpha, w, eta);
    board(tile, waves.mean, u, w, eta);
    tile.multiply(waves.is_wave, v, v);
    tile.derivative(v, work);
    tile.derivative(work, work);
    tile.add(waves.minus_square, v, work);
    tile.write(work, form_.n_to_points);
    spread(tile, eta, {u, v, w}, work);
  });
  rate_eta_.fill(0);
  rate_phi_.fill(0);
  time_ = 0;
  n_steps_ = 0;
  has_rates_ = false;
  gradient_ = 0;
  courant_.reset();
}

std::vector<apps::StateArray> Flow::state() {
  return {{"u", &fields_[0]}, {"v", &fields_[1]},       {"w", &fields_[2]},
          {"phi", &phi_},     {"rate_eta", &rate_eta_}, {"rate_phi", &rate_phi_}};
}

void Flow::resume(double time, Index n_steps, bool is_same_dt) {
  std::vector<Modes*> out;
  for (Modes& field : fields_) out.push_back(&field);
  columns_.sweep<std::complex<double>>({&fields_[0], &fields_[1], &fields_[2]}, out, [&](ColumnTile& tile) {
    const Vector velocity{tile.column(0), tile.column(1), tile.column(2)};
    tile.read(0, velocity.x);
    tile.read(1, velocity.y);
    tile.read(2, velocity.z);
    form_.spread(tile, waves_[tile.number()], velocity, tile.column(3));
  });
  time_ = time;
  n_steps_ = n_steps;
  has_rates_ = n_steps > 0 && is_same_dt;
}

double Flow::pressure_gradient() const {
  double gradient = gradient_;
  plan_.sum({&gradient, 1});
  return gradient;
}

double Flow::courant() const { return settings_.dt * courant_.largest_of_all(plan_); }

double Flow::courant_here() const { return settings_.dt * courant_.largest(); }

Index Flow::bytes() const {
  Index bytes = plan_.allocated_bytes() + columns_.bytes() + poisson_.bytes();
  for (const auto& solver : solvers_) bytes += solver->viscous.bytes() + solver->wall_normal.bytes();
  bytes += static_cast<Index>(waves_.size() * sizeof(Waves));
  return bytes + static_cast<Index>(fields_.size() + 3) * plan_.modes_storage().n_elements() * 16;
}

}  // namespace weft::channel
