// Processes of a test without MPI: what a library keeps in memory is fresh there, and two of them can get in
// each other's way.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>
#include <string>

namespace weft::test {

// Starts `call` in a child, which ends when it returns; what the call returns comes out of `read`.
struct Child {
  pid_t id = 0;
  int read = -1;
};

template <class Call>
Child start_process(Call&& call) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t id = fork();
  if (id < 0) throw std::runtime_error("no process");
  if (id > 0) {
    close(ends[1]);
    return {id, ends[0]};
  }
  std::string said;
  int status = 0;
  try {
    said = call();
  } catch (const std::exception& error) {
    said = error.what();
    status = 1;
  }
  for (std::size_t done = 0; done < said.size();) {
    const ssize_t n = write(ends[1], said.data() + done, said.size() - done);
    if (n < 0) _exit(2);
    done += static_cast<std::size_t>(n);
  }
  _exit(status);
}

// What the call returned. Throws what it threw, or how it ended otherwise.
inline std::string end_of(const Child& child) {
  std::string said;
  char part[4096];
  for (ssize_t n = 0; (n = read(child.read, part, sizeof part)) > 0;)
    said.append(part, static_cast<std::size_t>(n));
  close(child.read);
  int status = 0;
  waitpid(child.id, &status, 0);
  if (WIFSIGNALED(status))
    throw std::runtime_error("the process ended by signal " + std::to_string(WTERMSIG(status)));
  if (status != 0) throw std::runtime_error("the process failed: " + said);
  return said;
}

template <class Call>
std::string in_fresh_process(Call&& call) {
  return end_of(start_process(call));
}

}  // namespace weft::test
