// Sizes of caches as the system writes them, and the share of a process.

#include "base/cache_size.hpp"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

TEST(ParseCacheSize, ReadsWhatTheSystemWrites) {
  EXPECT_EQ(parse_cache_size("32768K"), 32768 * 1024);
  EXPECT_EQ(parse_cache_size("1M"), 1 << 20);
  EXPECT_EQ(parse_cache_size("512"), 512);
  for (const char* text : {"", "K", "-1K", "12Q", "1 K", "99999999999999999999K"})
    EXPECT_EQ(parse_cache_size(text), 0) << text;
}

TEST(ShareOfCaches, IsEvenAndAtMostOneCache) {
  EXPECT_EQ(share_of_caches({32}, 1), 32);
  EXPECT_EQ(share_of_caches({32}, 2), 16);
  EXPECT_EQ(share_of_caches({32, 32}, 1), 32);
  EXPECT_EQ(share_of_caches({32, 32}, 2), 32);
  EXPECT_EQ(share_of_caches({32, 32}, 8), 8);
  EXPECT_EQ(share_of_caches({16, 32}, 1), 32);
  EXPECT_EQ(share_of_caches({}, 4), 0);
  EXPECT_EQ(share_of_caches({32}, 0), 0);
}

TEST(LastLevelCaches, HaveSizes) {
  for (std::int64_t size : last_level_caches()) EXPECT_GT(size, 0);
}

}  // namespace
}  // namespace weft::test
