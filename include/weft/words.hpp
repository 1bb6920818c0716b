// Texts for errors and for the output of programs, and the small parsers that their options share. A
// simulation reports wrong settings in the same way as weft does.
//
// Not collective. Errors: none, unless stated otherwise.
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

// The word of `known` that is nearest to `word`. First choice is the word for which `word` is the name in
// other libraries ("float32": "single"), then the word with the least edit distance, without regard to
// capitals. Empty if `known` is empty.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

// A remark for an error, behind the word that it proposes: ", whose backward transform it is" behind r2c for
// c2r; empty for most words.
// word: the unknown one.
// nearest: the proposed one, as of `nearest()`.
std::string remark_on(const std::string& word, const std::string& nearest);

// Joins words, or numbers in decimal digits, in one text: "a, b, c".
// words, numbers: its parts, in their order; none: an empty text.
// separator: the text between two of them.
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");
std::string join(const std::vector<int>& numbers, std::string_view separator = ",");
std::string join(const std::vector<std::int64_t>& numbers, std::string_view separator = ",");

// `value` with three digits, for readers: "0.0123", "1.23", "12.3", "1234"; "0" for 0.
std::string short_number(double value);

// Seconds as a reader wants them: "0.832 s", "41 s", "1 min 32 s", "3 h 12 min", "2 d 3 h".
// seconds: 0 or more; less counts as 0.
std::string short_duration(double seconds);

// The shortest text that is read as exactly the number `value` again: "6.5e-09".
std::string exact_number(double value);

// `text` in quotes, as TOML and JSON have it: quotes, backslashes and control characters in it are escaped.
// keeps_lines: true: line ends stay unchanged.
std::string in_quotes(const std::string& text, bool keeps_lines = false);

// Parts of `text` between separators; an empty text has no part.
// separator: each separates two parts, which may be empty.
std::vector<std::string> split(const std::string& text, char separator);

// `word`, if it is one of `words`; else Error(invalid_argument): "norm does not take 'othro'; the nearest is
// 'ortho' (known: ...)".
// what: the name of the setting in the error: "norm".
const std::string& known_value(const std::string& what, const std::string& word,
                               const std::vector<std::string>& words);

// Always Error(invalid_argument): "scheme 'rk4' is unknown; the nearest is 'rk3' (known: cnab2, rk3)".
// what: the name of the setting in the error: "scheme".
// known: the possible words.
// word: the unknown one.
[[noreturn]] void fail_unknown(const std::string& what, const std::vector<std::string>& known,
                               const std::string& word);

// The whole of `text` as a whole number, with or without sign. Error(invalid_argument) for any other text, or
// if the number does not fit an int.
// what: the name of the setting in the error.
int parse_whole(const std::string& what, const std::string& text);

// The whole of `text` as a whole number greater than 0; 0 if it is not one or does not fit an int.
int parse_positive(const std::string& text);

}  // namespace weft
