/* Transforms of arrays in far memory (../memory_space.patch), which ends a program that looks at it, beside the same ones
 * on the host: equal bits. What works on the host alone refuses in one sentence. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>
#include <weft/weft_arrays.h>
#include <weft/weft_spectral.h>

static void fail(const char* what) {
  fprintf(stderr, "memory_space: %s: %s\n", what, weft_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int code, const char* what) {
  if (code != WEFT_SUCCESS) fail(what);
}

static void say(const char* line) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) puts(line);
}

/* An error with these words, and nothing else, comes of the call. */
static void refused(int code, const char* words) {
  if (code == WEFT_SUCCESS || strstr(weft_last_error(), words) == NULL) fail(words);
}

static weft_problem* new_problem(const char* transform) {
  const int64_t shape[3] = {12, 10, 9};
  weft_problem* problem;
  check(weft_problem_create(&problem, transform, 3, shape), "problem");
  return problem;
}

static weft_options* new_options(const char* space) {
  weft_options* options;
  check(weft_options_create(&options), "options");
  check(weft_options_set(options, "space", space), "space");
  check(weft_options_set(options, "exchange", "p2p"), "exchange");
  return options;
}

static int64_t bytes_of(const weft_plan* plan, int side) {
  int64_t shape[3], strides[3], n;
  int order[3], bytes, is_real, is_double;
  check(weft_plan_storage(plan, side, shape, order, strides, &n), "storage");
  check(weft_plan_element(plan, side, &bytes, &is_real, &is_double), "element");
  return n * bytes;
}

static void transform(const char* name, const char* grid) {
  weft_problem* problem = new_problem(name);
  weft_plan* plans[2];
  void *points[2], *modes[2], *seen;
  for (int i = 0; i < 2; ++i) {
    weft_options* options = new_options(i == 0 ? "host" : "far");
    const char* space;
    check(weft_options_set(options, "grid", grid), "grid");
    check(weft_plan_create(&plans[i], problem, MPI_COMM_WORLD, options), "plan");
    check(weft_plan_space(plans[i], &space), "space");
    if (strcmp(space, i == 0 ? "host" : "far") != 0) fail("the plan has another space");
    check(weft_plan_allocate(plans[i], WEFT_POINTS, &points[i]), "points");
    check(weft_plan_allocate(plans[i], WEFT_MODES, &modes[i]), "modes");
    weft_options_free(&options);
  }
  const int64_t n_points = bytes_of(plans[0], WEFT_POINTS), n_modes = bytes_of(plans[0], WEFT_MODES);
  double* u = points[0];
  for (int64_t i = 0; i < n_points / 8; ++i) u[i] = (double)(i * 7919 % 1009) / 1009 - 0.5;
  seen = malloc(n_points + n_modes + 1);
  check(weft_plan_copy_from_host(plans[1], points[1], u, n_points), "copy in");
  for (int i = 0; i < 2; ++i) check(weft_forward(plans[i], points[i], modes[i]), "forward");
  check(weft_plan_copy_to_host(plans[1], seen, modes[1], n_modes), "copy out");
  if (memcmp(seen, modes[0], n_modes) != 0) fail("other modes");
  for (int i = 0; i < 2; ++i) check(weft_backward(plans[i], modes[i], points[i]), "backward");
  check(weft_plan_copy_to_host(plans[1], seen, points[1], n_points), "copy out");
  if (memcmp(seen, points[0], n_points) != 0) fail("other points");
  double largest = 0;
  for (int64_t i = 0; i < n_points / 8; ++i) {
    const double error = u[i] - ((double)(i * 7919 % 1009) / 1009 - 0.5);
    if (error * error > largest) largest = error * error;
  }
  if (largest > 1e-24) fail("backward does not give the points");

  /* Who looks at arrays says that these are not the host's. */
  weft_distribution* arrays;
  check(weft_distribution_of_plan(&arrays, plans[1], WEFT_MODES), "distribution");
  double sum[2];
  refused(weft_array_sum(arrays, modes[1], sum), "host memory only");
  weft_distribution_free(&arrays);
  weft_spectral* spectral;
  refused(weft_spectral_create(&spectral, plans[1], NULL), "host memory only");
  refused(weft_forward(plans[1], seen, modes[1]), "space=far");
  for (int i = 0; i < 2; ++i) {
    weft_array_free(points[i]);
    weft_array_free(modes[i]);
    check(weft_plan_free(&plans[i]), "close");
  }
  free(seen);
  weft_problem_free(&problem);
}

static void refuse(const char* key, const char* value, const char* words) {
  weft_problem* problem = new_problem("c2c");
  weft_options* options = new_options("far");
  weft_plan* plan;
  check(weft_options_set(options, key, value), key);
  refused(weft_plan_create(&plan, problem, MPI_COMM_WORLD, options), words);
  weft_options_free(&options);
  weft_problem_free(&problem);
}

int main(int argc, char** argv) {
  int n;
  char slab[16], pencil[32];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  snprintf(slab, sizeof slab, "%d", n);
  snprintf(pencil, sizeof pencil, "1x%d", n);
  const char* transforms[] = {"r2c", "c2c"};
  for (int i = 0; i < 2; ++i) {
    transform(transforms[i], slab);
    transform(transforms[i], pencil);
    char line[64];
    snprintf(line, sizeof line, "%s in space=far has the bits of space=host", transforms[i]);
    say(line);
  }
  refuse("in_place", "yes", "in_place=yes works on host memory only");
  say(weft_last_error());
  refuse("arrays", "shared", "arrays=shared works on host memory only");
  refuse("convolve", "yes", "convolve=yes works on host memory only");
  refuse("tune", "estimate", "tuning works on host memory only");
  refuse("backend", "native", "backend native transforms arrays of host memory");
  if (n > 1) refuse("exchange", "alltoallv", "use exchange=p2p");
  weft_options* options = new_options("far");
  refused(weft_options_set(options, "space", "moon"), "host, far");
  say(weft_last_error());
  weft_options_free(&options);
  MPI_Finalize();
  return 0;
}
