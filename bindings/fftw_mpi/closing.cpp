// Plans by the processes that have them, in the order in which they were made: the same on all of these.
#include "closing.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <vector>

namespace weft::fftw_mpi {

namespace {

struct Known {
  TakenPlan* plan;
  bool is_destroyed;
};

std::mutex known_mutex;
std::map<std::vector<int>, std::vector<Known>>& known_plans() {
  static auto* const all =
      new std::map<std::vector<int>, std::vector<Known>>();  // outlives all static objects
  return *all;
}

// The processes of a communicator by their ranks in MPI_COMM_WORLD; none if some are not in it.
std::vector<int> processes_of(MPI_Comm comm) {
  MPI_Group group = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int n = 0;
  MPI_Group_size(group, &n);
  std::vector<int> ranks(static_cast<std::size_t>(n)), in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group_translate_ranks(group, n, ranks.data(), world, in_world.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  if (std::count(in_world.begin(), in_world.end(), MPI_UNDEFINED) > 0) return {};
  return in_world;
}

}  // namespace

void enter(MPI_Comm comm, TakenPlan* plan) {
  const std::lock_guard lock(known_mutex);
  const std::vector<int> processes = processes_of(comm);
  if (processes.size() > 1) known_plans()[processes].push_back({plan, false});
}

void leave(TakenPlan* plan) {
  const std::lock_guard lock(known_mutex);
  for (auto& [processes, plans] : known_plans())
    for (Known& known : plans)
      if (known.plan == plan) {
        known.is_destroyed = true;
        return;
      }
  delete plan;
}

void close_destroyed(MPI_Comm comm) {
  const std::lock_guard lock(known_mutex);
  const auto found = known_plans().find(processes_of(comm));
  if (found == known_plans().end()) return;
  std::vector<Known>& plans = found->second;
  std::vector<int> are_destroyed;
  for (const Known& known : plans) are_destroyed.push_back(known.is_destroyed ? 1 : 0);
  MPI_Allreduce(MPI_IN_PLACE, are_destroyed.data(), static_cast<int>(are_destroyed.size()), MPI_INT, MPI_LAND,
                comm);
  for (std::size_t i = plans.size(); i-- > 0;)
    if (are_destroyed[i] != 0) {
      delete plans[i].plan;
      plans.erase(plans.begin() + static_cast<std::ptrdiff_t>(i));
    }
  if (plans.empty()) known_plans().erase(found);
}

}  // namespace weft::fftw_mpi
