// Where and with what a program ran: recorded beside every measurement.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "session.hpp"

namespace weft::cli {

struct Cache {
  int level = 0;
  std::string kind;    // "data", "instruction", "unified"
  std::string size;    // as the system writes it, e.g. "2048K"
  std::string shared;  // processors that share it with processor 0, e.g. "0-1"
};

struct Machine {
  std::string host;
  std::string cpu;            // model; empty where the system does not say
  int n_processors = 0;       // that this process may run on
  std::vector<Cache> caches;  // of processor 0; empty where the system does not say
};

// Of this process. Not collective.
Machine this_machine();

// Memory of this process that is resident, in bytes; a page that n processes use counts as its n-th part (the
// windows of a plan are used by all processes of a node). Not collective.
double resident_bytes();

// For reports: host, processors, caches, processes; versions of weft, MPI and the FFT library.
nlohmann::ordered_json machine_json(const Session& session);
nlohmann::ordered_json versions_json();

// What `weft --version` prints.
std::string version_text();

}  // namespace weft::cli
