// Do messages take the fastest network that is up? An MPI library that was built without support for it, or
// told so, sends by TCP. Open MPI has loaded what it uses, and nothing else; of all libraries the rate tells.
#include "doctor/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "doctor/job_checks.hpp"
#include "program/text.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

namespace {

namespace fs = std::filesystem;

constexpr double giga = 1e9;
constexpr double least_share = 0.25;  // of the speed of a network that messages should reach
constexpr double fast = 5 * giga;     // slower networks are those that TCP is made for

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code none;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder, none)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

double number_in(const fs::path& file) {
  double value = 0;
  return std::istringstream(first_line(file.string())) >> value ? value : 0;
}

std::string speed_text(const NetworkDevice& device) {
  return fmt::format("{} ({}, {:g} Gbit/s)", device.name, device.kind, device.bits_per_second / giga);
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string remedy_of(const NetworkFacts& facts) {
  const std::string module =
      "load the MPI library that this cluster provides for its network (module avail), and build weft with "
      "it";
  std::vector<std::string> unset;
  for (const std::string& setting : facts.settings)
    for (const char* name : {"OMPI_MCA_btl=", "OMPI_MCA_pml=", "UCX_TLS=", "UCX_NET_DEVICES="})
      if (setting.starts_with(name)) unset.push_back(setting);
  if (!unset.empty()) return "unset " + join(unset) + "; else " + module;
  if (facts.mpi.starts_with("Open MPI"))
    return "mpirun --mca pml ucx, if Open MPI was built with UCX (ompi_info | grep ucx); else " + module;
  return module;
}

}  // namespace

std::vector<NetworkDevice> network_devices(const std::string& folder) {
  std::vector<NetworkDevice> devices;
  for (const fs::path& device : entries(fs::path(folder) / "infiniband"))
    for (const fs::path& port : entries(device / "ports"))
      if (first_line((port / "state").string()).find("ACTIVE") != std::string::npos)
        devices.push_back({device.filename().string(), first_line((port / "link_layer").string()),
                           giga * number_in(port / "rate")});
  for (const fs::path& device : entries(fs::path(folder) / "net"))
    if ((fs::exists(device / "device") || fs::exists(device / "bonding")) &&
        first_line((device / "operstate").string()) == "up" && number_in(device / "speed") > 0)
      devices.push_back({device.filename().string(), "Ethernet", 1e6 * number_in(device / "speed")});
  return devices;
}

std::vector<std::string> transports_in(const std::string& maps) {
  std::vector<std::string> found[3];  // of the kinds pml, mtl, btl
  const char* kinds[] = {"mca_pml_", "mca_mtl_", "mca_btl_"};
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);)
    for (std::size_t kind = 0; kind < 3; ++kind) {
      const std::size_t begin = line.rfind(kinds[kind]), end = line.rfind(".so");
      if (begin == std::string::npos || end == std::string::npos || end < begin) continue;
      const std::string name = line.substr(begin + 8, end - begin - 8);
      if (name != "self" && !contains(found[kind], name)) found[kind].push_back(name);
    }
  // ob1 sends by btl components, cm by one of mtl; ucx needs neither.
  std::vector<std::string> transports = found[0];
  if (contains(found[0], "cm")) transports.insert(transports.end(), found[1].begin(), found[1].end());
  if (contains(found[0], "ob1")) transports.insert(transports.end(), found[2].begin(), found[2].end());
  return transports;
}

std::optional<Finding> judge_fabric(const NetworkFacts& facts) {
  if (!facts.is_in_job || facts.links.empty() || facts.devices.empty()) return std::nullopt;
  const NetworkDevice& fastest =
      *std::max_element(facts.devices.begin(), facts.devices.end(),
                        [](auto& a, auto& b) { return a.bits_per_second < b.bits_per_second; });
  const double rate = median_rate(facts);
  std::vector<std::string> up;
  for (const NetworkDevice& device : facts.devices) up.push_back(speed_text(device));
  std::string text = fmt::format("{}: up; messages: {:.4g} MB/s", join(up), 1e-6 * rate);
  if (!facts.transports.empty()) text += ", by " + join(facts.transports);
  const bool is_tcp = contains(facts.transports, "tcp") && fastest.kind == "InfiniBand";
  const bool is_slow = fastest.bits_per_second >= fast && 8 * rate < least_share * fastest.bits_per_second;
  if (is_tcp || is_slow)
    return warning(fmt::format("{}; {} is faster", text, fastest.name), remedy_of(facts));
  return ok(text);
}

}  // namespace weft::cli
