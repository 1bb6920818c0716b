// One MPI job does not start inside another, and a program that finds the variables of a launcher may believe
// that it is part of its job. So they are removed from its environment, which may itself be a call of mpirun.
// It may run on all processors, not only on those that this process is bound to.
//
// Input and output are files without names, so that neither side waits for the other.
#include "program/other_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

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

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string contents_of(std::FILE* file) {
  std::string text;
  std::rewind(file);
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0;)
    text.append(buffer.data(), n);
  return text;
}

}  // namespace

Finished run_other_program(const std::vector<std::string>& words, const std::string& input,
                           bool take_errors) {
  std::vector<char*> environment = environment_without_launcher(), arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const File in(std::tmpfile()), out(std::tmpfile()), errors(std::tmpfile());
  if (!in || !out || !errors || std::fwrite(input.data(), 1, input.size(), in.get()) != input.size())
    return {};
  std::rewind(in.get());
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int i = 0; i < CPU_SETSIZE; ++i) CPU_SET(i, &all);
  const pid_t child = fork();
  if (child == 0) {  // only calls that are safe between fork and exec
    dup2(fileno(in.get()), STDIN_FILENO);
    dup2(fileno(out.get()), STDOUT_FILENO);
    if (take_errors) dup2(fileno(errors.get()), STDERR_FILENO);
    sched_setaffinity(0, sizeof all, &all);
    execvpe(arguments.front(), arguments.data(), environment.data());
    _exit(127);
  }
  Finished finished;
  if (child > 0) waitpid(child, &finished.status, 0);
  finished.output = contents_of(out.get());
  finished.errors = contents_of(errors.get());
  return finished;
}

std::string status_in_words(int status) {
  if (status == -1) return "it could not be started";
  if (WIFEXITED(status)) return fmt::format("exit status {}", WEXITSTATUS(status));
  return fmt::format("killed by signal {}", WTERMSIG(status));
}

}  // namespace weft::cli
