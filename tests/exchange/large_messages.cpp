// A message of more than 2^31 bytes, by every row: process 0 gives all that it has to process 1. 600 million
// numbers of 4 bytes; each is what its index says. Needs 10 GB of memory and is left out where there is less.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr Index n = 600'000'000;
constexpr Index needed_bytes = 11'000'000'000;

float label(Index i) { return static_cast<float>(i % 9'999'991); }

// All on one process.
Layout all_on(int process) {
  Layout layout{{n}, {{2}}, {0}, {{{n, 0}}}};
  if (process == 1) layout.splits[0].block_sizes = {0, n};
  return layout;
}

TEST(LargeMessages, ArriveByEveryRow) {
  ASSERT_EQ(size_of(MPI_COMM_WORLD), 2);
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    int is_enough = available_memory_bytes() >= needed_bytes ? 1 : 0;
    MPI_Bcast(&is_enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (is_enough == 0) GTEST_SKIP() << "less than 11 GB of memory are free";
    Plan plan = make_redistribution(all_on(0), all_on(1), true, MPI_COMM_WORLD, Precision::single_,
                                    {{"exchange", exchange}});
    auto before = plan.points<float>(), after = plan.modes<float>();
    for (Index i = 0; i < static_cast<Index>(before.size()); ++i) before.data()[i] = label(i);
    plan.forward(before, after);
    Index wrong = 0;
    for (Index i = 0; i < static_cast<Index>(after.size()); ++i) wrong += after.data()[i] != label(i) ? 1 : 0;
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(static_cast<Index>(after.size()), rank_in(MPI_COMM_WORLD) == 1 ? n : 0);
  }
}

}  // namespace
}  // namespace weft::test
