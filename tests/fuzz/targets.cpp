// The table of targets, one row each.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "target.hpp"

namespace weft::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> table = {
      {"npy", parse_npy},           {"seal", parse_seal},
      {"settings", parse_settings}, {"machine", parse_machine},
      {"wisdom", parse_wisdom},     {"hdf5", parse_hdf5},
      {"choice", parse_choice},     {"command_line", parse_command_line},
      {"json", parse_json},
  };
  return table;
}

std::string file_with(const std::string& bytes) {
  static const std::string path =
      std::filesystem::temp_directory_path() / ("weft-fuzz-" + std::to_string(getpid()));
  static const int removed_at_the_end = std::atexit([] { std::filesystem::remove(path); });
  std::ofstream(path, std::ios::binary) << bytes;
  require(removed_at_the_end == 0 && std::filesystem::file_size(path) == bytes.size());
  return path;
}

}  // namespace weft::fuzz
