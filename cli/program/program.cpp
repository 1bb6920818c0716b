// A table of commands, one row and one file each, and what happens around them.
//
// All processes read the command line and reach the same conclusion; rank 0 alone prints.
#include "program/program.hpp"

#include <fmt/format.h>

#include <new>

#include "program/batch_job.hpp"
#include "program/machine.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

const std::vector<Command>& command_table() {
  static const std::vector<Command> table = {
      {"info", "print this machine, the libraries, and the options of a plan", configure_info},
      {"bench", "time a transform, verified, beside other libraries", configure_bench, true, true},
      {"fft", "transform the array in a .npy file, as numpy.fft does", configure_fft, true, true},
      {"run", "run a simulation from a settings file, or continue it from its last checkpoint", configure_run,
       true, true},
      {"spectrum", "compute the energy spectrum of a field in a file, with a picture", configure_spectrum},
      {"slice", "take a plane of a field in a file, with a picture", configure_slice},
      {"plot", "draw the results of weft run, beside published data", configure_plot},
      {"report", "make a page with figures from results of bench and model", configure_report},
      {"npb", "run benchmarks of the NAS suite: ft", configure_npb, true, true},
      {"tune", "find the fastest plan of a transform, and keep it for all programs", configure_tune, true,
       true},
      {"model", "predict the time of a transform on a machine, for any number of processes", configure_model},
      {"calibrate", "measure this machine once, for estimates of plans", configure_calibrate, true, true},
      {"doctor", "check this installation and machine, with remedies", configure_doctor, false},
  };
  return table;
}

namespace {

constexpr int status_of_error = 2;

int parse_and_run(const Session& session, int argc, char** argv, const ProgramFacts& program) {
  CommandLine line(program.name, fmt::format("{}\nStart it on P processes with: weft-run -n P {} COMMAND ...",
                                             program.description, program.name));
  line.add_version(version_text(), "print the versions of weft, MPI and the FFT library");
  const Arguments arguments = line.arguments();
  arguments.require_command();
  const std::vector<Command>& commands = program.commands;
  std::vector<Run> runs;
  runs.reserve(commands.size());
  for (const Command& command : commands)
    runs.push_back(command.configure(arguments.add_command(command.name, command.summary)));
  if (const std::optional<std::string> asked = line.parse(argc, argv)) {
    print(session, *asked);
    return 0;
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!arguments.has_command(commands[i].name)) continue;
    if (commands[i].needs_launcher) check_launcher();
    const std::string remark =
        commands[i].needs_tasks ? remark_on_lone_process(batch_job(), session.size) : "";
    if (!remark.empty()) note(session, remark);
    return runs[i](session);
  }
  return 0;
}

}  // namespace

const ProgramFacts& weft_program() {
  static const ProgramFacts program{"weft", "Fast transforms of arrays that are spread over many processes.",
                                    command_table()};
  return program;
}

int run_program(const Session& session, const std::string& early_problem, int argc, char** argv,
                const ProgramFacts& program) {
  try {
    if (!early_problem.empty()) fail(early_problem);
    const int status = parse_and_run(session, argc, argv, program);
    check_output(session);
    return status;
  } catch (const std::bad_alloc&) {
    return report_failure(session, "there is not enough memory; use more processes or a smaller problem",
                          status_of_error);
  } catch (const std::exception& error) {
    return report_failure(session, error.what(), status_of_error);
  }
}

}  // namespace weft::cli

int weft_start_program(int argc, char** argv) {
  return weft::cli::start_program(argc, argv, weft::cli::weft_program());
}
