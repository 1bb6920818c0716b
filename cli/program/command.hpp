// A subcommand of the program: one row of command_table(), one file that defines it.
//
// `configure` declares the options on the parser and returns what is to run after parsing; the
// option values live inside the returned function.
#pragma once

#include <functional>
#include <vector>

#include "program/arguments.hpp"
#include "program/session.hpp"

namespace weft::cli {

using Run = std::function<int(const Session&)>;  // returns the exit status

struct Command {
  const char* name;
  const char* summary;  // one line of the help
  Run (*configure)(const Arguments&);
  bool needs_launcher = true;  // refuses to run under the launcher of another MPI library
  bool needs_tasks = false;    // says so where it is one process in a batch job of more
};

const std::vector<Command>& command_table();  // one row each, in the order of the help

Run configure_info(const Arguments& arguments);
Run configure_bench(const Arguments& arguments);
Run configure_npb(const Arguments& arguments);
Run configure_fft(const Arguments& arguments);
Run configure_doctor(const Arguments& arguments);
Run configure_calibrate(const Arguments& arguments);
Run configure_tune(const Arguments& arguments);
Run configure_model(const Arguments& arguments);
Run configure_run(const Arguments& arguments);
Run configure_spectrum(const Arguments& arguments);
Run configure_slice(const Arguments& arguments);
Run configure_plot(const Arguments& arguments);
Run configure_report(const Arguments& arguments);

}  // namespace weft::cli
