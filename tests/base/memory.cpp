// The memory that control groups of both versions leave, of folders that the test makes up.
#include "base/memory.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "made_folder.hpp"

namespace weft::test {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

std::int64_t left(const std::string& groups, const MadeFolder& folder) {
  std::istringstream lines(groups);
  return memory_left_in_groups(lines, folder.path());
}

TEST(MemoryOfGroups, IsTheLeastOfAGroupAndThoseAboveIt) {
  const MadeFolder folder;
  folder.write("memory.max", "8000");
  folder.write("memory.current", "1000");
  EXPECT_EQ(left("0::/\n", folder), 7000) << "a container";
  folder.write("slurm/job_1/memory.max", "4000");
  folder.write("slurm/job_1/memory.current", "500");
  folder.write("slurm/job_1/memory.stat", "anon 1\ninactive_file 20\nactive_file 3");
  folder.write("slurm/job_1/step_0/memory.max", "max");
  folder.write("slurm/job_1/step_0/memory.current", "400");
  EXPECT_EQ(left("0::/slurm/job_1/step_0\n", folder), 3523) << "cached files give way";
  EXPECT_EQ(left("0::/another\n", folder), 7000);
  folder.write("slurm/job_1/memory.current", "5000");
  EXPECT_EQ(left("0::/slurm/job_1\n", folder), 0);
}

TEST(MemoryOfGroups, HasOtherNamesInTheFirstVersion) {
  const MadeFolder folder;
  folder.write("memory/memory.limit_in_bytes", "9223372036854771712");
  folder.write("memory/memory.usage_in_bytes", "100000");
  EXPECT_EQ(left("3:cpu:/job\n4:memory:/job\n0::/\n", folder), unlimited);
  folder.write("memory/job/memory.limit_in_bytes", "6000");
  folder.write("memory/job/memory.usage_in_bytes", "1500");
  folder.write("memory/job/memory.stat", "total_inactive_file 30\ntotal_active_file 4");
  EXPECT_EQ(left("3:cpu:/\n4:memory:/job/step\n0::/\n", folder), 4534);
}

TEST(MemoryOfGroups, HasNoLimitWhereTheSystemNamesNone) {
  const MadeFolder folder;
  for (const char* groups : {"", "no group", "0::/a/b", "1:memory:"})
    EXPECT_EQ(left(groups, folder), unlimited) << groups;
}

}  // namespace
}  // namespace weft::test
