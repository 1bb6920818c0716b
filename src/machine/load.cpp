// Whether processes and other programs take each other's time.
#include "machine/load.hpp"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "comm/agree.hpp"
#include "comm/check.hpp"
#include "weft/computer.hpp"

namespace weft {
namespace {

constexpr double least_share = 0.95;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The text of the first process that has one, on all; empty if none has.
std::string first_text(MPI_Comm comm, int rank, int size, const std::string& text) {
  int first = text.empty() ? size : rank;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm), "looking for a remark");
  return first < size ? broadcast(comm, text, first) : "";
}

// Processors that the processes of this node may run on, all together; 0 where the system does not say.
int processors_of_node(const Site& site) {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) != 0) CPU_ZERO(&mine);
  std::vector<cpu_set_t> sets(site.comms.size());
  check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, sets.data(), sizeof mine, MPI_BYTE, site.comm()),
            "telling the processors");
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int rank = 0; rank < site.comms.size(); ++rank) {
    if (site.comms.node_of()[rank] != site.leader) continue;
    if (CPU_COUNT(&sets[rank]) == 0) return 0;
    CPU_OR(&all, &all, &sets[rank]);
  }
  return CPU_COUNT(&all);
}

// Threads that run or want to on this machine, but for this one: what is typical of a moment. 0 where the
// system does not say.
int other_running_threads() {
  std::vector<int> samples;
  for (int i = 0; i < 11; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(7));
    std::ifstream file("/proc/loadavg");
    double average = 0;
    int running = 1;
    file >> average >> average >> average >> running;
    samples.push_back(file ? std::max(running - 1, 0) : 0);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

std::string crowd_text(const Site& site, int n_processors) {
  return std::to_string(site.n_on_node) + " processes take turns on " + std::to_string(n_processors) +
         (n_processors == 1 ? " processor" : " processors") + " of " + this_computer().host;
}

std::string threads_text(int n_threads) {
  return std::to_string(n_threads) + (n_threads == 1 ? " thread" : " threads") +
         " of other programs ran on " + this_computer().host + " before the start";
}

}  // namespace

void OwnShare::start() {
  wall_ -= seconds_of(CLOCK_MONOTONIC);
  own_ -= seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void OwnShare::stop() {
  wall_ += seconds_of(CLOCK_MONOTONIC);
  own_ += seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double OwnShare::share() const { return wall_ > 0 ? std::min(own_ / wall_, 1.0) : 1; }

Load load_before(const Site& site) {
  const int rank = site.comms.rank(), size = site.comms.size();
  const int n_processors = processors_of_node(site);
  const bool crowded = n_processors > 0 && site.n_on_node > n_processors;
  Load load;
  load.why.push_back(first_text(site.comm(), rank, size, crowded ? crowd_text(site, n_processors) : ""));
  load.oversubscribed = !load.why.back().empty();
  site.meet();
  const int n_others = site.is_leader() ? other_running_threads() : 0;
  site.meet();
  const bool disturbed = n_others > 0 && n_others + site.n_on_node > sysconf(_SC_NPROCESSORS_ONLN);
  load.why.push_back(first_text(site.comm(), rank, size, disturbed ? threads_text(n_others) : ""));
  load.loaded = !load.why.back().empty();
  std::erase(load.why, "");
  return load;
}

void add_share(const Site& site, double share, Load& load) {
  const std::string mine = "process " + std::to_string(site.comms.rank()) + " had a processor for " +
                           std::to_string(std::lround(100 * share)) +
                           " percent of the time in which it measured alone: other programs had it, too";
  const std::string text =
      first_text(site.comm(), site.comms.rank(), site.comms.size(), share < least_share ? mine : "");
  if (text.empty()) return;
  load.loaded = true;
  load.why.push_back(text);
}

}  // namespace weft
