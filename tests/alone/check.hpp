// Of the tests of alone/: the same sources are compiled against alone/ and against the MPI library of the
// build, which says what is to be expected. Both have one process.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <deque>
#include <numeric>
#include <vector>

namespace weft::test {

inline void expect_success(int code) { EXPECT_EQ(code, MPI_SUCCESS); }

// A duplicate of MPI_COMM_WORLD whose errors are returned.
class OwnComm {
 public:
  OwnComm() {
    expect_success(MPI_Comm_dup(MPI_COMM_WORLD, &comm_));
    expect_success(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
  }
  ~OwnComm() {
    for (MPI_Request& request : requests_) expect_success(MPI_Wait(&request, MPI_STATUS_IGNORE));
    expect_success(MPI_Comm_free(&comm_));
  }
  OwnComm(const OwnComm&) = delete;
  OwnComm& operator=(const OwnComm&) = delete;
  operator MPI_Comm() const { return comm_; }

  // Goes on whether the library keeps the message or not.
  void send(int number, int tag) const {
    const int& sent = sent_.emplace_back(number);
    MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
    expect_success(MPI_Isend(&sent, 1, MPI_INT, 0, tag, comm_, &request));
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  mutable std::deque<int> sent_;
  mutable std::deque<MPI_Request> requests_;
};

// 0, 1, 2, ...
inline std::vector<int> numbers(std::size_t n) {
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

inline int received(int tag, MPI_Comm comm) {
  int number = -1;
  expect_success(MPI_Recv(&number, 1, MPI_INT, 0, tag, comm, MPI_STATUS_IGNORE));
  return number;
}

inline bool is_done(MPI_Request* request) {
  int done = 0;
  expect_success(MPI_Test(request, &done, MPI_STATUS_IGNORE));
  return done != 0;
}

}  // namespace weft::test
