// WEFT_OPTIONS: options from the environment, beside those of the program, and what is wrong with them.

#include <gtest/gtest.h>

#include <cstdlib>

#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

constexpr const char* variable = "WEFT_OPTIONS";

class Environment : public testing::Test {
 protected:
  void SetUp() override { unsetenv(variable); }
  void TearDown() override { unsetenv(variable); }
  static void say(const std::string& text) { setenv(variable, text.c_str(), 1); }
  static std::string exchange_of(const Options& options) {
    Plan plan(c2c({12, 10, 8}), MPI_COMM_WORLD, options);
    return plan.choice().steps.front();
  }
};

TEST_F(Environment, SetsWhatTheProgramLeavesOpen) {
  if (p() == 1) GTEST_SKIP() << "nothing is exchanged on one process";
  for (const std::string& name : exchange_names()) {
    say(" exchange=" + name + " ; timeout=77;");
    EXPECT_EQ(exchange_of({}), name);
  }
}

TEST_F(Environment, DoesNotChangeWhatTheProgramSets) {
  if (p() == 1) GTEST_SKIP() << "nothing is exchanged on one process";
  say("exchange=" + exchange_names()[0]);
  EXPECT_EQ(exchange_of({{"exchange", exchange_names()[1]}}), exchange_names()[1]);
}

TEST_F(Environment, IsNotReadByADryRun) {
  say("nonsense");
  EXPECT_NO_THROW(describe(c2c({8, 8, 8}), 4, 0));
}

struct Wrong {
  std::string text;
  std::vector<std::string> says;
};

std::vector<Wrong> wrong_texts() {
  return {
      {"exchnage=alltoallv", {"WEFT_OPTIONS", "exchnage", "exchange"}},
      {"exchange=alltoalv", {"WEFT_OPTIONS", "alltoalv", "alltoallv"}},
      {"exchange", {"WEFT_OPTIONS", "'exchange'", "key=value"}},
      {"timeout=-1", {"WEFT_OPTIONS", "-1", "greater than 0"}},
      {"timeout=60; in_place=maybe", {"WEFT_OPTIONS", "maybe", "yes"}},
  };
}

TEST_F(Environment, SaysHowProcessesWait) {
  setenv("WEFT_WAITING", "nap", 1);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument,
                      {"WEFT_WAITING", "'nap'", "yield or sleep or mpi"}, [] {
                        new Plan(c2c({8, 8}), MPI_COMM_WORLD);
                      });
  for (const char* how : {"", "yield", "sleep", "mpi"}) {
    setenv("WEFT_WAITING", how, 1);
    EXPECT_NO_THROW(Plan(c2c({8, 8}), MPI_COMM_WORLD)) << how;
  }
  unsetenv("WEFT_WAITING");
}

TEST_F(Environment, ThatIsWrongIsTheSameErrorOnAllProcesses) {
  for (const Wrong& wrong : wrong_texts()) {
    SCOPED_TRACE(wrong.text);
    say(wrong.text);
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, wrong.says, [] {
      new Plan(c2c({8, 8}), MPI_COMM_WORLD);
    });
  }
}

TEST_F(Environment, ThatIsWrongOnOneProcessIsTheSameErrorOnAllProcesses) {
  for (int odd = 0; odd < p(); ++odd)
    for (const Wrong& wrong : wrong_texts()) {
      SCOPED_TRACE(wrong.text + " on process " + std::to_string(odd));
      unsetenv(variable);
      if (rank_in(MPI_COMM_WORLD) == odd) say(wrong.text);
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, wrong.says, [] {
        new Plan(c2c({8, 8}), MPI_COMM_WORLD);
      });
    }
}

TEST_F(Environment, ThatDiffersOnOneProcessIsTheSameErrorOnAllProcesses) {
  if (p() == 1) GTEST_SKIP() << "one process cannot differ";
  for (int odd = 0; odd < p(); ++odd) {
    SCOPED_TRACE("process " + std::to_string(odd));
    say(rank_in(MPI_COMM_WORLD) == odd ? "exchange=alltoallw" : "exchange=alltoallv");
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"exchange", "alltoallv", "alltoallw"}, [] {
      new Plan(c2c({8, 8}), MPI_COMM_WORLD);
    });
  }
}

TEST_F(Environment, MayNotContradictAChoiceOfTheProgram) {
  say("grid=" + std::to_string(p()));
  const std::string choice = std::to_string(p()) + " native alltoallv";
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"choice", "grid", "WEFT_OPTIONS"}, [&] {
    new Plan(c2c({8, 8}), MPI_COMM_WORLD, {{"choice", choice}});
  });
}

}  // namespace
}  // namespace weft::test
