// Words for errors and for what programs print, and the small parsers that their options share: a simulation
// says what is wrong with its settings as weft does with its own.
//
// Not collective. Errors: none, unless the function says otherwise.
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

// The word of `known` that is nearest to `word`: the one that means what other libraries call `word`
// ("float32": "single"), else the one with the least edit distance, in which capitals do not count; empty if
// `known` is empty.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

// What an error adds behind the word that it proposes: ", whose backward transform it is" behind r2c for c2r;
// empty for most words.
// word: the unknown one.
// nearest: the proposed one, as of `nearest()`.
std::string remark_on(const std::string& word, const std::string& nearest);

// One text of words, or of numbers in decimal digits: "a, b, c".
// words, numbers: its parts, in their order; none: an empty text.
// separator: what stands between two of them.
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");
std::string join(const std::vector<int>& numbers, std::string_view separator = ",");
std::string join(const std::vector<std::int64_t>& numbers, std::string_view separator = ",");

// `value` in three digits, as a reader wants them: "0.0123", "1.23", "12.3", "1234"; "0" for 0.
std::string short_number(double value);

// The shortest text that is read as exactly the number `value` again: "6.5e-09".
std::string exact_number(double value);

// `text` in quotes, as TOML and JSON have it: quotes, backslashes and control characters in it are escaped.
// keeps_lines: true: line ends stay what they are.
std::string in_quotes(const std::string& text, bool keeps_lines = false);

// Parts of `text` between separators; an empty text has no part.
// separator: before and behind each of them is a part, which may be empty.
std::vector<std::string> split(const std::string& text, char separator);

// `word`, if it is one of `words`; else Error(invalid_argument): "norm does not take 'othro'; the nearest is
// 'ortho' (known: ...)".
// what: takes such a word, as the error calls it: "norm".
const std::string& known_value(const std::string& what, const std::string& word,
                               const std::vector<std::string>& words);

// Always Error(invalid_argument): "scheme 'rk4' is unknown; the nearest is 'rk3' (known: cnab2, rk3)".
// what: the word is the name of, as the error calls it: "scheme".
// known: what may stand there.
// word: the unknown one.
[[noreturn]] void fail_unknown(const std::string& what, const std::vector<std::string>& known,
                               const std::string& word);

// The whole of `text` as a whole number, with or without sign. Error(invalid_argument) if it is none, or does
// not fit an int.
// what: the number is for, as the error calls it.
int parse_whole(const std::string& what, const std::string& text);

// The whole of `text` as a whole number greater than 0; 0 if it is not one or does not fit an int.
int parse_positive(const std::string& text);

}  // namespace weft
