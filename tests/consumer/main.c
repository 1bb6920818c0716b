/* The smallest program in C that uses an installed weft. */
#include <math.h>
#include <stdio.h>
#include <weft/weft.h>

int main(int argc, char** argv) {
  weft_problem* problem;
  weft_plan* plan;
  void *points, *modes;
  int64_t begin[2], end[2];
  int rank = 0, status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  status |= weft_problem_create(&problem, "r2c", 2, (const int64_t[]){64, 48});
  status |= weft_plan_create(&plan, problem, MPI_COMM_WORLD, NULL);
  status |= weft_plan_allocate(plan, WEFT_POINTS, &points);
  status |= weft_plan_allocate(plan, WEFT_MODES, &modes);
  if (status != 0) {
    puts(weft_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  status |= weft_plan_box(plan, WEFT_POINTS, begin, end);
  const int64_t n_points = (end[0] - begin[0]) * (end[1] - begin[1]);
  double* u = points;
  for (int64_t i = 0; i < n_points; ++i) u[i] = 1;
  status |= weft_forward(plan, points, modes);
  for (int64_t i = 0; i < n_points; ++i) u[i] = 0;
  status |= weft_backward(plan, modes, points);
  for (int64_t i = 0; i < n_points; ++i)
    if (fabs(u[i] - 1) > 1e-12) status = 1;
  if (rank == 0 && status == 0) puts("consumer: the round trip is right");
  weft_array_free(points);
  weft_array_free(modes);
  weft_problem_free(&problem);
  weft_plan_free(&plan);
  MPI_Finalize();
  return status;
}
