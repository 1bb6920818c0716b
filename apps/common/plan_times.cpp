// Times and memory of simulations.
#include "common/plan_times.hpp"

#include <optional>

#include "weft/calibration.hpp"
#include "weft/words.hpp"

namespace weft::apps {
namespace {

// Of one stage, by the machine file of this computer; nothing without one, or with one of other nodes.
std::optional<PredictedTimes> predicted_here(const Plan& plan, const StageOfFields& stage,
                                             int processes_per_node) {
  const std::optional<MachineModel> machine = machine_file();
  if (!machine) return std::nullopt;
  try {
    return predicted_times(plan.problem(), stage, plan.modes_layout().n_processes(), *machine,
                           {{"choice", to_text(plan.choice())}}, processes_per_node);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string size_in_words(double bytes) {
  return bytes < 1e9 ? short_number(bytes / 1048576) + " MiB" : short_number(bytes / 1073741824) + " GiB";
}

}  // namespace

std::vector<Quantity> times_of(const Plan& plan, const MeasuredTimes& measured, const StageOfFields& stage,
                               int processes_per_node) {
  double own[] = {measured.transforms, measured.others};
  plan.sum(own);
  const double n_processes = plan.modes_layout().n_processes();
  double routines = 0, communication = 0;
  for (const StageTimer& timer : plan.gather_timers())
    (timer.kind == "sweep" ? routines : communication) += timer.mean_seconds;
  std::vector<Quantity> times = {{"transforms", "s", own[0] / n_processes},
                                 {"transform routines", "s", routines},
                                 {"communication", "s", communication},
                                 {measured.name, "s", own[1] / n_processes}};
  if (const auto predicted = predicted_here(plan, stage, processes_per_node)) {
    const auto n_stages = static_cast<double>(measured.n_stages);
    times.push_back({"predicted transforms", "s", n_stages * predicted->transforms});
    times.push_back({"predicted communication", "s", n_stages * predicted->communication});
  }
  return times;
}

int processes_per_node(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int n = 1;
  MPI_Comm_size(node, &n);
  MPI_Comm_free(&node);
  return n;
}

std::string memory_in_words(const Plan& plan, Index bytes_here) {
  double bytes = static_cast<double>(bytes_here), array = 8;
  plan.sum({&bytes, 1});
  for (const Index n : plan.problem().shape) array *= static_cast<double>(n);
  return "memory of all processes: " + size_in_words(bytes) + ", " + short_number(bytes / array) +
         " real arrays of the points";
}

}  // namespace weft::apps
