// FFTW's functions that run a plan. One of weft runs by any of them, on the arrays for which it was made or
// on others: xmds2 runs all plans by fftw_execute_r2r, PETSc plans of several processes by fftw_execute_dft,
// where FFTW crashes.
#include "fftw.hpp"
#include "plans.hpp"

namespace weft::fftw_mpi {

void FFTW(execute)(const Handle handle) {
  const char* const name = FFTW_NAME(execute);
  if (is_taken(handle)) {
    if (const TakenPlan* plan = taken(name, handle); plan != nullptr) run(name, handle, plan->in, plan->out);
  } else if (const auto fftw = FFTW_LOADED(execute); fftw != nullptr && handle != nullptr) {
    fftw(handle);
  } else {
    refuse_handle(name, handle);
  }
}

#define FFTW_RUN(name, In, Out)                                                             \
  void FFTW(name)(const Handle handle, In in, Out out) {                                    \
    if (is_taken(handle)) {                                                                 \
      run(FFTW_NAME(name), handle, in, out);                                                \
    } else if (const auto fftw = FFTW_LOADED(name); fftw != nullptr && handle != nullptr) { \
      fftw(handle, in, out);                                                                \
    } else {                                                                                \
      refuse_handle(FFTW_NAME(name), handle);                                               \
    }                                                                                       \
  }

FFTW_RUN(execute_dft, Complex*, Complex*)
FFTW_RUN(execute_dft_r2c, Real*, Complex*)
FFTW_RUN(execute_dft_c2r, Complex*, Real*)
FFTW_RUN(execute_r2r, Real*, Real*)
FFTW_RUN(mpi_execute_dft, Complex*, Complex*)
FFTW_RUN(mpi_execute_dft_r2c, Real*, Complex*)
FFTW_RUN(mpi_execute_dft_c2r, Complex*, Real*)
FFTW_RUN(mpi_execute_r2r, Real*, Real*)

}  // namespace weft::fftw_mpi
