// A backend whose library is missing, on all processes or on one: the same error on all, from everything that
// makes a plan; a dry run does not need it.

#include <gtest/gtest.h>

#include <cstdlib>

#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr const char* nowhere = "/no/such/libmkl_rt.so";

class MissingBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* value = std::getenv("WEFT_MKL"); value != nullptr) before_ = value;
  }
  void TearDown() override { setenv("WEFT_MKL", before_.c_str(), 1); }
  static void use(const std::string& file) { setenv("WEFT_MKL", file.c_str(), 1); }
  static void expect_refusal(const std::vector<std::string>& words, const Options& options) {
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource, words, [&] {
      new Plan(r2c({12, 10, 8}), MPI_COMM_WORLD, options);
    });
  }

 private:
  std::string before_;
};

TEST_F(MissingBackend, IsTheSameErrorOnAllProcesses) {
  use(nowhere);
  expect_refusal({"backend=mkl", "process 0", nowhere, "WEFT_MKL", "backend=native"}, {{"backend", "mkl"}});
}

TEST_F(MissingBackend, OfAChoiceIsTheSameErrorOnAllProcesses) {
  use(nowhere);
  const int p = size_of(MPI_COMM_WORLD);
  expect_refusal({"backend=mkl", nowhere},
                 {{"choice", std::to_string(p) + " mkl" + (p == 1 ? "" : " alltoallv")}});
}

TEST_F(MissingBackend, OnOneProcessIsTheSameErrorOnAllProcesses) {
  for (int odd = 0; odd < size_of(MPI_COMM_WORLD); ++odd) {
    SCOPED_TRACE("process " + std::to_string(odd));
    use(rank_in(MPI_COMM_WORLD) == odd ? nowhere : WEFT_REFUSING_MKL);
    expect_refusal({"process " + std::to_string(odd), nowhere}, {{"backend", "mkl"}});
  }
}

TEST_F(MissingBackend, ThatRefusesALengthIsTheSameErrorOnAllProcesses) {
  use(WEFT_REFUSING_MKL);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource, {"MKL refuses", "13", "unlucky"}, [] {
    new Plan(c2c({13, 10, 8}), MPI_COMM_WORLD, {{"backend", "mkl"}});
  });
}

TEST_F(MissingBackend, IsNotMissedByOtherBackends) {
  use(nowhere);
  EXPECT_NO_THROW(Plan(r2c({12, 10, 8}), MPI_COMM_WORLD, {{"backend", "native"}}));
  EXPECT_NE(fft_library().find("mkl: not found"), std::string::npos) << fft_library();
}

// FFTW is looked for anew under each name.
TEST(MissingFftw, IsTheSameErrorOnAllProcesses) {
  if (const std::string why = why_missing("fftw"); why.find("built without") != std::string::npos)
    GTEST_SKIP() << why;
  const char* value = std::getenv("WEFT_FFTW");
  const std::string before = value == nullptr ? "" : value;
  const int odd = size_of(MPI_COMM_WORLD) - 1;
  for (const std::string file : {"/no/such/libfftw3.so", "libm.so.6", "/etc/passwd"})
    for (const bool everywhere : {true, false}) {
      SCOPED_TRACE(file);
      setenv("WEFT_FFTW", everywhere || rank_in(MPI_COMM_WORLD) == odd ? file.c_str() : before.c_str(), 1);
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource,
                          {"backend=fftw", "process " + std::to_string(everywhere ? 0 : odd), file,
                           "WEFT_FFTW", "libfftw3-double3", "backend=native"},
                          [] {
                            new Plan(r2c({12, 10, 8}), MPI_COMM_WORLD, {{"backend", "fftw"}});
                          });
    }
  setenv("WEFT_FFTW", before.c_str(), 1);
}

TEST_F(MissingBackend, IsNotNeededByADryRun) {
  use(nowhere);
  EXPECT_EQ(describe(r2c({12, 10, 8}), 4, 1, {{"backend", "mkl"}}).choice.backend, "mkl");
}

TEST_F(MissingBackend, IsToldByName) {
  use(nowhere);
  EXPECT_EQ(why_missing("native"), "");
  EXPECT_NE(why_missing("mkl").find(nowhere), std::string::npos) << why_missing("mkl");
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"mlk", "mkl"}, [] { why_missing("mlk"); }));
}

}  // namespace
}  // namespace weft::test
