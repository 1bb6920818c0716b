// Starting a session, and failing in one voice: errors of collective calls reach every process, so
// the processes meet in a barrier that nothing else uses and only rank 0 speaks. A process that
// waits there alone had an error of its own; it speaks for itself and ends the job.
#include "program/session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "program/text.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

constexpr double patience = 3;  // seconds in which processes that fail alike arrive

int output_error = 0;  // errno of the first text that the standard output did not take

// What cannot be written there can be told nowhere.
void tell_user(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace

std::string open_standard_streams() {
  std::string problem;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    if (stream == STDOUT_FILENO)
      problem = "the standard output is closed; send it to a file, or to /dev/null if nobody reads it";
    if (open("/dev/null", O_RDWR) < 0)
      problem = "cannot open /dev/null";  // as the lowest number that is free
  }
  return problem;
}

Session make_session(MPI_Comm world, int argc, char** argv) {
  Session session;
  MPI_Comm_dup(world, &session.comm);
  MPI_Comm_dup(world, &session.failures);
  MPI_Comm_rank(session.comm, &session.rank);
  MPI_Comm_size(session.comm, &session.size);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &session.processes_per_node);
  MPI_Comm_free(&node);
  if (session.is_root()) session.progress = std::make_shared<Progress>(progress_style_here());
  session.command = "weft";
  for (int i = 1; i < argc; ++i) session.command += " " + quoted(argv[i]);
  return session;
}

void free(Session& session) {
  MPI_Comm_free(&session.comm);
  MPI_Comm_free(&session.failures);
}

void print(const Session& session, const std::string& text) {
  if (!session.is_root()) return;
  session.progress->clear();
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!is_written && output_error == 0) output_error = errno;
}

void check_output(const Session& session) {
  throw_problem(session,
                output_error == 0
                    ? ""
                    : fmt::format("the standard output cannot be written: {}; what was printed is not "
                                  "whole; make room, or send it elsewhere",
                                  std::strerror(output_error)));
}

void note(const Session& session, const std::string& text) {
  session.progress->clear();
  if (session.is_root()) tell_user(fmt::format("weft: note: {}\n", text));
}

void show_progress(const Session& session, const std::string& text) {
  if (text.empty())
    session.progress->clear();
  else
    session.progress->show(text);
}

LoopProgress::LoopProgress(const Session& session, const char* turn, int n_turns)
    : session_(session), turn_(turn), n_turns_(n_turns), pace_(session.progress->now()) {}

void LoopProgress::begin_next(const std::string& what) {
  if (!session_.progress->is_shown()) return;
  pace_.mark(session_.progress->now(), n_begun_);
  const std::optional<double> left = pace_.seconds_for(n_turns_ - n_begun_++);
  if (n_begun_ > 1 && !session_.progress->is_due()) return;
  show_progress(session_, fmt::format("{} {} of {}{}{}", turn_, n_begun_, n_turns_, left_in_words(left),
                                      what.empty() ? "" : ": " + what));
}

std::string broadcast(const Session& session, std::string text) {
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, session.comm);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, session.comm);
  return text;
}

void throw_problem(const Session& session, const std::string& problem) {
  agree_on(session.comm, [&] {
    if (!problem.empty()) fail(ErrorCode::resource, problem);
  });
}

double maximum(const Session& session, double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, session.comm);
  return value;
}

bool wait_asleep(MPI_Comm comm, double timeout) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &request);
  for (;;) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    if (std::chrono::duration<double>(clock::now() - start).count() > timeout) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int report_failure(const Session& session, const std::string& message, int status) {
  session.progress->clear();
  const bool all_failed = wait_asleep(session.failures, patience);
  if (session.is_root() || !all_failed) tell_user(fmt::format("weft: error: {}\n", message));
  if (!all_failed) {
    std::this_thread::sleep_for(
        std::chrono::milliseconds(200));  // MPICH's launcher drops what comes just before
    MPI_Abort(session.comm, status);
  }
  return status;
}

}  // namespace weft::cli
