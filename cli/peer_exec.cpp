// A peer that is any program: it prints a line "seconds X" for each forward-backward pair it timed.
//
// It cannot share a round with our processes (one MPI job does not start inside another), so rank 0 runs it
// between rounds; the other processes sleep meanwhile, or they would take its processors. The launcher's
// variables are removed from its environment, so that it may itself be a call of mpirun, and it may run on
// all processors, not only on those that rank 0 is bound to.
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>

#include "peers.hpp"
#include "weft/error.hpp"

extern char** environ;

namespace weft::cli {

namespace {

// Variables by which a process recognises that a launcher of MPI started it.
constexpr std::array launcher_prefixes{"OMPI_",     "PMIX_",  "PMI_",  "PRTE_",
                                       "MPI_LOCAL", "HYDRA_", "HYDI_", "MPIR_"};
// Set by the user, not by the launcher.
constexpr std::array kept_prefixes{"OMPI_ALLOW_RUN_AS_ROOT"};

bool has_prefix_of(const auto& prefixes, const char* variable) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) {
    return std::strncmp(variable, prefix, std::strlen(prefix)) == 0;
  });
}

std::vector<char*> environment_without_launcher() {
  std::vector<char*> variables;
  for (char** v = environ; *v != nullptr; ++v)
    if (!has_prefix_of(launcher_prefixes, *v) || has_prefix_of(kept_prefixes, *v)) variables.push_back(*v);
  variables.push_back(nullptr);
  return variables;
}

struct Finished {
  std::string output;  // standard output
  int status = -1;     // as waitpid tells; -1: it could not be started
};

Finished run_in_shell(const std::string& command) {
  std::vector<char*> environment = environment_without_launcher();
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int i = 0; i < CPU_SETSIZE; ++i) CPU_SET(i, &all);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {  // only calls that are safe between fork and exec
    dup2(pipe_ends[1], STDOUT_FILENO);
    sched_setaffinity(0, sizeof all, &all);
    execle("/bin/sh", "sh", "-c", command.c_str(), nullptr, environment.data());
    _exit(127);
  }
  close(pipe_ends[1]);
  Finished finished;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;)
    finished.output.append(buffer.data(), static_cast<std::size_t>(n));
  close(pipe_ends[0]);
  if (child > 0) waitpid(child, &finished.status, 0);
  return finished;
}

std::vector<double> seconds_in(const std::string& output) {
  std::vector<double> seconds;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    double value = 0;
    if (words >> word >> value && word == "seconds" && value > 0) seconds.push_back(value);
  }
  return seconds;
}

}  // namespace

double run_program(const Session& session, const Program& program) {
  double seconds = 0;
  std::string problem;
  if (session.is_root()) {
    const Finished finished = run_in_shell(program.command);
    std::vector<double> all = seconds_in(finished.output);
    if (finished.status != 0)
      problem = fmt::format("{} failed (exit status {}); run it by hand to see why", program.name,
                            WIFEXITED(finished.status) ? WEXITSTATUS(finished.status) : -1);
    else if (all.empty())
      problem = fmt::format("{} printed no line \"seconds X\" (X: seconds of one forward-backward pair)",
                            program.name);
    else {
      std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
      seconds = all[all.size() / 2];
    }
  }
  wait_asleep(session.comm, std::numeric_limits<double>::infinity());
  throw_problem(session, problem);
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, session.comm);
  return seconds;
}

}  // namespace weft::cli
