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

namespace weft::inline machine {

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

// Where a process may run.
struct ThreadHome {
  cpu_set_t processors;
  char machine[40] =
      {};  // the same text on emulated nodes that are one machine; empty if the system does not say
};

ThreadHome thread_home() {
  ThreadHome home;
  CPU_ZERO(&home.processors);
  if (sched_getaffinity(0, sizeof home.processors, &home.processors) != 0) CPU_ZERO(&home.processors);
  std::ifstream("/proc/sys/kernel/random/boot_id").get(home.machine, sizeof home.machine);
  return home;
}

// How many processes share how many processors, on this machine. 0 where the system does not say.
struct Crowd {
  int n_processes = 0, n_processors = 0;
};

Crowd crowd_here(const Site& site) {
  const ThreadHome mine = thread_home();
  std::vector<ThreadHome> places(site.comms.size());
  check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, places.data(), sizeof mine, MPI_BYTE, site.comm()),
            "telling the processors");
  Crowd crowd;
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int rank = 0; rank < site.comms.size(); ++rank) {
    const bool is_here = mine.machine[0] == 0 ? site.comms.node_of()[rank] == site.leader
                                              : std::string(places[rank].machine) == mine.machine;
    if (!is_here) continue;
    if (CPU_COUNT(&places[rank].processors) == 0) return {};
    CPU_OR(&all, &all, &places[rank].processors);
    ++crowd.n_processes;
  }
  crowd.n_processors = CPU_COUNT(&all);
  return crowd;
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

std::string in_words(const Crowd& crowd) {
  return std::to_string(crowd.n_processes) + " processes take turns on " +
         std::to_string(crowd.n_processors) + (crowd.n_processors == 1 ? " processor" : " processors") +
         " of " + this_computer().host;
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

double seconds_without_processor() {
  std::ifstream file("/proc/thread-self/schedstat");  // nanoseconds: running, ready to run
  double running = 0, ready = 0;
  return file >> running >> ready ? 1e-9 * ready : 0;
}

std::string crowding(const Site& site) {
  const Crowd crowd = crowd_here(site);
  return first_text(site.comm(), site.comms.rank(), site.comms.size(),
                    crowd.n_processes > crowd.n_processors ? in_words(crowd) : "");
}

Load load_before(const Site& site) {
  const int rank = site.comms.rank(), size = site.comms.size();
  Load load;
  load.why.push_back(crowding(site));
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

}  // namespace weft::inline machine
