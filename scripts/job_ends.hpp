// What weft-watch-job reads of the standard error of a job, and what it makes of it: the records of
// weft-watch-process about ends of processes, and the sentence about the one that ended the job.
#pragma once

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace ends {

using Clock = std::chrono::steady_clock;

inline constexpr std::string_view record_begin = "\x1eweft-run ";
inline constexpr std::size_t most_record_bytes = 160;
inline constexpr std::string_view begin_of_progress =
    "weft: progress: ";                         // in a log; on a terminal it begins with \r
inline constexpr int status_of_lost_host = 75;  // as sysexits.h has it: try again
// How a launcher ends when the connection to one of its hosts breaks.
struct LostConnection {
  int status;
  std::string_view words;  // that it says then
};
inline constexpr std::array lost_connections{
    LostConnection{205, ""},                          // Open MPI's, in silence: its error -51
    LostConnection{255, "assert (!closed) failed"}};  // MPICH's

struct Cause {
  int signal;
  const char* name;
  const char* usually;  // what is behind it, and what to do
};

inline constexpr std::array causes{
    Cause{
        SIGKILL, "SIGKILL",
        "usually the memory of this host was full and the system ended it (dmesg tells 'Out of memory'); use "
        "more hosts, fewer processes on each, or a smaller problem"},
    Cause{SIGSEGV, "SIGSEGV",
          "usually a wrong pointer or index in the program, or a full stack; build it with -g "
          "-fsanitize=address, or raise ulimit -s"},
    Cause{SIGBUS, "SIGBUS",
          "usually /dev/shm or a disk was full, or a file was cut while it was in use; look with df"},
    Cause{SIGABRT, "SIGABRT",
          "usually a failed assertion, an exception that nobody caught, or damaged memory; build it with -g "
          "-fsanitize=address"},
    Cause{SIGFPE, "SIGFPE", "usually a division of whole numbers by zero in the program"},
    Cause{SIGILL, "SIGILL",
          "usually the program was built for another kind of processor; build it on this host"},
    Cause{SIGXCPU, "SIGXCPU", "the limit on processor time is used up; raise ulimit -t"},
    Cause{SIGTERM, "SIGTERM", "usually a batch system or a person ended it"},
};

struct Ended {
  std::string rank, how, host;
  int number;  // of the signal, or the exit status
  Clock::time_point at;
};

// The standard error of the job on its way to that of this process.
class Words {
 public:
  void pass(std::string_view text) {
    for (const char c : text) {
      if (held_.empty() && c != record_begin[0]) {
        plain_ += c;
        continue;
      }
      held_ += c;
      const std::size_t n = std::min(held_.size(), record_begin.size());
      const bool may_be_record =
          held_.compare(0, n, record_begin, 0, n) == 0 && held_.size() < most_record_bytes;
      if (may_be_record && c == '\n') take_record();
      if (!may_be_record || c == '\n') {
        plain_ += held_;
        held_.clear();
      }
    }
    flush();
  }
  void finish() {
    plain_ += held_;
    held_.clear();
    flush();
  }
  const std::vector<Ended>& records() const { return records_; }
  bool has_said(std::size_t lost_connection) const { return said_[lost_connection]; }
  // Other than progress.
  bool were_said_since(Clock::time_point time) const { return last_ >= time; }
  bool were_said() const { return last_ != Clock::time_point::min(); }
  void say(const std::string& sentence) {
    plain_ = (is_mid_line_ ? "\n" : "") + ("weft-run: error: " + sentence) + "\n";
    flush();
  }

 private:
  void take_record() {
    std::array<char, 16> rank{}, how{};
    std::array<char, 80> host{};
    int number = 0;
    if (std::sscanf(held_.c_str() + record_begin.size(), "%15s %15s %d %79s", rank.data(), how.data(),
                    &number, host.data()) != 4)
      return;
    records_.push_back({rank.data(), how.data(), host.data(), number, Clock::now()});
    held_.clear();
  }
  void flush() {
    if (plain_.empty()) return;
    const bool is_progress = plain_[0] == '\r' || (plain_.starts_with(begin_of_progress) &&
                                                   plain_.find('\n') == plain_.size() - 1);
    if (!is_progress) last_ = Clock::now();
    for (std::size_t i = 0; i < lost_connections.size(); ++i)
      if (plain_.find(lost_connections[i].words) != std::string::npos) said_[i] = true;
    is_mid_line_ = plain_.back() != '\n';
    std::string_view rest = plain_;
    while (!rest.empty()) {
      const ssize_t n = write(STDERR_FILENO, rest.data(), rest.size());
      if (n < 0 && errno == EAGAIN) poll(nullptr, 0, 1);
      if (n < 0 && errno != EAGAIN && errno != EINTR) break;
      if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
    }
    plain_.clear();
  }

  std::string plain_, held_;  // held: may be the beginning of a record
  std::vector<Ended> records_;
  Clock::time_point last_ = Clock::time_point::min();
  bool is_mid_line_ = false;
  std::array<bool, lost_connections.size()> said_{};  // the words of each
};

inline std::string sentence_of(const Ended& ended, int n_processes) {
  const std::string who =
      "process " + ended.rank + " of " + std::to_string(n_processes) + " on " + ended.host + " ";
  if (ended.how == "status")
    return who + "ended with status " + std::to_string(ended.number) +
           " before the others, without a word on the standard error; usually it called exit(), os._exit or "
           "MPI_Abort in place of MPI_Finalize";
  const std::string what = who + "was ended by signal " + std::to_string(ended.number);
  for (const Cause& cause : causes)
    if (cause.signal == ended.number) return what + " (" + cause.name + "): " + cause.usually;
  return what + " (" + strsignal(ended.number) + ")";
}

// The process that ended the job, if it was one: killed, or gone while the launcher ended others. Where all
// came to an end of their own, a status is what the program means to say.
inline const Ended* culprit(const std::vector<Ended>& all, int n_processes) {
  const auto killed = std::find_if(all.begin(), all.end(), [](const Ended& e) { return e.how == "signal"; });
  if (killed != all.end()) return &*killed;
  if (all.empty() || static_cast<int>(all.size()) >= n_processes) return nullptr;
  const auto failed = std::find_if(all.begin(), all.end(), [](const Ended& e) { return e.number != 0; });
  return failed != all.end() ? &*failed : &all.front();
}

// Has the launcher ended because a host was gone, and not as one of the processes did?
inline bool has_lost_host(int status, const Words& words, int n_processes) {
  const std::vector<Ended>& all = words.records();
  if (!WIFEXITED(status) || static_cast<int>(all.size()) >= n_processes) return false;
  if (std::any_of(all.begin(), all.end(), [&](const Ended& e) { return e.number == WEXITSTATUS(status); }))
    return false;
  for (std::size_t i = 0; i < lost_connections.size(); ++i)
    if (lost_connections[i].status == WEXITSTATUS(status) &&
        (lost_connections[i].words.empty() || words.has_said(i)))
      return true;
  return false;
}

inline std::string sentence_of_lost_host(const std::vector<Ended>& all, int n_processes) {
  return "the launcher lost a host: its connection broke while " + std::to_string(n_processes - all.size()) +
         " of " + std::to_string(n_processes) +
         " processes were at work; usually the host failed, or its network (in a Slurm job, sinfo -R lists "
         "such "
         "hosts); start the job again on other hosts: in a batch script, requeue it on exit status " +
         std::to_string(status_of_lost_host);
}

// Of a job whose launcher could not say it.
inline int status_of(const std::vector<Ended>& all, int n_processes) {
  for (const Ended& ended : all)
    if (ended.number != 0) return ended.how == "signal" ? 128 + ended.number : ended.number;
  return static_cast<int>(all.size()) < n_processes ? 1 : 0;
}

}  // namespace ends
