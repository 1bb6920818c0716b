// Collective calls of one process: everything goes to oneself, also where the datatypes of both sides differ;
// what is in place stays.
#include <functional>

#include "check.hpp"

namespace weft::test {
namespace {

void finish(MPI_Request* request) {
  expect_success(MPI_Wait(request, MPI_STATUS_IGNORE));
  EXPECT_EQ(*request, MPI_REQUEST_NULL);
}

// Every second int of 4.
class EverySecond {
 public:
  EverySecond() {
    expect_success(MPI_Type_create_hvector(2, 1, 2 * sizeof(int), MPI_INT, &type_));
    expect_success(MPI_Type_commit(&type_));
  }
  ~EverySecond() { MPI_Type_free(&type_); }
  EverySecond(const EverySecond&) = delete;
  EverySecond& operator=(const EverySecond&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

TEST(AloneCollectives, WaitForNobody) {
  const OwnComm own;
  MPI_Request request = MPI_REQUEST_NULL;
  expect_success(MPI_Barrier(own));
  expect_success(MPI_Ibarrier(own, &request));
  finish(&request);
}

TEST(AloneCollectives, LeaveWhatTheRootSends) {
  const OwnComm own;
  std::vector<int> memory{4, 5};
  expect_success(MPI_Bcast(memory.data(), 2, MPI_INT, 0, own));
  EXPECT_EQ(memory, (std::vector<int>{4, 5}));
}

// A call that sends `n` of a type to a place that takes as many of another type.
struct Move {
  const char* name;
  std::function<int(const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
                    MPI_Comm)>
      call;
};

const std::vector<Move>& moves() {
  static const std::vector<Move> all{
      {"Gather", [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
                    MPI_Comm comm) { return MPI_Gather(in, n, type, out, n_out, type_out, 0, comm); }},
      {"Gatherv",
       [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
          MPI_Comm comm) {
         const int start = 0;
         return MPI_Gatherv(in, n, type, out, &n_out, &start, type_out, 0, comm);
       }},
      {"Allgather", MPI_Allgather},
      {"Alltoall", MPI_Alltoall},
      {"Alltoallv",
       [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
          MPI_Comm comm) {
         const int start = 0;
         return MPI_Alltoallv(in, &n, &start, type, out, &n_out, &start, type_out, comm);
       }},
      {"Ialltoall",
       [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
          MPI_Comm comm) {
         MPI_Request request = MPI_REQUEST_NULL;
         const int code = MPI_Ialltoall(in, n, type, out, n_out, type_out, comm, &request);
         finish(&request);
         return code;
       }},
      {"Ialltoallv",
       [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
          MPI_Comm comm) {
         const int start = 0;
         MPI_Request request = MPI_REQUEST_NULL;
         const int code = MPI_Ialltoallv(in, &n, &start, type, out, &n_out, &start, type_out, comm, &request);
         finish(&request);
         return code;
       }},
      {"Ialltoallw",
       [](const void* in, int n, MPI_Datatype type, void* out, int n_out, MPI_Datatype type_out,
          MPI_Comm comm) {
         const int start = 0;
         MPI_Request request = MPI_REQUEST_NULL;
         const int code =
             MPI_Ialltoallw(in, &n, &start, &type, out, &n_out, &start, &type_out, comm, &request);
         finish(&request);
         return code;
       }},
  };
  return all;
}

TEST(AloneCollectives, MoveFromOneDatatypeToAnother) {
  const OwnComm own;
  const EverySecond second;
  const std::vector<int> memory = numbers(8);
  for (const Move& move : moves()) {
    SCOPED_TRACE(move.name);
    std::vector<int> flat(4, -1), spread(8, -1);
    expect_success(move.call(memory.data(), 2, second, flat.data(), 4, MPI_INT, own));
    EXPECT_EQ(flat, (std::vector<int>{0, 2, 3, 5}));
    expect_success(move.call(memory.data(), 4, MPI_INT, spread.data(), 2, second, own));
    EXPECT_EQ(spread, (std::vector<int>{0, -1, 1, 2, -1, 3, -1, -1}));
    expect_success(move.call(memory.data(), 0, MPI_INT, flat.data(), 0, second, own));
    EXPECT_EQ(flat, (std::vector<int>{0, 2, 3, 5}));
  }
}

TEST(AloneCollectives, LeaveWhatIsInPlace) {
  const OwnComm own;
  for (const Move& move : moves()) {
    SCOPED_TRACE(move.name);
    std::vector<int> memory{6, 7};
    expect_success(move.call(MPI_IN_PLACE, 0, MPI_INT, memory.data(), 2, MPI_INT, own));
    EXPECT_EQ(memory, (std::vector<int>{6, 7}));
  }
}

// Displacements are whole elements of the type, but bytes where each block has its own type.
TEST(AloneCollectives, MoveFromPlaceToPlace) {
  const OwnComm own;
  const EverySecond second;  // an element is 3 ints long
  const std::vector<int> memory = numbers(12);
  const int n = 1, n_out = 2, start = 2, start_out = 3, bytes = 2 * sizeof(int), bytes_out = 3 * sizeof(int);
  const MPI_Datatype type = second, type_out = MPI_INT;
  MPI_Request request = MPI_REQUEST_NULL;
  const std::vector<int> elements{-1, -1, -1, 6, 8, -1}, by_bytes{-1, -1, -1, 2, 4, -1},
      gathered{-1, -1, -1, 0, 2, -1};

  std::vector<int> out(6, -1);
  expect_success(
      MPI_Alltoallv(memory.data(), &n, &start, type, out.data(), &n_out, &start_out, type_out, own));
  EXPECT_EQ(out, elements);
  out.assign(6, -1);
  expect_success(MPI_Ialltoallv(memory.data(), &n, &start, type, out.data(), &n_out, &start_out, type_out,
                                own, &request));
  finish(&request);
  EXPECT_EQ(out, elements);
  out.assign(6, -1);
  expect_success(MPI_Ialltoallw(memory.data(), &n, &bytes, &type, out.data(), &n_out, &bytes_out, &type_out,
                                own, &request));
  finish(&request);
  EXPECT_EQ(out, by_bytes);
  out.assign(6, -1);
  expect_success(MPI_Gatherv(memory.data(), n, type, out.data(), &n_out, &start_out, type_out, 0, own));
  EXPECT_EQ(out, gathered);
  std::vector<int> spread(8, -1);
  const int one = 1;
  expect_success(MPI_Alltoallv(memory.data(), &n_out, &start, type_out, spread.data(), &n, &one, type, own));
  EXPECT_EQ(spread, (std::vector<int>{-1, -1, -1, 2, -1, 3, -1, -1}));
}

TEST(AloneCollectives, ReduceToThemselves) {
  const OwnComm own;
  const std::vector<double> memory{1.5, -2};
  for (MPI_Op op : {MPI_SUM, MPI_MIN, MPI_MAX}) {
    std::vector<double> out(2, 0), in_place = memory;
    MPI_Request request = MPI_REQUEST_NULL;
    expect_success(MPI_Allreduce(memory.data(), out.data(), 2, MPI_DOUBLE, op, own));
    EXPECT_EQ(out, memory);
    out.assign(2, 0);
    expect_success(MPI_Reduce(memory.data(), out.data(), 2, MPI_DOUBLE, op, 0, own));
    EXPECT_EQ(out, memory);
    out.assign(2, 0);
    expect_success(MPI_Iallreduce(memory.data(), out.data(), 2, MPI_DOUBLE, op, own, &request));
    finish(&request);
    EXPECT_EQ(out, memory);
    expect_success(MPI_Allreduce(MPI_IN_PLACE, in_place.data(), 2, MPI_DOUBLE, op, own));
    expect_success(MPI_Reduce(MPI_IN_PLACE, in_place.data(), 2, MPI_DOUBLE, op, 0, own));
    expect_success(MPI_Iallreduce(MPI_IN_PLACE, in_place.data(), 2, MPI_DOUBLE, op, own, &request));
    finish(&request);
    EXPECT_EQ(in_place, memory);
  }
}

}  // namespace
}  // namespace weft::test
