// JSON, as other programs answer it.
#include "program/json.hpp"

#include "target.hpp"

namespace weft::fuzz {

bool parse_json(const std::string& input) {
  if (!cli::Json::is_json(input)) return false;
  const cli::Json json = cli::Json::parse(input);
  require(cli::Json::parse(json.text()) == json);
  json.ascii_line();
  return true;
}

}  // namespace weft::fuzz
