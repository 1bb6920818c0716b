// What a step of turbulence in a box costs beside its transforms, for doc/design/026.
//
// Milliseconds of a step with one scalar, of its convolve alone, and of its 13 transforms alone (7 fields
// back and 6 forward, in two calls, between arrays in memory). They take turns in every round; times are
// those of the slowest process, ratios the medians of those of a round. Memory is that of all processes, also
// in real arrays of n^3.
//
//   build/weft-run -n 2 build/bench/turbulence_step [--rounds N] [--scheme NAME] [--dealiasing NAME] [--json
//   FILE]
//                                                   [key=value ...] [N ...]
//
// key=value: options of the plan, as exchange=alltoallv. N: points along each axis; 128 if none is given.
#include <mpi.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "times.hpp"
#include "turbulence/beginning.hpp"
#include "turbulence/box.hpp"

namespace {

using weft::turbulence::Box;
using weft::turbulence::Settings;

struct Command {
  int n_rounds = 15;
  std::string json;  // file
  Settings settings;
  std::vector<weft::Index> sizes;
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
    else if (word == "--scheme" && i + 1 < argc)
      command.settings.scheme = argv[++i];
    else if (word == "--dealiasing" && i + 1 < argc)
      command.settings.dealiasing = argv[++i];
    else if (equals != std::string::npos)
      command.settings.options.set(word.substr(0, equals), word.substr(equals + 1));
    else
      command.sizes.push_back(std::stoll(word));
  }
  if (command.sizes.empty()) command.sizes = {128};
  return command;
}

class Trial {
 public:
  static constexpr std::size_t n_back = 7, n_forward = 6;

  explicit Trial(const Settings& settings) : box_(settings, MPI_COMM_WORLD) {
    weft::turbulence::find_beginning("random").start(box_, {});
    for (std::size_t i = 0; i < n_back; ++i) {
      modes_.push_back(box_.plan().modes<std::complex<double>>());
      points_.push_back(box_.plan().points<double>());
    }
    for (std::size_t i = 0; i < n_back; ++i) {
      to_points_.push_back(modes_[i].data());
      points_to_.push_back(points_[i].data());
    }
    for (std::size_t i = 0; i < n_forward; ++i) {
      from_points_.push_back(points_[i].data());
      to_modes_.push_back(modes_[i].data());
    }
  }
  void step() { box_.step(); }
  void convolve() {
    box_.plan().convolve(to_points_, to_modes_,
                         [](const weft::PointsBlock& block) { weft::turbulence::products(block); });
  }
  void transforms() {
    box_.plan().backward_fields(to_points_, points_to_);
    box_.plan().forward_fields(from_points_, to_modes_);
  }
  const Box& box() const { return box_; }

 private:
  Box box_;
  std::vector<weft::turbulence::Modes> modes_;
  std::vector<weft::Field<double>> points_;
  std::vector<const void*> to_points_, from_points_;
  std::vector<void*> to_modes_, points_to_;
};

nlohmann::json measure(weft::Index n, const Command& command) {
  Settings settings = command.settings;
  settings.n = {n, n, n};
  settings.dt = 1e-4;
  settings.scalars = {{1, {0, 0, 1}}};
  Trial trial(settings);
  constexpr int n_ways = 3;
  void (Trial::*const ways[n_ways])() = {&Trial::step, &Trial::convolve, &Trial::transforms};
  Times times[n_ways], ratio;
  const auto n_stages = static_cast<double>(trial.box().scheme().later.size());
  for (int round = 0; round <= command.n_rounds; ++round) {
    double seconds[n_ways];
    for (int way = 0; way < n_ways; ++way) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      (trial.*ways[way])();
      seconds[way] = MPI_Wtime() - start;
    }
    MPI_Allreduce(MPI_IN_PLACE, seconds, n_ways, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (round == 0) continue;  // first touch
    seconds[2] *= n_stages;
    for (int way = 0; way < n_ways; ++way) times[way].seconds.push_back(seconds[way]);
    ratio.seconds.push_back(seconds[0] / seconds[2]);
  }
  int n_processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  auto bytes = static_cast<double>(trial.box().bytes());
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double arrays = bytes / (8 * static_cast<double>(n * n * n));
  if (trial.box().plan().rank() == 0)
    std::printf(
        "%lld^3 P %d %s %s: step %.2f (%.2f) convolve %.2f (%.2f) transforms %.2f (%.2f) ms, step / "
        "transforms %.3f, "
        "%.0f MiB, %.1f arrays\n",
        static_cast<long long>(n), n_processes, settings.scheme.c_str(), settings.dealiasing.c_str(),
        1e3 * times[0].minimum(), 1e3 * times[0].median(), 1e3 * times[1].minimum(), 1e3 * times[1].median(),
        1e3 * times[2].minimum(), 1e3 * times[2].median(), ratio.median(), bytes / (1 << 20), arrays);
  return {{"n", n},
          {"processes", n_processes},
          {"scheme", settings.scheme},
          {"dealiasing", settings.dealiasing},
          {"step_seconds", times[0].seconds},
          {"convolve_seconds", times[1].seconds},
          {"transforms_seconds", times[2].seconds},
          {"step_over_transforms", ratio.seconds},
          {"bytes", bytes},
          {"real_arrays", arrays}};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const Command command = parse(argc, argv);
    nlohmann::json results = nlohmann::json::array();
    for (const weft::Index n : command.sizes) results.push_back(measure(n, command));
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && !command.json.empty())
      std::ofstream(command.json) << nlohmann::json{{"results", results}}.dump() << "\n";
  } catch (const std::exception& error) {
    std::fprintf(stderr, "turbulence_step: error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
