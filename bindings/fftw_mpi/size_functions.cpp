// FFTW's functions that tell which part of an array is on this process, and how much memory it takes.
//
// Arrays of several axes have the blocks of blocks.hpp, whoever transforms them. Who makes the plan is not
// known yet: so the memory is what weft needs or what FFTW asks for, whichever is more.
#include "blocks.hpp"
#include "fftw.hpp"
#include "mapping.hpp"
#include "say.hpp"

namespace weft::fftw_mpi {

namespace {

void give(Length* begin, Length* size, const Block& block) {
  if (begin != nullptr) *begin = block.begin;
  if (size != nullptr) *size = block.size;
}

using Lengths = std::initializer_list<Length>;

// Where a pointer of the program is null, nothing is given.
struct Wanted {
  Length *size0 = nullptr, *begin0 = nullptr, *size1 = nullptr, *begin1 = nullptr;
};

Length nothing(const char* function, MPI_Comm comm, const std::string& wrong, const Wanted& wanted) {
  say(is_first(comm), std::string(function) + ": " + wrong + ". This process has nothing");
  give(wanted.begin0, wanted.size0, {});
  give(wanted.begin1, wanted.size1, {});
  return 0;
}

// Of complex numbers along one axis. Blocks are weft's, if it computes such a transform here, else FFTW's.
Length one_axis_size(const char* function, Length n0, Length howmany, MPI_Comm comm, int sign, unsigned flags,
                     const Wanted& wanted) {
  Request request =
      many(request_of(function, Asked::dft, 1, &n0, nullptr, nullptr, comm, flags, sign), howmany, 0, 0);
  if (const std::string wrong = misuse_of(request); !wrong.empty())
    return nothing(function, comm, wrong, wanted);
  const int n_processes = size_of(comm), rank = rank_in(comm);
  const std::optional<Description> plan = one_axis(request, n_processes, rank, false);
  if (!plan) {
    if (const auto fftw = FFTW_LOADABLE(mpi_local_size_many_1d); fftw != nullptr)
      return call_fftw(fftw, n0, howmany, comm, sign, flags, wanted.size0, wanted.begin0, wanted.size1,
                       wanted.begin1);
    const Block block = block_of(n0, 0, n_processes, rank);
    give(wanted.begin0, wanted.size0, block);
    give(wanted.begin1, wanted.size1, block);
    return block.size * howmany;
  }
  const bool forward = task_of(request, n_processes).forward;
  const auto block_along = [](const Box& box) { return Block{box.ranges[0].begin, box.ranges[0].size()}; };
  const Block points = block_along(plan->points_box), modes = block_along(plan->modes_box);
  give(wanted.begin0, wanted.size0, forward ? points : modes);
  give(wanted.begin1, wanted.size1, forward ? modes : points);
  const Length complex = sizeof(Complex);
  const std::optional<Description> in_place = one_axis(request, n_processes, rank, true);
  const Length n_bytes = in_place ? in_place->in_place_bytes : 0;
  return std::max({points.size * howmany, modes.size * howmany, (n_bytes + complex - 1) / complex});
}

Length array_size(const char* function, int rank, const Length* n, Length howmany, Length block0,
                  Length block1, MPI_Comm comm, const Wanted& wanted) {
  std::string wrong = misuse_of(comm);
  if (wrong.empty()) {
    const std::vector<Length> lengths =
        n == nullptr || rank < 1 ? std::vector<Length>() : std::vector(n, n + rank);
    wrong = misuse_of(rank, lengths, howmany, block0, block1);
  }
  if (!wrong.empty()) return nothing(function, comm, wrong, wanted);
  const int n_processes = size_of(comm), mine = rank_in(comm);
  if (!holds(n[0], block0, n_processes) || (rank > 1 && !holds(n[1], block1, n_processes)))
    return nothing(function, comm, "blocks of that size do not hold the array on so few processes", wanted);
  const Block first = block_of(n[0], block0, n_processes, mine);
  const Block second = rank > 1 ? block_of(n[1], block1, n_processes, mine) : Block();
  give(wanted.begin0, wanted.size0, first);
  give(wanted.begin1, wanted.size1, second);
  Length rest = howmany;
  for (int axis = 2; axis < rank; ++axis) rest *= n[axis];
  Length needed = std::max(first.size * (rank > 1 ? n[1] : 1), second.size * n[0]) * rest;
  Block unused;
  const auto fftw = InsideFftw::now() ? nullptr : FFTW_LOADABLE(mpi_local_size_many_transposed);
  if (fftw != nullptr && rank > 1)
    needed = std::max(needed, call_fftw(fftw, rank, n, howmany, block0, block1, comm, &unused.size,
                                        &unused.begin, &unused.size, &unused.begin));
  return std::max<Length>(needed, 1);
}

}  // namespace

Length FFTW(mpi_local_size_many_transposed)(int rank, const Length* n, Length howmany, Length block0,
                                            Length block1, MPI_Comm comm, Length* local_n0,
                                            Length* local_0_start, Length* local_n1, Length* local_1_start) {
  return array_size(FFTW_NAME(mpi_local_size_many_transposed), rank, n, howmany, block0, block1, comm,
                    {local_n0, local_0_start, local_n1, local_1_start});
}
Length FFTW(mpi_local_size_many)(int rank, const Length* n, Length howmany, Length block0, MPI_Comm comm,
                                 Length* local_n0, Length* local_0_start) {
  return array_size(FFTW_NAME(mpi_local_size_many), rank, n, howmany, block0, 0, comm,
                    {local_n0, local_0_start});
}
Length FFTW(mpi_local_size_transposed)(int rank, const Length* n, MPI_Comm comm, Length* local_n0,
                                       Length* local_0_start, Length* local_n1, Length* local_1_start) {
  return array_size(FFTW_NAME(mpi_local_size_transposed), rank, n, 1, 0, 0, comm,
                    {local_n0, local_0_start, local_n1, local_1_start});
}
Length FFTW(mpi_local_size)(int rank, const Length* n, MPI_Comm comm, Length* local_n0,
                            Length* local_0_start) {
  return array_size(FFTW_NAME(mpi_local_size), rank, n, 1, 0, 0, comm, {local_n0, local_0_start});
}
Length FFTW(mpi_local_size_many_1d)(Length n0, Length howmany, MPI_Comm comm, int sign, unsigned flags,
                                    Length* local_ni, Length* local_i_start, Length* local_no,
                                    Length* local_o_start) {
  return one_axis_size(FFTW_NAME(mpi_local_size_many_1d), n0, howmany, comm, sign, flags,
                       {local_ni, local_i_start, local_no, local_o_start});
}
Length FFTW(mpi_local_size_1d)(Length n0, MPI_Comm comm, int sign, unsigned flags, Length* local_ni,
                               Length* local_i_start, Length* local_no, Length* local_o_start) {
  return one_axis_size(FFTW_NAME(mpi_local_size_1d), n0, 1, comm, sign, flags,
                       {local_ni, local_i_start, local_no, local_o_start});
}
Length FFTW(mpi_local_size_2d)(Length n0, Length n1, MPI_Comm comm, Length* local_n0, Length* local_0_start) {
  return array_size(FFTW_NAME(mpi_local_size_2d), 2, Lengths{n0, n1}.begin(), 1, 0, 0, comm,
                    {local_n0, local_0_start});
}
Length FFTW(mpi_local_size_2d_transposed)(Length n0, Length n1, MPI_Comm comm, Length* local_n0,
                                          Length* local_0_start, Length* local_n1, Length* local_1_start) {
  return array_size(FFTW_NAME(mpi_local_size_2d_transposed), 2, Lengths{n0, n1}.begin(), 1, 0, 0, comm,
                    {local_n0, local_0_start, local_n1, local_1_start});
}
Length FFTW(mpi_local_size_3d)(Length n0, Length n1, Length n2, MPI_Comm comm, Length* local_n0,
                               Length* local_0_start) {
  return array_size(FFTW_NAME(mpi_local_size_3d), 3, Lengths{n0, n1, n2}.begin(), 1, 0, 0, comm,
                    {local_n0, local_0_start});
}
Length FFTW(mpi_local_size_3d_transposed)(Length n0, Length n1, Length n2, MPI_Comm comm, Length* local_n0,
                                          Length* local_0_start, Length* local_n1, Length* local_1_start) {
  return array_size(FFTW_NAME(mpi_local_size_3d_transposed), 3, Lengths{n0, n1, n2}.begin(), 1, 0, 0, comm,
                    {local_n0, local_0_start, local_n1, local_1_start});
}

}  // namespace weft::fftw_mpi
