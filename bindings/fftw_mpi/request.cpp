// Requests in words, and what cannot be asked. FFTW crashes on much of it, or answers NULL without a reason.
#include "request.hpp"

#include <limits>

#include "blocks.hpp"

namespace weft::fftw_mpi {

Request request_of(const char* function, Asked asked, int rank, const Length* n, void* in, void* out,
                   MPI_Comm comm, unsigned flags, int sign, const Kind* kinds) {
  Request request{.function = function, .asked = asked, .rank = rank, .in = in, .out = out, .comm = comm};
  request.sign = sign;
  request.flags = flags;
  if (rank > 0 && n != nullptr) request.n.assign(n, n + rank);
  if (kinds != nullptr) request.kinds.assign(kinds, kinds + request.n.size());
  return request;
}

Request request_of(const char* function, Asked asked, std::initializer_list<Length> n, void* in, void* out,
                   MPI_Comm comm, unsigned flags, int sign, const Kind* kinds) {
  return request_of(function, asked, static_cast<int>(n.size()), n.begin(), in, out, comm, flags, sign,
                    kinds);
}

Request many(Request request, Length howmany, Length in_block, Length out_block) {
  request.howmany = howmany;
  request.in_block = in_block;
  request.out_block = out_block;
  return request;
}

int rigor_of(const Request& request) {
  if (request.has(flag::estimate)) return 0;
  return request.has(flag::exhaustive) ? 3 : request.has(flag::patient) ? 2 : 1;
}

std::string words_of(const Request& request, bool in_place, int n_processes) {
  static constexpr struct {
    unsigned flag;
    const char* name;
  } flag_names[] = {{flag::scrambled_in, "SCRAMBLED_IN"},   {flag::scrambled_out, "SCRAMBLED_OUT"},
                    {flag::transposed_in, "TRANSPOSED_IN"}, {flag::transposed_out, "TRANSPOSED_OUT"},
                    {flag::destroy_input, "DESTROY_INPUT"}, {flag::preserve_input, "PRESERVE_INPUT"},
                    {flag::wisdom_only, "WISDOM_ONLY"}};
  static constexpr const char* kind_names[] = {"R2HC",    "HC2R",    "DHT",     "REDFT00",
                                               "REDFT01", "REDFT10", "REDFT11", "RODFT00",
                                               "RODFT01", "RODFT10", "RODFT11"};
  static constexpr const char* rigors[] = {"ESTIMATE", "MEASURE", "PATIENT", "EXHAUSTIVE"};
  std::string words =
      std::string(request.function) + " " + to_text(Extents(request.n.begin(), request.n.end()));
  for (std::size_t i = 0; i < request.kinds.size(); ++i)
    words += (i == 0 ? ", " : " ") + std::string(kind_names[request.kinds[i]]);
  if (request.asked == Asked::dft) words += request.sign < 0 ? ", forward" : ", backward";
  if (request.howmany != 1) words += ", howmany " + std::to_string(request.howmany);
  if (request.in_block != 0 || request.out_block != 0)
    words += ", blocks " + std::to_string(request.in_block) + " and " + std::to_string(request.out_block);
  words += in_place ? ", in place" : ", out of place";
  for (const auto& [flag, name] : flag_names)
    if (request.has(flag)) words += std::string(", ") + name;
  return words + ", " + rigors[rigor_of(request)] + ", on " + std::to_string(n_processes) +
         (n_processes == 1 ? " process" : " processes");
}

int size_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

std::string misuse_of(MPI_Comm comm) {
  int initialised = 0, finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  if (initialised == 0 || finalised != 0)
    return "MPI is not running; call it between MPI_Init and MPI_Finalize";
  if (comm == MPI_COMM_NULL) return "the communicator is MPI_COMM_NULL; call it on its processes only";
  int is_inter = 0;
  MPI_Comm_test_inter(comm, &is_inter);
  if (is_inter != 0) return "the communicator joins two groups of processes; merge them first";
  return "";
}

std::string misuse_of(int rank, const std::vector<Length>& n, Length howmany, Length block0, Length block1) {
  if (rank < 1) return "the rank is " + std::to_string(rank) + "; an array has 1 axis or more";
  if (n.empty()) return "the list of lengths is NULL";
  constexpr Length most = std::numeric_limits<Length>::max() / 2;
  Length n_bytes = sizeof(Complex);
  const char* const too_much = "the array has more bytes than can be counted";
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (n[i] < 1)
      return "the length of axis " + std::to_string(i) + " is " + std::to_string(n[i]) + "; it is 1 or more";
    if (n[i] > most || __builtin_mul_overflow(n_bytes, n[i] + 2, &n_bytes)) return too_much;
  }
  if (howmany < 1) return "howmany is " + std::to_string(howmany) + "; it is 1 or more";
  if (__builtin_mul_overflow(n_bytes, howmany, &n_bytes)) return too_much;
  for (const Length block : {block0, block1})
    if (block < 0)
      return "a block size is " + std::to_string(block) + "; it is 1 or more, or 0 for FFTW's default";
  return "";
}

std::string misuse_of(const Request& request) {
  if (std::string wrong = misuse_of(request.comm); !wrong.empty()) return wrong;
  if (std::string wrong =
          misuse_of(request.rank, request.n, request.howmany, request.in_block, request.out_block);
      !wrong.empty())
    return wrong;
  if (request.sign != -1 && request.sign != 1)
    return "the sign is " + std::to_string(request.sign) + "; it is FFTW_FORWARD (-1) or FFTW_BACKWARD (+1)";
  if (request.asked == Asked::r2r) {
    if (request.kinds.empty()) return "the list of kinds is NULL";
    for (const Kind kind : request.kinds)
      if (kind < 0 || kind > 10) return "there is no kind " + std::to_string(kind) + " of r2r";
  }
  const int n_processes = size_of(request.comm);
  for (const bool at_input : {true, false}) {
    const Length block = at_input ? request.in_block : request.out_block;
    const Length n = first_length(request, at_input);
    if (!holds(n, block, n_processes))
      return "blocks of " + std::to_string(block) + " on " + std::to_string(n_processes) +
             " processes hold less than " + std::to_string(n) +
             " points; give a larger block, or 0 for FFTW's default";
  }
  return "";
}

}  // namespace weft::fftw_mpi
