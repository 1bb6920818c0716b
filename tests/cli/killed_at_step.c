// Preloaded into a program: SIGKILL before its n-th step (WEFT_KILL_AT) of writing files below a folder
// (WEFT_KILL_BELOW): a new file, a new or another name, a name less, what must reach the disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long n_steps;

static int is_below(const char* path) {
  const char* folder = getenv("WEFT_KILL_BELOW");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static void step_of(const char* path) {
  const char* last = getenv("WEFT_KILL_AT");
  if (last != NULL && is_below(path) && ++n_steps == atol(last)) raise(SIGKILL);
}

static void step_of_file(int file) {
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const ssize_t n = readlink(name, path, sizeof path - 1);
  if (n < 0) return;
  path[n] = '\0';
  step_of(path);
}

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, name))

int rename(const char* from, const char* to) {
  step_of(to);
  return REAL("rename", int (*)(const char*, const char*))(from, to);
}

int link(const char* from, const char* to) {
  step_of(to);
  return REAL("link", int (*)(const char*, const char*))(from, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  step_of(to);
  return REAL("linkat", int (*)(int, const char*, int, const char*, int))(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) {
  step_of(path);
  return REAL("unlink", int (*)(const char*))(path);
}

int fsync(int file) {
  step_of_file(file);
  return REAL("fsync", int (*)(int))(file);
}

int ftruncate(int file, off_t length) {
  step_of_file(file);
  return REAL("ftruncate", int (*)(int, off_t))(file, length);
}

#define OPEN(name)                                                                     \
  int name(const char* path, int flags, ...) {                                         \
    va_list arguments;                                                                 \
    va_start(arguments, flags);                                                        \
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                                                 \
    if ((flags & O_CREAT) != 0) step_of(path);                                         \
    return REAL(#name, int (*)(const char*, int, ...))(path, flags, mode);             \
  }
OPEN(open)
OPEN(open64)
