// weft-watch-process COMMAND...: runs the command as one process of a job, and tells weft-watch-job how it
// ended. The launcher sees what it would see of the command: the same group of processes, and in the end the
// same status or signal.
//
// The record goes to the standard error, the one way that every launcher has from every host:
// "\x1eweft-run RANK signal|status NUMBER HOST\n". weft-watch-job takes it out again. There is none where the
// launcher or the user told the process to end.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr std::array told_by{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
constexpr std::array variables_of_rank{"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
constexpr auto grace = std::chrono::milliseconds(100);

volatile sig_atomic_t told_to_end = 0;

// Signals of launchers and terminals go to the whole group: the command has got them, too.
void note_signal(int number) {
  if (number != SIGUSR1 && number != SIGUSR2) told_to_end = 1;
}

[[noreturn]] void become(char** command) {
  execvp(command[0], command);
  std::fprintf(stderr, "weft-run: error: cannot start %s: %s\n", command[0], std::strerror(errno));
  _exit(errno == ENOENT ? 127 : 126);
}

void set_signals(void (*handler)(int)) {
  for (const int number : told_by) {
    struct sigaction old = {};
    sigaction(number, nullptr, &old);
    if (old.sa_handler != SIG_IGN) signal(number, handler);
  }
}

void write_record(int status) {
  const char* rank = nullptr;
  for (const char* variable : variables_of_rank)
    if (rank == nullptr) rank = std::getenv(variable);
  std::array<char, 65> host{};
  gethostname(host.data(), host.size() - 1);
  std::array<char, 160> record{};
  const int length = std::snprintf(record.data(), record.size(), "\x1eweft-run %.10s %s %d %s\n",
                                   rank == nullptr ? "?" : rank, WIFSIGNALED(status) ? "signal" : "status",
                                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), host.data());
  // One write: launchers pass it on in one piece.
  if (write(STDERR_FILENO, record.data(), static_cast<std::size_t>(length)) < 0) return;
}

// As the command did. The memory of the command is written to a core already, if it is to be.
int end_as(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  set_signals(note_signal);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {  // the user may have no more processes: the job goes on without words about its end
    write_record(0);
    set_signals(SIG_DFL);
    become(argv + 1);
  }
  if (child == 0) {
    set_signals(SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever kills this one means the command
    if (getppid() != parent) _exit(1);
    become(argv + 1);
  }
  // The command alone says when they end. The connection to the launcher (PMI_FD) stays: MPICH kills the
  // whole group when it breaks, before there were words.
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status)) std::this_thread::sleep_for(grace);  // the same signal may be on its way to here
  if (told_to_end == 0) {
    write_record(status);
    // Launchers end the others, and drop words, as soon as this process ends: others that end by themselves
    // get time for it.
    if (status != 0) std::this_thread::sleep_for(grace);
  }
  return end_as(status);
}
