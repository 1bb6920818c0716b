// The smallest things, on which every message and every plan rests: words, checked narrowing, and the
// memory of a plan.
//
// The oracle for the nearest word is the recursive definition of the edit distance; what is joined is
// split into the same parts; memory is checked byte by byte.

#include "weft/words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>

#include "any_layout.hpp"
#include "base/arena.hpp"
#include "base/narrow.hpp"
#include "expect_error.hpp"

namespace weft::test {
namespace {

// Fewest letters to insert, remove or replace: the definition, exponential.
std::size_t distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const std::size_t replaced = distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  return std::min({replaced, distance(a.substr(1), b) + 1, distance(a, b.substr(1)) + 1});
}

std::string any_word(int most_letters) {
  std::string word;
  for (int n = between(0, most_letters); n > 0; --n) word += static_cast<char>('a' + between(0, 2));
  return word;
}

RC_GTEST_PROP(Nearest, IsAKnownWordAndNoneIsNearer, ()) {
  const std::string word = any_word(6);
  std::vector<std::string> known;
  for (int n = between(1, 6); n > 0; --n) known.push_back(any_word(6));
  const std::string found = nearest(word, known);
  RC_ASSERT(std::count(known.begin(), known.end(), found) > 0);
  for (const std::string& other : known) RC_ASSERT(distance(word, found) <= distance(word, other));
}

TEST(Nearest, IsTheWordItselfWhereItIsKnownAndNothingWhereNothingIs) {
  EXPECT_EQ(nearest("window", {"alltoall", "window", "windows"}), "window");
  EXPECT_EQ(nearest("", {"abc", "a"}), "a");
  EXPECT_EQ(nearest("window", {}), "");
}

TEST(Nearest, KnowsWhatOtherLibrariesCallIt) {
  const std::vector<std::string> transforms{"c2c", "r2c", "none"}, options{"--shape", "--precision"};
  EXPECT_EQ(nearest("float32", {"double", "single"}), "single");
  EXPECT_EQ(nearest("complex128", {"single", "double"}), "double");
  EXPECT_EQ(nearest("c2r", transforms), "r2c");
  EXPECT_EQ(remark_on("c2r", "r2c"), ", whose backward transform it is");
  EXPECT_EQ(remark_on("c2d", "c2c"), "");
  EXPECT_EQ(nearest("--dtype", options), "--precision");
  EXPECT_EQ(nearest("dtype", transforms), "none");  // only words that are known there
}

RC_GTEST_PROP(Split, GivesBackWhatWasJoined, ()) {
  std::vector<std::string> parts;
  for (int n = between(0, 5); n > 0; --n) parts.push_back(any_word(3));
  const std::string text = join(parts, ":");
  if (parts == std::vector<std::string>{""}) parts.clear();  // an empty text has no part
  RC_ASSERT(split(text, ':') == parts);
}

TEST(Split, KeepsEmptyPartsBetweenSeparators) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("", ','), Parts{});
  EXPECT_EQ(split("a", ','), Parts{"a"});
  EXPECT_EQ(split(",", ','), (Parts{"", ""}));
  EXPECT_EQ(split("a,,b,", ','), (Parts{"a", "", "b", ""}));
}

TEST(Join, PutsTheSeparatorBetweenParts) {
  EXPECT_EQ(join(std::vector<std::string>{}), "");
  EXPECT_EQ(join(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(join(std::vector<std::string>{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join(std::vector<int>{4, -2}), "4,-2");
  EXPECT_EQ(join(std::vector<int>{4, 2, 1}, "x"), "4x2x1");
}

TEST(InQuotes, EscapesWhatWouldEndTheTextOrItsLine) {
  EXPECT_EQ(in_quotes(""), R"("")");
  EXPECT_EQ(in_quotes("a \"b\" \\ \xc3\xa9"), "\"a \\\"b\\\" \\\\ \xc3\xa9\"");
  EXPECT_EQ(in_quotes("\x01\n\x1f\x7f"), R"("\u0001\u000A\u001F\u007F")");
  EXPECT_EQ(in_quotes("a\nb\t", true), "\"a\nb\\u0009\"");
}

TEST(ShortNumber, HasThreeDigitsAndAllBeforeThePoint) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.012345), "0.0123");
  EXPECT_EQ(short_number(1.2345), "1.23");
  EXPECT_EQ(short_number(-12.345), "-12.3");
  EXPECT_EQ(short_number(123.45), "123");
  EXPECT_EQ(short_number(12345.6), "12346");
}

TEST(ShortDuration, HasTwoUnitsFromAMinuteOn) {
  EXPECT_EQ(short_duration(0), "0 s");
  EXPECT_EQ(short_duration(-1), "0 s");
  EXPECT_EQ(short_duration(0.83216), "0.832 s");
  EXPECT_EQ(short_duration(41), "41 s");
  EXPECT_EQ(short_duration(59.9), "59.9 s");
  EXPECT_EQ(short_duration(59.96), "1 min 0 s");
  EXPECT_EQ(short_duration(92.4), "1 min 32 s");
  EXPECT_EQ(short_duration(3599.4), "59 min 59 s");
  EXPECT_EQ(short_duration(3599.6), "1 h 0 min");
  EXPECT_EQ(short_duration(3 * 3600 + 12 * 60 + 20), "3 h 12 min");
  EXPECT_EQ(short_duration(24 * 3600 - 20), "1 d 0 h");
  EXPECT_EQ(short_duration(51 * 3600 + 100), "2 d 3 h");
  EXPECT_EQ(short_duration(1e9), "11574 d 2 h");
}

TEST(ParsePositive, TakesWholePositiveNumbersOnly) {
  EXPECT_EQ(parse_positive("1"), 1);
  EXPECT_EQ(parse_positive("0042"), 42);
  EXPECT_EQ(parse_positive(std::to_string(INT_MAX)), INT_MAX);
  for (const char* text : {"", "0", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "two", "2x", "2147483648",
                           "99999999999999999999", "--1", "1\n"})
    EXPECT_EQ(parse_positive(text), 0) << "'" << text << "'";
}

TEST(Narrow, KeepsWhatFitsAnIntAndRefusesTheRestInWords) {
  for (Index value : {Index{0}, Index{-1}, Index{INT_MAX}, Index{INT_MIN}})
    EXPECT_EQ(narrow(value, "a count"), value);
  for (Index value : {Index{INT_MAX} + 1, Index{INT_MIN} - 1, Index{1} << 33, INT64_MAX, INT64_MIN})
    EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"a count", std::to_string(value)},
                                  [&] { narrow(value, "a count"); }));
}

TEST(Arena, CountsWhatWasAskedFor) {
  Arena arena;
  EXPECT_EQ(arena.allocated_bytes(), 0);
  EXPECT_EQ(arena.allocate(0), nullptr);
  EXPECT_EQ(arena.allocate(-5), nullptr);
  EXPECT_EQ(arena.allocated_bytes(), 0);
  EXPECT_NE(arena.allocate(1), nullptr);
  EXPECT_NE(arena.allocate(5000), nullptr);
  EXPECT_EQ(arena.allocated_bytes(), 5001);
  const Arena taken = std::move(arena);
  EXPECT_EQ(taken.allocated_bytes(), 5001);
}

TEST(Arena, GivesAlignedZeroedBlocksThatDoNotOverlap) {
  Arena arena;
  std::vector<std::pair<char*, Index>> blocks;
  for (Index bytes : {Index{1}, Index{63}, Index{4096}, Index{4097}, Index{100000}, Index{3}}) {
    char* block = arena.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % Arena::alignment, 0U) << bytes;
    EXPECT_TRUE(std::all_of(block, block + bytes, [](char c) { return c == 0; })) << bytes;
    std::fill(block, block + bytes, static_cast<char>(blocks.size() + 1));
    blocks.emplace_back(block, bytes);
  }
  const Arena taken = std::move(arena);  // the blocks live as long as the arena, wherever it is
  for (std::size_t i = 0; i < blocks.size(); ++i)
    EXPECT_TRUE(std::all_of(blocks[i].first, blocks[i].first + blocks[i].second,
                            [&](char c) { return c == static_cast<char>(i + 1); }))
        << "block " << i;
}

TEST(Arena, SaysHowMuchMemoryIsMissing) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer ends the program instead";
#endif
  Arena arena;
  const Index bytes = Index{1} << 55;
  EXPECT_EQ("",
            error_complaint(ErrorCode::resource, {std::to_string(bytes)}, [&] { arena.allocate(bytes); }));
  EXPECT_EQ(arena.allocated_bytes(), 0);
}

}  // namespace
}  // namespace weft::test
