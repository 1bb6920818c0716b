// The expectation that a collective call fails in the same words on every process.
#pragma once

#include <mpi.h>

#include "agree.hpp"
#include "expect_error.hpp"

namespace weft::test {

// Runs `call` on every process and fails the test unless each throws the same weft::Error, of this code
// and with every fragment in its message. Collective over `comm`.
//
// The call must not clean up collectively when it wrongly succeeds: the others may not be there.
template <class Call>
bool expect_error_on_all(MPI_Comm comm, ErrorCode code, const std::vector<std::string>& fragments,
                         Call&& call) {
  std::string message;
  std::string complaint = error_complaint(code, fragments, [&] {
    try {
      call();
    } catch (const Error& error) {
      message = error.what();
      throw;
    }
  });
  std::string first = message;
  int length = static_cast<int>(first.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm);
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, comm);
  if (complaint.empty() && message != first)
    complaint = "the error says \"" + message + "\", on process 0 \"" + first + "\"";
  return expect_no_complaint(comm, complaint);
}

}  // namespace weft::test
