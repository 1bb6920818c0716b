// How many processors there are, as Linux says it.
#include "base/processors.hpp"

#include <sched.h>
#include <unistd.h>

namespace weft {

int n_processors_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return n_processors_online();
}

int n_processors_online() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

}  // namespace weft
