// Every input of the corpus: valid ones, and those with which fuzzers found defects.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "target.hpp"

namespace weft::fuzz {
namespace {

TEST(Corpus, IsParsedOrRefusedInWords) {
  for (const Target& target : targets()) {
    int n_inputs = 0, n_right = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(WEFT_FUZZ_CORPUS) + target.name)) {
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path(), std::ios::binary);
      EXPECT_NO_THROW(n_right += target.parse({std::istreambuf_iterator<char>(file), {}}));
      ++n_inputs;
    }
    EXPECT_GT(n_inputs, 2) << target.name;
    EXPECT_GT(n_right, 0) << target.name;
  }
}

}  // namespace
}  // namespace weft::fuzz
