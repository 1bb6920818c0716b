// The step of a flow in a periodic box: see box.hpp for the equations.
#include "turbulence/box.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "turbulence/row_arithmetic.hpp"
#include "weft/products.hpp"

namespace weft::turbulence {
namespace {

constexpr double least_held = 1e-12;  // energy of a shell, of what it is to have: less is rounding

// The same settings on all processes, and possible ones.
const Settings& checked(const Settings& settings, MPI_Comm comm) {
  agree_on(
      comm, [&] { check(settings); }, settings.options);
  return settings;
}

Problem problem_of(const Settings& s) {
  const DealiasingRule& rule = find_dealiasing(s.dealiasing);
  Problem problem = r2c({rule.points(s.n[0]), rule.points(s.n[1]), rule.points(s.n[2])});
  for (const Index n : s.n) problem.kept.push_back(2 * rule.highest(n) + 1);
  problem.norm = Norm::forward;
  const int n_scalars = static_cast<int>(s.scalars.size());
  problem.n_fields = std::max(6 + n_scalars, 3 + 3 * n_scalars);
  return problem;
}

Options options_of(const Settings& s) { return Options(s.options).set("convolve", "yes"); }

double highest_wave(const Settings& s, std::size_t axis) {
  const Index wave = find_dealiasing(s.dealiasing).highest(s.n[axis]);
  return 2 * std::numbers::pi / s.lengths[axis] * static_cast<double>(wave);
}

// u <- E (u + dt (gamma N + zeta q)),  q <- E (N + alpha q).
void advance_numbers(Index n, const Stage& stage, double dt, const double* decay, const double* rate,
                     double* u, double* q) {
  const double now = dt * stage.gamma, before = dt * stage.zeta, kept = stage.alpha;
  WEFT_INDEPENDENT
  for (Index i = 0; i < n; ++i) {
    u[i] = decay[i] * (u[i] + now * rate[i] + before * q[i]);
    q[i] = decay[i] * (rate[i] + kept * q[i]);
  }
}

}  // namespace

apps::Work work_of(const Settings& s) {
  const DealiasingRule& rule = find_dealiasing(s.dealiasing);
  const int n_scalars = static_cast<int>(s.scalars.size());
  const int n_advanced = 3 + n_scalars;
  return {.problem = problem_of(s),
          .options = options_of(s),
          .stage = {6 + n_scalars, 3 + 3 * n_scalars},
          .n_stages = static_cast<int>(find_scheme(s.scheme).later.size()),
          // What advances and its rates, vorticity and fluxes, shifted fields, and one for the skewness.
          .modes_arrays = 2.0 * n_advanced + 3 + 3 * n_scalars + (rule.shifts ? n_advanced : 0) + 1,
          .points_arrays = 1,
          .saved_arrays = 2.0 * n_advanced,
          .dt = s.dt};
}

void products(const PointsBlock& block) {
  const PointsBlock flow{block.box,     block.n_points,         block.thread,
                         block.element, block.in.subspan(0, 6), block.out.subspan(0, 3)};
  rotational(flow);
  for (std::size_t i = 6; i < block.in.size(); ++i) {
    const void* const in[] = {block.in[0], block.in[1], block.in[2], block.in[i]};
    flux({block.box, block.n_points, block.thread, block.element, in, block.out.subspan(3 * (i - 5), 3)});
  }
}

Box::Box(const Settings& settings, MPI_Comm comm)
    : settings_(checked(settings, comm)),
      scheme_(find_scheme(settings.scheme)),
      rule_(find_dealiasing(settings.dealiasing)),
      forcing_(find_forcing(settings.forcing)),
      plan_(problem_of(settings), comm, options_of(settings)),
      spectral_(plan_, {{settings.lengths.begin(), settings.lengths.end()}}),
      rows_(plan_, spectral_, rule_, settings.n),
      courant_(
          highest_wave(settings, 0),
          std::vector<double>(static_cast<std::size_t>(plan_.problem().shape[0]), highest_wave(settings, 1)),
          highest_wave(settings, 2)) {
  for (const auto& [name, value] : in_words(settings)) plan_.require_equal(name, value);
  std::vector<double> diffusivities = {settings.viscosity};
  for (std::size_t i = 0; i < settings.scalars.size(); ++i) diffusivities.push_back(diffusivity(i));
  for (const Stage& stage : scheme_.later)
    decays_.push_back(rows_.decay(diffusivities, stage.share * settings.dt));
  if (forcing_.holds_shells)
    for (const Index shell : {1, 2}) shells_.push_back(rows_.modes_of_shell(shell));
  const auto add = [&](std::vector<Modes>& fields, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) fields.push_back(plan_.modes<std::complex<double>>());
  };
  const std::size_t n_scalars = settings.scalars.size();
  add(velocity_, 3);
  add(scalars_, n_scalars);
  add(rates_, 3 + n_scalars);
  add(vorticity_, 3);
  add(fluxes_, 3 * n_scalars);
  add(shifted_, rule_.shifts ? 3 + n_scalars : 0);
  for (std::vector<Modes>* fields : {&velocity_, &scalars_})
    for (Modes& field : *fields) field.fill(0);
  settle();
}

void Box::step(const PointsFunction& watch, ModesWatch* modes_watch) {
  const std::vector<Stage>& stages = has_rates_ ? scheme_.later : scheme_.first;
  courant_.reset();
  const PointsFunction measured = [this](const PointsBlock& block) {
    courant_.add(block);
    products(block);
  };
  const PointsFunction watched = [&](const PointsBlock& block) {
    watch(block);
    measured(block);
  };
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const double start = MPI_Wtime();
    evaluate(rule_.shifts && (n_steps_ + static_cast<Index>(i)) % 2 == 1,
             i == 0 && watch ? watched : measured);
    const double transformed = MPI_Wtime();
    advance(stages[i], decays_[i], i == 0 ? modes_watch : nullptr);
    transform_seconds_ += transformed - start;
    mode_seconds_ += MPI_Wtime() - transformed;
  }
  hold_shells();
  has_rates_ = true;
  ++n_steps_;
  time_ += settings_.dt;
}

// Products of velocity, vorticity and scalars, in the place of vorticity and fluxes.
void Box::evaluate(bool is_shifted, const PointsFunction& product) {
  std::vector<const void*> in;
  std::vector<void*> out;
  const std::vector<double> half = is_shifted ? spectral_.half_cell() : std::vector<double>{};
  std::size_t next = 0;
  const auto send = [&](const Modes& field) {
    if (is_shifted) spectral_.shift(field, shifted_[next], half);
    in.push_back(is_shifted ? shifted_[next++].data() : field.data());
  };
  for (const Modes& field : velocity_) send(field);
  for (Modes& field : vorticity_) {
    if (is_shifted) spectral_.shift(field, field, half);
    in.push_back(field.data());
  }
  for (const Modes& field : scalars_) send(field);
  for (std::vector<Modes>* fields : {&vorticity_, &fluxes_})
    for (Modes& field : *fields) out.push_back(field.data());
  plan_.convolve(in, out, product);
  if (!is_shifted) return;
  std::vector<double> back = half;
  for (double& displacement : back) displacement = -displacement;
  for (std::vector<Modes>* fields : {&vorticity_, &fluxes_})
    for (Modes& field : *fields) spectral_.shift(field, field, back);
}

void Box::advance(const Stage& stage, const StageDecay& decay, ModesWatch* watch) {
  const double force = forcing_.rate(settings_);
  rows_.for_rows(decay, [&](const ModeRow& row) {
    const Index n = row.n_numbers;
    double* const u[3] = {numbers(velocity_[0], row), numbers(velocity_[1], row), numbers(velocity_[2], row)};
    double* const w[3] = {numbers(vorticity_[0], row), numbers(vorticity_[1], row),
                          numbers(vorticity_[2], row)};
    double *const work = rows_.work(0), *const rate = rows_.work(1);
    if (watch != nullptr) watch->row(row);
    for (std::size_t s = 0; s < scalars_.size(); ++s) {
      const double* const f[3] = {numbers(fluxes_[3 * s], row), numbers(fluxes_[3 * s + 1], row),
                                  numbers(fluxes_[3 * s + 2], row)};
      const std::array<double, 3>& g = settings_.scalars[s].gradient;
      WEFT_INDEPENDENT
      for (Index i = 0; i < n; ++i)
        work[i] = -(row.k[0][i] * f[0][i] + row.k[1][i] * f[1][i] + row.k[2][i] * f[2][i]);
      turn(n, work, rate);
      if (watch != nullptr) watch->scalar(s, u, numbers(scalars_[s], row), rate);
      WEFT_INDEPENDENT
      for (Index i = 0; i < n; ++i) rate[i] -= g[0] * u[0][i] + g[1] * u[1][i] + g[2] * u[2][i];
      advance_numbers(n, stage, settings_.dt, row.decay[1 + s], rate, numbers(scalars_[s], row),
                      numbers(rates_[3 + s], row));
    }
    project(row, w);
    if (watch != nullptr) watch->velocity(u, w);
    for (std::size_t c = 0; c < 3; ++c) {
      if (force != 0) {
        WEFT_INDEPENDENT
        for (Index i = 0; i < n; ++i) w[c][i] += force * row.is_wave[i] * u[c][i];
      }
      advance_numbers(n, stage, settings_.dt, row.decay[0], w[c], u[c], numbers(rates_[c], row));
    }
    curl(row, u, w, work);
  });
}

// The mode of each number is on one process, so their energies are added up in the same order on any number
// of processes.
double Box::energy_of(const ShellModes& shell) const {
  std::vector<double> of_modes(static_cast<std::size_t>(shell.n_modes), 0);
  for (std::size_t i = 0; i < shell.offsets.size(); ++i)
    for (const Modes& field : velocity_)
      of_modes[static_cast<std::size_t>(shell.numbers[i])] +=
          shell.weights[i] / 2 * std::norm(field.data()[shell.offsets[i]]);
  plan_.sum(of_modes);
  return std::accumulate(of_modes.begin(), of_modes.end(), 0.0);
}

// The velocity of each held shell, times what gives it its energy.
void Box::hold_shells() {
  forced_power_ = 0;
  for (std::size_t s = 0; s < shells_.size(); ++s) {
    const double wanted = settings_.shell_energies[s], energy = energy_of(shells_[s]);
    if (energy <= least_held * wanted)
      fail("forcing 'shells' multiplies the velocity, but shell " + std::to_string(s + 1) +
           " has no energy; begin with a flow that has energy there, as 'random'");
    forced_power_ += (wanted - energy) / settings_.dt;
    const double factor = std::sqrt(wanted / energy);
    for (Modes& field : velocity_)
      for (const Index offset : shells_[s].offsets) field.data()[offset] *= factor;
  }
  if (!shells_.empty()) compute_vorticity();
}

void Box::compute_vorticity() {
  rows_.for_rows({}, [&](const ModeRow& row) {
    const double* const u[3] = {numbers(velocity_[0], row), numbers(velocity_[1], row),
                                numbers(velocity_[2], row)};
    double* const w[3] = {numbers(vorticity_[0], row), numbers(vorticity_[1], row),
                          numbers(vorticity_[2], row)};
    curl(row, u, w, rows_.work(0));
  });
}

std::vector<apps::StateArray> Box::state() {
  const char* const names[] = {"u", "v", "w"};
  std::vector<apps::StateArray> arrays;
  for (std::size_t c = 0; c < 3; ++c) arrays.push_back({names[c], &velocity_[c]});
  for (std::size_t i = 0; i < scalars_.size(); ++i)
    arrays.push_back({"scalar_" + std::to_string(i), &scalars_[i]});
  for (std::size_t c = 0; c < 3; ++c) arrays.push_back({std::string("rate_") + names[c], &rates_[c]});
  for (std::size_t i = 0; i < scalars_.size(); ++i)
    arrays.push_back({"rate_scalar_" + std::to_string(i), &rates_[3 + i]});
  return arrays;
}

void Box::resume(double time, Index n_steps, bool is_same_dt, double forced_power) {
  compute_vorticity();
  time_ = time;
  n_steps_ = n_steps;
  has_rates_ = n_steps > 0 && is_same_dt;
  forced_power_ = forced_power;
}

Index Box::bytes() const {
  std::size_t n_arrays = 0;
  for (const std::vector<Modes>* fields : {&velocity_, &scalars_, &rates_, &vorticity_, &fluxes_, &shifted_})
    n_arrays += fields->size();
  Index bytes = plan_.allocated_bytes() + rows_.bytes();
  for (const StageDecay& decay : decays_)
    for (const auto& of : decay.of)
      for (const auto& axis : of) bytes += static_cast<Index>(axis.size() * sizeof(double));
  for (const ShellModes& shell : shells_) bytes += static_cast<Index>(shell.offsets.size()) * 16;
  return bytes + static_cast<Index>(n_arrays) * plan_.modes_storage().n_elements() * 16;
}

}  // namespace weft::turbulence
