// FFTW's functions of the whole library. weft needs no start and no end, and keeps its wisdom in a file:
// there is nothing to do but to tell an FFTW that the program has loaded. Plans of weft outlive both kinds of
// cleanup.
#include "fftw.hpp"
#include "plans.hpp"
#include "say.hpp"

namespace weft::fftw_mpi {

#define FFTW_TELL(name)                                               \
  void FFTW(name)() {                                                 \
    if (const auto fftw = FFTW_LOADED(name); fftw != nullptr) fftw(); \
  }

FFTW_TELL(mpi_init)
FFTW_TELL(mpi_cleanup)
FFTW_TELL(cleanup)

void FFTW(set_timelimit)(double seconds) {
  set_time_limit(seconds);
  if (const auto fftw = FFTW_LOADED(set_timelimit); fftw != nullptr) fftw(seconds);
}

#define FFTW_SHARE(name)                                                                      \
  void FFTW(name)(MPI_Comm comm) {                                                            \
    if (const std::string wrong = misuse_of(comm); !wrong.empty())                            \
      say(is_first(comm), std::string(FFTW_NAME(name)) + ": " + wrong + ". Nothing is done"); \
    else if (const auto fftw = FFTW_LOADED(name); fftw != nullptr)                            \
      fftw(comm);                                                                             \
  }

FFTW_SHARE(mpi_gather_wisdom)
FFTW_SHARE(mpi_broadcast_wisdom)

}  // namespace weft::fftw_mpi
