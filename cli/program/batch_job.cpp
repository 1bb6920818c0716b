// Reading the environment of a job, and what to say of a program in it that no launcher has started.
#include "program/batch_job.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "weft/words.hpp"

namespace weft::cli {

namespace {

constexpr Index mib = Index{1} << 20;

int number_of(const Variables& variable, const std::string& name) {
  return parse_positive(variable(name).value_or(""));
}

}  // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

BatchJob batch_job(const Variables& variable) {
  BatchJob job;
  for (const char* name : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"})
    if (job.id.empty()) job.id = variable(name).value_or("");
  if (job.id.empty()) return job;
  job.n_tasks = number_of(variable, "SLURM_NTASKS");
  job.n_processors_of_task = number_of(variable, "SLURM_CPUS_PER_TASK");
  job.n_processors_of_node = number_of(variable, "SLURM_CPUS_ON_NODE");
  job.memory_of_node = mib * number_of(variable, "SLURM_MEM_PER_NODE");
  job.memory_of_processor = mib * number_of(variable, "SLURM_MEM_PER_CPU");
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"})
    job.has_launcher = job.has_launcher || variable(name).has_value();
  job.is_in_step = variable("SLURM_STEP_ID").has_value();
  return job;
}

std::string remark_on_lone_process(const BatchJob& job, int n_processes) {
  if (n_processes > 1 || job.n_tasks <= 1 || job.has_launcher || job.is_in_step) return "";
  return fmt::format(
      "this job has {} tasks (SLURM_NTASKS), and this program is one process: no launcher has started it; "
      "start it "
      "with srun, or weft-run -n {}",
      job.n_tasks, job.n_tasks);
}

}  // namespace weft::cli
