// The processors that the threads of a plan find.
#include "plan/processors.hpp"

#include <algorithm>

#include "base/processors.hpp"

namespace weft::inline plan {

namespace {

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
