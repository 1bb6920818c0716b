// The processors that the threads of a plan find.
#pragma once

#include <string>

namespace weft::inline plan {

struct Processors {
  int allowed = 1;      // to this process
  int of_node = 1;      // to all of the node
  int n_processes = 1;  // of the plan on this node
};

Processors processors_of(int n_processes_on_node);

// Processors that this process can count on, at least 1.
int share_of(const Processors& processors);

// What to do where threads have no processor each, for explain(); "" where they have.
std::string remark_on(int threads, const Processors& processors);

}  // namespace weft::inline plan
