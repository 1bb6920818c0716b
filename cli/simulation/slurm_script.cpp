// A job script for Slurm.
//
// The signal comes to the shell alone (B:), which passes it on to the launcher as SIGUSR2, and the launcher
// to all processes: launchers end a job on SIGTERM before there is a checkpoint. A job that lost a host is
// started again by Slurm under srun; under weft-run the script does it, by the status of weft-run.
#include <fmt/format.h>

#include "simulation/job.hpp"

namespace weft::cli {

std::string slurm_script(const Job& job) {
  const std::string srun = fmt::format("srun --mpi={} --cpus-per-task={}",  // which srun does not inherit
                                       job.is_open_mpi ? "pmix" : "pmi2", job.threads);
  const std::string launch = job.launcher == "srun" ? srun : job.weft_run + " -n \"$SLURM_NTASKS\"";
  std::string script = "#!/bin/bash\n" + comment_lines(job);
  const auto option = [&](const std::string& text) { script += "#SBATCH " + text + "\n"; };
  option("--job-name=" + job.name);
  option(fmt::format("--nodes={}", job.n_nodes));
  option(fmt::format("--ntasks={}", job.n_processes()));
  option(fmt::format("--ntasks-per-node={}", job.processes_per_node));
  option(fmt::format("--cpus-per-task={}", job.threads));
  option(fmt::format("--mem={}M", job.node_mebibytes));
  option("--time=" + clock_text(job.minutes));
  option(fmt::format("--signal=B:USR1@{}", job.seconds_to_stop));
  option("--requeue");
  option("--open-mode=append");
  option("--output=" + job.name + ".%j.out");
  for (const std::string& text : job.options) option(text);
  script += "\n# Load here the modules that weft was built with.\n";
  // With direct connections between its daemons Slurm 22.05 may leave processes waiting in MPI_Init.
  if (job.launcher == "srun" && job.is_open_mpi) script += "export SLURM_PMIX_DIRECT_CONN=false\n";
  script += fmt::format(R"({} {} {} &
run=$!
trap 'again=yes; kill -USR2 "$run"' USR1
again=yes
while [ -n "$again" ]; do again=; wait "$run"; status=$?; done

)",
                        launch, job.weft, job.command);
  script += fmt::format(
      R"(# 3: stopped, with a checkpoint. 75: weft-run lost a host. The job continues from the last checkpoint.
if [ $status = 3 ] || {{ [ $status = 75 ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt {} ]; }}; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit $status
)",
      job.most_starts);
  return script;
}

}  // namespace weft::cli
