/* PETSc's MatFFTW by its public functions: a random vector there and back, and a constant, whose transform is one peak. With
   -new on vectors that the plan was not made for, which PETSc hands to fftw_execute_dft, as FFTW forbids for plans of several
   processes: FFTW crashes there. Prints ok or WRONG. */
#include <petscmat.h>

static PetscErrorCode judge(const char* what, PetscReal error) {
  return PetscPrintf(PETSC_COMM_WORLD, "%s: %s\n", what, error < 1e-12 ? "ok" : "WRONG");
}

int main(int argc, char** argv) {
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscInt n_axes = 3, lengths[4] = {12, 10, 9, 8}, n_points = 1;
  PetscBool is_new = PETSC_FALSE;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-axes", &n_axes, NULL));
  PetscCall(PetscOptionsGetBool(NULL, NULL, "-new", &is_new, NULL));
  if (n_axes == 1) lengths[0] = 144;
  for (PetscInt i = 0; i < n_axes; ++i) n_points *= lengths[i];
  Mat fft;
  PetscCall(MatCreateFFT(PETSC_COMM_WORLD, n_axes, lengths, MATFFTW, &fft));
  Vec x[2], y[2], z[2];
  for (int i = 0; i < 2; ++i) PetscCall(MatCreateVecsFFTW(fft, &x[i], &y[i], &z[i]));
  PetscRandom random;
  PetscCall(PetscRandomCreate(PETSC_COMM_WORLD, &random));
  PetscCall(PetscRandomSetFromOptions(random));
  PetscCall(VecSetRandom(x[0], random));
  PetscCall(VecCopy(x[0], x[1]));
  PetscReal norm, error, modes;
  PetscCall(VecNorm(x[0], NORM_2, &norm));
  for (int i = 0; i < (is_new ? 2 : 1); ++i) {  /* the plan is made by the first product */
    PetscCall(MatMult(fft, x[i], y[i]));
    PetscCall(VecNorm(y[i], NORM_2, &modes));
    PetscCall(MatMultTranspose(fft, y[i], z[i]));
    PetscCall(VecScale(z[i], 1.0 / n_points));
    PetscCall(VecAXPY(z[i], -1.0, x[0]));
    PetscCall(VecNorm(z[i], NORM_2, &error));
    PetscCall(judge("there and back", error / norm));
    PetscCall(judge("the modes have the power of the points", PetscAbsReal(modes * modes / (n_points * norm * norm) - 1)));
  }
  const int last = is_new ? 1 : 0;
  PetscCall(VecSet(x[last], 1.0));
  PetscCall(MatMult(fft, x[last], y[last]));
  PetscInt begin, end;
  PetscScalar* values;
  PetscCall(VecGetOwnershipRange(y[last], &begin, &end));
  PetscCall(VecGetArray(y[last], &values));
  if (begin == 0 && end > 0) values[0] -= n_points;
  PetscCall(VecRestoreArray(y[last], &values));
  PetscCall(VecNorm(y[last], NORM_2, &error));
  PetscCall(judge("a constant is one peak", error / n_points));
  for (int i = 0; i < 2; ++i) {
    PetscCall(VecDestroy(&x[i]));
    PetscCall(VecDestroy(&y[i]));
    PetscCall(VecDestroy(&z[i]));
  }
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(MatDestroy(&fft));
  return PetscFinalize();
}
