// The program `weft`: a table of subcommands, one row and one file each.
//
// All processes read the command line and reach the same conclusion; rank 0 alone prints. Exit
// status: 0 done, 1 a verification failed, 2 an error, in words, once.
#include <array>
#include <iostream>
#include <new>
#include <ostream>

#include "command.hpp"
#include "fftw_library.hpp"
#include "machine.hpp"
#include "text.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr std::array commands{
    Command{"info", "this machine, the libraries, and the options of a plan", configure_info},
    Command{"bench", "time a transform, verified, beside other libraries", configure_bench},
    Command{"fft", "transform the array in a .npy file into another one, as numpy.fft does", configure_fft},
    Command{"run", "a simulation from a settings file, on from its last checkpoint", configure_run},
    Command{"spectrum", "the energy of a field in a file by wavenumber, with a picture", configure_spectrum},
    Command{"slice", "a plane of a field in a file, with a picture", configure_slice},
    Command{"plot", "what weft run wrote of a simulation as a figure, beside published data", configure_plot},
    Command{"report", "results of bench and model as a page with figures, for a paper", configure_report},
    Command{"npb", "benchmarks of the NAS suite: ft", configure_npb},
    Command{"tune", "find the best plan of a transform here, and keep it for all programs", configure_tune},
    Command{"model", "what a transform will take on a machine, on any number of processes", configure_model},
    Command{"calibrate", "measure what estimates of plans need, once for this machine", configure_calibrate},
    Command{"doctor", "what is wrong with this installation or machine, and what to do", configure_doctor,
            false},
};

constexpr int status_of_error = 2;

// The subcommand that was parsed last and deepest.
const CLI::App& deepest(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest(*parsed.back());
}

// "weft bench"
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  return names;
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

// What is wrong with the command line, in words, with the nearest word that would be right.
std::string complaint(const CLI::App& app, const CLI::ParseError& problem) {
  const std::string name = full_name(app);
  const std::vector<std::string> commands_here = subcommands_of(app);
  if (const std::vector<std::string> unknown = app.remaining(); !unknown.empty()) {
    const std::string word = unknown.front().substr(0, unknown.front().find('='));
    if (word.starts_with('-'))
      return fmt::format("{}: there is no option {}{}", name, word, hint_for(word, options_of(app)));
    if (!commands_here.empty())
      return fmt::format("{}: there is no command {}{}", name, word, hint_for(word, commands_here));
    return fmt::format("{}: \"{}\" is not expected here (see: {} --help)", name, word, name);
  }
  if (!commands_here.empty())
    return fmt::format("{}: which command? One of: {} (see: {} --help)", name, listed(commands_here), name);
  return fmt::format("{}: {} (see: {} --help)", name, problem.what(), name);
}

int parse_and_run(const Session& session, int argc, char** argv) {
  CLI::App app(
      "Fast transforms of arrays that are spread over many processes.\n"
      "Start it on P processes with: weft-run -n P weft COMMAND ...",
      "weft");
  app.set_version_flag("--version", version_text(), "versions of weft, MPI and the FFT library");
  app.require_subcommand(1);
  std::vector<Run> runs;
  for (const Command& command : commands)
    runs.push_back(command.configure(*app.add_subcommand(command.name, command.summary)));
  std::ostream nowhere(nullptr);
  std::ostream& out = session.is_root() ? std::cout : nowhere;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked, out, nowhere);
  } catch (const CLI::ParseError& problem) {
    throw Error(ErrorCode::invalid_argument, complaint(deepest(app), problem));
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!app.got_subcommand(commands[i].name)) continue;
    if (commands[i].needs_launcher) check_launcher();
    return runs[i](session);
  }
  return 0;
}

int run_program(const Session& session, const std::string& early_problem, int argc, char** argv) {
  try {
    if (!early_problem.empty()) throw Error(ErrorCode::invalid_argument, early_problem);
    return parse_and_run(session, argc, argv);
  } catch (const std::bad_alloc&) {
    return report_failure(session, "there is not enough memory; use more processes or a smaller problem",
                          status_of_error);
  } catch (const std::exception& error) {
    return report_failure(session, error.what(), status_of_error);
  }
}

}  // namespace

}  // namespace weft::cli

int main(int argc, char** argv) {
  const std::string early_problem = weft::cli::use_fftw_library(argc, argv);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  weft::tell_stage_when_ended();
  weft::cli::Session session = weft::cli::make_session(MPI_COMM_WORLD, argc, argv);
  const int status = weft::cli::run_program(session, early_problem, argc, argv);
  weft::cli::free(session);
  MPI_Finalize();
  return status;
}
