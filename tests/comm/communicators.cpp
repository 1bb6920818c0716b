// Tags of messages: those of a call that an error ended are not used again.
#include "comm/communicators.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "agree.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// An exception leaves a plan while messages are under way: what it waits for stays posted. Many plans later
// their messages must not be taken by that.
TEST(Tags, OfMessagesThatAreLeftAloneAreNotUsedAgain) {
  const Problem problem = c2c({6, 5, 4});
  const Options options{{"exchange", "p2p"}, {"timeout", "20"}};
  const int p = size_of(MPI_COMM_WORLD);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const auto communicators = communicators_of(comm);
  const int peer = (rank_in(comm) + 1) % p, first = communicators->take_tags(1);
  int never = 0;
  MPI_Request left = MPI_REQUEST_NULL;
  if (p > 1) MPI_Irecv(&never, 1, MPI_INT, peer, first, communicators->base(), &left);
  for (int i = 0; i < 40; ++i) EXPECT_GT(communicators->take_tags(1000), first);
  {
    Plan plan(problem, comm, options);
    std::vector<std::complex<double>> u(static_cast<std::size_t>(plan.points_storage().n_elements()), 1.0),
        uh(static_cast<std::size_t>(plan.modes_storage().n_elements()));
    EXPECT_NO_THROW(plan.forward(u.data(), uh.data()));
  }
  if (left != MPI_REQUEST_NULL) {
    MPI_Cancel(&left);
    MPI_Wait(&left, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace weft::test
