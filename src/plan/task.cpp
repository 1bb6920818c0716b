// What is to be planned: checked, and proved equal on all processes.
#include "plan/task.hpp"

#include "base/checksum.hpp"
#include "comm/agree.hpp"
#include "kernels/kernel.hpp"
#include "plan/sweep_maker.hpp"
#include "weft/calibration.hpp"
#include "weft/weft.hpp"
#include "weft/words.hpp"

namespace weft::inline plan {

PlanTask make_task(const Problem& problem, MPI_Comm comm, const Communicators& comms,
                   const Options& options) {
  PlanTask task{problem, comm, comms, {}, {}, {comms.node_of(), true}};
  const auto merge = [&] {
    check_launcher();
    task.options = with_environment(options);
    check_waiting();
  };
  agree(comms.base(), merge, "", patience_of(options));
  std::vector<std::pair<std::string, std::string>> facts = facts_of(problem, task.options);
  facts.emplace_back("sweeps", sweep_makers().name);
  require_equal(comms.base(), facts);
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
      fail(ErrorCode::resource,
           "backend=" + backend + " cannot be used on process " + std::to_string(rank) + ": " + missing);
  }
}

}  // namespace weft::inline plan
