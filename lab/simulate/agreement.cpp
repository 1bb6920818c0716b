// Collectives by which plans are made: processes agree by looking into each other's memory, in no simulated
// time.
//
// A simulated MPI_Allreduce of 1024 processes is ten thousand messages, and making a plan takes dozens:
// minutes of real time, for what no study asks about. All simulated processes live in one real process, so
// each leaves the address of its values on a board that all know, and they meet there. The board is for all
// processes of a job; collectives of fewer go their usual way, and so do the barriers between exchanges.
#include <mpi.h>
#include <simgrid/barrier.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr const char* board_variable = "WEFT_SIMULATE_BOARD";  // of the real process: where the board is

struct Board {
  explicit Board(int n)
      : meeting(sg_barrier_init(static_cast<unsigned>(n))), given(static_cast<std::size_t>(n)) {}
  sg_bar_t meeting;
  std::vector<const void*> given;  // by process
  std::vector<char> result;
};

int size_of(MPI_Comm comm) {
  int n = 0;
  PMPI_Comm_size(comm, &n);
  return n;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

// Null: not for all processes of the job.
Board* board_of(MPI_Comm comm) {
  if (size_of(comm) != size_of(MPI_COMM_WORLD)) return nullptr;
  static Board* board = [&] {
    if (std::getenv(board_variable) == nullptr) {
      auto* made = new Board(size_of(comm));
      setenv(board_variable, std::to_string(reinterpret_cast<std::uintptr_t>(made)).c_str(), 1);
    }
    return reinterpret_cast<Board*>(std::strtoull(std::getenv(board_variable), nullptr, 10));
  }();
  return board;
}

void meet(Board& board) { sg_barrier_wait(board.meeting); }

std::size_t bytes_of(int n, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(n) * static_cast<std::size_t>(size);
}

// After the first meeting all values are there; after the second nobody needs them any more.
template <class Work>
int at(Board& board, int rank, const void* mine, const Work& work) {
  board.given[static_cast<std::size_t>(rank)] = mine;
  meet(board);
  work();
  meet(board);
  return MPI_SUCCESS;
}

}  // namespace

extern "C" {

int __wrap_MPI_Bcast(void* values, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  Board* board = board_of(comm);
  if (board == nullptr) return PMPI_Bcast(values, n, type, root, comm);
  const int rank = rank_in(comm);
  return at(*board, rank, values, [&] {
    if (rank != root) std::memcpy(values, board->given[static_cast<std::size_t>(root)], bytes_of(n, type));
  });
}

int __wrap_MPI_Allgather(const void* mine, int n, MPI_Datatype type, void* all, int n_each,
                         MPI_Datatype type_each, MPI_Comm comm) {
  Board* board = board_of(comm);
  if (board == nullptr || mine == MPI_IN_PLACE)
    return PMPI_Allgather(mine, n, type, all, n_each, type_each, comm);
  const std::size_t bytes = bytes_of(n, type);
  return at(*board, rank_in(comm), mine, [&] {
    for (std::size_t i = 0; i < board->given.size(); ++i)
      std::memcpy(static_cast<char*>(all) + i * bytes, board->given[i], bytes);
  });
}

int __wrap_MPI_Allreduce(const void* mine, void* result, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  Board* board = board_of(comm);
  if (board == nullptr) return PMPI_Allreduce(mine, result, n, type, op, comm);
  const int rank = rank_in(comm);
  const std::size_t bytes = bytes_of(n, type);
  at(*board, rank, mine == MPI_IN_PLACE ? result : mine, [&] {
    if (rank != 0) return;
    const char* first = static_cast<const char*>(board->given[0]);
    board->result.assign(first, first + bytes);
    for (std::size_t i = 1; i < board->given.size(); ++i)
      PMPI_Reduce_local(board->given[i], board->result.data(), n, type, op);
  });
  return at(*board, rank, nullptr, [&] { std::memcpy(result, board->result.data(), bytes); });
}

int __wrap_MPI_Iallreduce(const void* mine, void* result, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                          MPI_Request* request) {
  *request = MPI_REQUEST_NULL;
  return __wrap_MPI_Allreduce(mine, result, n, type, op, comm);
}

}  // extern "C"
