// Do the processes of a host share memory? Containers of one task each, and steps of one task each, take it
// from them.
#include <fmt/format.h>

#include "doctor/checks.hpp"
#include "doctor/job_checks.hpp"
#include "program/text.hpp"

namespace weft::cli {

std::optional<Finding> judge_node_sharing(const NodeFacts& facts) {
  const JobFacts& in_job = facts.in_job;
  if (in_job.job.id.empty()) return std::nullopt;
  const std::string remedy =
      "start all tasks of a host in one step, and in one container if any: srun --mpi=PLUGIN with as many "
      "tasks, not "
      "one srun for each; a container of each task needs the /dev/shm and the process numbers of its host";
  if (!in_job.without_shared_folder.empty())
    return problem(fmt::format("processes {} have another /dev/shm than process {} of the same node",
                               few_of(in_job.without_shared_folder), facts.processes.front().rank),
                   remedy + "; or plan with exchange=alltoallv");
  if (in_job.n_groups > 1)
    return warning(
        fmt::format("the processes of this host are {} groups without common memory: they send messages to "
                    "each other",
                    in_job.n_groups),
        remedy);
  return ok(fmt::format("{} with common memory", processes_text(facts.processes.size())));
}

}  // namespace weft::cli
