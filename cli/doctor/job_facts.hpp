// What `weft doctor` knows of a batch job on one of its nodes, beside what it knows of the node.
#pragma once

#include <string>
#include <vector>

#include "program/batch_job.hpp"
#include "program/json.hpp"
#include "program/session.hpp"

namespace weft::cli {

struct MemoryLimit {
  std::string by;   // who sets it
  Index bytes = 0;  // of all processes of the node
};

// A plan whose memory is judged.
struct PlanNeed {
  std::string shape;  // empty: none
  Index bytes = 0;    // of this process, with its arrays of points and modes
};

struct JobFacts {
  BatchJob job;                            // without an id: no job
  std::string threads;                     // what WEFT_OPTIONS says of this option; may be empty
  int n_groups = 1;                        // of processes with common memory, on the host of this node
  std::vector<int> without_shared_folder;  // ranks that do not see what the first process has in /dev/shm
  std::vector<MemoryLimit> limits;
  PlanNeed plan;  // of all processes of this node
};

// Of this process, which is the first of `n_processes` on its node; the groups, folders and plans are added
// by those who see all processes.
JobFacts facts_of_this_job(int n_processes);

// Whether this process sees a file that the lowest rank on its node has made in /dev/shm. Collective.
bool sees_shared_folder(const Session& session);

// The least limit of memory of the control groups that a text as /proc/self/cgroup names, in folders below
// `root`; 0: none.
Index memory_of_groups(const std::string& groups, const std::string& root);

Json json_of(const JobFacts& facts);
JobFacts job_facts_of(const Json& json);

}  // namespace weft::cli
