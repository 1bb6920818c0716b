// Percent encoding, as in addresses.
#include "io/checkpoint_words.hpp"

#include <cctype>
#include <cstdlib>

#include "weft/error.hpp"

namespace weft::inline io {

std::string encoded(const std::string& text) {
  if (text.empty()) return "%";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isgraph(byte) != 0 && c != '%') {
      word += c;
      continue;
    }
    word += '%';
    word += "0123456789abcdef"[byte / 16];
    word += "0123456789abcdef"[byte % 16];
  }
  return word;
}

std::string decoded(const std::string& word) {
  if (word == "%") return "";
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      text += word[i];
      continue;
    }
    const std::string digits = word.substr(i + 1, 2);
    if (digits.size() != 2 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail("the word '" + word + "' cannot be read");
    text += static_cast<char>(std::stoi(digits, nullptr, 16));
    i += 2;
  }
  return text;
}

}  // namespace weft::inline io
