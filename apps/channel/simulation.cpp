// Flow, statistics and files together.
#include "channel/simulation.hpp"

#include <algorithm>

#include "channel/beginning.hpp"
#include "channel/flow.hpp"
#include "channel/statistics.hpp"
#include "common/plan_times.hpp"
#include "common/restart.hpp"
#include "common/snapshot.hpp"
#include "weft/words.hpp"

namespace weft::channel {
namespace {

const std::string program = "channel";

// Settings that make states of different kinds; the others may change from job to job.
const std::vector<std::string> fixed_settings = {"nx", "ny", "nz", "length_x", "length_z", "frame"};

class ChannelSimulation : public apps::Simulation {
 public:
  ChannelSimulation(const RunOfChannel& run, MPI_Comm comm)
      : run_(run),
        comm_(comm),
        flow_(run.settings, comm),
        processes_per_node_(apps::processes_per_node(comm)),
        planes_(run.settings.ny, run.settings.frame),
        statistics_(flow_, run.spectra_at) {
    const Beginning& beginning = find_beginning(run.beginning);
    flow_.start(beginning.velocity(
        run.settings, find_forcing(run.settings.forcing).expected_bulk(run.settings), run.amplitude));
    flow_.plan().reset_timers();
  }

  double time() const override { return flow_.time(); }
  double dt() const override { return run_.settings.dt; }
  Index n_steps() const override { return flow_.n_steps(); }

  void step(const Look& look) override {
    ++n_steps_done_;
    if (!look.quantities && !look.statistics) {
      flow_.step();
      return;
    }
    const double time = flow_.time();
    if (look.statistics) statistics_.add_spectra();
    planes_.reset();
    flow_.step([this](const PointsBlock& block) { planes_.add(block); });
    means_ = planes_.means(flow_.plan());
    if (look.statistics) statistics_.add(means_, time, flow_.pressure_gradient());
  }

  std::vector<apps::Quantity> quantities() override {
    const Line mean = to_coefficients(means_[Means::u]), slope = to_values(derivative(mean));
    const double shear = run_.settings.viscosity * (slope.back() - slope.front()) / 2;
    return {{"energy", "U^2", means_.energy()},
            {"turbulent_energy", "U^2", means_.turbulent_energy()},
            {"wall_shear", "U^2", shear},
            {"bulk_velocity", "U", bulk(mean)},
            {"pressure_gradient", "U^2/h", flow_.pressure_gradient()}};
  }

  double courant_here() const override { return flow_.courant_here(); }
  double courant_limit() const override { return flow_.scheme().stability; }

  bool is_finite_here() override { return apps::is_finite_here(flow_.state()); }

  void write(CheckpointWriter& writer) override {
    apps::write_state(writer, {program, flow_.time(), flow_.n_steps(), in_words(run_.settings), run_.plan},
                      flow_.state(), flow_.plan());
    statistics_.write(writer, comm_);
  }

  void read(const Checkpoint& checkpoint, std::vector<std::string>& notes) override {
    const std::vector<std::string> changed =
        apps::changed_settings(checkpoint, in_words(run_.settings), fixed_settings,
                               "a flow goes on with the grid, the box and the frame that it has", notes);
    apps::read_state(checkpoint, flow_.state(), flow_.plan());
    flow_.resume(checkpoint.get<double>("time"), checkpoint.get<std::int64_t>("step"),
                 !apps::changes_steps(changed));
    statistics_.read(checkpoint, comm_);
  }

  void write_snapshot(Series& series) override {
    const Settings& s = run_.settings;
    DatasetOptions options;
    options.precision = apps::precision_of(run_.snapshot_precision);
    options.attributes =
        grid_attributes(flow_.plan().problem(), {2, s.length_z, s.length_x}, {"y", "z", "x"}, "h");
    options.attributes.emplace("units", std::string("U"));
    apps::PointsSnapshot snapshot(flow_.plan(), options);
    snapshot.add("u", flow_.velocity(0), s.frame);
    snapshot.add("v", flow_.velocity(1));
    snapshot.add("w", flow_.velocity(2));
    Attributes attributes;
    attributes["viscosity"] = s.viscosity;
    snapshot.append_to(series, flow_.time(), flow_.n_steps(), attributes);
  }

  bool write_statistics(const std::string& prefix, Index step) override {
    if (statistics_.n_samples() == 0) return false;
    statistics_.write_files(prefix, step, comm_);
    return true;
  }

  std::vector<apps::Quantity> times() const override {
    const auto n_stages = static_cast<Index>(flow_.scheme().later.size());
    return apps::times_of(
        flow_.plan(),
        {flow_.transform_seconds(), flow_.column_seconds(), "columns", n_steps_done_ * n_stages},
        {flow_.form().n_to_points, flow_.form().n_to_modes}, processes_per_node_);
  }

  Attributes facts() const override {
    Attributes facts = channel::facts(run_.settings);
    facts["program"] = program;
    return facts;
  }

  std::vector<std::string> words() const override {
    const Settings& s = run_.settings;
    const Extents points = flow_.plan().problem().shape;
    const auto size = [](Index y, Index z, Index x) {
      return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
    };
    return {"channel flow: " + size(s.ny, s.nz, s.nx) + " modes on " + size(points[0], points[1], points[2]) +
                " points (x, y, z), box " + short_number(s.length_x) + " x 2 x " + short_number(s.length_z),
            "viscosity " + exact_number(s.viscosity) + ", forcing " + s.forcing + ", " + s.scheme +
                " with steps of " + exact_number(s.dt) + ", " + s.form + " form",
            apps::memory_in_words(flow_.plan(), flow_.bytes())};
  }

 private:
  RunOfChannel run_;
  MPI_Comm comm_;
  Flow flow_;
  int processes_per_node_;
  Index n_steps_done_ = 0;  // here
  PlaneMeans planes_;
  Means means_;
  Statistics statistics_;
};

}  // namespace

std::unique_ptr<apps::Simulation> make_simulation(const RunOfChannel& run, MPI_Comm comm) {
  return std::make_unique<ChannelSimulation>(run, comm);
}

}  // namespace weft::channel
