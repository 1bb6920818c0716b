// The processors that the threads of a plan find.
#include "plan/processors.hpp"

#include <algorithm>
#include <bit>

#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "sweep/team.hpp"

namespace weft::inline plan {

namespace {

int size_of(const ProcessorSet& set) {
  int n = 0;
  for (const std::uint64_t bits : set) n += std::popcount(bits);
  return n;
}

std::string count(int n, const std::string& one, const std::string& several) {
  return std::to_string(n) + " " + (n == 1 ? one : several);
}

}  // namespace

Processors processors_of(int n_processes_on_node) {
  return {n_processors_allowed(), n_processors_online(), n_processes_on_node};
}

int share_of(const Processors& processors) {
  return std::max(1, std::min(processors.allowed, processors.of_node / processors.n_processes));
}

int share_of_sets(const std::vector<ProcessorSet>& sets, const std::vector<int>& node_of, int rank,
                  int n_online) {
  ProcessorSet of_node{};
  int n_processes = 0;
  for (std::size_t other = 0; other < sets.size(); ++other) {
    if (node_of[other] != node_of[rank]) continue;
    ++n_processes;
    for (std::size_t word = 0; word < of_node.size(); ++word) of_node[word] |= sets[other][word];
  }
  const int allowed = size_of(sets[rank]);
  if (allowed == 0) return std::max(1, n_online / n_processes);
  return std::max(1, std::min(allowed, size_of(of_node) / n_processes));
}

int processors_of_each(const Communicators& comms) {
  const ProcessorSet mine = processors_allowed();
  std::vector<ProcessorSet> all(static_cast<std::size_t>(comms.size()));
  check_mpi(
      MPI_Allgather(mine.data(), sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, comms.base()),
      "gathering processors");
  int share =
      std::min(share_of_sets(all, comms.node_of(), comms.rank(), n_processors_online()), most_threads);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &share, 1, MPI_INT, MPI_MIN, comms.base()), "sharing processors");
  return share;
}

std::string remark_on(int threads, const Processors& processors) {
  if (threads == 1 || threads <= share_of(processors)) return "";
  const std::string each = count(threads, "thread", "threads");
  if (threads > processors.allowed)
    return each + " share " + count(processors.allowed, "processor", "processors") +
           " to which this process is bound: bind each process to as many (WEFT_RUN_THREADS=" +
           std::to_string(threads) + " for weft-run), or use fewer threads";
  return count(processors.n_processes, "process", "processes") + " of " + each + " share the " +
         count(processors.of_node, "processor", "processors") + " of this node: use fewer of either";
}

}  // namespace weft::inline plan
