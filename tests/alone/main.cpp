// main() of the tests of alone/. What MPI_Finalize does is looked at when all cases have run.
#include <string>

#include "check.hpp"

namespace weft::test {
namespace {

std::string removed;       // names of attributes, in the order in which MPI_Finalize removes them
int was_finalised = -1;    // while it does so
int code_of_freeing = -1;  // of a communicator, meanwhile
MPI_Comm kept = MPI_COMM_NULL;

int note_removal(MPI_Comm comm, int, void* name, void* extra) {
  EXPECT_EQ(comm, MPI_COMM_SELF);
  EXPECT_EQ(extra, &removed);
  removed += static_cast<const char*>(name);
  MPI_Finalized(&was_finalised);
  if (kept != MPI_COMM_NULL) code_of_freeing = MPI_Comm_free(&kept);
  return MPI_SUCCESS;
}

void set_attributes_of_self() {
  int keys[3] = {};
  for (int& key : keys)
    expect_success(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_removal, &key, &removed));
  static char names[3][2] = {"a", "b", "c"};
  for (const int i : {1, 2, 0}) expect_success(MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], names[i]));
  for (int& key : keys) expect_success(MPI_Comm_free_keyval(&key));
  expect_success(MPI_Comm_dup(MPI_COMM_WORLD, &kept));
}

class Process : public testing::Environment {
  void SetUp() override {
    int flag = -1;
    expect_success(MPI_Initialized(&flag));
    EXPECT_NE(flag, 0);
    expect_success(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    expect_success(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  }
  // Attributes of MPI_COMM_SELF are removed while everything else works, the last one first: weft then frees
  // what it has.
  void TearDown() override {
    int flag = -1;
    expect_success(MPI_Finalized(&flag));
    EXPECT_EQ(flag, 0);
    set_attributes_of_self();
    expect_success(MPI_Finalize());
    EXPECT_EQ(removed, "acb");
    EXPECT_EQ(was_finalised, 0);
    EXPECT_EQ(code_of_freeing, MPI_SUCCESS);
    expect_success(MPI_Finalized(&flag));
    EXPECT_NE(flag, 0);
    expect_success(MPI_Initialized(&flag));
    EXPECT_NE(flag, 0);
  }
};

}  // namespace
}  // namespace weft::test

int main(int argc, char** argv) {
  int provided = -1;
  const int code = MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  testing::InitGoogleTest(&argc, argv);
  testing::AddGlobalTestEnvironment(new weft::test::Process);
  const int status = RUN_ALL_TESTS();
  return code == MPI_SUCCESS && provided >= MPI_THREAD_FUNNELED ? status : 1;
}
