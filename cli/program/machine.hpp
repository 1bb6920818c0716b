// Where and with what a program ran: recorded beside every measurement.
#pragma once

#include <string>

#include "program/json.hpp"
#include "program/session.hpp"
#include "weft/computer.hpp"

namespace weft::cli {

// Memory of this process that is resident, in bytes; a page that n processes use counts as its n-th part (the
// windows of a plan are used by all processes of a node). Not collective.
double resident_bytes();

// For reports: host, processors, caches, processes; versions of weft, MPI and the FFT library.
Json machine_json(const Session& session);
Json versions_json();
// Both and the command, then what was found: the report of a command.
Json report_json(const Session& session, const Json& found);

// What `weft --version` prints.
std::string version_text();

}  // namespace weft::cli
