// Files of wisdom.
#include "base/checksum.hpp"
#include "target.hpp"
#include "tune/wisdom_text.hpp"
#include "weft/choice.hpp"

namespace weft::fuzz {
namespace {

bool read_one(const std::string& text) {
  const WisdomReading reading = read_plan(text);
  require(reading.entry.has_value() + (reading.other_format != 0) + !reading.damage.empty() == 1);
  has_strays(reading.rest);
  if (!reading.entry) return false;
  ends_well([&] { weft::parse_choice(reading.entry->choice); });
  ends_well([&] { require(read_plan(to_text(*reading.entry)).entry == reading.entry); });
  return true;
}

}  // namespace

bool parse_wisdom(const std::string& input) {
  bool is_right = false;
  std::string together;
  for (const WisdomPiece& piece : pieces_of(input)) {
    together += piece.text;
    is_right |= read_one(piece.text);
    // With the checksum that its lines should have.
    std::string body = piece.text.substr(0, piece.text.find("\ncheck = "));
    body += "\n";
    read_one(body + "check = \"" + checksum(body) + "\"\n");
  }
  require(together == input);
  return is_right;
}

}  // namespace weft::fuzz
