// Is the memory that the job may use enough for a plan? Slurm ends a job that uses more, without a word of
// the program.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/checks.hpp"
#include "doctor/job_checks.hpp"

namespace weft::cli {

namespace {

constexpr double most_share = 0.8;  // of a limit that a plan may take: the program and MPI take some

// What limits the memory of this node: the least of all limits, or the machine.
MemoryLimit least_limit(const NodeFacts& facts) {
  MemoryLimit least{"memory of the node", facts.memory_bytes};
  for (const MemoryLimit& limit : facts.in_job.limits)
    if (least.bytes == 0 || limit.bytes < least.bytes) least = limit;
  return least;
}

}  // namespace

std::optional<Finding> judge_job_memory(const NodeFacts& facts) {
  const JobFacts& in_job = facts.in_job;
  const MemoryLimit limit = least_limit(facts);
  const bool has_plan = !in_job.plan.shape.empty();
  if ((in_job.job.id.empty() && !has_plan) || limit.bytes == 0) return std::nullopt;
  const std::string may_use =
      fmt::format("{} may be used on this node ({})", memory_text(limit.bytes), limit.by);
  if (!has_plan) return ok(may_use + "; weft doctor --shape N0xN1x... compares it with the needs of a plan");
  const std::string text = fmt::format("a plan of {} and its arrays need {} on this node, and {}",
                                       in_job.plan.shape, memory_text(in_job.plan.bytes), may_use);
  const auto needed = static_cast<double>(in_job.plan.bytes), limited = static_cast<double>(limit.bytes);
  if (needed <= most_share * limited) return ok(text);
  const double mib = 0x1p20;
  const std::string remedy = fmt::format(
      "ask for more (sbatch --mem={:.0f}M, or ulimit -v unlimited), use more nodes, --precision single, or "
      "in_place=yes with memory=low",
      needed / most_share / mib);
  return needed > limited ? problem(text, remedy)
                          : warning(text + ", of which MPI and the program take a part", remedy);
}

}  // namespace weft::cli
