// What a program asks of a planner of FFTW, all planners in one form.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "names.hpp"

namespace weft::fftw_mpi {

enum class Asked { dft, r2c, c2r, r2r, transpose };

struct Request {
  const char* function;  // that was called
  Asked asked;
  int rank = 0;                // as it was given: may be nonsense
  std::vector<Length> n = {};  // empty if rank is nonsense
  Length howmany = 1;
  Length in_block = 0, out_block = 0;  // of the first axis of the input and of the output; 0: FFTW's default
  void* in = nullptr;
  void* out = nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
  int sign = -1;
  std::vector<Kind> kinds = {};  // of r2r
  unsigned flags = 0;
  bool has(unsigned flag) const { return (flags & flag) != 0; }
};

// Rank, lengths and kinds as a program gives them, possibly null.
Request request_of(const char* function, Asked asked, int rank, const Length* n, void* in, void* out,
                   MPI_Comm comm, unsigned flags, int sign = -1, const Kind* kinds = nullptr);
Request request_of(const char* function, Asked asked, std::initializer_list<Length> n, void* in, void* out,
                   MPI_Comm comm, unsigned flags, int sign = -1, const Kind* kinds = nullptr);
// The same of many arrays, whose numbers alternate, with the block sizes of input and output.
Request many(Request request, Length howmany, Length in_block, Length out_block);

// "fftw_mpi_plan_many_dft 64x64x64, howmany 24, in place, TRANSPOSED_OUT, ESTIMATE, on 2 processes"
std::string words_of(const Request& request, bool in_place, int n_processes);

// How hard FFTW would try: 0 ESTIMATE, 1 MEASURE, 2 PATIENT, 3 EXHAUSTIVE.
int rigor_of(const Request& request);

// What no planner can make sense of, in words; empty if all is well. Where the communicator is of no use the
// other arguments are not looked at. Not collective, and the same on all processes.
std::string misuse_of(const Request& request);

// What is wrong with a communicator, in words; empty if nothing is. Not collective.
std::string misuse_of(MPI_Comm comm);
// The same of lengths.
std::string misuse_of(int rank, const std::vector<Length>& n, Length howmany, Length block0, Length block1);

int size_of(MPI_Comm comm);
int rank_in(MPI_Comm comm);

}  // namespace weft::fftw_mpi
