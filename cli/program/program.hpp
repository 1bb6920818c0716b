// A program: its command line, and the command that it asks for.
#pragma once

#include <string>
#include <vector>

#include "program/command.hpp"
#include "program/session.hpp"
#include "weft/export.h"

namespace weft::cli {

struct ProgramFacts {
  const char* name;
  const char* description;  // in the help
  const std::vector<Command>& commands;
  // Called before MPI begins; returns what is wrong in words, or nothing. Null: there is nothing to do.
  std::string (*prepare)() = nullptr;
};
const ProgramFacts& weft_program();

// Parses the command line and runs the command. Returns the exit status: 0 done, 1 a verification failed, 2
// an error, which was told in words, once; a command may have others. `early_problem`: what was wrong before
// MPI started, empty: nothing. Collective; all processes get the same command line.
int run_program(const Session& session, const std::string& early_problem, int argc, char** argv,
                const ProgramFacts& program = weft_program());

// The same with MPI around it: what main() does.
int start_program(int argc, char** argv, const ProgramFacts& program);

}  // namespace weft::cli

// The program `weft`: what main() does, by a name that can be called where libweft has all of the program.
extern "C" WEFT_API int weft_start_program(int argc, char** argv);
