// The computer as Linux describes it in /proc and /sys.
#include "weft/computer.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "weft/text_file.hpp"

#include "base/processors.hpp"

namespace weft {

namespace {

// "model name : Xeon" in /proc/cpuinfo; the keys differ between architectures.
std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    for (const char* key : {"model name", "Model", "cpu model"}) {
      const std::size_t colon = line.find(": ");
      if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
    }
  return "";
}

std::vector<Cache> caches_of_processor_0() {
  std::vector<Cache> caches;
  for (int i = 0;; ++i) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/";
    const std::string level = first_line(folder + "level");
    if (level.empty()) return caches;
    std::string kind = first_line(folder + "type");
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
    caches.push_back(
        {std::stoi(level), kind, first_line(folder + "size"), first_line(folder + "shared_cpu_list")});
  }
}

}  // namespace

Computer this_computer() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {host.data(), cpu_model(), n_processors_allowed(), n_processors_online(), caches_of_processor_0()};
}

std::string kind_of(const Computer& computer) {
  std::string text = (computer.cpu.empty() ? "unknown processor" : computer.cpu) + ", " +
                     std::to_string(computer.n_online) + " processors";
  for (const Cache& cache : computer.caches)
    if (cache.kind != "instruction") text += ", L" + std::to_string(cache.level) + " " + cache.size;
  return text;
}

}  // namespace weft
