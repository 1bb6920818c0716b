// All functions of the library: FFTW's names, each one a promise of FFTW's manual (chapters 4.2 and 6.12).
// Included inside a namespace that says FFTW(name), Real and Length; a program that is to call both
// precisions includes it twice.

#pragma GCC visibility push(default)
extern "C" {

struct FFTW(plan_s);  // FFTW's or the library's own
using Handle = FFTW(plan_s) *;
using Complex = Real[2];
using Kind = int;  // of r2r

// --- plans ---
Handle FFTW(mpi_plan_many_transpose)(Length n0, Length n1, Length howmany, Length block0, Length block1,
                                     Real* in, Real* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_transpose)(Length n0, Length n1, Real* in, Real* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_many_dft)(int rank, const Length* n, Length howmany, Length block, Length tblock,
                               Complex* in, Complex* out, MPI_Comm comm, int sign, unsigned flags);
Handle FFTW(mpi_plan_dft)(int rank, const Length* n, Complex* in, Complex* out, MPI_Comm comm, int sign,
                          unsigned flags);
Handle FFTW(mpi_plan_dft_1d)(Length n0, Complex* in, Complex* out, MPI_Comm comm, int sign, unsigned flags);
Handle FFTW(mpi_plan_dft_2d)(Length n0, Length n1, Complex* in, Complex* out, MPI_Comm comm, int sign,
                             unsigned flags);
Handle FFTW(mpi_plan_dft_3d)(Length n0, Length n1, Length n2, Complex* in, Complex* out, MPI_Comm comm,
                             int sign, unsigned flags);
Handle FFTW(mpi_plan_many_r2r)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                               Real* in, Real* out, MPI_Comm comm, const Kind* kind, unsigned flags);
Handle FFTW(mpi_plan_r2r)(int rank, const Length* n, Real* in, Real* out, MPI_Comm comm, const Kind* kind,
                          unsigned flags);
Handle FFTW(mpi_plan_r2r_2d)(Length n0, Length n1, Real* in, Real* out, MPI_Comm comm, Kind kind0, Kind kind1,
                             unsigned flags);
Handle FFTW(mpi_plan_r2r_3d)(Length n0, Length n1, Length n2, Real* in, Real* out, MPI_Comm comm, Kind kind0,
                             Kind kind1, Kind kind2, unsigned flags);
Handle FFTW(mpi_plan_many_dft_r2c)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                                   Real* in, Complex* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_dft_r2c)(int rank, const Length* n, Real* in, Complex* out, MPI_Comm comm,
                              unsigned flags);
Handle FFTW(mpi_plan_dft_r2c_2d)(Length n0, Length n1, Real* in, Complex* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_dft_r2c_3d)(Length n0, Length n1, Length n2, Real* in, Complex* out, MPI_Comm comm,
                                 unsigned flags);
Handle FFTW(mpi_plan_many_dft_c2r)(int rank, const Length* n, Length howmany, Length iblock, Length oblock,
                                   Complex* in, Real* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_dft_c2r)(int rank, const Length* n, Complex* in, Real* out, MPI_Comm comm,
                              unsigned flags);
Handle FFTW(mpi_plan_dft_c2r_2d)(Length n0, Length n1, Complex* in, Real* out, MPI_Comm comm, unsigned flags);
Handle FFTW(mpi_plan_dft_c2r_3d)(Length n0, Length n1, Length n2, Complex* in, Real* out, MPI_Comm comm,
                                 unsigned flags);

// --- sizes of local arrays ---
Length FFTW(mpi_local_size_many_transposed)(int rank, const Length* n, Length howmany, Length block0,
                                            Length block1, MPI_Comm comm, Length* local_n0,
                                            Length* local_0_start, Length* local_n1, Length* local_1_start);
Length FFTW(mpi_local_size_many)(int rank, const Length* n, Length howmany, Length block0, MPI_Comm comm,
                                 Length* local_n0, Length* local_0_start);
Length FFTW(mpi_local_size_transposed)(int rank, const Length* n, MPI_Comm comm, Length* local_n0,
                                       Length* local_0_start, Length* local_n1, Length* local_1_start);
Length FFTW(mpi_local_size)(int rank, const Length* n, MPI_Comm comm, Length* local_n0,
                            Length* local_0_start);
Length FFTW(mpi_local_size_many_1d)(Length n0, Length howmany, MPI_Comm comm, int sign, unsigned flags,
                                    Length* local_ni, Length* local_i_start, Length* local_no,
                                    Length* local_o_start);
Length FFTW(mpi_local_size_1d)(Length n0, MPI_Comm comm, int sign, unsigned flags, Length* local_ni,
                               Length* local_i_start, Length* local_no, Length* local_o_start);
Length FFTW(mpi_local_size_2d)(Length n0, Length n1, MPI_Comm comm, Length* local_n0, Length* local_0_start);
Length FFTW(mpi_local_size_2d_transposed)(Length n0, Length n1, MPI_Comm comm, Length* local_n0,
                                          Length* local_0_start, Length* local_n1, Length* local_1_start);
Length FFTW(mpi_local_size_3d)(Length n0, Length n1, Length n2, MPI_Comm comm, Length* local_n0,
                               Length* local_0_start);
Length FFTW(mpi_local_size_3d_transposed)(Length n0, Length n1, Length n2, MPI_Comm comm, Length* local_n0,
                                          Length* local_0_start, Length* local_n1, Length* local_1_start);

// --- runs ---
void FFTW(execute)(const Handle plan);
void FFTW(execute_dft)(const Handle plan, Complex* in, Complex* out);
void FFTW(execute_dft_r2c)(const Handle plan, Real* in, Complex* out);
void FFTW(execute_dft_c2r)(const Handle plan, Complex* in, Real* out);
void FFTW(execute_r2r)(const Handle plan, Real* in, Real* out);
void FFTW(mpi_execute_dft)(const Handle plan, Complex* in, Complex* out);
void FFTW(mpi_execute_dft_r2c)(const Handle plan, Real* in, Complex* out);
void FFTW(mpi_execute_dft_c2r)(const Handle plan, Complex* in, Real* out);
void FFTW(mpi_execute_r2r)(const Handle plan, Real* in, Real* out);

// --- of any plan ---
void FFTW(destroy_plan)(Handle plan);
void FFTW(print_plan)(const Handle plan);
void FFTW(fprint_plan)(const Handle plan, std::FILE* file);
char* FFTW(sprint_plan)(const Handle plan);
double FFTW(cost)(const Handle plan);
double FFTW(estimate_cost)(const Handle plan);
void FFTW(flops)(const Handle plan, double* add, double* mul, double* fma);

// --- the library ---
void FFTW(mpi_init)(void);
void FFTW(mpi_cleanup)(void);
void FFTW(cleanup)(void);
void FFTW(set_timelimit)(double seconds);
void FFTW(mpi_gather_wisdom)(MPI_Comm comm);
void FFTW(mpi_broadcast_wisdom)(MPI_Comm comm);

}  // extern "C"
#pragma GCC visibility pop
