// The process: clock, threads, texts, and what only a process alone can be asked.
#include <array>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "check.hpp"

namespace weft::test {
namespace {

TEST(AloneProcess, HasAClockInSeconds) {
  const double start = MPI_Wtime();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double passed = MPI_Wtime() - start;
  EXPECT_GE(passed, 0.019);
  EXPECT_LT(passed, 60);
}

TEST(AloneProcess, KnowsTheThreadThatStartedIt) {
  int here = -1, elsewhere = -1;
  expect_success(MPI_Is_thread_main(&here));
  std::thread([&] { expect_success(MPI_Is_thread_main(&elsewhere)); }).join();
  EXPECT_NE(here, 0);
  EXPECT_EQ(elsewhere, 0);
}

TEST(AloneProcess, NamesItsLibrary) {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = -1;
  expect_success(MPI_Get_library_version(text.data(), &length));
  EXPECT_GT(length, 0);
  const int written = static_cast<int>(std::strlen(text.data()));
  EXPECT_GE(length, written);
  EXPECT_LE(length, written + 1);  // Open MPI counts the zero at the end
}

TEST(AloneProcess, HasATextForEachError) {
  std::array<char, MPI_MAX_ERROR_STRING> success{}, other{};
  int length = -1;
  expect_success(MPI_Error_string(MPI_SUCCESS, success.data(), &length));
  EXPECT_EQ(static_cast<std::size_t>(length), std::strlen(success.data()));
  expect_success(MPI_Error_string(MPI_ERR_OTHER, other.data(), &length));
  EXPECT_GT(length, 0);
  EXPECT_EQ(static_cast<std::size_t>(length), std::strlen(other.data()));
  EXPECT_STRNE(success.data(), other.data());
}

TEST(AloneProcess, TakesHintsAndForgetsThem) {
  MPI_Info info = MPI_INFO_NULL;
  expect_success(MPI_Info_create(&info));
  expect_success(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
  expect_success(MPI_Info_free(&info));
  EXPECT_EQ(info, MPI_INFO_NULL);
}

#ifdef WEFT_MPI_ALONE  // with a library these end the job, or never end

TEST(AloneProcess, EndsWithTheStatusOfAbort) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(MPI_Abort(MPI_COMM_WORLD, 3), testing::ExitedWithCode(3), "");
}

TEST(AloneProcess, StartsWithoutArguments) { expect_success(MPI_Init(nullptr, nullptr)); }

TEST(AloneProcess, SendsBeforeItReceives) {
  const int sent = 4;
  expect_success(MPI_Send(&sent, 1, MPI_INT, 0, 9, MPI_COMM_WORLD));
  EXPECT_EQ(received(9, MPI_COMM_WORLD), 4);
}

TEST(AloneProcess, IsToldThatItWaitsForItself) {
  const OwnComm own;
  int number = 7, done = -1;
  EXPECT_NE(MPI_Recv(&number, 1, MPI_INT, 0, 1, own, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Request request = MPI_REQUEST_NULL;
  expect_success(MPI_Irecv(&number, 1, MPI_INT, 0, 1, own, &request));
  EXPECT_NE(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_NE(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  own.send(8, 1);
  expect_success(MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE));
  EXPECT_EQ(number, 8);
}

#endif

}  // namespace
}  // namespace weft::test
