/* Calls the function of the story on an array of 8 elements, -8 to 6, with its default, and with a wrong argument. */
#include <stdio.h>
#include <weft/weft_arrays.h>

int main(int argc, char** argv) {
  weft_layout* layout;
  weft_distribution* distribution;
  double* u = NULL;
  double least = 0, most = 0;
  int64_t begin = 0, end = 0, first = 0, again = 0, third = 0;
  int rank = 0, n = 0, status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  status |= weft_layout_create(&layout, 1, (const int64_t[]){8}, 1, &n, (const int[]){0});
  status |= weft_distribution_create(&distribution, MPI_COMM_WORLD, layout, 1, 1, NULL);
  status |= weft_distribution_box(distribution, &begin, &end);
  status |= weft_distribution_allocate(distribution, (void**)&u);
  for (int64_t i = begin; i < end; ++i) u[i - begin] = 2.0 * (double)(i - 4);
  status |= weft_array_clip(distribution, u, 3, &first);
  status |= weft_array_clip(distribution, u, 3, &again);
  status |= weft_array_minimum(distribution, u, &least, NULL);
  status |= weft_array_maximum(distribution, u, &most, NULL);
  status |= weft_array_clip(distribution, u, 1, &third);
  if (status != 0) {
    puts(weft_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int code = weft_array_clip(distribution, u, 0, NULL);
  if (rank == 0) {
    printf("clipped %d, then %d\n", (int)first, (int)again);
    printf("between %.0f and %.0f\n", least, most);
    printf("clipped %d\n", (int)third);
    if (code == WEFT_INVALID_ARGUMENT) puts(weft_last_error());
  }
  weft_array_free(u);
  weft_distribution_free(&distribution);
  weft_layout_free(&layout);
  MPI_Finalize();
  return 0;
}
