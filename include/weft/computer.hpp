// The computer that a process runs on, as its system describes it. Facts that the system lacks (a container
// without /sys, a processor without a model name) are empty.
//
// Not collective. Errors: none.
#pragma once

#include <string>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

// A cache, as the system describes it.
struct Cache {
  int level = 0;
  std::string kind;    // "data", "instruction", "unified"
  std::string size;    // as the system writes it, e.g. "2048K"
  std::string shared;  // processors that share it with processor 0, e.g. "0-1"
};

// A computer, from the view of one of its processes.
struct Computer {
  std::string host;
  std::string cpu;            // model; empty if unknown
  int n_processors = 0;       // that this process may run on
  int n_online = 0;           // that the system has
  std::vector<Cache> caches;  // of processor 0; empty if unknown
};

// The computer that this process runs on.
// Example:
//   const weft::Computer computer = weft::this_computer();
//   assert(computer.n_processors >= 1);
Computer this_computer();

// The kind of `computer`, in one line without the host: the nodes of a cluster are mostly of one kind.
// Measurements are kept for each kind.
// Example:
//   weft::Computer computer{"node17", "Xeon 8480", 1, 56, {{2, "unified", "2048K", "0-1"}}};
//   assert(weft::kind_of(computer) == "Xeon 8480, 56 processors, L2 2048K");
std::string kind_of(const Computer& computer);

}  // namespace weft
