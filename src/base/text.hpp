// Words for error messages, and the small parsers that options share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

// The word of `known` that is nearest to `word` by edit distance; empty if `known` is empty.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

// "a, b, c"
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");
std::string join(const std::vector<int>& numbers, std::string_view separator = ",");

// Parts of `text` between separators; an empty text has no part.
std::vector<std::string> split(const std::string& text, char separator);

// The whole of `text` as a whole number greater than 0; 0 if it is not one or does not fit an int.
int parse_positive(const std::string& text);

}  // namespace weft
