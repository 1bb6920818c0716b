// What a step of the channel flow costs beside its transforms, for doc/studies/channel.md.
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
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "channel/flow.hpp"
#include "shape.hpp"
#include "times.hpp"

namespace {

using weft::channel::Flow;
using weft::channel::Settings;

struct Command {
  int n_rounds = 15;
  std::string json;     // file
  std::string options;  // of the plan, as they were said
  Settings settings;
  std::vector<weft::Extents> shapes;
};

Command parse(int argc, char** argv) {
  Command command;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (word == "--rounds" && i + 1 < argc)
      command.n_rounds = std::stoi(argv[++i]);
    else if (word == "--json" && i + 1 < argc)
      command.json = argv[++i];
    else if (word == "--form" && i + 1 < argc)
      command.settings.form = argv[++i];
    else if (word == "--scheme" && i + 1 < argc)
      command.settings.scheme = argv[++i];
    else if (word == "--padding")
      command.settings.padding = true;
    else if (equals != std::string::npos)
      command.settings.options.set(word.substr(0, equals), word.substr(equals + 1)),
          command.options += (command.options.empty() ? "" : " ") + word;
    else
      command.shapes.push_back(shape_of(word));
  }
  if (command.shapes.empty()) command.shapes = {{64, 65, 64}};
  return command;
}

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

nlohmann::json measure(const weft::Extents& shape, const Command& command) {
  Settings settings = command.settings;
  settings.nx = shape.at(0);
  settings.ny = shape.at(1);
  settings.nz = shape.at(2);
  settings.dt = 1e-5;
  Trial trial(settings);
  constexpr int n_ways = 5;
  void (Trial::*const ways[n_ways])() = {&Trial::step, &Trial::convolve, &Trial::transforms, &Trial::copy,
                                         &Trial::lines};
  Times times[n_ways], ratio, share_of_copy, lines_share_of_copy;
  for (int round = 0; round <= command.n_rounds; ++round) {
    double seconds[n_ways + 1];  // and of the sweeps over columns in a step
    const double columns_before = trial.flow().column_seconds();
    for (int way = 0; way < n_ways; ++way) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      (trial.*ways[way])();
      seconds[way] = MPI_Wtime() - start;
    }
    seconds[n_ways] = trial.flow().column_seconds() - columns_before;
    MPI_Allreduce(MPI_IN_PLACE, seconds, n_ways + 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (round == 0) continue;  // first touch
    seconds[2] *= static_cast<double>(trial.flow().scheme().later.size());
    for (int way = 0; way < n_ways; ++way) times[way].seconds.push_back(seconds[way]);
    ratio.seconds.push_back(seconds[0] / seconds[2]);
    share_of_copy.seconds.push_back(seconds[3] / seconds[n_ways]);
    lines_share_of_copy.seconds.push_back(seconds[3] / seconds[4]);
  }
  int n_processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  auto bytes = static_cast<double>(trial.flow().bytes());
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double padded = settings.padding ? 9.0 / 4 : 1;
  const double arrays = bytes / (padded * 8 * static_cast<double>(settings.nx * settings.ny * settings.nz));
  if (trial.flow().plan().rank() == 0)
    std::printf(
        "%-12s P %d %-10s %-6s step %.2f (%.2f) convolve %.2f (%.2f) transforms %.2f (%.2f) ms, step / "
        "transforms %.3f, columns at %.0f %% of a copy (their lines alone %.0f %%), %.0f MiB, %.1f arrays\n",
        weft::to_text(shape).c_str(), n_processes, settings.form.c_str(), settings.scheme.c_str(),
        1e3 * times[0].minimum(), 1e3 * times[0].median(), 1e3 * times[1].minimum(), 1e3 * times[1].median(),
        1e3 * times[2].minimum(), 1e3 * times[2].median(), ratio.median(), 100 * share_of_copy.median(),
        100 * lines_share_of_copy.median(), bytes / (1 << 20), arrays);
  return {{"modes", weft::to_text(shape)},
          {"processes", n_processes},
          {"form", settings.form},
          {"scheme", settings.scheme},
          {"padding", settings.padding},
          {"options", command.options},
          {"step_seconds", times[0].seconds},
          {"convolve_seconds", times[1].seconds},
          {"transforms_seconds", times[2].seconds},
          {"step_over_transforms", ratio.seconds},
          {"columns_share_of_copy", share_of_copy.seconds},
          {"lines_share_of_copy", lines_share_of_copy.seconds},
          {"bytes", bytes},
          {"real_arrays", arrays}};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Command command = parse(argc, argv);
    nlohmann::json results = nlohmann::json::array();
    for (const weft::Extents& shape : command.shapes) results.push_back(measure(shape, command));
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && !command.json.empty())
      std::ofstream(command.json) << nlohmann::json{{"results", results}}.dump() << "\n";
  } catch (const std::exception& error) {
    std::fprintf(stderr, "channel_step: error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
