// The part of Python's literals that the header of a .npy file is written in: strings, whole numbers,
// True, False, None, tuples, lists and dictionaries with strings as keys.
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline io {

struct Literal {
  enum class Kind { text, number, truth, none, sequence, dictionary };
  Kind kind = Kind::none;
  std::string text;               // of a string
  Index number = 0;               // of a number
  bool truth = false;             // True or False
  std::vector<std::string> keys;  // of a dictionary, as many as items
  std::vector<Literal> items;     // of a sequence or dictionary
};

// The whole of `text` as one literal. Throws Error(invalid_argument) that says at which byte it is none.
Literal parse_literal(const std::string& text);

}  // namespace weft::inline io
