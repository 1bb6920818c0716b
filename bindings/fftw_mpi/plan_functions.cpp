// FFTW's planners: each says what it asks for, and handle_of() does the rest.
#include "plans.hpp"

namespace weft::fftw_mpi {

Handle FFTW(mpi_plan_many_dft)(int rank, const Length* n, Length howmany, Length block, Length tblock,
                               Complex* in, Complex* out, MPI_Comm comm, int sign, unsigned flags) {
  return handle_of(
      many(request_of(FFTW_NAME(mpi_plan_many_dft), Asked::dft, rank, n, in, out, comm, flags, sign), howmany,
           block, tblock));
}
Handle FFTW(mpi_plan_dft)(int rank, const Length* n, Complex* in, Complex* out, MPI_Comm comm, int sign,
                          unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft), Asked::dft, rank, n, in, out, comm, flags, sign));
}
Handle FFTW(mpi_plan_dft_1d)(Length n0, Complex* in, Complex* out, MPI_Comm comm, int sign, unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_1d), Asked::dft, 1, &n0, in, out, comm, flags, sign));
}
Handle FFTW(mpi_plan_dft_2d)(Length n0, Length n1, Complex* in, Complex* out, MPI_Comm comm, int sign,
                             unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_2d), Asked::dft, {n0, n1}, in, out, comm, flags, sign));
}
Handle FFTW(mpi_plan_dft_3d)(Length n0, Length n1, Length n2, Complex* in, Complex* out, MPI_Comm comm,
                             int sign, unsigned flags) {
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_dft_3d), Asked::dft, {n0, n1, n2}, in, out, comm, flags, sign));
}

Handle FFTW(mpi_plan_many_dft_r2c)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                                   Real* in, Complex* out, MPI_Comm comm, unsigned flags) {
  return handle_of(
      many(request_of(FFTW_NAME(mpi_plan_many_dft_r2c), Asked::r2c, rank, n, in, out, comm, flags), howmany,
           iblock, oblock));
}
Handle FFTW(mpi_plan_dft_r2c)(int rank, const Length* n, Real* in, Complex* out, MPI_Comm comm,
                              unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_r2c), Asked::r2c, rank, n, in, out, comm, flags));
}
Handle FFTW(mpi_plan_dft_r2c_2d)(Length n0, Length n1, Real* in, Complex* out, MPI_Comm comm,
                                 unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_r2c_2d), Asked::r2c, {n0, n1}, in, out, comm, flags));
}
Handle FFTW(mpi_plan_dft_r2c_3d)(Length n0, Length n1, Length n2, Real* in, Complex* out, MPI_Comm comm,
                                 unsigned flags) {
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_dft_r2c_3d), Asked::r2c, {n0, n1, n2}, in, out, comm, flags));
}

Handle FFTW(mpi_plan_many_dft_c2r)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                                   Complex* in, Real* out, MPI_Comm comm, unsigned flags) {
  return handle_of(
      many(request_of(FFTW_NAME(mpi_plan_many_dft_c2r), Asked::c2r, rank, n, in, out, comm, flags), howmany,
           iblock, oblock));
}
Handle FFTW(mpi_plan_dft_c2r)(int rank, const Length* n, Complex* in, Real* out, MPI_Comm comm,
                              unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_c2r), Asked::c2r, rank, n, in, out, comm, flags));
}
Handle FFTW(mpi_plan_dft_c2r_2d)(Length n0, Length n1, Complex* in, Real* out, MPI_Comm comm,
                                 unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_dft_c2r_2d), Asked::c2r, {n0, n1}, in, out, comm, flags));
}
Handle FFTW(mpi_plan_dft_c2r_3d)(Length n0, Length n1, Length n2, Complex* in, Real* out, MPI_Comm comm,
                                 unsigned flags) {
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_dft_c2r_3d), Asked::c2r, {n0, n1, n2}, in, out, comm, flags));
}

Handle FFTW(mpi_plan_many_r2r)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                               Real* in, Real* out, MPI_Comm comm, const Kind* kind, unsigned flags) {
  return handle_of(
      many(request_of(FFTW_NAME(mpi_plan_many_r2r), Asked::r2r, rank, n, in, out, comm, flags, -1, kind),
           howmany, iblock, oblock));
}
Handle FFTW(mpi_plan_r2r)(int rank, const Length* n, Real* in, Real* out, MPI_Comm comm, const Kind* kind,
                          unsigned flags) {
  return handle_of(request_of(FFTW_NAME(mpi_plan_r2r), Asked::r2r, rank, n, in, out, comm, flags, -1, kind));
}
Handle FFTW(mpi_plan_r2r_2d)(Length n0, Length n1, Real* in, Real* out, MPI_Comm comm, Kind kind0, Kind kind1,
                             unsigned flags) {
  const Kind kinds[] = {kind0, kind1};
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_r2r_2d), Asked::r2r, {n0, n1}, in, out, comm, flags, -1, kinds));
}
Handle FFTW(mpi_plan_r2r_3d)(Length n0, Length n1, Length n2, Real* in, Real* out, MPI_Comm comm, Kind kind0,
                             Kind kind1, Kind kind2, unsigned flags) {
  const Kind kinds[] = {kind0, kind1, kind2};
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_r2r_3d), Asked::r2r, {n0, n1, n2}, in, out, comm, flags, -1, kinds));
}

Handle FFTW(mpi_plan_many_transpose)(Length n0, Length n1, Length howmany, Length block0, Length block1,
                                     Real* in, Real* out, MPI_Comm comm, unsigned flags) {
  return handle_of(
      many(request_of(FFTW_NAME(mpi_plan_many_transpose), Asked::transpose, {n0, n1}, in, out, comm, flags),
           howmany, block0, block1));
}
Handle FFTW(mpi_plan_transpose)(Length n0, Length n1, Real* in, Real* out, MPI_Comm comm, unsigned flags) {
  return handle_of(
      request_of(FFTW_NAME(mpi_plan_transpose), Asked::transpose, {n0, n1}, in, out, comm, flags));
}

}  // namespace weft::fftw_mpi
