// Words for errors and for what programs print, and the small parsers that their options share: a simulation
// says what is wrong with its settings as weft does with its own. Nothing here is collective.
//
// Example:
//   const std::vector<std::string> known = {"cnab2", "rk3"};
//   assert(weft::nearest("rk4", known) == "rk3" && weft::join(known, " or ") == "cnab2 or rk3");
//   assert(weft::in_quotes("a \"b\"") == "\"a \\\"b\\\"\"" && weft::exact_number(6.5e-9) == "6.5e-09");
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/export.h"

namespace weft WEFT_API {

// The word of `known` that is nearest to `word`: what other libraries call by it, else by edit distance;
// empty if `known` is empty.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

// What is to be said behind that word: ", whose backward transform it is" of r2c for c2r; mostly nothing.
std::string remark_on(const std::string& word, const std::string& nearest);

// "a, b, c"
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");
std::string join(const std::vector<int>& numbers, std::string_view separator = ",");
std::string join(const std::vector<std::int64_t>& numbers, std::string_view separator = ",");

// Three digits, as a reader wants them: "0.0123", "1.23", "12.3", "1234"; "0" for 0.
std::string short_number(double value);

// The shortest text that is read as exactly this number again: "6.5e-09".
std::string exact_number(double value);

// The text in quotes, as TOML and JSON have it; with `keeps_lines` line ends stay what they are.
std::string in_quotes(const std::string& text, bool keeps_lines = false);

// Parts of `text` between separators; an empty text has no part.
std::vector<std::string> split(const std::string& text, char separator);

// `word`, if it is one of `words`; else throws Error(invalid_argument): "norm does not take 'othro'; the
// nearest is 'ortho' (known: ...)".
const std::string& known_value(const std::string& what, const std::string& word,
                               const std::vector<std::string>& words);

// Throws Error(invalid_argument): "key 'nrom' of a problem is unknown; the nearest is 'norm' (known: ...)".
[[noreturn]] void fail_unknown(const std::string& what, const std::vector<std::string>& known,
                               const std::string& word);

// The whole of `text` as a whole number, with or without sign. Not one, or too large: Error(invalid_argument)
// that says what it is for.
int parse_whole(const std::string& what, const std::string& text);

// The whole of `text` as a whole number greater than 0; 0 if it is not one or does not fit an int.
int parse_positive(const std::string& text);

}  // namespace weft
