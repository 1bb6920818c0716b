// Finding FFTW: what is said where there is none that can be used, and what becomes of wisdom then.

#include "kernels/fftw_library.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "expect_error.hpp"
#include "kernels/fftw.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;

constexpr KernelSpec lines{Kind::c2c, Precision::double_, 12, -1, 1, {1, 12}, {1, 12}};

class FftwLibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("WEFT_FFTW");
    folder_ = fs::temp_directory_path() / ("weft_fftw." + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override {
    unsetenv("WEFT_FFTW");
    fs::remove_all(folder_);
  }
  // Expects that FFTW is missing with this file, for these reasons.
  static void expect_missing(const std::string& file, std::vector<std::string> words) {
    setenv("WEFT_FFTW", file.c_str(), 1);
    words.insert(words.end(), {"FFTW is missing: " + file + ", which WEFT_FFTW names", "libfftw3-double3",
                               "set WEFT_FFTW to", "backend=native"});
    const std::string missing = why_missing(fftw_backend());
    for (const std::string& word : words) EXPECT_NE(missing.find(word), std::string::npos) << missing;
    EXPECT_EQ("",
              error_complaint(ErrorCode::resource, words, [] { fftw_backend().make(lines, "estimate"); }));
    EXPECT_EQ(fftw_backend().version(), "fftw: not found");
    EXPECT_TRUE(fftw_backend().files().empty());
  }
  fs::path folder_;
};

TEST_F(FftwLibraryTest, SaysThatTheFileIsNotThere) {
  expect_missing("/no/such/libfftw3.so", {"No such file"});
}

TEST_F(FftwLibraryTest, SaysThatAFileIsNoLibrary) {
  const std::string file = folder_ / "libfftw3.so";
  std::ofstream(file) << "not a library";
  expect_missing(file, {"file too short"});
}

TEST_F(FftwLibraryTest, SaysThatALibraryIsAnotherOne) {
  expect_missing("libm.so.6", {"neither fftw_execute nor fftwf_execute"});
}

TEST_F(FftwLibraryTest, LeavesWisdomAsideWhereItIsMissing) {
  setenv("WEFT_FFTW", "/no/such/libfftw3.so", 1);
  EXPECT_FALSE(import_fftw_wisdom("fftw double\n(fftw-3)\nfftw check 0123456789abcdef\n"));
  forget_fftw_wisdom();
  EXPECT_EQ(export_fftw_wisdom(), "");
}

TEST_F(FftwLibraryTest, FindsBothPrecisionsFromTheFileOfEither) {
  const LibrarySearch<FftwLibrary>& standard = find_fftw();
  if (standard.found == nullptr) GTEST_SKIP() << standard.missing;
  ASSERT_EQ(standard.found->files.size(), 2u);
  EXPECT_TRUE(standard.found->version.starts_with("fftw-3."));
  for (const std::string& file : standard.found->files) {
    setenv("WEFT_FFTW", file.c_str(), 1);
    ASSERT_NE(find_fftw().found, nullptr) << find_fftw().missing;
    EXPECT_EQ(find_fftw().found->files, standard.found->files);
  }
}

TEST_F(FftwLibraryTest, TakesTheOtherPrecisionFromBesideTheFile) {
  const LibrarySearch<FftwLibrary>& standard = find_fftw();
  if (standard.found == nullptr) GTEST_SKIP() << standard.missing;
  const fs::path file = folder_ / "libfftw3.so.3", single = folder_ / "libfftw3f.so.3";
  fs::copy_file(standard.found->files[0], file);
  fs::copy_file(standard.found->files[1], single);
  setenv("WEFT_FFTW", file.c_str(), 1);
  EXPECT_EQ(find_fftw().needed().files, (std::vector<std::string>{file, single}));
}

}  // namespace
}  // namespace weft::test
