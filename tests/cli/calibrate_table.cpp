// The table of weft calibrate: what a reader can tell apart.
#include "transform/calibrate_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "weft/machine_model.hpp"

namespace weft::test {
namespace {

TEST(CalibrateTable, KeepsSlowLinesApart) {
  MachineModel model;
  for (const Index n : {16, 64, 256}) {
    LineTime line;
    line.backend = "native", line.transform = "c2c", line.n = n, line.seconds = 1.2345678e-4;
    model.lines.push_back(line);
  }
  for (const std::string& row : cli::machine_table(model)) {
    if (row.find("native") == std::string::npos) continue;
    std::istringstream words(row.substr(row.find("c2c") + 3));
    for (int i = 0; i < 3; ++i) {
      std::string word;
      words >> word;
      EXPECT_EQ(word, "123457") << row;
    }
    return;
  }
  FAIL() << "no row of native lines";
}

}  // namespace
}  // namespace weft::test
