// The judgements of `weft doctor`. A problem is what makes jobs fail or share one processor by mistake; a
// warning is what makes them slower than they need be; a hint is what could be better known.
#include "doctor/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "doctor/job_checks.hpp"
#include "program/text.hpp"

namespace weft::cli {

namespace {

constexpr Index mib = Index{1} << 20;

// Memory that this node may use in all.
Index usable_memory(const NodeFacts& facts) {
  return facts.memory_limit ? std::min(*facts.memory_limit, facts.memory_bytes) : facts.memory_bytes;
}

// As many processes as this can run at a time.
std::size_t usable_processors(const NodeFacts& facts) {
  const std::size_t n = facts.processors.size();
  if (!facts.processor_limit) return n;
  return std::min(n, static_cast<std::size_t>(std::max(1.0, *facts.processor_limit)));
}

std::optional<Finding> judge_launcher(const NodeFacts& facts) {
  if (facts.launcher_complaint.empty())
    return ok(fmt::format("{}, {} on this node", facts.mpi, processes_text(facts.processes.size())));
  return problem(
      facts.launcher_complaint,
      fmt::format("weft-run -n P COMMAND{} starts programs under {}",
                  facts.in_job.job.is_in_step ? ", in the script of the job and without srun," : "",
                  facts.mpi));
}

std::optional<Finding> judge_fft(const NodeFacts& facts) {
  const LibraryFit fit = fit_of(facts.fft, facts.processor);
  if (!fit.is_told) return ok(fmt::format("weft's own, for {}; {}", facts.processor, facts.fft));
  const std::string text = fmt::format(
      "{}, for plans with backend=fftw, was built for {}; this processor has {}", facts.fft,
      fit.built_for.empty() ? "no vector instructions" : join(fit.built_for, " and "), facts.processor);
  if (fit.remedy.empty()) return ok(text);
  return fit.built_for.empty() ? problem(text, fit.remedy) : warning(text, fit.remedy);
}

std::optional<Finding> judge_shared_memory(const NodeFacts& facts) {
  const std::string remedy =
      "enlarge it: docker run --shm-size=8g for a container, mount -o remount,size=50% /dev/shm for a "
      "machine; or plan with exchange=alltoallv";
  if (!facts.shared_bytes)
    return warning("there is no /dev/shm: processes of a node cannot share memory, and send messages",
                   remedy);
  const std::string text = fmt::format("/dev/shm has {}, {} of them free", memory_text(*facts.shared_bytes),
                                       memory_text(facts.free_shared_bytes));
  const Index memory = usable_memory(facts);
  const std::string what = "; plans whose windows do not fit send messages instead";
  if (*facts.shared_bytes < memory / 4)
    return warning(text + fmt::format(", and the node {} of memory", memory_text(memory)) + what, remedy);
  if (facts.free_shared_bytes < memory / 16)
    return warning(text + what, "remove files that ended programs have left there: ls -l /dev/shm");
  return ok(text);
}

std::optional<Finding> judge_processors(const NodeFacts& facts) {
  if (facts.processors.empty()) return std::nullopt;
  const std::size_t n = facts.processes.size(), usable = usable_processors(facts);
  const std::string text = processes_text(n) + " on " + count_text(usable, "processor", "processors") +
                           (usable < facts.processors.size() ? " (the container grants no more time)" : "");
  if (n <= usable) return ok(text);
  return warning(text + ": they take turns, and wait for each other",
                 fmt::format("start at most {} on this node", processes_text(usable)));
}

// The processes of the doctor are too young to count.
std::optional<Finding> judge_load(const NodeFacts& facts) {
  if (!facts.load || facts.processors.empty()) return std::nullopt;
  const std::size_t usable = usable_processors(facts);
  const std::string text = fmt::format("other programs used {:.1f} of {} during the last minute", *facts.load,
                                       count_text(usable, "processor", "processors"));
  if (*facts.load < 0.25 * static_cast<double>(usable)) return ok(text);
  return hint(text + ": times that are measured now are too long",
              "measure, tune and calibrate on an idle machine");
}

// Sets of processors to which more processes are bound than it has, each with the ranks.
std::map<std::vector<int>, std::vector<int>> crowded(const NodeFacts& facts) {
  std::map<std::vector<int>, std::vector<int>> ranks;
  for (const ProcessFacts& process : facts.processes) ranks[process.processors].push_back(process.rank);
  std::erase_if(ranks, [&](const auto& entry) {
    return entry.second.size() <= entry.first.size() || entry.first.size() >= facts.processors.size();
  });
  return ranks;
}

std::optional<Finding> judge_binding(const NodeFacts& facts) {
  const std::size_t n = facts.processes.size();
  const auto is_told = [](const ProcessFacts& process) { return !process.processors.empty(); };
  if (facts.processors.empty() || !std::all_of(facts.processes.begin(), facts.processes.end(), is_told))
    return std::nullopt;
  if (n == 1) return ok("one process on this node; nothing to bind");
  const std::string rebind =
      std::string("start with weft-run, or bind each process to a core of its own (mpirun --bind-to core") +
      (facts.in_job.job.is_in_step ? "; srun --cpu-bind=cores)" : ")");
  if (const auto crowds = crowded(facts); !crowds.empty()) {
    const auto& [processors, ranks] = *crowds.begin();
    return problem(
        fmt::format("processes {} are bound to {} {}", few_of(ranks),
                    processors.size() == 1 ? "the same processor" : "processors", few_of(processors)),
        rebind + "; two jobs on one node must not both bind to its first processors");
  }
  const bool any_bound =
      std::any_of(facts.processes.begin(), facts.processes.end(),
                  [&](const auto& process) { return process.processors.size() < facts.processors.size(); });
  if (any_bound) return ok("processes are bound, no more of them than processors");
  if (n > usable_processors(facts))
    return ok("not bound, as it should be with more processes than processors");
  return warning("processes are not bound to processors: the system may move them away from their caches",
                 rebind + "; WEFT_RUN_BIND=none switches it off");
}

std::optional<Finding> judge_memory(const NodeFacts& facts) {
  if (facts.memory_bytes == 0) return std::nullopt;
  std::string text = fmt::format("{} of {} are available", memory_text(facts.available_bytes),
                                 memory_text(usable_memory(facts)));
  if (facts.memory_limit && *facts.memory_limit < facts.memory_bytes)
    text += fmt::format(" (a limit of the container; the machine has {})", memory_text(facts.memory_bytes));
  const auto n = static_cast<Index>(facts.processes.size());
  const std::string remedy = "end other programs, raise the limit of the container, or use more nodes";
  if (facts.available_bytes < 64 * mib * n) return problem(text + ", too little to plan anything", remedy);
  if (facts.available_bytes < usable_memory(facts) / 10) return warning(text, remedy);
  return ok(text);
}

std::optional<Finding> judge_clock(const NodeFacts& facts) {
  if (facts.governor.empty() && !facts.turbo) return std::nullopt;
  const bool follows_load =
      facts.driver.starts_with("intel_pstate") || facts.driver.starts_with("amd-pstate");
  if (facts.governor == "powersave" && !follows_load)
    return warning("the governor powersave keeps processors at their lowest clock",
                   "cpupower frequency-set -g performance, as root");
  if (facts.turbo && !*facts.turbo)
    return warning("clocks above the nominal one (turbo) are switched off",
                   "switch them on for speed, leave them off for measurements that must repeat");
  return ok(facts.governor.empty() ? "turbo is on" : "governor " + facts.governor);
}

std::optional<Finding> judge_package(const NodeFacts& facts) {
  if (facts.package_folder.empty()) return std::nullopt;
  if (facts.other_package.empty()) return ok("weft-fft, in " + facts.package_folder);
  return problem(fmt::format("{} is another project with a package and a program of the same name, in {}",
                             facts.other_package, facts.package_folder),
                 "pip uninstall weft weft-fft, then install weft-fft alone");
}

std::optional<Finding> judge_machine_file(const NodeFacts& facts) {
  if (facts.machine_file_complaint.empty()) return ok("measured, in " + facts.machine_file);
  return hint(facts.machine_file_complaint,
              "weft calibrate, with as many processes as a node will run: weft-run -n P weft calibrate");
}

}  // namespace

std::string memory_text(Index bytes) {
  const double value = static_cast<double>(bytes);
  return value < 0x1p30 ? fmt::format("{:.0f} MiB", value / 0x1p20)
                        : fmt::format("{:.1f} GiB", value / 0x1p30);
}

std::string few_of(const std::vector<int>& numbers) {
  constexpr std::size_t most_named = 4;
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(numbers.size(), most_named); ++i)
    named.push_back(std::to_string(numbers[i]));
  const std::string rest =
      numbers.size() > most_named ? fmt::format(" and {} more", numbers.size() - most_named) : "";
  return join(named) + rest;
}

std::string name_of(Level level) {
  switch (level) {
    case Level::ok:
      return "ok";
    case Level::hint:
      return "hint";
    case Level::warning:
      return "warning";
    case Level::problem:
      break;
  }
  return "problem";
}

const std::vector<Check>& check_table() {
  static const std::vector<Check> table = {
      {"launcher", judge_launcher},
      {"FFT library", judge_fft},
      {"shared memory", judge_shared_memory},
      {"processors", judge_processors},
      {"load", judge_load},
      {"binding", judge_binding},
      {"memory", judge_memory},
      {"clock", judge_clock},
      {"package", judge_package},
      {"machine file", judge_machine_file},
      {"threads", judge_task_processors},
      {"node sharing", judge_node_sharing},
      {"job memory", judge_job_memory},
  };
  return table;
}

}  // namespace weft::cli
