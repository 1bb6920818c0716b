// Plans to be kept in a file of wisdom, and folders for such files.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tune/wisdom.hpp"

namespace weft::test {

// A folder for one test, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "weft-wisdom-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw std::filesystem::filesystem_error("no folder", std::error_code());
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Makes a new file: some file systems take milliseconds to write again into an old one.
inline void put_contents(const std::string& path, const std::string& text) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary) << text;
}

// A plan of problem number `n`.
inline WisdomEntry plan_of(int n, const std::string& effort = "measure") {
  WisdomEntry entry;
  entry.key = {"Xeon 8480, 56 processors, L2 2048K", "2 processes on 1 node", "Open MPI v4.1.4", "0.5.0",
               "shape=64x64x" + std::to_string(n)};
  entry.effort = effort;
  entry.choice = "2x1 native window-pull";
  entry.seconds = 0.001 * (n + 1);
  entry.n_measured = 12 + n;
  entry.date = "2026-11-21";
  entry.fft_versions = "native-avx2, fftw-3.3.10-sse2-avx";
  return entry;
}

// One with lines of FFTW in it.
inline WisdomEntry plan_with_fftw(int n) {
  WisdomEntry entry = plan_of(n);
  entry.choice = "2x1 fftw:measure alltoallv";
  entry.fftw = "fftw double\n(fftw-3.3.10 fftw_wisdom #x458a31c8\n  (fftw_codelet 0 #x11bdd)\n)\n";
  return entry;
}

}  // namespace weft::test
