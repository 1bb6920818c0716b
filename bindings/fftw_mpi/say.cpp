#include "say.hpp"

#include <cstdlib>

#include "request.hpp"

namespace weft::fftw_mpi {

bool is_first(MPI_Comm comm) {
  if (misuse_of(comm).empty()) return rank_in(comm) == 0;
  return !misuse_of(MPI_COMM_WORLD).empty() || rank_in(MPI_COMM_WORLD) == 0;
}

void say(bool here, const std::string& sentence) {
  if (here) std::fprintf(stderr, "weft: error: %s\n", sentence.c_str());
}

void tell(bool here, const std::string& sentence) {
  static const bool is_wanted = [] {
    const char* value = std::getenv("WEFT_FFTW_VERBOSE");
    return value != nullptr && *value != '\0' && std::string(value) != "0";
  }();
  if (is_wanted && here) std::fprintf(stderr, "weft: %s\n", sentence.c_str());
}

}  // namespace weft::fftw_mpi
