// A job script for PBS, by its manual: written on paper, not run.
//
// PBS sends no signal ahead of the end of a job, so `weft run` looks at its own clock. qdel and the end of
// the time send SIGTERM, and SIGKILL after kill_delay (10 s); qsig -s SIGUSR1 asks for a checkpoint and the
// end. Users may not requeue a running job (qrerun), so the script submits itself again.
#include <fmt/format.h>

#include "simulation/job.hpp"

namespace weft::cli {

std::string pbs_script(const Job& job) {
  const int cpus = job.processes_per_node * job.threads;
  std::string script = "#!/bin/bash\n# Save this script as " + job.name +
                       ".pbs, by which name it submits itself again.\n" + comment_lines(job);
  const auto option = [&](const std::string& text) { script += "#PBS " + text + "\n"; };
  option("-N " + job.name.substr(0, 15));
  option(fmt::format("-l select={}:ncpus={}:mpiprocs={}:ompthreads={}:mem={}mb", job.n_nodes, cpus,
                     job.processes_per_node, job.threads, job.node_mebibytes));
  option("-l place=scatter");
  option("-l walltime=" + clock_text(job.minutes));
  option("-r y");
  option("-j oe");
  option("-k oe");
  for (const std::string& text : job.options) option(text);
  script += fmt::format(R"(
cd "$PBS_O_WORKDIR" || exit 2
exec >>{0}.out 2>&1
# Load here the modules that weft was built with.
export WEFT_RUN_ARGS="{1} $PBS_NODEFILE" WEFT_RUN_THREADS={2}
{3} -n {4} {5} {6} --set run.wall_minutes={7:.4g} &
run=$!
trap 'again=yes; kill -USR2 "$run"' USR1 TERM
again=yes
while [ -n "$again" ]; do again=; wait "$run"; status=$?; done

# 3: stopped, with a checkpoint. A new job continues from it. PBS starts a job that lost a host again (-r y).
if [ $status = 3 ]; then
  qsub {0}.pbs
fi
exit $status
)",
                        job.name, job.is_open_mpi ? "--hostfile" : "-f", job.threads, job.weft_run,
                        job.n_processes(), job.weft, job.command, job.minutes - job.seconds_to_stop / 60.0);
  return script;
}

}  // namespace weft::cli
