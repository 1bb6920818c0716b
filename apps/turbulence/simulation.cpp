// Flow, measures, spectra and files together.
#include "turbulence/simulation.hpp"

#include <cmath>

#include "common/plan_times.hpp"
#include "common/restart.hpp"
#include "common/snapshot.hpp"
#include "turbulence/measures.hpp"
#include "turbulence/scalar_beginning.hpp"
#include "turbulence/spectra.hpp"
#include "weft/solvers.hpp"
#include "weft/words.hpp"

namespace weft::turbulence {
namespace {

const std::string program = "turbulence";

// Settings that make states of different kinds; the others may change from job to job.
const std::vector<std::string> fixed_settings = {
    "nx", "ny", "nz", "lengths", "dealiasing", "mean_velocity", "scalars"};

class TurbulenceSimulation : public apps::Simulation {
 public:
  TurbulenceSimulation(const RunOfTurbulence& run, MPI_Comm comm, bool is_restart)
      : run_(run),
        comm_(comm),
        box_(run.settings, comm),
        processes_per_node_(apps::processes_per_node(comm)),
        sums_(box_),
        skewness_(box_),
        spectra_(box_) {
    if (!is_restart) {
      find_beginning(run.beginning).start(box_, run.choice);
      for (std::size_t i = 0; i < run.settings.scalars.size(); ++i)
        find_scalar_beginning(run.scalar_beginning).start(box_, i, run.scalar_choice);
    }
    box_.plan().reset_timers();
  }

  double time() const override { return box_.time(); }
  double dt() const override { return run_.settings.dt; }
  Index n_steps() const override { return box_.n_steps(); }

  void step(const Look& look) override {
    ++n_steps_done_;
    if (!look.quantities && !look.statistics) {
      box_.step();
      return;
    }
    const double time = box_.time();
    const Index step = box_.n_steps();
    forced_power_ = box_.forced_power();
    if (look.quantities) skewness_now_ = skewness_();
    sums_.reset();
    box_.step({}, &sums_);
    const Shells shells = sums_.shells();
    measures_ = measures_of(box_, shells);
    if (look.statistics) spectra_.add(step, time, shells);
  }

  std::vector<apps::Quantity> quantities() override {
    const Measures& m = measures_;
    const double forced =
        forced_power_ + 2 * find_forcing(run_.settings.forcing).rate(run_.settings) * m.energy;
    std::vector<apps::Quantity> quantities = {{"energy", "U^2", m.energy},
                                              {"enstrophy", "U^2/L^2", m.enstrophy},
                                              {"dissipation", "U^3/L", m.dissipation},
                                              {"skewness", "", skewness_now_},
                                              {"taylor_reynolds", "", m.taylor_reynolds},
                                              {"k_max_eta", "", m.k_max_eta},
                                              {"integral_length", "L", m.integral_length},
                                              {"forced_power", "U^3/L", forced}};
    for (std::size_t i = 0; i < m.scalars.size(); ++i) {
      const std::string name = "scalar_" + std::to_string(i);
      quantities.push_back({name + "_variance", "S^2", m.scalars[i].variance});
      quantities.push_back({name + "_dissipation", "S^2 U/L", m.scalars[i].dissipation});
      const char* const axes[] = {"x", "y", "z"};
      for (std::size_t axis = 0; axis < 3; ++axis)
        quantities.push_back({name + "_flux_" + axes[axis], "S U", m.scalars[i].flux[axis]});
    }
    return quantities;
  }

  std::string warning() const override {
    if (measures_.k_max_eta >= 1) return "";
    return "k_max eta is " + short_number(measures_.k_max_eta) +
           ", below 1: dissipation is not resolved; take more points, or a larger viscosity";
  }

  double courant_here() const override { return box_.courant_here(); }
  double courant_limit() const override { return box_.scheme().stability; }
  bool is_finite_here() override { return apps::is_finite_here(box_.state()); }

  void write(CheckpointWriter& writer) override {
    apps::write_state(writer, {program, box_.time(), box_.n_steps(), in_words(run_.settings), run_.plan},
                      box_.state(), box_.plan());
    writer.set("forced power", box_.forced_power());
    spectra_.write(writer, comm_);
  }

  void read(const Checkpoint& checkpoint, std::vector<std::string>& notes) override {
    const std::vector<std::string> changed = apps::changed_settings(
        checkpoint, in_words(run_.settings), fixed_settings,
        "a flow goes on with the grid, the modes, the box, the mean velocity and the scalars that it has",
        notes);
    apps::read_state(checkpoint, box_.state(), box_.plan());
    box_.resume(checkpoint.get<double>("time"), checkpoint.get<std::int64_t>("step"),
                !apps::changes_steps(changed), checkpoint.get<double>("forced power"));
    spectra_.read(checkpoint, comm_);
  }

  void write_snapshot(Series& series) override {
    const Settings& s = run_.settings;
    DatasetOptions options;
    options.precision = apps::precision_of(run_.snapshot_precision);
    options.attributes =
        grid_attributes(box_.plan().problem(), {s.lengths.begin(), s.lengths.end()}, {"x", "y", "z"}, "L");
    apps::PointsSnapshot snapshot(box_.plan(), options);
    const char* const names[] = {"u", "v", "w"};
    for (std::size_t c = 0; c < 3; ++c) snapshot.add(names[c], box_.velocity()[c]);
    for (std::size_t i = 0; i < s.scalars.size(); ++i)
      snapshot.add("scalar_" + std::to_string(i), box_.scalar(i));
    if (run_.snapshot_vorticity) snapshot.add("vorticity", size_of_vorticity());
    snapshot.append_to(series, box_.time(), box_.n_steps(), {{"viscosity", s.viscosity}});
  }

  bool write_statistics(const std::string& prefix, Index step) override {
    if (spectra_.n_samples() == 0) return false;
    spectra_.write_files(prefix, step, comm_);
    return true;
  }

  std::vector<apps::Quantity> times() const override {
    const auto n_stages = static_cast<Index>(box_.scheme().later.size());
    const auto n_scalars = static_cast<int>(run_.settings.scalars.size());
    return apps::times_of(box_.plan(),
                          {box_.transform_seconds(), box_.mode_seconds(), "modes", n_steps_done_ * n_stages},
                          {6 + n_scalars, 3 + 3 * n_scalars}, processes_per_node_);
  }

  Attributes facts() const override {
    Attributes facts = turbulence::facts(run_.settings);
    facts["program"] = program;
    return facts;
  }

  std::vector<std::string> words() const override {
    const Settings& s = run_.settings;
    const Extents points = box_.plan().problem().shape, modes = box_.plan().problem().kept;
    const auto size = [](const auto& n) {
      return std::to_string(n[0]) + "x" + std::to_string(n[1]) + "x" + std::to_string(n[2]);
    };
    const std::size_t n = s.scalars.size();
    const std::string scalars = n == 0 ? "" : ", " + std::to_string(n) + (n == 1 ? " scalar" : " scalars");
    return {"turbulence in a box: " + size(modes) + " modes (" + s.dealiasing + ") on " + size(points) +
                " points, box " + short_number(s.lengths[0]) + " x " + short_number(s.lengths[1]) + " x " +
                short_number(s.lengths[2]) + scalars,
            "viscosity " + exact_number(s.viscosity) + ", forcing " + s.forcing + ", " + s.scheme +
                " with steps of " + exact_number(s.dt),
            apps::memory_in_words(box_.plan(), box_.bytes() + skewness_.bytes())};
  }

 private:
  Field<double> size_of_vorticity() {
    Field<double> size = box_.plan().points<double>(), component = box_.plan().points<double>();
    size.fill(0);
    for (const Modes& modes : box_.vorticity()) {
      box_.plan().backward(modes, component);
      for (std::size_t i = 0; i < size.size(); ++i)
        size.data()[i] += component.data()[i] * component.data()[i];
    }
    for (std::size_t i = 0; i < size.size(); ++i) size.data()[i] = std::sqrt(size.data()[i]);
    return size;
  }

  RunOfTurbulence run_;
  MPI_Comm comm_;
  Box box_;
  int processes_per_node_;
  Index n_steps_done_ = 0;  // here
  ShellSums sums_;
  Skewness skewness_;
  SpectraInTime spectra_;
  Measures measures_;
  double skewness_now_ = 0, forced_power_ = 0;
};

}  // namespace

std::unique_ptr<apps::Simulation> make_simulation(const RunOfTurbulence& run, MPI_Comm comm,
                                                  bool is_restart) {
  return std::make_unique<TurbulenceSimulation>(run, comm, is_restart);
}

}  // namespace weft::turbulence
