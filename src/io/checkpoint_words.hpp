// Words of one line of text: what is in them, and where they end.
#pragma once

#include <string>
#include <vector>

namespace weft::inline io {

// `text` as one word without spaces or line ends; "%" alone is the empty text.
std::string encoded(const std::string& text);
// The inverse. Throws Error(invalid_argument).
std::string decoded(const std::string& word);

}  // namespace weft::inline io
