// Running another program from a process of an MPI job: without the launcher's variables, on all processors.
#pragma once

#include <string>
#include <vector>

namespace weft::cli {

struct Finished {
  std::string output;  // standard output
  std::string errors;  // standard error, if it was asked for
  int status = -1;     // as waitpid tells; -1: it could not be started
};

// Runs `words`, the first of which is looked for in PATH, with `input` on its standard input, and waits for
// its end. With `take_errors` its standard error is not shown but returned. The status is 127 where there is
// no such program.
Finished run_other_program(const std::vector<std::string>& words, const std::string& input = "",
                           bool take_errors = false);

// "exit status 2", "killed by signal 9"
std::string status_in_words(int status);

}  // namespace weft::cli
