// What every subcommand gets: the processes of this run, and how to speak to the user.
//
// Everything that the user reads is printed by rank 0. A problem that only rank 0 can see (a file
// that cannot be written) is shared before it is thrown, so that all processes fail together.
#pragma once

#include <fmt/format.h>
#include <mpi.h>

#include <memory>
#include <string>
#include <utility>

#include "program/progress.hpp"

namespace weft::cli {

struct Session {
  MPI_Comm comm = MPI_COMM_NULL;      // the processes of this run
  MPI_Comm failures = MPI_COMM_NULL;  // the same, used only to find out whether all of them failed
  int rank = 0;
  int size = 1;
  int processes_per_node = 1;  // that share memory with rank 0
  // Shown by process 0 alone.
  std::shared_ptr<Progress> progress = std::make_shared<Progress>(ProgressStyle{});
  std::string command;  // as it was typed
  bool is_root() const { return rank == 0; }
};

// Collective over `world`.
Session make_session(MPI_Comm world, int argc, char** argv);
void free(Session& session);

// Opens those of the standard streams that are closed on nothing, so that no file and no connection gets
// their numbers. Returns what is wrong with the standard output, in words. Before MPI begins.
std::string open_standard_streams();

// Prints on the standard output of rank 0. What cannot be written is told by check_output(). Not collective.
void print(const Session& session, const std::string& text);

// Prints one line on the standard output of rank 0, as print() does. Not collective.
template <class... Args>
void say(const Session& session, fmt::format_string<Args...> format, Args&&... args) {
  if (session.is_root()) print(session, fmt::format(format, std::forward<Args>(args)...) + "\n");
}

// Throws Error(resource) everywhere if something was printed that could not be written. Collective.
void check_output(const Session& session);

// Prints "weft: note: ..." on the standard error of rank 0. Not collective.
void note(const Session& session, const std::string& text);

// What the command begins with now, in a line of progress; empty: clears the line. Loops ask session.progress
// whether it is time for one. Not collective.
void show_progress(const Session& session, const std::string& text);

// The progress of a loop whose turns take about the same time: "round 3 of 12, 8 s left: what". Not
// collective.
class LoopProgress {
 public:
  LoopProgress(const Session& session, const char* turn, int n_turns);
  // what: happens in this turn; may be empty.
  void begin_next(const std::string& what = "");

 private:
  const Session& session_;
  const char* turn_;
  int n_turns_, n_begun_ = 0;
  Pace pace_;
};

// The text of rank 0, on all processes. Collective.
std::string broadcast(const Session& session, std::string text);

// Throws Error(resource) everywhere if `problem` is not empty on some process, with that of the first.
// Collective.
void throw_problem(const Session& session, const std::string& problem);

// The largest value over all processes. Collective.
double maximum(const Session& session, double value);

// Waits for all processes without using the processor, unlike MPI_Barrier: for the time in which
// rank 0 runs another program on the same cores. Collective; false if `timeout` seconds passed.
bool wait_asleep(MPI_Comm comm, double timeout);

// Prints "weft: error: `message`" once if all processes get here within seconds, and returns
// `status`; otherwise prints it from this process and ends the job with that status.
int report_failure(const Session& session, const std::string& message, int status);

}  // namespace weft::cli
