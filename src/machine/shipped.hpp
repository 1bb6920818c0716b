// The machine files that come with weft, as texts.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::inline machine {

struct ShippedMachine {
  std::string name;  // of the file, without its ending
  std::string text;
};
// In the order of their names. Defined in a source that CMake makes from bench/machines.
const std::vector<ShippedMachine>& shipped_machines();

// The text of that name; nothing if there is none.
std::optional<std::string> shipped_text(const std::string& name);

}  // namespace weft::inline machine
