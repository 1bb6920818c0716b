// Status 0 when one process may read another's memory (process_vm_readv), as Open MPI does for large
// messages inside a node. Containers may forbid it; Open MPI then fails at the first large message.
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int main() {
  const int value = 42;
  // Where only declared tracers may read, Open MPI declares all; so does this.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    int copy = 0;
    const iovec to{&copy, sizeof copy};
    const iovec from{const_cast<int*>(&value), sizeof value};
    const bool read = process_vm_readv(parent, &to, 1, &from, 1, 0) == sizeof value && copy == value;
    _exit(read ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
