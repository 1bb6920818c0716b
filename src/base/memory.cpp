// How much memory a process may still take: /proc/meminfo, and the limits of a container or a batch job:
// those of the control groups of this process and of all above them (versions 1 and 2).
//
// Asked before a plan touches its buffers: the system grants more than it has, and kills the process that
// uses it.
#include "base/memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace weft::inline base {

namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

// The number that follows `word` in a file; `otherwise` if it is not there.
std::int64_t number_after(const std::string& path, const std::string& word, std::int64_t otherwise) {
  std::ifstream file(path);
  std::string found;
  std::int64_t value = 0;
  while (file >> found)
    if (found == word && file >> value) return value;
  return otherwise;
}

// The number in a file; `unknown` if there is none ("max"), or the one that version 1 has for no limit.
std::int64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value && value < unknown / 2 ? value : unknown;
}

std::int64_t available_on_machine() {
  const std::int64_t kibibytes = number_after("/proc/meminfo", "MemAvailable:", unknown / 1024);
  return kibibytes * 1024;
}

// Names of what a version of control groups has in the folder of a group.
struct Names {
  const char *limit, *used, *inactive, *active;
};
constexpr Names version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file",
                          "total_active_file"};
constexpr Names version_2{"memory.max", "memory.current", "inactive_file", "active_file"};

// Cached files count as used, but give way.
std::int64_t left_in_group(const std::filesystem::path& group, const Names& names) {
  const std::int64_t limit = number_in(group / names.limit), used = number_in(group / names.used);
  if (limit == unknown || used == unknown) return unknown;
  const std::string details = group / "memory.stat";
  const std::int64_t cached =
      number_after(details, names.inactive, 0) + number_after(details, names.active, 0);
  return std::max<std::int64_t>(limit - used + cached, 0);
}

}  // namespace

std::int64_t memory_left_in_groups(std::istream& groups, const std::string& root) {
  std::int64_t left = unknown;
  for (std::string line; std::getline(groups, line);) {
    // "0::/a/b" of version 2, "9:memory:/a/b" of version 1
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && controllers != "memory") continue;
    const std::filesystem::path top = controllers.empty() ? root : root + "/memory";
    std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
    for (;; group = group.parent_path()) {
      left = std::min(left, left_in_group(top / group, controllers.empty() ? version_2 : version_1));
      if (group.empty()) break;
    }
  }
  return left;
}

}  // namespace weft::inline base

namespace weft {

std::int64_t available_memory_bytes() {
  std::ifstream groups("/proc/self/cgroup");
  return std::min(available_on_machine(), memory_left_in_groups(groups, "/sys/fs/cgroup"));
}

}  // namespace weft
