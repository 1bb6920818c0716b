// How much memory a process may still take: /proc/meminfo, and the limit of a container (cgroup version 2).
//
// Asked before a plan touches its buffers: the system grants more than it has, and kills the process that
// uses it.
#include "base/memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace weft::inline base {

namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

// The number that follows `word` in a file; `otherwise` if it is not there.
std::int64_t number_after(const char* path, const std::string& word, std::int64_t otherwise) {
  std::ifstream file(path);
  std::string found;
  std::int64_t value = 0;
  while (file >> found)
    if (found == word && file >> value) return value;
  return otherwise;
}

// The number in a file; `unknown` if there is none ("max").
std::int64_t number_in(const char* path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value ? value : unknown;
}

std::int64_t available_on_machine() {
  const std::int64_t kibibytes = number_after("/proc/meminfo", "MemAvailable:", unknown / 1024);
  return kibibytes * 1024;
}

// Cached files count as used, but give way.
std::int64_t left_in_container() {
  const std::int64_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::int64_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit == unknown || used == unknown) return unknown;
  const char* details = "/sys/fs/cgroup/memory.stat";
  const std::int64_t cached =
      number_after(details, "inactive_file", 0) + number_after(details, "active_file", 0);
  return std::max<std::int64_t>(limit - used + cached, 0);
}

}  // namespace

}  // namespace weft::inline base

namespace weft {

std::int64_t available_memory_bytes() { return std::min(available_on_machine(), left_in_container()); }

}  // namespace weft
