// What a step of the channel flow costs beside its transforms, for lab/transpose_split/channel.md.
//
// Milliseconds of a step, of its convolve alone, and of its transforms alone (12 fields back and 9 forward in
// skew form, in two calls), and of the sweep over columns beside a copy of as many bytes, and beside bringing
// as many lines into tiles and back without computing anything. They take turns in every round; times are
// those of the slowest process, ratios the medians of those of a round.
//
//   build/weft-run -n 2 build/bench/channel_step [--rounds N] [--form NAME] [--scheme NAME] [--padding]
//                                                [--json FILE] [key=value ...] [NXxNYxNZ ...]
//
// key=value: options of the plan, as exchange=alltoallv. Memory is that of all processes, also in real arrays
// of the grid (the padded one), of doubles.
#include <cstring>
#include <random>

#include "channel/flow.hpp"
#include "shape.hpp"
#include "steps.hpp"

namespace {

using weft::channel::Flow;
using weft::channel::Settings;

class Trial {
 public:
  explicit Trial(const Settings& settings) : flow_(settings, MPI_COMM_WORLD) {
    std::minstd_rand random(7);
    std::uniform_real_distribution<double> number(-0.1, 0.1);
    flow_.start([&](double, double y, double) {
      const double wall = (1 - y * y) * (1 - y * y);
      return std::array{1 - y * y, wall * number(random), wall * number(random)};
    });
    const weft::channel::Form& form = flow_.form();
    for (int i = 0; i < form.n_to_points; ++i) {
      modes_.push_back(flow_.plan().modes<std::complex<double>>());
      points_.push_back(flow_.plan().points<double>());
    }
    for (int i = 0; i < form.n_to_points; ++i) {
      to_points_.push_back(modes_[static_cast<std::size_t>(i)].data());
      points_to_.push_back(points_[static_cast<std::size_t>(i)].data());
    }
    for (int i = 0; i < form.n_to_modes; ++i) {
      from_points_.push_back(points_[static_cast<std::size_t>(i)].data());
      to_modes_.push_back(modes_[static_cast<std::size_t>(i)].data());
    }
  }
  void step() { flow_.step(); }
  void convolve() { flow_.plan().convolve(to_points_, to_modes_, flow_.form().product); }
  void transforms() {
    flow_.plan().backward_fields(to_points_, points_to_);
    flow_.plan().forward_fields(from_points_, to_modes_);
  }
  // As many bytes as the sweeps of a step read and write: products, five arrays of before, all fields and
  // three arrays of state.
  void copy() {
    const weft::channel::Form& form = flow_.form();
    const int n_arrays = form.n_to_modes + 5 + form.n_to_points + 3;
    const std::size_t n = modes_.size(), bytes = modes_[0].size() * sizeof(std::complex<double>);
    for (std::size_t stage = 0; stage < flow_.scheme().later.size(); ++stage)
      for (int i = 0; i < n_arrays / 2; ++i)
        std::memcpy(modes_[static_cast<std::size_t>(i + 1) % n].data(),
                    modes_[static_cast<std::size_t>(i) % n].data(), bytes);
  }
  // Reads and writes as many lines of modes as a step does, and computes nothing.
  void lines() {
    const weft::channel::Form& form = flow_.form();
    const int n_in = form.n_to_modes + 5, n_out = form.n_to_points + 3;
    std::vector<const weft::channel::Modes*> in;
    std::vector<weft::channel::Modes*> out;
    for (int i = 0; i < n_in; ++i) in.push_back(&modes_[static_cast<std::size_t>(i) % modes_.size()]);
    for (int i = 0; i < n_out; ++i) out.push_back(&modes_[static_cast<std::size_t>(i) % modes_.size()]);
    for (std::size_t stage = 0; stage < flow_.scheme().later.size(); ++stage)
      flow_.columns().sweep<std::complex<double>>(in, out, [&](weft::ColumnTile& tile) {
        for (int i = 0; i < n_in; ++i) tile.read(i, tile.column(i % 5));
        for (int i = 0; i < n_out; ++i) tile.write(tile.column(i % 5), i);
      });
  }
  Flow& flow() { return flow_; }

 private:
  Flow flow_;
  std::vector<weft::channel::Modes> modes_;
  std::vector<weft::Field<double>> points_;
  std::vector<const void*> to_points_, from_points_;
  std::vector<void*> to_modes_, points_to_;
};

nlohmann::json measure(const weft::Extents& shape, const StepCommand& command, Settings settings) {
  settings.nx = shape.at(0);
  settings.ny = shape.at(1);
  settings.nz = shape.at(2);
  settings.dt = 1e-5;
  Trial trial(settings);
  const auto n_stages = static_cast<double>(trial.flow().scheme().later.size());
  double columns_before = trial.flow().column_seconds();
  const auto rounds = in_turns({[&] { trial.step(); }, [&] { trial.convolve(); }, [&] { trial.transforms(); },
                                [&] { trial.copy(); }, [&] { trial.lines(); }},
                               command.n_rounds, [&] {
                                 const double before = columns_before;
                                 columns_before = trial.flow().column_seconds();
                                 return std::vector<double>{columns_before - before};
                               });
  const Times step = over(rounds, [](const auto&s) { return s[0]; }),
              convolve = over(rounds, [](const auto&s) { return s[1]; }),
              transforms = over(rounds, [&](const auto&s) { return s[2] * n_stages; }),
              ratio = over(rounds, [&](const auto&s) { return s[0] / (s[2] * n_stages); }),
              share_of_copy = over(rounds, [](const auto&s) { return s[3] / s[5]; }),
              lines_share_of_copy = over(rounds, [](const auto&s) { return s[3] / s[4]; });
  const int n_processes = trial.flow().plan().modes_layout().n_processes();
  const double bytes = sum_of(static_cast<double>(trial.flow().bytes()));
  const double padded = settings.padding ? 9.0 / 4 : 1;
  const double arrays = bytes / (padded * 8 * static_cast<double>(settings.nx * settings.ny * settings.nz));
  if (trial.flow().plan().rank() == 0)
    std::printf(
        "%-12s P %d %-10s %-6s step %.2f (%.2f) convolve %.2f (%.2f) transforms %.2f (%.2f) ms, step / "
        "transforms %.3f, columns at %.0f %% of a copy (their lines alone %.0f %%), %.0f MiB, %.1f arrays\n",
        weft::to_text(shape).c_str(), n_processes, settings.form.c_str(), settings.scheme.c_str(),
        1e3 * step.minimum(), 1e3 * step.median(), 1e3 * convolve.minimum(), 1e3 * convolve.median(),
        1e3 * transforms.minimum(), 1e3 * transforms.median(), ratio.median(), 100 * share_of_copy.median(),
        100 * lines_share_of_copy.median(), bytes / (1 << 20), arrays);
  return {{"modes", weft::to_text(shape)},
          {"processes", n_processes},
          {"form", settings.form},
          {"scheme", settings.scheme},
          {"padding", settings.padding},
          {"options", command.options},
          {"step_seconds", step.seconds},
          {"convolve_seconds", convolve.seconds},
          {"transforms_seconds", transforms.seconds},
          {"step_over_transforms", ratio.seconds},
          {"columns_share_of_copy", share_of_copy.seconds},
          {"lines_share_of_copy", lines_share_of_copy.seconds},
          {"bytes", bytes},
          {"real_arrays", arrays}};
}

std::pair<std::string, nlohmann::json> measure_all(int argc, char** argv) {
  Settings settings;
  std::vector<weft::Extents> shapes;
  const StepCommand command =
      parse_steps(argc, argv, settings.options, [&](const std::string& word, const auto& next) {
        if (word == "--form")
          settings.form = next();
        else if (word == "--scheme")
          settings.scheme = next();
        else if (word == "--padding")
          settings.padding = true;
        else
          shapes.push_back(shape_of(word));
      });
  if (shapes.empty()) shapes = {{64, 65, 64}};
  nlohmann::json results = nlohmann::json::array();
  for (const weft::Extents& shape : shapes) results.push_back(measure(shape, command, settings));
  return {command.json, results};
}

}  // namespace

int main(int argc, char** argv) { return main_of_steps(argc, argv, "channel_step", measure_all); }
