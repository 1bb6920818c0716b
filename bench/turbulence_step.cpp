// What a step of turbulence in a box costs beside its transforms, for doc/design/026.
//
// Milliseconds of a step with one scalar, of its convolve alone, and of its 13 transforms alone (7 fields
// back and 6 forward, in two calls, between arrays in memory). They take turns in every round; times are
// those of the slowest process, ratios the medians of those of a round. Memory is that of all processes, also
// in real arrays of n^3.
//
//   build/weft-run -n 2 build/bench/turbulence_step [--rounds N] [--scheme NAME] [--dealiasing NAME]
//                                                   [--json FILE] [key=value ...] [N ...]
//
// key=value: options of the plan, as exchange=alltoallv. N: points along each axis; 128 if none is given.
#include "steps.hpp"
#include "turbulence/beginning.hpp"
#include "turbulence/box.hpp"

namespace {

using weft::turbulence::Box;
using weft::turbulence::Settings;

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

nlohmann::json measure(weft::Index n, const StepCommand& command, Settings settings) {
  settings.n = {n, n, n};
  settings.dt = 1e-4;
  settings.scalars = {{1, {0, 0, 1}}};
  Trial trial(settings);
  const auto n_stages = static_cast<double>(trial.box().scheme().later.size());
  const auto rounds = in_turns(
      {[&] { trial.step(); }, [&] { trial.convolve(); }, [&] { trial.transforms(); }}, command.n_rounds);
  const Times step = over(rounds, [](const auto&s) { return s[0]; }),
              convolve = over(rounds, [](const auto&s) { return s[1]; }),
              transforms = over(rounds, [&](const auto&s) { return s[2] * n_stages; }),
              ratio = over(rounds, [&](const auto&s) { return s[0] / (s[2] * n_stages); });
  const int n_processes = trial.box().plan().modes_layout().n_processes();
  const double bytes = sum_of(static_cast<double>(trial.box().bytes()));
  const double arrays = bytes / (8 * static_cast<double>(n * n * n));
  if (trial.box().plan().rank() == 0)
    std::printf(
        "%lld^3 P %d %s %s: step %.2f (%.2f) convolve %.2f (%.2f) transforms %.2f (%.2f) ms, step / "
        "transforms %.3f, %.0f MiB, %.1f arrays\n",
        static_cast<long long>(n), n_processes, settings.scheme.c_str(), settings.dealiasing.c_str(),
        1e3 * step.minimum(), 1e3 * step.median(), 1e3 * convolve.minimum(), 1e3 * convolve.median(),
        1e3 * transforms.minimum(), 1e3 * transforms.median(), ratio.median(), bytes / (1 << 20), arrays);
  return {{"n", n},
          {"processes", n_processes},
          {"scheme", settings.scheme},
          {"dealiasing", settings.dealiasing},
          {"options", command.options},
          {"step_seconds", step.seconds},
          {"convolve_seconds", convolve.seconds},
          {"transforms_seconds", transforms.seconds},
          {"step_over_transforms", ratio.seconds},
          {"bytes", bytes},
          {"real_arrays", arrays}};
}

std::pair<std::string, nlohmann::json> measure_all(int argc, char** argv) {
  Settings settings;
  std::vector<weft::Index> sizes;
  const StepCommand command =
      parse_steps(argc, argv, settings.options, [&](const std::string& word, const auto& next) {
        if (word == "--scheme")
          settings.scheme = next();
        else if (word == "--dealiasing")
          settings.dealiasing = next();
        else
          sizes.push_back(std::stoll(word));
      });
  if (sizes.empty()) sizes = {128};
  nlohmann::json results = nlohmann::json::array();
  for (const weft::Index n : sizes) results.push_back(measure(n, command, settings));
  return {command.json, results};
}

}  // namespace

int main(int argc, char** argv) { return main_of_steps(argc, argv, "turbulence_step", measure_all); }
