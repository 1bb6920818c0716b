// The machine files that come with weft: they are part of the library (machine_texts.cpp, made by CMake from
// bench/machines), so that a name means the same machine wherever the library is.
#include "machine/shipped.hpp"

#include "weft/calibration.hpp"

namespace weft {

const std::vector<std::string>& machines_by_name() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ShippedMachine& machine : shipped_machines()) all.push_back(machine.name);
    return all;
  }();
  return names;
}

}  // namespace weft

namespace weft::inline machine {

std::optional<std::string> shipped_text(const std::string& name) {
  for (const ShippedMachine& machine : shipped_machines())
    if (machine.name == name) return machine.text;
  return std::nullopt;
}

}  // namespace weft::inline machine
