// The job of a batch system that runs a simulation: its size by the model, its script by the scheduler.
//
// A script starts `weft run`, which continues from its last checkpoint. Before the time of the job is over
// `weft run` gets a signal (or looks at its clock), writes a checkpoint and ends with status 3; the script
// then has the scheduler start the job again.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "common/work.hpp"
#include "program/arguments.hpp"
#include "program/session.hpp"

namespace weft::cli {

// What a script is told. Memory and times include their margins.
struct Job {
  std::string name;            // of its files
  std::string weft, weft_run;  // paths of the programs
  std::string command;         // of weft: "run FILE --set ..."
  bool is_open_mpi = true;     // else a relative of MPICH
  std::string launcher;        // of Slurm: srun or weft-run
  int n_nodes = 1, processes_per_node = 1, threads = 1;
  Index node_mebibytes = 0;           // that a node needs
  int minutes = 0;                    // that a job may take
  int seconds_to_stop = 0;            // before the end: for the checkpoint
  int most_starts = 0;                // after which a job that lost its host is not started again
  std::vector<std::string> comments;  // what was predicted, and the margins
  std::vector<std::string> options;   // of the scheduler, as they were given

  int n_processes() const { return n_nodes * processes_per_node; }
};

// One row and one file each.
struct Scheduler {
  const char* name;  // --name prints its script
  const char* meaning;
  const char* ending;  // of the file for the script
  std::string (*script)(const Job&);
};
std::string slurm_script(const Job& job);
std::string pbs_script(const Job& job);
const std::vector<Scheduler>& schedulers();

// What scripts have in common.
std::string clock_text(int minutes);  // "26:05:00"
std::string comment_lines(const Job& job);

struct JobRequest {
  std::deque<bool> wanted;                               // of each scheduler: its script is asked for
  int n_nodes = 0, processes_per_node = 0, minutes = 0;  // 0: by the model
  std::string machine, launcher = "srun";
  std::vector<std::string> options;
};

// A simulation to make a job for.
struct JobTask {
  apps::Work work;
  double n_steps = 0;    // from the beginning to the end
  std::string name;      // of its files
  std::string settings;  // the file
  std::vector<std::string> set;
};

void add_job_options(const Arguments& arguments, JobRequest& request);
// The scheduler whose script is asked for; null: none is. Error(invalid_argument) for several.
const Scheduler* asked_scheduler(const JobRequest& request);
// Error(invalid_argument, not_applicable) for a size that the simulation cannot have. Not collective.
Job job_of(const JobRequest& request, const JobTask& task);

}  // namespace weft::cli
