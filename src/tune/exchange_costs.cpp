// What it costs to read what other processes of a node have just written, and that MPI takes elements from
// arrays by datatypes: whole transforms by `window-pull` and `alltoallw` beside those by `alltoallv`, whose
// sweeps read and write memory of their own.
#include "tune/exchange_costs.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "model/lookups.hpp"
#include "tune/trial_transform.hpp"

namespace weft::inline tuning {

namespace {

constexpr double exchanges_of_pair = 2;  // of a slab, forward and backward

// Points along each axis of a cube of which each process sends about `bytes`, in lines of common lengths.
Index side_of(Index bytes, int n_processes) {
  constexpr double step = 16;
  const double n = n_processes, points = static_cast<double>(bytes) / 16 * n * n / (n - 1);
  return static_cast<Index>(step * std::max(1.0, std::round(std::cbrt(points) / step)));
}

// Seconds of a pair of transforms, of all stages and of sweeps alone: means over the processes.
struct PairSeconds {
  double all = 0, sweeps = 0;
};

PairSeconds pair_seconds(const std::vector<StageTime>& stages, MPI_Comm comm) {
  double sums[] = {0, 0, 1};
  for (const StageTime& stage : stages) {
    sums[0] += stage.seconds;
    if (stage.name.starts_with("sweep")) sums[1] += stage.seconds;
  }
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, comm), "comparing exchanges");
  return {sums[0] / sums[2], sums[1] / sums[2]};
}

struct Costs {
  Index bytes = 0;  // that each process sends in an exchange
  double windows = 0, datatypes = 0;
};

// Of the processes of `comm`; nothing is faster than a step of the clock.
Costs costs_of(MPI_Comm comm, int n_processes, Index side, bool with_windows, double seconds) {
  std::vector<std::unique_ptr<TrialTransform>> transforms;
  std::vector<TrialTransform*> all;
  for (const char* exchange : {"alltoallv", "alltoallw", "window-pull"})
    if (exchange != std::string("window-pull") || with_windows) {
      transforms.push_back(std::make_unique<TrialTransform>(
          c2c({side, side, side}), comm, std::to_string(n_processes) + " native " + exchange));
      all.push_back(transforms.back().get());
    }
  std::vector<PairSeconds> pairs;
  for (const std::vector<StageTime>& stages : medians(all, seconds))
    pairs.push_back(pair_seconds(stages, comm));
  const auto beyond = [](double more, double less) {
    return std::max((more - less) / exchanges_of_pair, 1e-9);
  };
  Costs costs{16 * side * side * side / n_processes / n_processes * (n_processes - 1)};
  costs.datatypes = beyond(pairs[1].all, pairs[0].all);
  if (with_windows) costs.windows = beyond(pairs[2].all, pairs[0].sweeps);
  return costs;
}

void measure(const Site& site, MachineModel& model, Index side) {
  const auto n = static_cast<int>(site.on_first_node.size());
  const bool takes_part =
      std::binary_search(site.on_first_node.begin(), site.on_first_node.end(), site.comms.rank());
  const Part part(site.comm(), takes_part);
  const bool with_windows = site.has_shared_memory(2 * 16 * side * side * side / n);
  Costs costs;
  std::exception_ptr failure;
  try {
    if (takes_part) costs = costs_of(part.comm(), n, side, with_windows, site.quick ? 0.01 : 0.2);
  } catch (...) {
    failure = std::current_exception();
  }
  site.meet();
  agree(
      site.comm(),
      [&] {
        if (failure) std::rethrow_exception(failure);
      },
      "to calibrate", site.seconds);
  double seconds[] = {costs.windows - 2 * flag_seconds(model, n), costs.datatypes};
  check_mpi(MPI_Bcast(seconds, 2, MPI_DOUBLE, site.on_first_node.front(), site.comm()),
            "telling what exchanges cost");
  check_mpi(MPI_Bcast(&costs.bytes, 1, MPI_INT64_T, site.on_first_node.front(), site.comm()),
            "telling what exchanges cost");
  if (with_windows) model.peers.push_back({n, costs.bytes, std::max(seconds[0], 1e-9)});
  model.datatypes.push_back({n, costs.bytes, seconds[1]});
}

}  // namespace

std::vector<Measurement> measurements_of_exchange_costs(const Site& site, MachineModel& model) {
  std::vector<Measurement> list;
  const auto n = static_cast<int>(site.on_first_node.size());
  if (n < 2) return list;
  for (const Index bytes : {Index{32} << 10, Index{256} << 10, Index{2} << 20, Index{8} << 20}) {
    const Index side = side_of(bytes, n);
    list.push_back({"exchanges of " + std::to_string(side) + " points an axis", site.quick ? 0.3 : 0.8,
                    [&site, &model, side] { measure(site, model, side); }});
  }
  return list;
}

}  // namespace weft::inline tuning
