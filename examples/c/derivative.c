/* The derivative of a known function by Fourier transforms, in C.
 *
 *   u(x, y, z) = sin(x) cos(2 y) + cos(3 z) sin(x)   on 24 x 20 x 18 points of [0, 2 pi)^3
 *
 * Transforms u, multiplies each mode by i kx, transforms back and compares with the exact du/dx. The same
 * program exists in C++, Fortran and Python; all of them print the same bits, with
 * WEFT_OPTIONS=reproducible=yes on any number of processes. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

enum { X, Y, Z };

static const int64_t n[3] = {24, 20, 18};

/* Ends the job if `code` is an error. */
static void check(int code) {
  if (code == WEFT_SUCCESS) return;
  fprintf(stderr, "%s: %s\n", weft_error_name(code), weft_last_error());
  MPI_Abort(MPI_COMM_WORLD, code);
}

/* XOR of the bits of all values: the same in any order and on any number of processes. */
static uint64_t bits_of(const double* values, int64_t count) {
  uint64_t all = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double value = values[i] + 0.0; /* -0 and 0 are one number */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    all ^= bits;
  }
  return all;
}

/* cos or sin of m times the angle of each point along an axis. */
static void fill(double* table, double (*function)(double), int m, int axis) {
  const double pi = 3.14159265358979323846;
  for (int64_t i = 0; i < n[axis]; ++i) table[i] = function(m * (2 * pi * (double)i / (double)n[axis]));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double sx[24], cx[24], cy[20], cz[18];
  fill(sx, sin, 1, X), fill(cx, cos, 1, X), fill(cy, cos, 2, Y), fill(cz, cos, 3, Z);

  weft_problem* problem;
  weft_plan* plan;
  check(weft_problem_create(&problem, "r2c", 3, n));
  check(weft_plan_create(&plan, problem, MPI_COMM_WORLD, NULL));
  weft_problem_free(&problem);

  /* This process's blocks, and the global indices that they hold. */
  void *points, *modes;
  check(weft_plan_allocate(plan, WEFT_POINTS, &points));
  check(weft_plan_allocate(plan, WEFT_MODES, &modes));
  double* u = points;
  double complex* uh = modes;
  int64_t begin[3], end[3], stride[3], n_points;
  check(weft_plan_box(plan, WEFT_POINTS, begin, end));
  check(weft_plan_storage(plan, WEFT_POINTS, NULL, NULL, stride, &n_points));
  for (int64_t i = begin[X]; i < end[X]; ++i)
    for (int64_t j = begin[Y]; j < end[Y]; ++j)
      for (int64_t k = begin[Z]; k < end[Z]; ++k)
        u[(i - begin[X]) * stride[X] + (j - begin[Y]) * stride[Y] + (k - begin[Z]) * stride[Z]] =
            sx[i] * cy[j] + cz[k] * sx[i];

  check(weft_forward(plan, u, uh));

  /* Modes lie in memory in an order of their own; strides say which. */
  int64_t shape[3], mode_stride[3], n_modes, kx[24];
  check(weft_plan_storage(plan, WEFT_MODES, shape, NULL, mode_stride, &n_modes));
  check(weft_plan_wavenumbers(plan, X, kx));
  uint64_t bits[2];
  bits[0] = bits_of((const double*)uh, 2 * n_modes);
  for (int64_t i = 0; i < shape[X]; ++i)
    for (int64_t j = 0; j < shape[Y]; ++j)
      for (int64_t k = 0; k < shape[Z]; ++k) {
        const double complex factor =
            I * (kx[i] == -n[X] / 2 ? 0.0 : (double)kx[i]); /* no derivative of the Nyquist mode */
        uh[i * mode_stride[X] + j * mode_stride[Y] + k * mode_stride[Z]] *= factor;
      }

  check(weft_backward(plan, uh, u));

  bits[1] = bits_of(u, n_points);
  double error = 0;
  for (int64_t i = begin[X]; i < end[X]; ++i)
    for (int64_t j = begin[Y]; j < end[Y]; ++j)
      for (int64_t k = begin[Z]; k < end[Z]; ++k) {
        const double du =
            u[(i - begin[X]) * stride[X] + (j - begin[Y]) * stride[Y] + (k - begin[Z]) * stride[Z]];
        error = fmax(error, fabs(du - (cx[i] * cy[j] + cz[k] * cx[i])));
      }
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, bits, 2, MPI_UINT64_T, MPI_BXOR, MPI_COMM_WORLD);
  int rank;
  check(weft_plan_rank(plan, &rank));
  if (rank == 0) {
    printf("max error %.3e\n", error);
    printf("modes %016llx\n", (unsigned long long)bits[0]);
    printf("derivative %016llx\n", (unsigned long long)bits[1]);
  }

  weft_array_free(u);
  weft_array_free(uh);
  check(weft_plan_free(&plan));
  MPI_Finalize();
  return error < 1e-12 ? EXIT_SUCCESS : EXIT_FAILURE;
}
