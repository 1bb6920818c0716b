// Has each process the processors that the job asked for, and each thread one? srun of Slurm 22.05 and later
// does not take --cpus-per-task from the script of the job, and mpirun binds each of two processes to one
// core.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "doctor/job_checks.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

std::string processors_text(Index n) { return count_text(n, "processor", "processors"); }

std::size_t fewest_processors(const NodeFacts& facts) {
  return std::min_element(facts.processes.begin(), facts.processes.end(),
                          [](auto& a, auto& b) { return a.processors.size() < b.processors.size(); })
      ->processors.size();
}

// That some process of the node may use.
std::size_t n_processors_of_all(const NodeFacts& facts) {
  std::set<int> all;
  for (const ProcessFacts& process : facts.processes)
    all.insert(process.processors.begin(), process.processors.end());
  return all.size();
}

std::string more_processors(int n) {
  return fmt::format(
      "sbatch --cpus-per-task={0}, then srun --cpus-per-task={0} or weft-run; or "
      "WEFT_OPTIONS=\"threads=auto\", which "
      "takes as many threads as a process has processors",
      n);
}

}  // namespace

std::optional<Finding> judge_task_processors(const NodeFacts& facts) {
  if (facts.in_job.job.id.empty() || facts.processes.empty()) return std::nullopt;
  const auto fewest = static_cast<int>(fewest_processors(facts));
  if (fewest == 0) return std::nullopt;
  const int of_task = facts.in_job.job.n_processors_of_task;
  const bool is_automatic = facts.in_job.threads == "auto";
  const int threads = std::max(1, parse_positive(facts.in_job.threads));
  if (of_task > fewest)
    return warning(
        fmt::format("the job gives {} to each task (SLURM_CPUS_PER_TASK), and a process may use {}",
                    processors_text(of_task), processors_text(fewest)),
        fmt::format(
            "srun --cpus-per-task={0} (srun does not take it from sbatch since Slurm 22.05), weft-run, or "
            "mpirun --map-by slot:PE={0}",
            of_task));
  if (threads > fewest)
    return problem(fmt::format("plans have {} threads (WEFT_OPTIONS), and a process may use {}", threads,
                               processors_text(fewest)),
                   more_processors(threads));
  const std::size_t n_threads = facts.processes.size() * static_cast<std::size_t>(threads);
  if (threads > 1 && n_threads > n_processors_of_all(facts))
    return problem(
        fmt::format("{} of {} threads (WEFT_OPTIONS) share {}", processes_text(facts.processes.size()),
                    threads, processors_text(n_processors_of_all(facts))),
        more_processors(threads));
  if (of_task > 1 && threads == 1 && !is_automatic)
    return hint(fmt::format("each task has {}, and plans have one thread", processors_text(of_task)),
                "WEFT_OPTIONS=\"threads=auto\", or more tasks of one processor; weft bench times both");
  return ok(fmt::format("each process may use {} or more; {}", processors_text(fewest),
                        is_automatic ? "plans have as many threads"
                                     : "plans have " + count_text(threads, "thread", "threads")));
}

}  // namespace weft::cli
