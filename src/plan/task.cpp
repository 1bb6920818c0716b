// What is to be planned: checked, and proved equal on all processes.
#include "plan/task.hpp"

#include "base/checksum.hpp"
#include "base/text.hpp"
#include "comm/agree.hpp"
#include "kernels/kernel.hpp"
#include "pass/pace.hpp"
#include "plan/pace_of_machine.hpp"
#include "weft/calibration.hpp"
#include "weft/weft.hpp"

namespace weft {

PlanTask make_task(const Problem& problem, MPI_Comm comm, const Communicators& comms,
                   const Options& options) {
  PlanTask task{problem, comm, comms, {}, {}, {comms.node_of(), true}};
  double pace = 0;
  std::shared_ptr<const MachineModel> pace_of;
  const auto merge = [&] {
    check_launcher();
    task.options = with_environment(options);
    check_waiting();
    pace = seconds_per_flop();
    pace_of = machine_pace();
  };
  agree(comms.base(), merge, "", patience_of(options));
  std::vector<std::pair<std::string, std::string>> facts = facts_of(problem, task.options);
  facts.emplace_back(pace_variable, exact_number(pace));
  facts.emplace_back(machine_pace_variable, pace_of ? checksum(to_text(*pace_of)) : "");
  require_equal(comms.base(), facts);
  const auto settle = [&] {
    check(problem);
    task.settings = settings_of(task.options);
    task.settings.seconds_per_flop = pace;
    task.settings.pace_of = pace_of;
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
