// The machine as Linux describes it in /proc and /sys. What a system does not say (a container
// without /sys, a processor without a model name) is left empty rather than guessed.
#include "machine.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>

#include "weft/version.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

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
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", i);
    const std::string level = first_line(folder + "level");
    if (level.empty()) return caches;
    std::string kind = first_line(folder + "type");
    std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
    caches.push_back(
        {std::stoi(level), kind, first_line(folder + "size"), first_line(folder + "shared_cpu_list")});
  }
}

int n_processors_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

// The file from which the functions of FFTW come; empty if they are part of another one.
std::string fftw_file() {
  Dl_info info{};
  const void* function = dlsym(RTLD_DEFAULT, "fftw_execute");
  return function != nullptr && dladdr(function, &info) != 0 ? info.dli_fname : "";
}

}  // namespace

Machine this_machine() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {host.data(), cpu_model(), n_processors_allowed(), caches_of_processor_0()};
}

double resident_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;)
    if (double kib = 0; word == "Pss:" && file >> kib) return 1024 * kib;
  return 0;
}

nlohmann::ordered_json machine_json(const Session& session) {
  const Machine machine = this_machine();
  nlohmann::ordered_json caches = nlohmann::ordered_json::array();
  for (const Cache& c : machine.caches)
    caches.push_back(
        {{"level", c.level}, {"kind", c.kind}, {"size", c.size}, {"shared_by_processors", c.shared}});
  return {{"host", machine.host},
          {"cpu", machine.cpu},
          {"processors", machine.n_processors},
          {"caches", caches},
          {"processes", session.size},
          {"processes_per_node", session.processes_per_node}};
}

nlohmann::ordered_json versions_json() {
  return {{"weft", WEFT_VERSION},
          {"commit", WEFT_COMMIT},
          {"mpi", mpi_library()},
          {"fft", fft_library()},
          {"fft_file", fftw_file()}};
}

std::string version_text() {
  return fmt::format("weft {} (commit {})\nMPI  {}\nFFT  {}", WEFT_VERSION, WEFT_COMMIT, mpi_library(),
                     fft_library());
}

}  // namespace weft::cli
