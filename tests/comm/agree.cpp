// Errors that every process throws, or none.
//
// For every set of failing processes (of up to four) all throw the error of the lowest one, in the same
// words and with the same code, and the communicator works as before afterwards. Lists that must be equal
// are made to differ on each process in turn: the message names what differs, both values, and who.

#include "comm/agree.hpp"

#include <gtest/gtest.h>

#include <new>

#include "agreed_error.hpp"
#include "comm/check.hpp"

namespace weft::test {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

// The bit of this process in a set of failing ones.
bool is_in(int set) { return (set >> rank_in(world) & 1) != 0; }

TEST(Agree, LetsEverybodyGoOnWhenNobodyFails) {
  int calls = 0;
  EXPECT_NO_THROW(agree(world, [&] { ++calls; }));
  EXPECT_EQ(calls, 1);
}

TEST(Agree, ThrowsTheErrorOfTheLowestFailingProcessOnAll) {
  const int n = size_of(world);
  const ErrorCode codes[] = {ErrorCode::invalid_argument, ErrorCode::mismatch, ErrorCode::not_applicable,
                             ErrorCode::resource, ErrorCode::communication};
  for (int set = 1; set < 1 << n; ++set) {
    int lowest = 0;
    while ((set >> lowest & 1) == 0) ++lowest;
    const auto words = [](int rank) { return "process " + std::to_string(rank) + " has run out of luck"; };
    const ErrorCode expected = codes[(set + lowest) % 5];
    if (!expect_error_on_all(world, expected, {words(lowest)}, [&] {
          agree(world, [&] {
            const int rank = rank_in(world);
            if (is_in(set)) throw Error(codes[(set + rank) % 5], words(rank));
          });
        }))
      return;
    EXPECT_NO_THROW(agree(world, [] {})) << "after an error";
  }
}

TEST(Agree, CarriesMessagesOfAnyLength) {
  const int last = size_of(world) - 1;
  for (std::size_t length : {0UL, 1UL, 100000UL}) {
    const std::string text(length, 'x');
    std::string found = "nothing";
    try {
      agree(world, [&] {
        if (rank_in(world) == last) throw Error(ErrorCode::resource, text);
      });
    } catch (const Error& error) {
      found = error.what();
    }
    EXPECT_EQ(found, text);
  }
}

TEST(Agree, TakesAMissingAllocationForAnErrorOfResources) {
  for (int failing = 0; failing < size_of(world); ++failing)
    if (!expect_error_on_all(world, ErrorCode::resource, {"memory"}, [&] {
          agree(world, [&] {
            if (rank_in(world) == failing) throw std::bad_alloc();
          });
        }))
      return;
}

// A failing MPI call is an Error with the text of the MPI library.
TEST(Agree, TellsAFailureOfMpiOnOneProcessToAll) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(world, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const int last = size_of(world) - 1;
  expect_error_on_all(world, ErrorCode::communication, {"MPI", "sending to nobody", "nvalid rank"}, [&] {
    agree(comm, [&] {
      if (rank_in(world) == last)
        check_mpi(MPI_Send(nullptr, 0, MPI_BYTE, size_of(world) + 7, 0, comm), "sending to nobody");
    });
  });
  EXPECT_NO_THROW(agree(comm, [] {}));
  MPI_Comm_free(&comm);
}

TEST(CheckMpi, LetsSuccessPass) { EXPECT_NO_THROW(check_mpi(MPI_SUCCESS, "doing nothing")); }

TEST(RequireEqual, LetsEverybodyGoOnWhenAllIsEqual) {
  EXPECT_NO_THROW(require_equal(world, {}));
  EXPECT_NO_THROW(require_equal(world, {{"shape", "8x8"}, {"empty", ""}, {"sign", "-1"}}));
  EXPECT_NO_THROW(require_equal(world, {{"long", std::string(100000, 'y')}}));
}

TEST(RequireEqual, NamesWhatDiffersBothValuesAndTheProcess) {
  const Facts common = {{"shape", "8x8"}, {"sign", "-1"}, {"norm", "ortho"}, {"empty", ""}};
  for (int other = 1; other < size_of(world); ++other)
    for (std::size_t which = 0; which < common.size(); ++which) {
      Facts mine = common;
      if (rank_in(world) == other) mine[which].second = "something else";
      const std::string whose = " on process " + std::to_string(other);
      if (!expect_error_on_all(world, ErrorCode::mismatch,
                               {"'" + common[which].first + "'", common[which].second + " on process 0",
                                "something else" + whose, "same on every process"},
                               [&] { require_equal(world, mine); }))
        return;
    }
}

// Where everybody differs from process 0, the first of them is named.
TEST(RequireEqual, NamesTheFirstProcessThatDiffersFromProcessZero) {
  if (size_of(world) == 1) return;
  const std::string mine = rank_in(world) == 0 ? "zero" : "other " + std::to_string(rank_in(world));
  expect_error_on_all(world, ErrorCode::mismatch, {"'key'", "zero on process 0", "other 1 on process 1"},
                      [&] {
                        require_equal(world, {{"key", mine}});
                      });
}

TEST(RequireEqual, FindsAnEntryThatOnlySomeHave) {
  if (size_of(world) == 1) return;
  const int last = size_of(world) - 1;
  for (bool at_zero : {true, false}) {
    Facts mine = {{"shape", "8x8"}};
    if ((rank_in(world) == 0) == at_zero) mine.emplace_back("extra", "here");
    expect_error_on_all(world, ErrorCode::mismatch, {"'extra'", "here", "nothing"},
                        [&] { require_equal(world, mine); });
  }
  Facts mine;
  if (rank_in(world) != last) mine.emplace_back("extra", "here");
  expect_error_on_all(world, ErrorCode::mismatch, {"'extra'", "on process " + std::to_string(last)},
                      [&] { require_equal(world, mine); });
}

}  // namespace
}  // namespace weft::test
