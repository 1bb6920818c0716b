// main() of the test programs that run under MPI.
//
// Rank 0 prints as GoogleTest does; the others print only what fails, with their rank. All processes
// leave with the same exit status. One seed serves all: WEFT_TEST_SEED, or the clock of rank 0; it is
// printed, and handed to rapidcheck. A process that has failed and then waits at the end of a test for
// others that hang in a collective call ends the job: the failure is what the reader needs to see.

#include <gtest/gtest.h>
#include <mpi.h>
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "agree.hpp"

namespace {

constexpr double patience_seconds = 30;

class FailuresOfOtherRanks : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "[rank %d] %s:%d: %s\n", weft::test::rank_in(MPI_COMM_WORLD),
                 result.file_name() != nullptr ? result.file_name() : "?", result.line_number(),
                 result.message());
  }
};

class EndTogether : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& info) override {
    MPI_Request arrived = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &arrived);
    if (!info.result()->Failed()) {
      MPI_Wait(&arrived, MPI_STATUS_IGNORE);
      return;
    }
    const double start = MPI_Wtime();
    for (int all_here = 0; all_here == 0; sched_yield()) {
      MPI_Test(&arrived, &all_here, MPI_STATUS_IGNORE);
      if (all_here == 0 && MPI_Wtime() - start > patience_seconds) {
        std::fprintf(stderr, "[rank %d] %s.%s failed here and others have not ended it; giving up\n",
                     weft::test::rank_in(MPI_COMM_WORLD), info.test_suite_name(), info.name());
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
  }
};

void share_seed() {
  const char* given = std::getenv("WEFT_TEST_SEED");
  unsigned long long seed =
      given != nullptr
          ? std::strtoull(given, nullptr, 10)
          : static_cast<unsigned long long>(std::chrono::system_clock::now().time_since_epoch().count()) %
                1000000000;
  MPI_Bcast(&seed, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  const std::string text = std::to_string(seed);
  setenv("WEFT_TEST_SEED", text.c_str(), 1);
  const char* before = std::getenv("RC_PARAMS");
  const std::string parameters = (before == nullptr ? "noshrink=1" : std::string(before)) + " seed=" + text;
  setenv("RC_PARAMS", parameters.c_str(), 1);
  if (weft::test::rank_in(MPI_COMM_WORLD) == 0) {
    std::printf("%d processes, WEFT_TEST_SEED=%s\n", weft::test::size_of(MPI_COMM_WORLD), text.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  testing::InitGoogleTest(&argc, argv);
  share_seed();
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (weft::test::rank_in(MPI_COMM_WORLD) != 0) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOfOtherRanks);
  }
  listeners.Append(new EndTogether);
  const int own_status = RUN_ALL_TESTS();
  int status = own_status;
  MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (status != own_status && weft::test::rank_in(MPI_COMM_WORLD) == 0)
    std::printf("FAILED on another process, see above\n");
  MPI_Finalize();
  return status;
}
