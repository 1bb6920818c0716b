// weft-watch-job P LAUNCHER...: runs the launcher of a job of P processes, and says how the job ended where
// nobody else does: which process was killed by a signal, or left without a word while others were at work.
//
// Launchers keep silent about it or drown it in their own words, and none tells a process from a host. Each
// process runs under weft-watch-process, whose records come on the standard error and are taken out here;
// everything else passes at once and unchanged. Signals that are sent to this process alone go to the
// launcher; those of its group it gets itself, and a second one would make it end without tidying up. A
// launcher that stays when all it started has ended, or that leaves others at work when one was killed (Open
// MPI's may wait for itself, or for those that it is still starting), is ended here. The exit status is that
// of the launcher, except that output which could not be written is an error, and that a lost host has a
// status of its own: the same job may succeed on other hosts, so scripts of batch jobs submit it again.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "job_ends.hpp"

namespace {

using namespace ends;

constexpr auto recent = std::chrono::seconds(3);     // words before an end may be about it
constexpr auto patience = std::chrono::seconds(10);  // with a launcher that should have ended
constexpr int status_of_error = 2;

// Pipes and files of this process must not get the numbers of the standard streams.
bool open_streams() {
  bool has_output = true;
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (fd == STDOUT_FILENO) has_output = false;
    if (open("/dev/null", O_RDWR) != fd) return false;  // the lowest number that is free
  }
  return has_output;
}

// The launcher, and what it is connected to.
struct Job {
  pid_t launcher = -1;
  pid_t witness = -1;  // of this group as well, and takes no signal
  int output = -1;     // its standard output; -1: goes straight to that of this process
  int errors = -1;
  int status = 0;  // of wait()
  bool is_over = false;
  bool is_stuck = false;  // it was ended here
  bool was_told_to_end = false;
  int output_error = 0;  // errno
};

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2})
    sigaddset(&set, number);
  return set;
}

// A process that sleeps: a signal that it has got, too, was sent to the group.
pid_t start_witness() {
  const pid_t witness = fork();
  if (witness != 0) return witness;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(fd);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  for (;;) pause();
}

bool has_got(pid_t process, int signal_number) {
  std::FILE* status = std::fopen(("/proc/" + std::to_string(process) + "/status").c_str(), "r");
  if (status == nullptr) return false;
  unsigned long long pending = 0;
  for (std::array<char, 256> line{}; std::fgets(line.data(), line.size(), status) != nullptr;)
    if (std::sscanf(line.data(), "ShdPnd: %llx", &pending) == 1) break;
  std::fclose(status);
  return (pending >> (signal_number - 1) & 1U) != 0;
}

Job start(char** command) {
  Job job;
  job.witness = start_witness();
  std::array<int, 2> output{-1, -1}, errors{-1, -1};
  const bool passes_output = isatty(STDOUT_FILENO) == 1;  // a terminal takes all
  if ((!passes_output && pipe2(output.data(), O_CLOEXEC) != 0) || pipe2(errors.data(), O_CLOEXEC) != 0)
    return job;
  sigset_t watched = watched_signals(), before;
  sigprocmask(SIG_BLOCK, &watched, &before);
  job.launcher = fork();
  if (job.launcher == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever kills this process means the job
    if (!passes_output) dup2(output[1], STDOUT_FILENO);
    dup2(errors[1], STDERR_FILENO);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    execv(command[0], command);
    _exit(127);
  }
  close(output[1]);
  close(errors[1]);
  close(STDIN_FILENO);  // the launcher has it
  signal(SIGPIPE, SIG_IGN);
  job.output = output[0];
  job.errors = errors[0];
  return job;
}

// Has it ended, and nobody has asked for its status?
bool is_zombie(long process) {
  std::FILE* stat = std::fopen(("/proc/" + std::to_string(process) + "/stat").c_str(), "r");
  if (stat == nullptr) return true;
  char state = 0;
  if (std::fscanf(stat, "%*d (%*15[^)]) %c", &state) != 1) state = 0;
  std::fclose(stat);
  return state == 'Z';
}

// Children that are at work; true where the system does not tell. A launcher that is stuck does not take the
// status of those that have ended.
bool has_children(pid_t process) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  DIR* folder = opendir(tasks.c_str());
  bool has = folder == nullptr;
  while (const dirent* task = has ? nullptr : readdir(folder)) {
    if (task->d_name[0] == '.') continue;
    std::FILE* children = std::fopen((tasks + "/" + task->d_name + "/children").c_str(), "r");
    has = children == nullptr;
    for (long child = 0; !has && std::fscanf(children, "%ld", &child) == 1;) has = !is_zombie(child);
    if (children != nullptr) std::fclose(children);
  }
  if (folder != nullptr) closedir(folder);
  return has;
}

// Ends a launcher that should have ended: one that has had children, and has none, or one of whose job a
// process was killed. SIGTERM lets it end the others; it may not hear it.
class Impatience {
 public:
  void look(Job& job, const std::vector<Ended>& records) {
    const Clock::time_point now = Clock::now();
    const bool has = has_children(job.launcher);
    had_children_ = had_children_ || has;
    if (has || !had_children_) at_work_ = now;
    const auto killed =
        std::find_if(records.begin(), records.end(), [](const Ended& e) { return e.how == "signal"; });
    const auto late = killed == records.end() ? Clock::duration{} : now - killed->at;
    if (now - at_work_ <= patience && late <= patience) return;
    kill(job.launcher, now - at_work_ > patience || late > 2 * patience ? SIGKILL : SIGTERM);
    job.is_stuck = true;
  }

 private:
  bool had_children_ = false;
  Clock::time_point at_work_;
};

void take_signal(Job& job, int signals) {
  signalfd_siginfo info{};
  if (read(signals, &info, sizeof info) != sizeof info) return;
  const int number = static_cast<int>(info.ssi_signo);
  if (number == SIGCHLD) {
    if (waitpid(job.launcher, &job.status, WNOHANG) == job.launcher) job.is_over = true;
    return;
  }
  if (number != SIGUSR1 && number != SIGUSR2) job.was_told_to_end = true;
  poll(nullptr, 0, 20);  // others of the group may get theirs a little later
  if (!has_got(job.witness, number)) {
    kill(job.launcher, number);
    return;
  }
  kill(job.witness, SIGKILL);  // the signal stays with it
  waitpid(job.witness, nullptr, 0);
  job.witness = start_witness();
}

void pass_output(Job& job, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EAGAIN) poll(nullptr, 0, 1);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
      if (errno != EPIPE && job.output_error == 0) job.output_error = errno;  // a reader may have enough
      return;
    }
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// What has come on one of the pipes. Closes it at its end.
template <class Pass>
bool pump(int& pipe, Pass&& pass) {
  std::array<char, 65536> part;
  const ssize_t n = pipe < 0 ? 0 : read(pipe, part.data(), part.size());
  if (n > 0) pass(std::string_view(part.data(), static_cast<std::size_t>(n)));
  if (n == 0 && pipe >= 0) {
    close(pipe);
    pipe = -1;
  }
  return n > 0;
}

void watch(Job& job, Words& words) {
  const sigset_t watched = watched_signals();
  const int signals = signalfd(-1, &watched, SFD_CLOEXEC);
  Impatience impatience;
  std::array<pollfd, 3> ready{pollfd{signals, POLLIN, 0}, {job.output, POLLIN, 0}, {job.errors, POLLIN, 0}};
  while (!job.is_over || ready[1].revents != 0 || ready[2].revents != 0) {
    ready[1].fd = job.output;
    ready[2].fd = job.errors;
    const int n_ready = poll(ready.data(), ready.size(), job.is_over ? 0 : 1000);
    if (n_ready < 0 && errno != EINTR) break;
    if (n_ready == 0 && !job.is_over) impatience.look(job, words.records());
    if (ready[1].revents != 0) pump(job.output, [&](std::string_view text) { pass_output(job, text); });
    if (ready[2].revents != 0) pump(job.errors, [&](std::string_view text) { words.pass(text); });
    if (ready[0].revents != 0) {
      take_signal(job, signals);
      if (job.is_over) ready[1].revents = ready[2].revents = POLLIN;  // once more: what came last
    }
  }
  words.finish();
}

// Did the job fail, and neither the launcher nor a process said anything?
bool is_silent_end(const Job& job, const Words& words) {
  return !job.was_told_to_end && !job.is_stuck && WIFEXITED(job.status) && WEXITSTATUS(job.status) != 0 &&
         words.records().empty() && !words.were_said();
}

int end_as(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return status_of_error;
  const int n_processes = std::atoi(argv[1]);
  Words words;
  if (!open_streams()) {
    words.say("the standard output is closed; send it to a file, or to /dev/null");
    return status_of_error;
  }
  Job job = start(argv + 2);
  if (job.launcher < 0)
    execv(argv[2], argv + 2);  // no more processes: the job runs without words about its end
  watch(job, words);
  const Ended* ended = job.was_told_to_end ? nullptr : culprit(words.records(), n_processes);
  if (job.is_stuck) job.status = W_EXITCODE(status_of(words.records(), n_processes), 0);
  // MPICH's launcher may end with 0 though it killed others of one that left them.
  if (ended != nullptr && job.status == 0) job.status = W_EXITCODE(1, 0);
  if (!job.was_told_to_end && has_lost_host(job.status, words, n_processes)) {
    words.say(sentence_of_lost_host(words.records(), n_processes));
    job.status = W_EXITCODE(status_of_lost_host, 0);
  } else if (ended != nullptr && ended->how == "status") {
    if (!words.were_said_since(ended->at - recent)) words.say(sentence_of(*ended, n_processes));
    if (ended->number != 0)
      job.status = W_EXITCODE(ended->number, 0);  // MPICH may tell that of one it killed
  } else if (ended != nullptr) {
    words.say(sentence_of(*ended, n_processes));
  } else if (is_silent_end(job, words)) {
    words.say(std::string("the launcher ended with status ") + std::to_string(WEXITSTATUS(job.status)) +
              ", without a word, and no process of the job has ended by itself; its own words: " + argv[2] +
              " -n " + argv[1] + " hostname");
  }
  if (job.output_error == 0) return end_as(job.status);
  words.say(std::string("the standard output cannot be written: ") + std::strerror(job.output_error) +
            "; what the program printed is not whole");
  return job.status == 0 ? status_of_error : end_as(job.status);
}
