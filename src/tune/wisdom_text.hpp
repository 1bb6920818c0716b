// The text of a file of wisdom: a head of comments, then one piece for each plan.
//
//   [[plan]]
//   format = 1
//   problem = "..."          and so on, one line for each value
//   check = "..."            checksum of the lines above, from [[plan]] on
//
// A file is cut at its lines [[plan]] before anything is parsed, so that damage costs one plan. A piece is
// parsed as TOML only if its checksum is right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tune/wisdom.hpp"

namespace weft::inline tuning {

constexpr int wisdom_format = 1;

// The comments that a new file begins with.
extern const char* const wisdom_head;

// Lines of a file, verbatim: the head, or a plan and what follows up to the next one.
struct WisdomPiece {
  std::string text;
  int first_line = 1;  // in the file, from 1
};

// All of a text in order; the first piece is the head, which may be empty, and the others begin with
// [[plan]].
std::vector<WisdomPiece> pieces_of(const std::string& text);

// What a piece with a plan says: one of the first three.
struct WisdomReading {
  std::optional<WisdomEntry> entry;  // of a plan that is whole
  int other_format = 0;              // of a plan of another format
  std::string damage;                // what is wrong with the plan, in words
  std::string rest;                  // what follows a whole plan, verbatim
};
WisdomReading read_plan(const std::string& text);

// Whether there is more in `rest` than comments and empty lines.
bool has_strays(const std::string& rest);

// The number of line ends.
int n_lines_of(const std::string& text);

// The piece of a plan; read_plan gives the entry back. Error(invalid_argument) in words for an entry that it
// would refuse.
std::string to_text(const WisdomEntry& entry);

// 0 for "measure", 1 for "exhaustive"; nothing for another word.
std::optional<int> rank_of_effort(const std::string& effort);

}  // namespace weft::inline tuning
