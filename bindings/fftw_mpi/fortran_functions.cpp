// What FFTW's Fortran interface calls (fftw3-mpi.f03): the functions that take a communicator, with one of
// Fortran.
#include "../c/fortran_communicator.hpp"
#include "names.hpp"

namespace weft::fftw_mpi {

using c::communicator_of_fortran;

#pragma GCC visibility push(default)
extern "C" {

// `call`: of the function of C that it stands for; parameters follow.
#define FFTW_FORTRAN(result, name, call, ...) \
  result FFTW(name##_f03)(__VA_ARGS__) { return call; }

FFTW_FORTRAN(Handle, mpi_plan_many_transpose,
             FFTW(mpi_plan_many_transpose)(n0, n1, howmany, block0, block1, in, out,
                                           communicator_of_fortran(comm), flags),
             Length n0, Length n1, Length howmany, Length block0, Length block1, Real* in, Real* out,
             MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_transpose,
             FFTW(mpi_plan_transpose)(n0, n1, in, out, communicator_of_fortran(comm), flags), Length n0,
             Length n1, Real* in, Real* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_many_dft,
             FFTW(mpi_plan_many_dft)(rank, n, howmany, block, tblock, in, out, communicator_of_fortran(comm),
                                     sign, flags),
             int rank, const Length* n, Length howmany, Length block, Length tblock, Complex* in,
             Complex* out, MPI_Fint comm, int sign, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft,
             FFTW(mpi_plan_dft)(rank, n, in, out, communicator_of_fortran(comm), sign, flags), int rank,
             const Length* n, Complex* in, Complex* out, MPI_Fint comm, int sign, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_1d,
             FFTW(mpi_plan_dft_1d)(n0, in, out, communicator_of_fortran(comm), sign, flags), Length n0,
             Complex* in, Complex* out, MPI_Fint comm, int sign, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_2d,
             FFTW(mpi_plan_dft_2d)(n0, n1, in, out, communicator_of_fortran(comm), sign, flags), Length n0,
             Length n1, Complex* in, Complex* out, MPI_Fint comm, int sign, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_3d,
             FFTW(mpi_plan_dft_3d)(n0, n1, n2, in, out, communicator_of_fortran(comm), sign, flags),
             Length n0, Length n1, Length n2, Complex* in, Complex* out, MPI_Fint comm, int sign,
             unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_many_r2r,
             FFTW(mpi_plan_many_r2r)(rank, n, howmany, iblock, oblock, in, out, communicator_of_fortran(comm),
                                     kind, flags),
             int rank, const Length* n, Length howmany, Length iblock, Length oblock, Real* in, Real* out,
             MPI_Fint comm, const Kind* kind, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_r2r,
             FFTW(mpi_plan_r2r)(rank, n, in, out, communicator_of_fortran(comm), kind, flags), int rank,
             const Length* n, Real* in, Real* out, MPI_Fint comm, const Kind* kind, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_r2r_2d,
             FFTW(mpi_plan_r2r_2d)(n0, n1, in, out, communicator_of_fortran(comm), kind0, kind1, flags),
             Length n0, Length n1, Real* in, Real* out, MPI_Fint comm, Kind kind0, Kind kind1, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_r2r_3d,
             FFTW(mpi_plan_r2r_3d)(n0, n1, n2, in, out, communicator_of_fortran(comm), kind0, kind1, kind2,
                                   flags),
             Length n0, Length n1, Length n2, Real* in, Real* out, MPI_Fint comm, Kind kind0, Kind kind1,
             Kind kind2, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_many_dft_r2c,
             FFTW(mpi_plan_many_dft_r2c)(rank, n, howmany, iblock, oblock, in, out,
                                         communicator_of_fortran(comm), flags),
             int rank, const Length* n, Length howmany, Length iblock, Length oblock, Real* in, Complex* out,
             MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_r2c,
             FFTW(mpi_plan_dft_r2c)(rank, n, in, out, communicator_of_fortran(comm), flags), int rank,
             const Length* n, Real* in, Complex* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_r2c_2d,
             FFTW(mpi_plan_dft_r2c_2d)(n0, n1, in, out, communicator_of_fortran(comm), flags), Length n0,
             Length n1, Real* in, Complex* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_r2c_3d,
             FFTW(mpi_plan_dft_r2c_3d)(n0, n1, n2, in, out, communicator_of_fortran(comm), flags), Length n0,
             Length n1, Length n2, Real* in, Complex* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_many_dft_c2r,
             FFTW(mpi_plan_many_dft_c2r)(rank, n, howmany, iblock, oblock, in, out,
                                         communicator_of_fortran(comm), flags),
             int rank, const Length* n, Length howmany, Length iblock, Length oblock, Complex* in, Real* out,
             MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_c2r,
             FFTW(mpi_plan_dft_c2r)(rank, n, in, out, communicator_of_fortran(comm), flags), int rank,
             const Length* n, Complex* in, Real* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_c2r_2d,
             FFTW(mpi_plan_dft_c2r_2d)(n0, n1, in, out, communicator_of_fortran(comm), flags), Length n0,
             Length n1, Complex* in, Real* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Handle, mpi_plan_dft_c2r_3d,
             FFTW(mpi_plan_dft_c2r_3d)(n0, n1, n2, in, out, communicator_of_fortran(comm), flags), Length n0,
             Length n1, Length n2, Complex* in, Real* out, MPI_Fint comm, unsigned flags)
FFTW_FORTRAN(Length, mpi_local_size_many_transposed,
             FFTW(mpi_local_size_many_transposed)(rank, n, howmany, block0, block1,
                                                  communicator_of_fortran(comm), local_n0, local_0_start,
                                                  local_n1, local_1_start),
             int rank, const Length* n, Length howmany, Length block0, Length block1, MPI_Fint comm,
             Length* local_n0, Length* local_0_start, Length* local_n1, Length* local_1_start)
FFTW_FORTRAN(Length, mpi_local_size_many,
             FFTW(mpi_local_size_many)(rank, n, howmany, block0, communicator_of_fortran(comm), local_n0,
                                       local_0_start),
             int rank, const Length* n, Length howmany, Length block0, MPI_Fint comm, Length* local_n0,
             Length* local_0_start)
FFTW_FORTRAN(Length, mpi_local_size_transposed,
             FFTW(mpi_local_size_transposed)(rank, n, communicator_of_fortran(comm), local_n0, local_0_start,
                                             local_n1, local_1_start),
             int rank, const Length* n, MPI_Fint comm, Length* local_n0, Length* local_0_start,
             Length* local_n1, Length* local_1_start)
FFTW_FORTRAN(Length, mpi_local_size,
             FFTW(mpi_local_size)(rank, n, communicator_of_fortran(comm), local_n0, local_0_start), int rank,
             const Length* n, MPI_Fint comm, Length* local_n0, Length* local_0_start)
FFTW_FORTRAN(Length, mpi_local_size_many_1d,
             FFTW(mpi_local_size_many_1d)(n0, howmany, communicator_of_fortran(comm), sign, flags, local_ni,
                                          local_i_start, local_no, local_o_start),
             Length n0, Length howmany, MPI_Fint comm, int sign, unsigned flags, Length* local_ni,
             Length* local_i_start, Length* local_no, Length* local_o_start)
FFTW_FORTRAN(Length, mpi_local_size_1d,
             FFTW(mpi_local_size_1d)(n0, communicator_of_fortran(comm), sign, flags, local_ni, local_i_start,
                                     local_no, local_o_start),
             Length n0, MPI_Fint comm, int sign, unsigned flags, Length* local_ni, Length* local_i_start,
             Length* local_no, Length* local_o_start)
FFTW_FORTRAN(Length, mpi_local_size_2d,
             FFTW(mpi_local_size_2d)(n0, n1, communicator_of_fortran(comm), local_n0, local_0_start),
             Length n0, Length n1, MPI_Fint comm, Length* local_n0, Length* local_0_start)
FFTW_FORTRAN(Length, mpi_local_size_2d_transposed,
             FFTW(mpi_local_size_2d_transposed)(n0, n1, communicator_of_fortran(comm), local_n0,
                                                local_0_start, local_n1, local_1_start),
             Length n0, Length n1, MPI_Fint comm, Length* local_n0, Length* local_0_start, Length* local_n1,
             Length* local_1_start)
FFTW_FORTRAN(Length, mpi_local_size_3d,
             FFTW(mpi_local_size_3d)(n0, n1, n2, communicator_of_fortran(comm), local_n0, local_0_start),
             Length n0, Length n1, Length n2, MPI_Fint comm, Length* local_n0, Length* local_0_start)
FFTW_FORTRAN(Length, mpi_local_size_3d_transposed,
             FFTW(mpi_local_size_3d_transposed)(n0, n1, n2, communicator_of_fortran(comm), local_n0,
                                                local_0_start, local_n1, local_1_start),
             Length n0, Length n1, Length n2, MPI_Fint comm, Length* local_n0, Length* local_0_start,
             Length* local_n1, Length* local_1_start)
FFTW_FORTRAN(void, mpi_gather_wisdom, FFTW(mpi_gather_wisdom)(communicator_of_fortran(comm)), MPI_Fint comm)
FFTW_FORTRAN(void, mpi_broadcast_wisdom, FFTW(mpi_broadcast_wisdom)(communicator_of_fortran(comm)),
             MPI_Fint comm)

}  // extern "C"
#pragma GCC visibility pop

}  // namespace weft::fftw_mpi
