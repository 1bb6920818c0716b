// What is to be planned: checked, and proved equal on all processes.
#include "plan/task.hpp"

#include "base/text.hpp"
#include "comm/agree.hpp"
#include "kernels/kernel.hpp"
#include "weft/weft.hpp"

namespace weft {

PlanTask make_task(const Problem& problem, MPI_Comm comm, const Communicators& comms,
                   const Options& options) {
  PlanTask task{problem, comm, comms, {}, {}, {comms.node_of(), true}};
  const auto merge = [&] {
    check_launcher();
    task.options = with_environment(options);
  };
  agree(comms.base(), merge, "to make a plan", patience_of(options));
  require_equal(comms.base(), facts_of(problem, task.options));
  const auto settle = [&] {
    check(problem);
    task.settings = settings_of(task.options);
    decide(problem, comms.size(), task.settings, task.machine);
  };
  agree(comms.base(), settle);
  return task;
}

void check_backends(const Choice& choice, int rank) {
  for (const std::string& backend : split(choice.backend, ',')) {
    const std::string missing = why_missing(backend);
    if (!missing.empty())
      throw Error(ErrorCode::resource, "backend=" + backend + " cannot be used on process " +
                                           std::to_string(rank) + ": " + missing);
  }
}

}  // namespace weft
