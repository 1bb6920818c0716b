// Communicators of one process, their attributes and their handlers of errors.
#include <string>

#include "check.hpp"

namespace weft::test {
namespace {

int compared(MPI_Comm a, MPI_Comm b) {
  int result = -1;
  expect_success(MPI_Comm_compare(a, b, &result));
  return result;
}

void expect_one_process(MPI_Comm comm) {
  int rank = -1, size = -1, inter = -1;
  expect_success(MPI_Comm_rank(comm, &rank));
  expect_success(MPI_Comm_size(comm, &size));
  expect_success(MPI_Comm_test_inter(comm, &inter));
  EXPECT_EQ(rank, 0);
  EXPECT_EQ(size, 1);
  EXPECT_EQ(inter, 0);
}

TEST(AloneCommunicators, HaveOneProcess) {
  const OwnComm own;
  for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF, MPI_Comm(own)}) expect_one_process(comm);
}

TEST(AloneCommunicators, AreTheSameOrOfTheSameProcesses) {
  const OwnComm own;
  EXPECT_EQ(compared(own, own), MPI_IDENT);
  EXPECT_EQ(compared(MPI_COMM_WORLD, MPI_COMM_WORLD), MPI_IDENT);
  EXPECT_EQ(compared(own, MPI_COMM_WORLD), MPI_CONGRUENT);
  EXPECT_EQ(compared(MPI_COMM_SELF, MPI_COMM_WORLD), MPI_CONGRUENT);
}

TEST(AloneCommunicators, AreSplitByColourAndByNode) {
  MPI_Comm part = MPI_COMM_NULL, none = MPI_COMM_WORLD, node = MPI_COMM_NULL, no_node = MPI_COMM_WORLD;
  expect_success(MPI_Comm_split(MPI_COMM_WORLD, 4, -3, &part));
  expect_success(MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none));
  expect_success(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  expect_success(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &no_node));
  EXPECT_EQ(none, MPI_COMM_NULL);
  EXPECT_EQ(no_node, MPI_COMM_NULL);
  EXPECT_EQ(compared(part, node), MPI_CONGRUENT);
  for (MPI_Comm* comm : {&part, &node}) {
    expect_one_process(*comm);
    expect_success(MPI_Comm_free(comm));
    EXPECT_EQ(*comm, MPI_COMM_NULL);
  }
}

TEST(AloneCommunicators, AreThoseOfFortran) {
#ifdef WEFT_MPI_ALONE
  const MPI_Fint world = 1, self = 2;
#else
  const MPI_Fint world = MPI_Comm_c2f(MPI_COMM_WORLD), self = MPI_Comm_c2f(MPI_COMM_SELF);
#endif
  EXPECT_EQ(MPI_Comm_f2c(world), MPI_COMM_WORLD);
  EXPECT_EQ(MPI_Comm_f2c(self), MPI_COMM_SELF);
#ifdef WEFT_MPI_ALONE
  EXPECT_EQ(MPI_Comm_f2c(3), MPI_COMM_NULL);
#endif
}

TEST(AloneCommunicators, ReturnErrorsWhereTheyAreTold) {
  const OwnComm own;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  expect_success(MPI_Comm_get_errhandler(own, &handler));
  EXPECT_EQ(handler, MPI_ERRORS_RETURN);
  expect_success(MPI_Comm_set_errhandler(own, handler));
  expect_success(MPI_Errhandler_free(&handler));
  EXPECT_EQ(handler, MPI_ERRHANDLER_NULL);
}

TEST(AloneCommunicators, KnowTheLargestTag) {
  const OwnComm own;
  for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_Comm(own)}) {
    int* largest = nullptr;
    int found = -1;
    expect_success(MPI_Comm_get_attr(comm, MPI_TAG_UB, &largest, &found));
    ASSERT_NE(found, 0);
    EXPECT_GE(*largest, 32767);
    own.send(5, *largest);
    EXPECT_EQ(received(*largest, own), 5);
  }
}

// --- attributes -----------------------------------------------------------------------------------

struct Log {
  std::string text;
  bool is_copied = false;
};

int note_copy(MPI_Comm, int, void* extra, void* value, void* copy, int* is_copied) {
  Log& log = *static_cast<Log*>(extra);
  log.text += "copied ";
  *static_cast<void**>(copy) = static_cast<int*>(value) + 1;
  *is_copied = log.is_copied ? 1 : 0;
  return MPI_SUCCESS;
}
int note_end(MPI_Comm, int, void* value, void* extra) {
  static_cast<Log*>(extra)->text += "removed " + std::to_string(*static_cast<int*>(value)) + " ";
  return MPI_SUCCESS;
}

int* attribute(MPI_Comm comm, int key) {
  int* value = nullptr;
  int found = -1;
  expect_success(MPI_Comm_get_attr(comm, key, &value, &found));
  return found != 0 ? value : nullptr;
}

TEST(AloneAttributes, EndWithTheirCommunicatorTheLastOneFirst) {
  Log log;
  int keys[2], values[] = {1, 2, 3};
  for (int& key : keys) {
    expect_success(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_end, &key, &log));
    EXPECT_NE(key, MPI_KEYVAL_INVALID);
  }
  {
    const OwnComm own, other;
    EXPECT_EQ(attribute(own, keys[0]), nullptr);
    expect_success(MPI_Comm_set_attr(own, keys[1], &values[0]));
    expect_success(MPI_Comm_set_attr(own, keys[0], &values[1]));
    EXPECT_EQ(attribute(own, keys[1]), &values[0]);
    EXPECT_EQ(attribute(own, keys[0]), &values[1]);
    EXPECT_EQ(attribute(other, keys[0]), nullptr);
    expect_success(MPI_Comm_set_attr(own, keys[0], &values[2]));
    EXPECT_EQ(log.text, "removed 2 ");  // replaced
    EXPECT_EQ(attribute(own, keys[0]), &values[2]);
    for (int& key : keys) {
      expect_success(MPI_Comm_free_keyval(&key));
      EXPECT_EQ(key, MPI_KEYVAL_INVALID);
    }
    EXPECT_EQ(log.text, "removed 2 ");  // those that are there stay
  }
  EXPECT_EQ(log.text, "removed 2 removed 3 removed 1 ");
}

TEST(AloneAttributes, AreCopiedAsTheirKeySays) {
  Log log;
  int values[] = {1, 2}, own_key = -1, key = -1;
  expect_success(MPI_Comm_create_keyval(note_copy, note_end, &key, &log));
  expect_success(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_end, &own_key, &log));
  {
    const OwnComm own;
    expect_success(MPI_Comm_set_attr(own, key, &values[0]));
    expect_success(MPI_Comm_set_attr(own, own_key, &values[0]));
    for (const bool is_copied : {false, true}) {
      log = {"", is_copied};
      MPI_Comm copy = MPI_COMM_NULL, part = MPI_COMM_NULL;
      expect_success(MPI_Comm_dup(own, &copy));
      expect_success(MPI_Comm_split(own, 0, 0, &part));
      EXPECT_EQ(attribute(copy, key), is_copied ? &values[1] : nullptr);
      EXPECT_EQ(attribute(copy, own_key), nullptr);
      EXPECT_EQ(attribute(part, key), nullptr);
      expect_success(MPI_Comm_free(&copy));
      expect_success(MPI_Comm_free(&part));
      EXPECT_EQ(log.text, is_copied ? "copied removed 2 " : "copied ");
    }
  }
  for (int* one : {&key, &own_key}) expect_success(MPI_Comm_free_keyval(one));
}

}  // namespace
}  // namespace weft::test
