// Choices and options are text: what is written is read back as the same, and what is not understood
// is refused with the nearest known word.

#include <gtest/gtest.h>

#include <set>

#include "expect_error.hpp"
#include "weft/choice.hpp"
#include "weft/description.hpp"
#include "weft/options.hpp"

namespace weft::test {
namespace {

TEST(Choice, IsTheSameAfterWritingAndReading) {
  const std::vector<std::string> backends = {"native",       "fftw",         "fftw:estimate",
                                             "fftw:measure", "fftw:patient", "mkl"};
  for (const std::string& backend : backends) {
    for (const std::string& first : exchange_names()) {
      for (const std::string& second : exchange_names()) {
        const Choice pencil{{{4, 2}}, backend, {first, second}};
        EXPECT_EQ(to_text(pencil), "4x2 " + backend + " " + first + " " + second);
        EXPECT_EQ(parse_choice(to_text(pencil)), pencil);
      }
      const Choice slab{{{6}}, backend, {first}};
      EXPECT_EQ(parse_choice(to_text(slab)), slab);
    }
    const Choice alone{{{1}}, backend, {}};
    EXPECT_EQ(parse_choice(to_text(alone)), alone);
  }
}

TEST(Choice, NamesDetailsOnlyWhereTheyAreNotAsUsual) {
  for (const OptionRow& row : detail_table())
    EXPECT_EQ(to_text(parse_choice("2 native alltoallv " + row.key + "=" + row.standard)),
              "2 native alltoallv");
  const std::string text =
      "4x2 native,fftw:measure,native alltoallv window-pull stores=stream lines=8 sweeps=apart ranks=columns "
      "threads=3";
  const Choice choice = parse_choice(text);
  EXPECT_EQ(to_text(choice), text);
  EXPECT_EQ(choice.stores, "stream");
  EXPECT_EQ(choice.lines, 8);
  EXPECT_EQ(choice.sweeps, "apart");
  EXPECT_EQ(choice.ranks, "columns");
  EXPECT_EQ(choice.threads, 3);
}

TEST(Choice, GivesEachSweepItsBackend) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(backends_of(parse_choice("2 native alltoallv"), 3), Names(3, "native"));
  EXPECT_EQ(backends_of(parse_choice("2 native,fftw alltoallv"), 2), (Names{"native", "fftw"}));
  EXPECT_EQ("", error_complaint(invalid, {"names 2 backends", "3 sweeps"},
                                [] { backends_of(parse_choice("2 native,fftw alltoallv"), 3); }));
}

TEST(Choice, IsRefusedInWordsWhenItIsNotUnderstood) {
  struct Row {
    const char* text;
    std::vector<std::string> says;
  };
  const std::vector<Row> rows = {
      {"", {}},
      {"2x1", {}},
      {"2xtwo fftw alltoallw", {"2xtwo"}},
      {"2x0 fftw alltoallw", {"2x0"}},
      {"-2 fftw alltoallw", {"-2"}},
      {"2x1 fftww alltoallw", {"fftww", "fftw"}},
      {"2x1 fftw:mesure alltoallw", {"mesure", "measure"}},
      {"2x1 fftw alltoalw", {"alltoalw", "alltoallw"}},
      {"2x1 fftw,nativ alltoallw", {"nativ", "native"}},
      {"2x1 fftw alltoallw store=stream", {"store", "stores"}},
      {"2x1 fftw alltoallw stores=streamed", {"streamed", "stream"}},
      {"2x1 fftw alltoallw lines=-1", {"lines", "-1"}},
      {"2x1 fftw alltoallw threads=1000000", {"threads", "1000000"}},
      {"2x1 fftw window-pul", {"window-pul", "window-pull"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string("\"") + row.text + "\"");
    EXPECT_EQ("", error_complaint(invalid, row.says, [&] { parse_choice(row.text); }));
  }
}

TEST(Exchanges, AreTheRowsThatTheProgramPromises) {
  const std::vector<std::string>& names = exchange_names();
  const std::set<std::string> known(names.begin(), names.end());
  EXPECT_EQ(known.size(), names.size()) << "a name stands twice";
  for (const char* name : {"alltoallw", "alltoallv", "window-pull", "window-push"})
    EXPECT_EQ(known.count(name), 1U) << name;
}

TEST(Options, KnowTheirDefaults) {
  ASSERT_FALSE(option_table().empty());
  for (const OptionRow& row : option_table()) {
    SCOPED_TRACE(row.key);
    Options options;
    EXPECT_FALSE(options.is_set(row.key));
    EXPECT_EQ(options.get(row.key), row.standard);
    options.set(row.key, row.standard);
    EXPECT_TRUE(options.is_set(row.key));
    EXPECT_EQ(options.get(row.key), row.standard);
    EXPECT_FALSE(row.values.empty());
    EXPECT_FALSE(row.meaning.empty());
  }
}

TEST(Options, TakeEveryExchangeAndTellItBack) {
  for (const std::string& name : exchange_names())
    EXPECT_EQ((Options{{"exchange", name}, {"in_place", "yes"}}.get("exchange")), name);
  EXPECT_EQ((Options{{"grid", "4x2"}}.get("grid")), "4x2");
}

TEST(Options, NameTheNearestKeyForAnUnknownOne) {
  for (const OptionRow& row : option_table()) {
    const std::string wrong = row.key + "s";
    EXPECT_EQ("", error_complaint(invalid, {"'" + wrong + "'", "nearest is '" + row.key + "'"},
                                  [&] { Options().set(wrong, row.standard); }));
  }
  EXPECT_EQ("", error_complaint(invalid, {"exchnge", "exchange"}, [] { Options{{"exchnge", "alltoallw"}}; }));
  EXPECT_EQ("", error_complaint(invalid, {"gird", "grid"}, [] { Options().get("gird"); }));
}

TEST(Options, NameTheNearestValueForAnUnknownOne) {
  EXPECT_EQ("", error_complaint(invalid, {"alltoal", "exchange"}, [] { Options{{"exchange", "alltoal"}}; }));
  for (const std::string& name : exchange_names())
    EXPECT_EQ("", error_complaint(invalid, {name + "x", name}, [&] { Options{{"exchange", name + "x"}}; }));
  EXPECT_EQ("", error_complaint(invalid, {"in_place", "maybe"}, [] { Options{{"in_place", "maybe"}}; }));
  EXPECT_EQ("", error_complaint(invalid, {"grid", "2x"}, [] { Options{{"grid", "2x"}}; }));
  EXPECT_EQ("", error_complaint(invalid, {"grid", "0x2"}, [] { Options{{"grid", "0x2"}}; }));
}

}  // namespace
}  // namespace weft::test
