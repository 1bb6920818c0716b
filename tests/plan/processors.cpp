// Processors that the threads of a plan find, and what explain() says where there are too few.

#include "plan/processors.hpp"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

TEST(Processors, AreSharedByTheProcessesOfANode) {
  EXPECT_EQ(share_of({8, 8, 1}), 8);
  EXPECT_EQ(share_of({8, 8, 4}), 2);
  EXPECT_EQ(share_of({1, 8, 4}), 1);
  EXPECT_EQ(share_of({2, 2, 4}), 1) << "at least one";
}

TEST(Processors, AreRemarkedOnWhereThreadsHaveNoneEach) {
  EXPECT_EQ(remark_on(1, {1, 1, 4}), "") << "one thread is as it always was";
  EXPECT_EQ(remark_on(2, {2, 8, 4}), "");
  EXPECT_EQ(remark_on(2, {8, 8, 4}), "");
  EXPECT_EQ(remark_on(2, {1, 8, 4}),
            "2 threads share 1 processor to which this process is bound: bind each process to as many "
            "(WEFT_RUN_THREADS=2 for weft-run), or use fewer threads");
  EXPECT_EQ(remark_on(3, {4, 4, 2}),
            "2 processes of 3 threads share the 4 processors of this node: use fewer of either");
}

// The processors of each process as bits: the first 64 are enough here.
int share(const std::vector<std::uint64_t>& sets, const std::vector<int>& node_of, int rank) {
  std::vector<ProcessorSet> all;
  for (const std::uint64_t bits : sets) all.push_back({bits});
  return share_of_sets(all, node_of, rank, 6);
}

TEST(Processors, OfProcessesThatAreBoundAreThoseOfEach) {
  EXPECT_EQ(share({0b0011, 0b1100}, {0, 0}, 1), 2) << "two for each task";
  EXPECT_EQ(share({0b0001, 0b1110}, {0, 0}, 0), 1);
  EXPECT_EQ(share({0b0001, 0b0001}, {0, 0}, 0), 1) << "at least one";
  EXPECT_EQ(share({0b1111, 0b1111}, {0, 1}, 0), 4) << "alone on its node";
}

TEST(Processors, OfProcessesThatAreNotBoundAreDivided) {
  EXPECT_EQ(share({0b1111, 0b1111}, {0, 0}, 0), 2);
  EXPECT_EQ(share({0b1111, 0b1111, 0b1111}, {0, 0, 0}, 2), 1);
  EXPECT_EQ(share({0b1111, 0b0011}, {0, 0}, 0), 2);
  EXPECT_EQ(share({0, 0}, {0, 0}, 0), 3) << "where the system does not say, those of the computer";
}

TEST(Processors, OfThisComputerAreSomeOfThoseThatItHas) {
  const Processors here = processors_of(1);
  EXPECT_GE(here.allowed, 1);
  EXPECT_LE(here.allowed, here.of_node);
}

}  // namespace
}  // namespace weft::test
