/* misused.py in C: the job of one situation of misuse. misused_c FOLDER CALL DEED [EXCHANGE]
 *
 * The table of calls below; `null` makes the same call with null for what it must not be null. */
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <weft/weft.h>
#include <weft/weft_arrays.h>
#include <weft/weft_checkpoint.h>
#include <weft/weft_files.h>

static MPI_Comm comm;
static int rank, size;
static const char* folder;
static weft_problem* problem;
static weft_options* options;
static weft_plan *plan, *spare;
static weft_distribution* points;
static void *u, *uh, *v;
static char path[4096];

static const char* in_folder(const char* name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int forward(int null) { return weft_forward(null ? NULL : plan, u, uh); }
static int backward(int null) { return weft_backward(plan, null ? NULL : uh, u); }
static int forward_and_finish(int null) {
  const void* in[] = {u};
  void* out[] = {uh};
  const int code = weft_forward_start(plan, 1, null ? NULL : in, out);
  return code != WEFT_SUCCESS ? code : weft_forward_finish(plan);
}
static int agree(int null) { return weft_plan_agree(null ? NULL : plan, WEFT_SUCCESS, ""); }
static int require_equal(int null) { return weft_plan_require_equal(plan, null ? NULL : "value", "1"); }
static int close_plan(int null) { return weft_plan_close(null ? NULL : spare); }
static int make_plan(int null) {
  weft_plan* made = NULL;
  return weft_plan_create(&made, null ? NULL : problem, comm, options);
}
static int sum(int null) {
  double value[2];
  return weft_array_sum(points, null ? NULL : u, value);
}
static int norm(int null) {
  double value = 0;
  return weft_array_norm(null ? NULL : points, u, WEFT_NORM_ONE, &value);
}
static int maximum(int null) {
  double value = 0;
  int64_t index[3];
  return weft_array_maximum(null ? NULL : points, u, &value, index);
}
static int write_npy(int null) { return weft_npy_write(null ? NULL : in_folder("c.npy"), points, u); }
static int read_npy(int null) { return weft_npy_read(in_folder("old.npy"), points, null ? NULL : v); }
static int write_hdf5(int null) {
  weft_hdf5_writer* writer = NULL;
  return weft_hdf5_writer_create(null ? NULL : &writer, in_folder("c.h5"), comm);
}
static int write_checkpoint(int null) {
  weft_checkpoint_writer* writer = NULL;
  return weft_checkpoint_writer_create(&writer, null ? NULL : in_folder("c.weft"), comm);
}
static int rates(int null) {
  double alone = 0, memory = 0, cached = 0, all = 0;
  int64_t bytes = 0;
  return weft_measure_rates(null ? MPI_COMM_NULL : comm, options, &alone, &memory, &cached, &all, &bytes);
}

static const struct {
  const char* name;
  int (*call)(int null);
} calls[] = {{"forward", forward},       {"backward", backward},
             {"forward and finish", forward_and_finish},
             {"agree", agree},           {"require equal", require_equal},
             {"close a plan", close_plan}, {"make a plan", make_plan},
             {"sum", sum},               {"norm", norm},
             {"maximum", maximum},       {"write npy", write_npy},
             {"read npy", read_npy},     {"write hdf5", write_hdf5},
             {"write checkpoint", write_checkpoint}, {"measure rates", rates}};

static int (*call_named(const char* name))(int) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
    if (strcmp(calls[i].name, name) == 0) return calls[i].call;
  return NULL;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void ended(double start, int code) {
  char name[4200], last[4300];
  snprintf(name, sizeof name, "%s/ended.%d.new", folder, rank);
  FILE* file = fopen(name, "w");
  fprintf(file, "%.1f %s%s", now() - start, code == WEFT_SUCCESS ? "returned" : "told: ",
          code == WEFT_SUCCESS ? "" : weft_last_error());
  fclose(file);
  snprintf(last, sizeof last, "%s/ended.%d", folder, rank);
  rename(name, last);
}

static void check(int code) {
  if (code == WEFT_SUCCESS) return;
  fprintf(stderr, "%s\n", weft_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  const int64_t shape[] = {12, 8, 6};
  const char* deed = argv[3];
  folder = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  check(weft_problem_create(&problem, "r2c", 3, shape));
  check(weft_options_create(&options));
  check(weft_options_set(options, "timeout", "2"));
  if (argc > 4) check(weft_options_set(options, "exchange", argv[4]));
  check(weft_plan_create(&plan, problem, comm, options));
  check(weft_plan_create(&spare, problem, comm, options));
  check(weft_distribution_of_plan(&points, plan, WEFT_POINTS));
  check(weft_plan_allocate(plan, WEFT_POINTS, &u));
  check(weft_plan_allocate(plan, WEFT_POINTS, &v));
  check(weft_plan_allocate(plan, WEFT_MODES, &uh));
  check(weft_npy_write(in_folder("old.npy"), points, u));
  const int by = (atoi(getenv("WEFT_MISUSE_BY")) + size) % size;
  int (*call)(int) = call_named(argv[2]);
  MPI_Barrier(comm);
  const double start = now();
  char name[4200];
  snprintf(name, sizeof name, "%s/began.%d", folder, rank);
  fclose(fopen(name, "w"));
  if (rank != by) {
    ended(start, call(0));
  } else if (call_named(deed) != NULL) {
    ended(start, call_named(deed)(0));
  } else if (strcmp(deed, "passes null") == 0) {
    ended(start, call(1));
  } else if (strcmp(deed, "exits") == 0) {
    exit(0);
  } else if (strcmp(deed, "ends at once") == 0) {
    _exit(0);
  } else if (strcmp(deed, "is killed") == 0) {
    raise(SIGKILL);
  } else if (strcmp(deed, "comes late") == 0) {
    sleep(1);
    ended(start, call(0));
  }
  sleep(600); /* until it is ended from outside */
  return 0;
}
