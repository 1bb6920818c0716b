// Files of a system that a test makes up, as in /sys and /proc.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace weft::test {

// A folder that vanishes with the test.
class MadeFolder {
 public:
  MadeFolder() {
    std::string name = ::testing::TempDir() + "weft-doctor-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~MadeFolder() { std::filesystem::remove_all(path_); }
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = path_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << "\n";
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace weft::test
