// The rates of the machine and the tables of keys through the interface of C: those of C++, and the same
// error on every process.

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "agree.hpp"
#include "c_calls.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

TEST(CMachine, HasTheRatesOfCpp) {
  double rates[4] = {};
  std::int64_t cache = -1;
  ASSERT_EQ(WEFT_SUCCESS,
            weft_measure_rates(MPI_COMM_WORLD, nullptr, &rates[0], &rates[1], &rates[2], &rates[3], &cache))
      << weft_last_error();
  const MachineRates known = *known_rates();
  EXPECT_EQ(rates[0], known.alone.cached);
  EXPECT_EQ(rates[1], known.alone.memory);
  EXPECT_EQ(rates[2], known.together.cached);
  EXPECT_EQ(rates[3], known.together.memory);
  EXPECT_EQ(cache, known.cache_bytes);
  EXPECT_EQ(known.n_processes, size_of(MPI_COMM_WORLD));
}

TEST(CMachine, TakesACommunicatorOfFortranAndGivesOnlyWhatIsWanted) {
  double together = 0;
  ASSERT_EQ(WEFT_SUCCESS, weft_measure_rates_f(MPI_Comm_c2f(MPI_COMM_SELF), nullptr, nullptr, nullptr,
                                               nullptr, &together, nullptr))
      << weft_last_error();
  EXPECT_EQ(known_rates()->n_processes, 1);
  EXPECT_EQ(known_rates()->together.memory, together);
}

TEST(CMachine, RefusesNoCommunicatorInWords) {
  EXPECT_EQ(WEFT_INVALID_ARGUMENT,
            weft_measure_rates(MPI_COMM_NULL, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_NE(std::string(weft_last_error()).find("MPI_COMM_NULL"), std::string::npos) << weft_last_error();
}

TEST(CMachine, KnowsItsVersions) {
  EXPECT_EQ(mpi_library(), weft_mpi_library());
  EXPECT_EQ(fft_library(), weft_fft_library());
  EXPECT_NE(std::string(weft_version()).find('.'), std::string::npos);
  EXPECT_EQ(WEFT_SUCCESS, weft_check_launcher());
  EXPECT_STREQ("success", weft_error_name(WEFT_SUCCESS));
  for (int code = WEFT_INVALID_ARGUMENT; code <= WEFT_COMMUNICATION; ++code)
    EXPECT_STREQ(name_of(static_cast<ErrorCode>(code)), weft_error_name(code));
  EXPECT_STREQ("internal error", weft_error_name(WEFT_INTERNAL));
  EXPECT_STREQ("unknown", weft_error_name(99));
}

TEST(CTables, AreThoseOfProblemsAndOptions) {
  const char *key = nullptr, *values = nullptr, *standard = nullptr, *meaning = nullptr;
  int i = 0;
  for (const OptionRow& row : problem_table()) {
    ASSERT_SUCCESS(weft_problem_row(i++, &key, &values, &standard, &meaning));
    EXPECT_EQ((std::vector<std::string>{row.key, row.values, row.standard, row.meaning}),
              (std::vector<std::string>{key, values, standard, meaning}));
  }
  EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_problem_row(i, &key, &values, &standard, &meaning));
  i = 0;
  for (const OptionRow& row : option_table()) {
    ASSERT_SUCCESS(weft_option_row(i++, &key, &values, &standard, &meaning));
    EXPECT_EQ((std::vector<std::string>{row.key, row.values, row.standard, row.meaning}),
              (std::vector<std::string>{key, values, standard, meaning}));
  }
  EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_option_row(i, nullptr, nullptr, nullptr, nullptr));
}

TEST(CTables, AreThoseOfAllObjects) {
  const char *object = nullptr, *key = nullptr, *values = nullptr, *standard = nullptr, *meaning = nullptr;
  int n = 0;
  for (; weft_option_object(n, &object) == WEFT_SUCCESS; ++n) {
    ASSERT_EQ(option_objects().at(static_cast<std::size_t>(n)), object);
    weft_options* options = nullptr;
    ASSERT_SUCCESS(weft_options_create_for(&options, object));
    int i = 0;
    for (const OptionRow& row : option_table(object)) {
      ASSERT_SUCCESS(weft_option_row_of(object, i++, &key, &values, &standard, &meaning));
      EXPECT_EQ((std::vector<std::string>{row.key, row.values, row.standard, row.meaning}),
                (std::vector<std::string>{key, values, standard, meaning}));
      const char* value = nullptr;
      ASSERT_SUCCESS(weft_options_set(options, key, standard));
      ASSERT_SUCCESS(weft_options_get(options, key, &value));
      EXPECT_STREQ(standard, value);
    }
    EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_option_row_of(object, i, nullptr, nullptr, nullptr, nullptr));
    weft_options_free(&options);
  }
  EXPECT_EQ(option_objects().size(), static_cast<std::size_t>(n));
  weft_options* options = nullptr;
  EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_options_create_for(&options, "hallo"));
  EXPECT_NE(std::strstr(weft_last_error(), "nearest is 'halo'"), nullptr);
  EXPECT_EQ(options, nullptr);
}

}  // namespace
}  // namespace weft::test
