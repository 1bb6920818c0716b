// A subcommand of the program: one row of the table in main.cpp, one file that defines it.
//
// `configure` declares the options on the parser and returns what is to run after parsing; the
// option values live inside the returned function.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>

#include "session.hpp"

namespace weft::cli {

using Run = std::function<int(const Session&)>;  // returns the exit status

struct Command {
  const char* name;
  const char* summary;  // one line of the help
  Run (*configure)(CLI::App&);
  bool needs_launcher = true;  // refuses to run under the launcher of another MPI library
};

Run configure_info(CLI::App& app);
Run configure_bench(CLI::App& app);
Run configure_npb(CLI::App& app);
Run configure_fft(CLI::App& app);
Run configure_doctor(CLI::App& app);
Run configure_calibrate(CLI::App& app);
Run configure_tune(CLI::App& app);
Run configure_model(CLI::App& app);
Run configure_run(CLI::App& app);
Run configure_spectrum(CLI::App& app);
Run configure_slice(CLI::App& app);
Run configure_plot(CLI::App& app);
Run configure_report(CLI::App& app);

}  // namespace weft::cli
