// How much of the last-level cache a process has: Linux lists the caches of every processor in /sys, one
// folder for each, with its level, its size and the processors that share it.
#include "base/cache_size.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "weft/text_file.hpp"

namespace weft::inline base {

namespace {

struct SystemCache {
  std::string level, size, shared;  // as the system writes them
};

// That of the highest level; without a size if the system does not say.
SystemCache last_cache_of(const std::string& processor) {
  SystemCache last;
  for (int i = 0;; ++i) {
    const std::string folder = processor + "/cache/index" + std::to_string(i) + "/";
    const std::string level = first_line(folder + "level");
    if (level.empty()) return last;
    if (level >= last.level)
      last = {level, first_line(folder + "size"), first_line(folder + "shared_cpu_list")};
  }
}

}  // namespace

std::int64_t parse_cache_size(const std::string& text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || value < 0) return 0;
  const std::string unit(rest, end);
  for (const auto& [letter, shift] : {std::pair("", 0), std::pair("K", 10), std::pair("M", 20)})
    if (unit == letter) return value << shift;
  return 0;
}

std::int64_t share_of_caches(const std::vector<std::int64_t>& sizes, int n_processes) {
  if (sizes.empty() || n_processes < 1) return 0;
  std::int64_t sum = 0;
  for (std::int64_t size : sizes) sum += size;
  return std::min(sum / n_processes, *std::max_element(sizes.begin(), sizes.end()));
}

std::vector<std::int64_t> last_level_caches() {
  std::map<std::string, std::int64_t> found;  // by the processors that share it
  for (int cpu = 0;; ++cpu) {
    const std::string processor = "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
    std::error_code unreadable;
    if (!std::filesystem::exists(processor, unreadable)) break;
    const SystemCache cache = last_cache_of(processor);
    if (const std::int64_t size = parse_cache_size(cache.size); size > 0) found[cache.shared] = size;
  }
  std::vector<std::int64_t> sizes;
  for (const auto& [shared, size] : found) sizes.push_back(size);
  return sizes;
}

}  // namespace weft::inline base
