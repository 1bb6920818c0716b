// A recursive descent over the text. Headers may come from anywhere: nesting is limited, numbers are
// checked, and nothing is evaluated.
#include "io/literal.hpp"

#include <charconv>

#include "weft/error.hpp"

namespace weft::inline io {

namespace {

constexpr int deepest = 32;  // more nesting than any dtype has

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Literal whole() {
    Literal value = literal(0);
    skip_space();
    if (at_ < text_.size()) fail("nothing more");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    weft::fail("expected " + expected + " at byte " + std::to_string(at_) + " of \"" + text_.substr(0, 80) +
               "\"");
  }
  void skip_space() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  Literal literal(int depth) {
    if (depth > deepest) fail("less nesting");
    skip_space();
    Literal value;
    if (at_ >= text_.size()) fail("a value");
    const char c = text_[at_];
    if (c == '\'' || c == '"' ||
        ((c == 'u' || c == 'b') && at_ + 1 < text_.size() && text_[at_ + 1] == '\'')) {
      value.kind = Literal::Kind::text;
      value.text = quoted();
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      value.kind = Literal::Kind::number;
      value.number = number();
    } else if (take('(')) {
      value = sequence(')', depth);
    } else if (take('[')) {
      value = sequence(']', depth);
    } else if (take('{')) {
      value = dictionary(depth);
    } else if (take_word("True") || take_word("False")) {
      value.kind = Literal::Kind::truth;
      value.truth = c == 'T';
    } else if (!take_word("None")) {
      fail("a value");
    }
    return value;
  }

  std::string quoted() {
    if (text_[at_] == 'u' || text_[at_] == 'b') ++at_;
    const char quote = text_[at_++];
    std::string result;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      result += text_[at_++];
    }
    if (at_ >= text_.size()) fail("the end of a string");
    ++at_;
    return result;
  }

  Index number() {
    Index value = 0;
    const char* end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data() + at_, end, value);
    const bool has_leading_zero = text_[at_] == '0' && rest > text_.data() + at_ + 1;
    if (error != std::errc{} || has_leading_zero) fail("a whole number below 2^63, without a leading 0");
    at_ = static_cast<std::size_t>(rest - text_.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2
    return value;
  }

  // An item in parentheses without a comma is no tuple.
  Literal sequence(char end, int depth) {
    Literal value;
    value.kind = Literal::Kind::sequence;
    while (!take(end)) {
      value.items.push_back(literal(depth + 1));
      if (!take(',')) {
        if (!take(end)) fail(std::string("\",\" or \"") + end + "\"");
        if (end == ')' && value.items.size() == 1) fail("a comma in a tuple of one item");
        break;
      }
    }
    return value;
  }

  Literal dictionary(int depth) {
    Literal value;
    value.kind = Literal::Kind::dictionary;
    while (!take('}')) {
      const Literal key = literal(depth + 1);
      if (key.kind != Literal::Kind::text) fail("a string as key");
      if (!take(':')) fail("\":\"");
      value.keys.push_back(key.text);
      value.items.push_back(literal(depth + 1));
      if (!take(',')) {
        if (!take('}')) fail("\",\" or \"}\"");
        break;
      }
    }
    return value;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

Literal parse_literal(const std::string& text) { return Parser(text).whole(); }

}  // namespace weft::inline io
