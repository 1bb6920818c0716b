/* Sets the option of the story by text, shows its effect, and the error of a wrong value. */
#include <stdio.h>
#include <weft/weft_halo.h>

int main(int argc, char** argv) {
  weft_layout* layout;
  weft_distribution* distribution;
  weft_options* options;
  weft_halo* halo;
  double* u = NULL;
  int rank = 0, n = 0, status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  status |= weft_layout_create(&layout, 1, (const int64_t[]){4}, 1, &n, (const int[]){0});
  status |= weft_layout_set_ghosts(layout, (const int64_t[]){1});
  status |= weft_distribution_create(&distribution, MPI_COMM_WORLD, layout, 1, 1, NULL);
  status |= weft_options_create_for(&options, "halo");
  status |= weft_options_set(options, "clear", "no");
  status |= weft_halo_create_with(&halo, distribution, options);
  status |= weft_halo_allocate(halo, (void**)&u);
  if (status != 0) {
    puts(weft_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  u[0] = 1;
  status |= weft_halo_accumulate(halo, u);
  if (rank == 0) printf("a ghost cell is %.0f\n", u[0]);
  const int code = weft_options_set(options, "clear", "maybe");
  if (rank == 0 && code == WEFT_INVALID_ARGUMENT) puts(weft_last_error());
  weft_array_free(u);
  status |= weft_halo_free(&halo);
  weft_options_free(&options);
  weft_distribution_free(&distribution);
  weft_layout_free(&layout);
  MPI_Finalize();
  return status;
}
