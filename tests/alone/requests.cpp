// Requests: when they are done, what is told of them, and those that are started again and again.
#include "check.hpp"

namespace weft::test {
namespace {

// A request that waits for message `tag`.
MPI_Request waiting(int* number, int tag, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  expect_success(MPI_Irecv(number, 1, MPI_INT, MPI_ANY_SOURCE, tag, comm, &request));
  return request;
}

void expect_empty(const MPI_Status& status) {
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
}

void expect_message(const MPI_Status& status, int tag) {
  EXPECT_EQ(status.MPI_SOURCE, 0);
  EXPECT_EQ(status.MPI_TAG, tag);
}

TEST(AloneRequests, AreTestedUntilTheyAreDone) {
  const OwnComm own;
  int number = -1, done = -1;
  MPI_Status status{};
  MPI_Request request = waiting(&number, 3, own);
  EXPECT_FALSE(is_done(&request));
  EXPECT_NE(request, MPI_REQUEST_NULL);
  own.send(1, 3);
  expect_success(MPI_Test(&request, &done, &status));
  EXPECT_NE(done, 0);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  expect_message(status, 3);
  EXPECT_EQ(number, 1);
}

TEST(AloneRequests, ThatAreNullAreDone) {
  MPI_Request nothing[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status status{}, statuses[2] = {};
  int done = -1, n_done = -1, which[2];
  expect_success(MPI_Wait(nothing, &status));
  expect_empty(status);
  status = {};
  expect_success(MPI_Test(nothing, &done, &status));
  EXPECT_NE(done, 0);
  expect_empty(status);
  expect_success(MPI_Waitall(2, nothing, statuses));
  expect_empty(statuses[1]);
  expect_success(MPI_Testall(2, nothing, &done, MPI_STATUSES_IGNORE));
  EXPECT_NE(done, 0);
  expect_success(MPI_Testsome(2, nothing, &n_done, which, MPI_STATUSES_IGNORE));
  EXPECT_EQ(n_done, MPI_UNDEFINED);
}

TEST(AloneRequests, AreWaitedForWithTheStatusOfTheirMessage) {
  const OwnComm own;
  int numbers[2] = {-1, -1};
  MPI_Status status{}, statuses[3] = {};
  MPI_Request requests[] = {waiting(&numbers[0], MPI_ANY_TAG, own), MPI_REQUEST_NULL,
                            waiting(&numbers[1], 4, own)};
  own.send(1, 3);
  own.send(2, 4);
  expect_success(MPI_Waitall(3, requests, statuses));
  expect_message(statuses[0], 3);
  expect_empty(statuses[1]);
  expect_message(statuses[2], 4);
  own.send(3, 5);
  requests[0] = waiting(&numbers[0], MPI_ANY_TAG, own);
  expect_success(MPI_Wait(&requests[0], &status));
  expect_message(status, 5);
}

TEST(AloneRequests, AreTestedTogether) {
  const OwnComm own;
  int numbers[2] = {-1, -1}, done = -1;
  MPI_Status statuses[2] = {};
  MPI_Request requests[] = {waiting(&numbers[0], 0, own), waiting(&numbers[1], 1, own)};
  own.send(11, 1);
  expect_success(MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE));
  EXPECT_EQ(done, 0);
  EXPECT_NE(requests[1], MPI_REQUEST_NULL);  // none of them ends before all are done
  own.send(10, 0);
  expect_success(MPI_Testall(2, requests, &done, statuses));
  EXPECT_NE(done, 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(requests[i], MPI_REQUEST_NULL);
    EXPECT_EQ(numbers[i], 10 + i);
    expect_message(statuses[i], i);
  }
}

TEST(AloneRequests, AreToldInPartsAsTheyEnd) {
  const OwnComm own;
  int numbers[3], n_done = -1, which[3] = {-1, -1, -1};
  MPI_Status statuses[3] = {};
  MPI_Request requests[3];
  for (int i = 0; i < 3; ++i) requests[i] = waiting(&numbers[i], i, own);
  expect_success(MPI_Testsome(3, requests, &n_done, which, statuses));
  EXPECT_EQ(n_done, 0);
  own.send(12, 2);
  own.send(10, 0);
  expect_success(MPI_Testsome(3, requests, &n_done, which, statuses));
  ASSERT_EQ(n_done, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(requests[which[i]], MPI_REQUEST_NULL);
    EXPECT_EQ(numbers[which[i]], 10 + which[i]);
    expect_message(statuses[i], which[i]);
  }
  EXPECT_EQ(which[0] + which[1], 2);
  own.send(11, 1);
  expect_success(MPI_Testsome(3, requests, &n_done, which, MPI_STATUSES_IGNORE));
  EXPECT_EQ(n_done, 1);
  EXPECT_EQ(which[0], 1);
  expect_success(MPI_Testsome(3, requests, &n_done, which, MPI_STATUSES_IGNORE));
  EXPECT_EQ(n_done, MPI_UNDEFINED);
}

TEST(AloneRequests, AreLookedAtWithoutAnEnd) {
  const OwnComm own;
  int number = -1, done = -1;
  MPI_Status status{};
  MPI_Request request = waiting(&number, 3, own);
  expect_success(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
  EXPECT_EQ(done, 0);
  own.send(1, 3);
  for (int i = 0; i < 2; ++i) {
    status = {};
    expect_success(MPI_Request_get_status(request, &done, &status));
    EXPECT_NE(done, 0);
    expect_message(status, 3);
  }
  EXPECT_NE(request, MPI_REQUEST_NULL);
  expect_success(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

TEST(AloneRequests, ThatAreFreedReceiveTheirMessageAllTheSame) {
  const OwnComm own;
  int first = -1, second = -1;
  MPI_Request freed = waiting(&first, 3, own), request = waiting(&second, 3, own);
  expect_success(MPI_Request_free(&freed));
  EXPECT_EQ(freed, MPI_REQUEST_NULL);
  own.send(1, 3);
  own.send(2, 3);
  expect_success(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

TEST(AloneRequests, OfSynchronousSendsMayBeFreed) {
  const OwnComm own;
  const int sent = 4;
  MPI_Request request = MPI_REQUEST_NULL;
  expect_success(MPI_Issend(&sent, 1, MPI_INT, 0, 3, own, &request));
  expect_success(MPI_Request_free(&request));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_EQ(received(3, own), 4);
}

TEST(AlonePersistentRequests, SendWhatIsThereWhenTheyAreStarted) {
  const OwnComm own;
  int sent = -1, number = -1, done = -1;
  MPI_Status status{};
  MPI_Request requests[2];
  expect_success(MPI_Send_init(&sent, 1, MPI_INT, 0, 3, own, &requests[0]));
  expect_success(MPI_Recv_init(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, own, &requests[1]));
  EXPECT_TRUE(is_done(&requests[1]));  // it sleeps
  for (int round = 0; round < 3; ++round) {
    sent = round;
    const bool is_receive_first = round == 1;
    expect_success(MPI_Startall(1, &requests[is_receive_first ? 1 : 0]));
    if (is_receive_first) {
      EXPECT_FALSE(is_done(&requests[1]));
    }
    expect_success(MPI_Startall(1, &requests[is_receive_first ? 0 : 1]));
    expect_success(MPI_Wait(&requests[1], &status));
    expect_success(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    EXPECT_EQ(number, round);
    expect_message(status, 3);
    EXPECT_NE(requests[0], MPI_REQUEST_NULL);
    EXPECT_NE(requests[1], MPI_REQUEST_NULL);
    expect_success(MPI_Request_get_status(requests[1], &done, &status));
    EXPECT_NE(done, 0);
    expect_empty(status);
  }
  for (MPI_Request& request : requests) {
    expect_success(MPI_Request_free(&request));
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  }
}

TEST(AlonePersistentRequests, AreStartedAndEndTogether) {
  const OwnComm own;
  int sent[2] = {5, 6}, numbers[2] = {}, done = -1, n_done = -1, which[4];
  MPI_Request requests[4];
  for (int i = 0; i < 2; ++i) {
    expect_success(MPI_Recv_init(&numbers[i], 1, MPI_INT, 0, i, own, &requests[i]));
    expect_success(MPI_Send_init(&sent[i], 1, MPI_INT, 0, i, own, &requests[2 + i]));
  }
  expect_success(MPI_Startall(4, requests));
  expect_success(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
  EXPECT_EQ(numbers[0], 5);
  EXPECT_EQ(numbers[1], 6);
  expect_success(MPI_Testall(4, requests, &done, MPI_STATUSES_IGNORE));
  EXPECT_NE(done, 0);
  expect_success(MPI_Testsome(4, requests, &n_done, which, MPI_STATUSES_IGNORE));
  EXPECT_EQ(n_done, MPI_UNDEFINED);  // all of them sleep
  for (MPI_Request& request : requests) expect_success(MPI_Request_free(&request));
}

}  // namespace
}  // namespace weft::test
