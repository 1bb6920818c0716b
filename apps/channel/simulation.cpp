// Flow, statistics and files together.
#include "channel/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "channel/beginning.hpp"
#include "channel/flow.hpp"
#include "channel/statistics.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"

namespace weft::channel {
namespace {

constexpr const char* setting_prefix = "setting ";

// Settings that make states of different kinds; the others may change from job to job.
const std::vector<std::string> fixed_settings = {"nx", "ny", "nz", "length_x", "length_z", "frame"};

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::invalid_argument, message); }

std::string size_in_words(double bytes) {
  return bytes < 1e9 ? short_number(bytes / 1048576) + " MiB" : short_number(bytes / 1073741824) + " GiB";
}

class ChannelSimulation : public apps::Simulation {
 public:
  ChannelSimulation(const RunOfChannel& run, MPI_Comm comm)
      : run_(run),
        comm_(comm),
        flow_(run.settings, comm),
        planes_(run.settings.ny, run.settings.frame),
        statistics_(flow_, run.spectra_at) {
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &processes_per_node_);
    MPI_Comm_free(&node);
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

  bool is_finite_here() override {
    double zeros = 0;
    for (const apps::StateArray& array : flow_.state()) {
      const auto* numbers = reinterpret_cast<const double*>(array.modes->data());
      for (std::size_t i = 0; i < 2 * array.modes->size(); ++i) zeros += 0 * numbers[i];
    }
    return zeros == 0;
  }

  void write(CheckpointWriter& writer) override {
    const Distribution modes = flow_.plan().modes_distribution();
    for (const apps::StateArray& array : flow_.state()) writer.add(array.name, modes, array.modes->data());
    writer.set("program", "channel");
    writer.set("time", flow_.time());
    writer.set("step", flow_.n_steps());
    for (const auto& [name, value] : in_words(run_.settings)) writer.set(setting_prefix + name, value);
    writer.set("plan options", run_.plan);
    writer.add_plan(flow_.plan());
    statistics_.write(writer, comm_);
  }

  void read(const Checkpoint& checkpoint, std::vector<std::string>& notes) override {
    bool is_same_dt = true;
    for (const auto& [name, value] : in_words(run_.settings)) {
      const auto before = checkpoint.get<std::string>(setting_prefix + name);
      if (before == value) continue;
      const std::string differs = name + " is " + value + ", and was " + before + " in " + checkpoint.path();
      if (std::count(fixed_settings.begin(), fixed_settings.end(), name) > 0)
        fail(differs +
             ": a flow goes on with the grid, the box and the frame that it has; give another output.name "
             "to begin anew");
      notes.push_back(differs);
      is_same_dt = is_same_dt && name != "dt" && name != "scheme";
    }
    const Distribution modes = flow_.plan().modes_distribution();
    for (const apps::StateArray& array : flow_.state())
      checkpoint.read(array.name, modes, array.modes->data());
    flow_.resume(checkpoint.get<double>("time"), checkpoint.get<std::int64_t>("step"), is_same_dt);
    statistics_.read(checkpoint, comm_);
  }

  // The plan works on one field at a time, in points of its own.
  void write_snapshot(Series& series) override {
    Plan& plan = flow_.plan();
    std::vector<Field<double>> points;
    std::vector<NamedField> fields;
    const Settings& s = run_.settings;
    DatasetOptions options;
    options.precision = run_.snapshot_precision == "single" ? Precision::single_ : Precision::double_;
    options.attributes = grid_attributes(plan.problem(), {2, s.length_z, s.length_x}, {"y", "z", "x"}, "h");
    options.attributes["units"] = "U";
    const char* const names[] = {"u", "v", "w"};
    for (int i = 0; i < 3; ++i) {
      points.push_back(plan.points<double>());
      plan.backward(flow_.velocity(i), points.back());
      if (i == 0)
        for (std::size_t j = 0; j < points.back().size(); ++j) points.back().data()[j] += s.frame;
    }
    for (std::size_t i = 0; i < points.size(); ++i)
      fields.push_back({names[i], plan.points_distribution(), points[i].data(), options});
    series.append(flow_.time(), flow_.n_steps(), fields, {{"viscosity", s.viscosity}});
  }

  bool write_statistics(const std::string& prefix) override {
    if (statistics_.n_samples() == 0) return false;
    statistics_.write_files(prefix, flow_.n_steps(), comm_);
    return true;
  }

  // Sweeps of the plan are its transform routines, with the products; all else of it is communication.
  std::vector<apps::Quantity> times() const override {
    const Plan& plan = flow_.plan();
    double own[] = {flow_.transform_seconds(), flow_.column_seconds()};
    plan.sum(own);
    const double n_processes = plan.modes_layout().n_processes();
    double routines = 0, communication = 0;
    for (const StageTimer& timer : plan.gather_timers())
      (timer.kind == "sweep" ? routines : communication) += timer.mean_seconds;
    std::vector<apps::Quantity> times = {{"transforms", "s", own[0] / n_processes},
                                         {"transform routines", "s", routines},
                                         {"communication", "s", communication},
                                         {"columns", "s", own[1] / n_processes}};
    if (const double predicted = predicted_transform_seconds(); predicted > 0)
      times.push_back({"predicted transforms", "s", predicted});
    return times;
  }

  std::vector<std::string> words() const override {
    const Settings& s = run_.settings;
    const Extents points = flow_.plan().problem().shape;
    const auto size = [](Index y, Index z, Index x) {
      return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
    };
    double bytes = static_cast<double>(flow_.bytes());
    flow_.plan().sum({&bytes, 1});
    const double array = 8.0 * static_cast<double>(points[0] * points[1] * points[2]);
    return {"channel flow: " + size(s.ny, s.nz, s.nx) + " modes on " + size(points[0], points[1], points[2]) +
                " points (x, y, z), box " + short_number(s.length_x) + " x 2 x " + short_number(s.length_z),
            "viscosity " + exact_number(s.viscosity) + ", forcing " + s.forcing + ", " + s.scheme +
                " with steps of " + exact_number(s.dt) + ", " + s.form + " form",
            "memory of all processes: " + size_in_words(bytes) + ", " + short_number(bytes / array) +
                " real arrays of the points"};
  }

 private:
  // Of all steps so far, by the machine file of this computer; 0 without one, or with one of other nodes.
  double predicted_transform_seconds() const {
    const std::optional<MachineModel> machine = machine_file();
    if (!machine) return 0;
    try {
      return predicted_transform_seconds(*machine);
    } catch (const Error&) {
      return 0;
    }
  }
  double predicted_transform_seconds(const MachineModel& machine) const {
    const Plan& plan = flow_.plan();
    const auto seconds = [&](int n_fields, const char* direction) {
      Problem problem = plan.problem();
      problem.n_fields = n_fields;
      return predict(problem, plan.modes_layout().n_processes(), machine,
                     {{"choice", to_text(plan.choice())}}, processes_per_node_)
          .seconds(direction);
    };
    const double stage =
        seconds(flow_.form().n_to_points, "backward") + seconds(flow_.form().n_to_modes, "forward");
    return static_cast<double>(n_steps_done_) * static_cast<double>(flow_.scheme().later.size()) * stage;
  }

  RunOfChannel run_;
  MPI_Comm comm_;
  Flow flow_;
  Index n_steps_done_ = 0;  // here
  int processes_per_node_ = 1;
  PlaneMeans planes_;
  Means means_;
  Statistics statistics_;
};

}  // namespace

std::unique_ptr<apps::Simulation> make_simulation(const RunOfChannel& run, MPI_Comm comm) {
  return std::make_unique<ChannelSimulation>(run, comm);
}

}  // namespace weft::channel
