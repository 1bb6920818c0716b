// Calls of MPI that fail: every process gets an error that says in which direction, in which exchange, by
// which row and on which process.
//
// This program has its own MPI_Isend and so on, which libweft calls instead of those of the MPI library. They
// pass the calls on, and fail when they are told to.

#include <gtest/gtest.h>
#include <mpi.h>

#include "agree.hpp"
#include "expect_error.hpp"
#include "weft/weft.hpp"

namespace {

enum class Failing { nothing, starts, tests };  // what fails: messages are started, or asked for

Failing failing = Failing::nothing;
int n_synchronous = 0;  // messages that were started by MPI_Issend

template <class Call>
int start(const Call& call) {
  return failing == Failing::starts ? MPI_ERR_OTHER : call();
}

}  // namespace

extern "C" {

int MPI_Issend(const void* data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  ++n_synchronous;
  return start([&] { return PMPI_Issend(data, n, type, to, tag, comm, request); });
}
int MPI_Isend(const void* data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return start([&] { return PMPI_Isend(data, n, type, to, tag, comm, request); });
}

int MPI_Irecv(void* data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  return start([&] { return PMPI_Irecv(data, n, type, from, tag, comm, request); });
}

int MPI_Startall(int n, MPI_Request* requests) {
  return start([&] { return PMPI_Startall(n, requests); });
}

int MPI_Ialltoall(const void* out, int n_out, MPI_Datatype out_type, void* in, int n_in, MPI_Datatype in_type,
                  MPI_Comm comm, MPI_Request* request) {
  return start([&] { return PMPI_Ialltoall(out, n_out, out_type, in, n_in, in_type, comm, request); });
}

int MPI_Ialltoallv(const void* out, const int* n_out, const int* out_starts, MPI_Datatype out_type, void* in,
                   const int* n_in, const int* in_starts, MPI_Datatype in_type, MPI_Comm comm,
                   MPI_Request* request) {
  return start([&] {
    return PMPI_Ialltoallv(out, n_out, out_starts, out_type, in, n_in, in_starts, in_type, comm, request);
  });
}

int MPI_Ialltoallw(const void* out, const int* n_out, const int* out_starts, const MPI_Datatype* out_types,
                   void* in, const int* n_in, const int* in_starts, const MPI_Datatype* in_types,
                   MPI_Comm comm, MPI_Request* request) {
  return start([&] {
    return PMPI_Ialltoallw(out, n_out, out_starts, out_types, in, n_in, in_starts, in_types, comm, request);
  });
}

int MPI_Testall(int n, MPI_Request* requests, int* done, MPI_Status* statuses) {
  return failing == Failing::tests ? MPI_ERR_OTHER : PMPI_Testall(n, requests, done, statuses);
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  return failing == Failing::tests ? MPI_ERR_OTHER : PMPI_Test(request, done, status);
}

}  // extern "C"

namespace weft::test {
namespace {

// "" if a plan that has worked says what fails in its next call, and where.
std::string complaint_about(const std::string& exchange, Failing what, const std::string& doing) {
  const MPI_Comm comm = own_world();
  Plan plan(c2c({12, 10, 9}), comm, {{"exchange", exchange}, {"timeout", "20"}});
  if (plan.description().forward.exchanges.at(0).messages == 0) return "";  // it sends nothing here
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  plan.forward(u, uh);
  MPI_Barrier(comm);
  failing = what;
  std::string complaint = error_complaint(
      ErrorCode::communication,
      {"forward", "exchange 1 of 1 (" + exchange + ")", "process " + std::to_string(rank_in(comm)), doing},
      [&] { plan.forward(u, uh); });
  failing = Failing::nothing;
  if (!complaint.empty()) complaint = exchange + ": " + complaint;
  return complaint;
}

TEST(FailingMpi, IsAnErrorInWordsWhenMessagesStart) {
  for (const std::string& exchange : exchange_names())
    if (!expect_no_complaint(MPI_COMM_WORLD,
                             complaint_about(exchange, Failing::starts, "MPI failed while starting")))
      return;
}

TEST(FailingMpi, IsAnErrorInWordsWhenMessagesAreAskedFor) {
  for (const std::string& exchange : exchange_names())
    if (!expect_no_complaint(MPI_COMM_WORLD, complaint_about(exchange, Failing::tests,
                                                             "MPI failed while waiting for messages")))
      return;
}

// Messages that a forward transform of so many fields starts by MPI_Issend.
int synchronous_messages(const char* exchange, const Extents& shape, int n_fields) {
  using Modes = Field<std::complex<double>>;
  Problem problem = c2c(shape);
  problem.n_fields = n_fields;
  Plan plan(problem, MPI_COMM_WORLD, {{"exchange", exchange}});
  std::vector<Modes> points, modes;
  std::vector<const void*> in;
  std::vector<void*> out;
  for (int i = 0; i < n_fields; ++i) {
    points.push_back(plan.points<std::complex<double>>());
    modes.push_back(plan.modes<std::complex<double>>());
  }
  for (int i = 0; i < n_fields; ++i) {
    in.push_back(points[static_cast<std::size_t>(i)].data());
    out.push_back(modes[static_cast<std::size_t>(i)].data());
  }
  n_synchronous = 0;
  plan.forward_fields(in, out);
  return n_synchronous;
}

// From 16 KiB on, of one field or of several together.
TEST(Rounds, EndWhenLargeMessagesHaveBeenTaken) {
  const int n_peers = size_of(MPI_COMM_WORLD) - 1;
  for (const char* exchange : {"pairwise", "cyclic"}) {
    EXPECT_EQ(synchronous_messages(exchange, {48, 48, 48}, 1), n_peers) << exchange;
    EXPECT_EQ(synchronous_messages(exchange, {12, 9, 9}, 1), 0) << exchange;
    EXPECT_EQ(synchronous_messages(exchange, {12, 9, 9}, 16), n_peers) << exchange;
  }
  EXPECT_EQ(synchronous_messages("p2p", {48, 48, 48}, 1), 0);
}

// Else the tests above would leave them out.
TEST(FailingMpi, IsTriedWithEveryRowThatSendsMessages) {
  int n_rows = 0;
  for (const std::string& exchange : exchange_names()) {
    const Description plan = describe(c2c({12, 10, 9}), 2, 0, {{"exchange", exchange}}, 2);
    n_rows += plan.forward.exchanges.at(0).messages > 0 ? 1 : 0;
  }
  EXPECT_GE(n_rows, 8);
}

}  // namespace
}  // namespace weft::test
