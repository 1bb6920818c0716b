// The processors that the threads of a plan find.
#pragma once

#include <string>
#include <vector>

#include "base/processors.hpp"

namespace weft::inline comm {
class Communicators;
}

namespace weft::inline plan {

struct Processors {
  int allowed = 1;      // to this process
  int of_node = 1;      // to all of the node
  int n_processes = 1;  // of the plan on this node
};

Processors processors_of(int n_processes_on_node);

// Processors that this process can count on, at least 1.
int share_of(const Processors& processors);

// Processors that each process can count on, the least of all processes; what threads=auto means. Processes
// of a node that may run on the same processors divide them. Collective.
int processors_of_each(const Communicators& comms);
// The same, of the process `rank` alone, from the processors on which each may run; `n_online` where these
// are unknown.
int share_of_sets(const std::vector<ProcessorSet>& sets, const std::vector<int>& node_of, int rank,
                  int n_online);

// What to do where threads have no processor each, for explain(); "" where they have.
std::string remark_on(int threads, const Processors& processors);

}  // namespace weft::inline plan
