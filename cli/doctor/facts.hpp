// What `weft doctor` knows of a node before it judges: facts only, gathered by facts.cpp, made up by
// tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/job_facts.hpp"
#include "program/session.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// A process of the node.
struct ProcessFacts {
  int rank = 0;
  std::vector<int> processors;  // that it may run on, ascending; empty where the system does not say
};

struct NodeFacts {
  std::string host;
  std::string mpi;                        // name and version
  std::string launcher_complaint;         // of check_launcher; empty: the right launcher
  std::string fft;                        // version of the FFT library
  std::string processor;                  // its best vector instructions
  std::optional<Index> shared_bytes;      // of /dev/shm; nothing: there is none
  Index free_shared_bytes = 0;            // of these
  Index memory_bytes = 0;                 // of the machine; 0: not told
  std::optional<Index> memory_limit;      // of a container
  Index available_bytes = 0;              // that can still be allocated
  std::vector<int> processors;            // that the machine or the container has; empty: not told
  std::optional<double> processor_limit;  // processors' worth of time that a container grants
  std::optional<double> load;             // programs that wanted a processor in the last minute, on average
  std::vector<ProcessFacts> processes;    // by rank
  std::string governor, driver;           // of the clock of a processor; empty: not told
  std::optional<bool> turbo;              // whether clocks above the nominal one are allowed
  std::string package_folder;          // of Python packages, where this program is part of one; may be empty
  std::string other_package;           // "weft-1.2": another project of this name, there; empty: none
  std::string machine_file;            // where that of this computer is or would be; may be empty
  std::string machine_file_complaint;  // why it cannot be used; empty: it can
  JobFacts in_job;
};

// "0-2,8" as {0, 1, 2, 8}; empty if it is not such a list.
std::vector<int> parse_processors(const std::string& list);

// Bytes and quota that control groups write: "67108864", "200000 100000" (2 processors); nothing for "max".
std::optional<Index> parse_limit(const std::string& text);
std::optional<double> parse_quota(const std::string& text);

// The facts of every node of this run, on rank 0; nothing elsewhere. `plan`: of this process. Collective.
std::vector<NodeFacts> gather_facts(const Session& session, const PlanNeed& plan = {});

}  // namespace weft::cli
