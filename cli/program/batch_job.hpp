// The batch job of this process, as the environment describes it: that of Slurm with its tasks, processors
// and memory, that of other systems by its number alone.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "weft/layout.hpp"

namespace weft::cli {

// Numbers are 0 where they are not stated.
struct BatchJob {
  std::string id;                 // empty: no job
  int n_tasks = 0;                // of the job
  int n_processors_of_task = 0;   // --cpus-per-task
  int n_processors_of_node = 0;   // that the job has on this one
  Index memory_of_node = 0;       // bytes, --mem
  Index memory_of_processor = 0;  // bytes, --mem-per-cpu
  bool is_in_step = false;        // srun has started this process, or what started it
  bool has_launcher = false;      // a launcher of MPI has started this process
};

using Variables = std::function<std::optional<std::string>(const std::string& name)>;

// The environment of this process.
std::optional<std::string> environment_variable(const std::string& name);

BatchJob batch_job(const Variables& variable = environment_variable);

// What to say of a program that was started as one process where the job has more; empty: nothing.
std::string remark_on_lone_process(const BatchJob& job, int n_processes);

}  // namespace weft::cli
