// The program: its command line, and the command that it asks for.
#pragma once

#include <string>

#include "session.hpp"

namespace weft::cli {

// Parses the command line and runs the command. Returns the exit status: 0 done, 1 a verification failed, 2
// an error, which was told in words, once; a command may have others. `early_problem`: what was wrong before
// MPI started, empty: nothing. Collective; all processes get the same command line.
int run_program(const Session& session, const std::string& early_problem, int argc, char** argv);

}  // namespace weft::cli
