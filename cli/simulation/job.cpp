// The size of a job by the model: nodes, memory, time, with margins for what the model leaves out.
//
// Without --nodes it has the fewest on which the simulation ends in one job; if there are none, the most that
// are used with an efficiency of one half. Margins are wide, as a job that is too small costs a queue.
#include "simulation/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "program/text.hpp"
#include "transform/predicting.hpp"
#include "weft/computer.hpp"
#include "weft/environment.hpp"

namespace weft::cli {

namespace {

constexpr int most_minutes = 24 * 60;        // of a job, unless it is said
constexpr int most_nodes = 64;               // that are looked at
constexpr double times_for_all_else = 2;     // of the transforms
constexpr double minutes_around = 10;        // start, plans, first touch, files
constexpr double times_memory = 1.25;        // for samples, spectra, files on their way
constexpr Index mebibytes_of_process = 200;  // of the program, the MPI library and HDF5
constexpr double checkpoint_bytes_per_second = 200e6;
constexpr int least_seconds_to_stop = 120;  // Slurm looks every 30 s, and may be 60 s early
constexpr int lost_hosts = 10;

int round_up(double value, int step) {
  return step * static_cast<int>(std::ceil(std::max(value, 1.0) / step));
}

// On a number of nodes, with margins.
struct Size {
  int n_nodes;
  apps::Cost cost;
  double run_minutes;  // of the whole simulation
  int seconds_to_stop;
};

class Sizes {
 public:
  Sizes(const JobRequest& request, const JobTask& task)
      : task_(task), machine_(find_machine(request.machine)) {
    const std::string threads = task.work.options.get("threads");
    threads_ = threads == "auto" ? 1 : std::stoi(threads);
    const int processors = is_typical() ? this_computer().n_processors : machine_.model.processes_per_node;
    processes_per_node_ =
        request.processes_per_node > 0 ? request.processes_per_node : std::max(1, processors / threads_);
  }

  const NamedMachine& machine() const { return machine_; }
  bool is_typical() const { return !machine_.why_typical.empty(); }
  int threads() const { return threads_; }
  int processes_per_node() const { return processes_per_node_; }

  Size on(int n_nodes) const {
    Size size{n_nodes, {}, 0, 0};
    const int n = n_nodes * processes_per_node_;
    const Choice choice = describe(task_.work.problem, n, 0, task_.work.options, processes_per_node_).choice;
    if (const std::string why = idle_processes(task_.work.problem, n, choice, processes_per_node_);
        !why.empty())
      fail(ErrorCode::not_applicable, why + "; give fewer --nodes or --processes-per-node");
    size.cost = cost_of(task_.work, n, machine_.model, processes_per_node_);
    const double step = times_for_all_else * size.cost.step_seconds;
    const double saving = static_cast<double>(size.cost.checkpoint_bytes) / checkpoint_bytes_per_second;
    size.seconds_to_stop = std::max(least_seconds_to_stop, round_up(60 + 2 * (step + saving), 10));
    size.run_minutes = task_.n_steps * step / 60 + minutes_around + size.seconds_to_stop / 60.0;
    return size;
  }

  Size best(int minutes) const {
    std::optional<Size> first, chosen;
    std::string why_not;
    for (int n = 1; n <= most_nodes; n *= 2) {
      try {
        const Size size = on(n);
        if (!first) first = size;
        if (size.run_minutes <= minutes) return size;
        const double gain = first->cost.step_seconds / size.cost.step_seconds;
        if (2 * gain * first->n_nodes >= n) chosen = size;
      } catch (const Error& error) {
        if (why_not.empty()) why_not = error.what();
      }
    }
    if (!chosen) fail(ErrorCode::not_applicable, why_not);
    return *chosen;
  }

 private:
  const JobTask& task_;
  NamedMachine machine_;
  int threads_ = 1, processes_per_node_ = 1;
};

// "2.5 min", "17 h"
std::string time_text(double minutes) {
  return minutes < 100 ? fmt::format("{:.3g} min", minutes) : fmt::format("{:.3g} h", minutes / 60);
}

std::vector<std::string> comments_of(const Job& job, const Sizes& sizes, const Size& size,
                                     const JobTask& task) {
  const double transforms = task.n_steps * size.cost.step_seconds / 60;
  const double n_jobs = std::ceil(size.run_minutes / job.minutes);
  std::vector<std::string> lines = {
      fmt::format("Predicted for {} ({}): {:.0f} steps with transforms of {:.3g} ms.",
                  processes_text(job.n_processes()), sizes.machine().name, task.n_steps,
                  1e3 * size.cost.step_seconds),
      fmt::format("Time: {} of transforms, {:g} times that for the whole run, and {:g} min around it; {}.",
                  time_text(transforms), times_for_all_else, minutes_around,
                  n_jobs > 1 ? fmt::format("in about {:.0f} jobs", n_jobs) : "one job"),
      fmt::format("Memory of a node: {:.4g} MiB of arrays, plan and shared memory; {:g} times that, and {} "
                  "MiB for each process.",
                  static_cast<double>(size.cost.node_bytes) / 0x1p20, times_memory, mebibytes_of_process),
      fmt::format("To stop: {} s before the end, for a step and a checkpoint of {:.3g} MB.",
                  job.seconds_to_stop, static_cast<double>(size.cost.checkpoint_bytes) / 1e6)};
  if (sizes.is_typical())
    lines.insert(
        lines.begin() + 1,
        fmt::format(
            "No machine file: run weft calibrate in a job, or name one by --machine. {} on a node, as "
            "this host has processors, unless --processes-per-node is given.",
            processes_text(job.processes_per_node)));
  return lines;
}

}  // namespace

const std::vector<Scheduler>& schedulers() {
  static const std::vector<Scheduler> table = {
      {"slurm", "print a job script for Slurm; submit it by sbatch", "slurm", slurm_script},
      {"pbs", "print a job script for PBS; submit it by qsub", "pbs", pbs_script},
  };
  return table;
}

std::string clock_text(int minutes) { return fmt::format("{:02}:{:02}:00", minutes / 60, minutes % 60); }

std::string comment_lines(const Job& job) {
  std::string text;
  for (const std::string& line : job.comments) text += "# " + line + "\n";
  return text;
}

void add_job_options(const Arguments& arguments, JobRequest& r) {
  const Arguments group = arguments.group("A job script for FILE, instead of the run");
  r.wanted.resize(schedulers().size());
  for (std::size_t i = 0; i < schedulers().size(); ++i)
    group.add_flag(std::string("--") + schedulers()[i].name, r.wanted[i], schedulers()[i].meaning);
  group.add("--nodes", r.n_nodes, "default: as few as one job needs, by the model")
      .type_name("N")
      .check(at_least_one);
  group
      .add("--processes-per-node", r.processes_per_node,
           "default: as many as in the machine file, or as this host has processors")
      .type_name("N")
      .check(at_least_one);
  group.add("--minutes", r.minutes, "of a job; default: by the model, at most a day")
      .type_name("N")
      .check(at_least_one);
  group.add("--machine", r.machine, "of the model: a file, or a name, as for weft model")
      .type_name("FILE|NAME");
  group.add("--launcher", r.launcher, "of Slurm: srun, or weft-run")
      .type_name("srun|weft-run")
      .show_default();
  group.add("--job-option", r.options, "of the scheduler: --job-option=--partition=short; may be given again")
      .one_value()
      .type_name("TEXT");
}

const Scheduler* asked_scheduler(const JobRequest& request) {
  const Scheduler* asked = nullptr;
  for (std::size_t i = 0; i < schedulers().size(); ++i) {
    if (!request.wanted[i]) continue;
    if (asked != nullptr)
      fail(fmt::format("--{} and --{} exclude each other", asked->name, schedulers()[i].name));
    asked = &schedulers()[i];
  }
  return asked;
}

Job job_of(const JobRequest& request, const JobTask& task) {
  known_word("--launcher", request.launcher, {"srun", "weft-run"});
  const Sizes sizes(request, task);
  const int limit = request.minutes > 0 ? request.minutes : most_minutes;
  const Size size = request.n_nodes > 0 ? sizes.on(request.n_nodes) : sizes.best(limit);
  const int least = (size.seconds_to_stop + 59) / 60 + 1;
  if (limit < least)
    fail(fmt::format("--minutes is {}, but the signal to stop comes {} s before the end; give {} or more",
                     limit, size.seconds_to_stop, least));
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  Job job;
  job.name = std::filesystem::path(task.name).filename();
  job.weft = quoted(folder / "weft");
  job.weft_run = quoted(folder / "weft-run");
  job.command = "run " + quoted(task.settings);
  for (const std::string& word : task.set) job.command += " --set " + quoted(word);
  job.is_open_mpi = mpi_library().find("Open MPI") != std::string::npos;
  job.launcher = request.launcher;
  job.n_nodes = size.n_nodes;
  job.processes_per_node = sizes.processes_per_node();
  job.threads = sizes.threads();
  job.node_mebibytes = static_cast<Index>(times_memory * static_cast<double>(size.cost.node_bytes) / 0x1p20) +
                       1 + mebibytes_of_process * job.processes_per_node;
  job.minutes = std::min(limit, round_up(size.run_minutes, 1));
  if (request.minutes > 0) job.minutes = request.minutes;
  job.seconds_to_stop = size.seconds_to_stop;
  job.most_starts = static_cast<int>(std::ceil(size.run_minutes / job.minutes)) + lost_hosts;
  job.comments = comments_of(job, sizes, size, task);
  job.options = request.options;
  return job;
}

}  // namespace weft::cli
