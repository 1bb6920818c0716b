// Words of the command line: lists, lengths, and the nearest known word for an unknown one. Numbers in words.
#pragma once

#include <string>
#include <vector>

#include "weft/error.hpp"
#include "weft/layout.hpp"
#include "weft/words.hpp"

namespace weft::cli {

// "256x256x129" or "256^2x129" as lengths, "0,2" as axes. Throws Error(invalid_argument) that names `option`.
Extents parse_lengths(const std::string& option, const std::string& text);
Axes parse_axes(const std::string& option, const std::string& text);

// Numbers of processes, ascending: a list with commas of numbers, of FROM:TO with doubled numbers between,
// and of FROM:TO:STEP. Throws Error(invalid_argument) that names `option`.
std::vector<int> parse_counts(const std::string& option, const std::string& text);

// "; did you mean c2c? (known: c2c, r2c)": what to add to an error about an unknown word.
std::string hint_for(const std::string& word, const std::vector<std::string>& known);

// `word`, if it is one of `known`; else throws Error(invalid_argument):
// "--transform: there is no c2d; did you mean c2c? (known: c2c, r2c)".
std::string known_word(const std::string& what, const std::string& word,
                       const std::vector<std::string>& known);

// A word as the shell would need it.
std::string quoted(const std::string& word);

// "1 process", "4 processes"
std::string count_text(Index n, const std::string& one, const std::string& several);
std::string processes_text(Index n);

// "64 B", "16 KiB", "1 MiB"
std::string size_text(Index bytes);

}  // namespace weft::cli
