// Finding MKL: where, in which order, and what is said where there is none.
//
// Most of it needs no MKL: a library stands in that has its functions, and refuses lines of 13 points.

#include "kernels/mkl_library.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "expect_error.hpp"
#include "kernels/kernel.hpp"

namespace weft::test {
namespace {

namespace fs = std::filesystem;

constexpr KernelSpec line_of(Index n) { return {Kind::c2c, Precision::double_, n, -1, 1, {1, n}, {1, n}}; }

std::string missing_with(const std::string& file) {
  setenv("WEFT_MKL", file.c_str(), 1);
  return why_missing(*find_backend("mkl").row);
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

// Each test sets the variables it needs, and finds those of the user again in the next one.
class MklSearchTest : public testing::Test {
 protected:
  static constexpr const char* names[] = {"WEFT_MKL", "MKLROOT", "VIRTUAL_ENV", "CONDA_PREFIX"};
  void SetUp() override {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      before_.emplace_back(value == nullptr ? "" : value);
    }
    folder_ = fs::temp_directory_path() / ("weft_mkl." + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override {
    for (std::size_t i = 0; i < before_.size(); ++i) setenv(names[i], before_[i].c_str(), 1);
    fs::remove_all(folder_);
  }
  fs::path folder_;

 private:
  std::vector<std::string> before_;
};

TEST_F(MklSearchTest, LooksFirstWhereTheUserSaysAndNowhereElse) {
  setenv("WEFT_MKL", "/here/it/is.so", 1);
  EXPECT_EQ(mkl_files(), std::vector<std::string>{"/here/it/is.so"});
}

TEST_F(MklSearchTest, AsksTheLoaderThenLooksIntoFoldersInTheDocumentedOrder) {
  unsetenv("WEFT_MKL");
  setenv("MKLROOT", "/root", 1);
  setenv("VIRTUAL_ENV", "/virtual", 1);
  setenv("CONDA_PREFIX", "/conda", 1);
  std::vector<std::string> newest;  // of each folder
  for (const std::string& file : mkl_files())
    if (file.ends_with("libmkl_rt.so.3")) newest.push_back(file);
  const std::string system = "/opt/intel/oneapi/mkl/latest";
  EXPECT_EQ(newest, (std::vector<std::string>{
                        "libmkl_rt.so.3", "/root/lib/libmkl_rt.so.3", "/root/lib/intel64/libmkl_rt.so.3",
                        "/virtual/lib/libmkl_rt.so.3", "/conda/lib/libmkl_rt.so.3",
                        system + "/lib/libmkl_rt.so.3", system + "/lib/intel64/libmkl_rt.so.3"}));
  setenv("MKLROOT", "", 1);
  unsetenv("VIRTUAL_ENV");
  EXPECT_EQ(mkl_files().size(), 4 * (newest.size() - 3));
}

TEST_F(MklSearchTest, SaysThatTheFileIsNotThereAndWhatToDo) {
  expect_words(missing_with("/no/such/libmkl_rt.so"),
               {"MKL is missing", "/no/such/libmkl_rt.so, which WEFT_MKL names", "No such file",
                "set WEFT_MKL to", "backend=native"});
}

TEST_F(MklSearchTest, SaysThatAFileIsNoLibrary) {
  const std::string file = folder_ / "libmkl_rt.so";
  std::ofstream(file) << "not a library";
  expect_words(missing_with(file), {file + ", which WEFT_MKL names, cannot be used", "file too short"});
}

TEST_F(MklSearchTest, SaysThatALibraryIsAnotherOne) {
  expect_words(missing_with("libm.so.6"), {"libm.so.6", "DftiCreateDescriptor", "not libmkl_rt"});
}

TEST_F(MklSearchTest, SaysWhichPartIsMissingBecauseMklWouldEndTheProgram) {
  const fs::path file = folder_ / "libmkl_rt.so.1";  // each file is asked for once
  fs::copy_file(WEFT_REFUSING_MKL, file);
  expect_words(missing_with(file), {"not complete", "has no libmkl_core.so"});
  const fs::path second = folder_ / "libmkl_rt.so.2";
  fs::copy_file(WEFT_REFUSING_MKL, second);
  std::ofstream(folder_ / "libmkl_core.so.2");
  expect_words(missing_with(second), {"not complete", "has no libmkl_sequential.so"});
}

TEST_F(MklSearchTest, FindsACompleteOneAndItsVersion) {
  EXPECT_EQ(missing_with(WEFT_REFUSING_MKL), "");
  EXPECT_EQ(find_backend("mkl").row->version(), "mkl-7.8.9");
  EXPECT_NE(missing_with("/no/such/libmkl_rt.so"), "") << "the file that was named before is not used";
  EXPECT_EQ(find_backend("mkl").row->version(), "mkl: not found");
}

TEST_F(MklSearchTest, TellsInMklsWordsWhatItRefuses) {
  ASSERT_EQ(missing_with(WEFT_REFUSING_MKL), "");
  const Backend& mkl = *find_backend("mkl").row;
  EXPECT_NE(mkl.make(line_of(12), ""), nullptr);
  EXPECT_EQ("", error_complaint(ErrorCode::resource, {"MKL refuses", "13 points", "an unlucky number"},
                                [&] { mkl.make(line_of(13), ""); }));
}

TEST_F(MklSearchTest, MakesNoKernelWhereItIsMissing) {
  setenv("WEFT_MKL", "/no/such/libmkl_rt.so", 1);
  EXPECT_EQ("", error_complaint(ErrorCode::resource, {"MKL is missing", "/no/such/libmkl_rt.so"},
                                [&] { find_backend("mkl").row->make(line_of(12), ""); }));
}

}  // namespace
}  // namespace weft::test
