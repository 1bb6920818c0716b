// The facts of a node: from /proc, /sys, the control groups of a container (version 2, then 1), and the
// library. Every process tells on which processors it may run; the first of each node tells the rest.
#include "doctor/facts.hpp"
#include "program/json.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "program/gather_texts.hpp"
#include "program/machine.hpp"
#include "program/text.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

namespace {

// What follows "Key:" in a file of such lines, without blanks before it.
std::string value_in(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key + ":")) {
      const std::size_t begin = line.find_first_not_of(" \t", key.size() + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  return "";
}

// Of the first of the files that says one.
std::optional<Index> limit_in(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (const std::optional<Index> limit = parse_limit(first_line(file))) return limit;
  return std::nullopt;
}

std::optional<bool> turbo_of_this_machine() {
  if (const std::string off = first_line("/sys/devices/system/cpu/intel_pstate/no_turbo"); !off.empty())
    return off == "0";
  if (const std::string on = first_line("/sys/devices/system/cpu/cpufreq/boost"); !on.empty())
    return on == "1";
  return std::nullopt;
}

std::optional<double> processor_limit() {
  if (const auto limit = parse_quota(first_line("/sys/fs/cgroup/cpu.max"))) return limit;
  const std::string folder = "/sys/fs/cgroup/cpu/";
  return parse_quota(first_line(folder + "cpu.cfs_quota_us") + " " +
                     first_line(folder + "cpu.cfs_period_us"));
}

// Those of the container, else those of the machine.
std::vector<int> processors_of_this_machine() {
  for (const char* file : {"/sys/fs/cgroup/cpuset.cpus.effective",
                           "/sys/fs/cgroup/cpuset/cpuset.effective_cpus", "/sys/devices/system/cpu/online"})
    if (std::vector<int> list = parse_processors(first_line(file)); !list.empty()) return list;
  return {};
}

// In a Python package the program is weft/abi/INTERFACE/bin/weft. Another project is called weft, too; this
// one is weft-fft.
void look_at_package(NodeFacts& facts) {
  std::error_code none;
  const auto abi =
      std::filesystem::read_symlink("/proc/self/exe", none).parent_path().parent_path().parent_path();
  if (abi.filename() != "abi") return;
  const auto packages = abi.parent_path().parent_path();
  facts.package_folder = packages.string();
  for (const auto& entry : std::filesystem::directory_iterator(packages, none))
    if (const std::string name = entry.path().stem().string();
        entry.path().extension() == ".dist-info" && name.starts_with("weft-"))
      facts.other_package = name;
}

NodeFacts facts_of_this_node(int n_processes) {
  NodeFacts facts;
  facts.in_job = facts_of_this_job(n_processes);
  facts.host = this_computer().host;
  facts.mpi = mpi_library();
  try {
    check_launcher();
  } catch (const Error& error) {
    facts.launcher_complaint = error.what();
  }
  for (const std::string& library : split(fft_library(), ','))  // "native-..., fftw-..., mkl-..."
    if (const std::size_t begin = library.find("fftw"); begin != std::string::npos)
      facts.fft = library.substr(begin);
  facts.processor = processor_instructions();
  struct statvfs shared {};
  if (statvfs("/dev/shm", &shared) == 0) {
    const auto unit = static_cast<Index>(shared.f_frsize);
    facts.shared_bytes = static_cast<Index>(shared.f_blocks) * unit;
    facts.free_shared_bytes = static_cast<Index>(shared.f_bavail) * unit;
  }
  facts.memory_bytes = parse_limit(value_in("/proc/meminfo", "MemTotal")).value_or(0) * 1024;
  facts.memory_limit = limit_in({"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"});
  facts.available_bytes = available_memory_bytes();
  facts.processors = processors_of_this_machine();
  facts.processor_limit = processor_limit();
  if (double load = 0; getloadavg(&load, 1) == 1) facts.load = load;
  const std::string clock = "/sys/devices/system/cpu/cpu0/cpufreq/";
  facts.governor = first_line(clock + "scaling_governor");
  facts.driver = first_line(clock + "scaling_driver");
  facts.turbo = turbo_of_this_machine();
  look_at_package(facts);
  facts.machine_file = machine_file_path();
  machine_file(&facts.machine_file_complaint);
  facts.machine_file_complaint.resize(std::min(facts.machine_file_complaint.find("; run weft calibrate"),
                                               facts.machine_file_complaint.size()));
  return facts;
}

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
template <class T>
std::optional<T> optional_of(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional<T>(value.get<T>());
}

Json node_json(const NodeFacts& f) {
  return {{"host", f.host},
          {"mpi", f.mpi},
          {"launcher_complaint", f.launcher_complaint},
          {"fft", f.fft},
          {"processor", f.processor},
          {"shared_bytes", json_of(f.shared_bytes)},
          {"free_shared_bytes", f.free_shared_bytes},
          {"memory_bytes", f.memory_bytes},
          {"memory_limit", json_of(f.memory_limit)},
          {"available_bytes", f.available_bytes},
          {"processors", f.processors},
          {"processor_limit", json_of(f.processor_limit)},
          {"load", json_of(f.load)},
          {"governor", f.governor},
          {"driver", f.driver},
          {"turbo", json_of(f.turbo)},
          {"package_folder", f.package_folder},
          {"other_package", f.other_package},
          {"machine_file", f.machine_file},
          {"machine_file_complaint", f.machine_file_complaint},
          {"in_job", json_of(f.in_job)}};
}

NodeFacts from_json(const Json& j) {
  NodeFacts f;
  f.host = j["host"].get<std::string>();
  f.mpi = j["mpi"].get<std::string>();
  f.launcher_complaint = j["launcher_complaint"].get<std::string>();
  f.fft = j["fft"].get<std::string>();
  f.processor = j["processor"].get<std::string>();
  f.shared_bytes = optional_of<Index>(j["shared_bytes"]);
  f.free_shared_bytes = j["free_shared_bytes"].get<Index>();
  f.memory_bytes = j["memory_bytes"].get<Index>();
  f.memory_limit = optional_of<Index>(j["memory_limit"]);
  f.available_bytes = j["available_bytes"].get<Index>();
  f.processors = j["processors"].get<std::vector<int>>();
  f.processor_limit = optional_of<double>(j["processor_limit"]);
  f.load = optional_of<double>(j["load"]);
  f.governor = j["governor"].get<std::string>();
  f.driver = j["driver"].get<std::string>();
  f.turbo = optional_of<bool>(j["turbo"]);
  f.package_folder = j["package_folder"].get<std::string>();
  f.other_package = j["other_package"].get<std::string>();
  f.machine_file = j["machine_file"].get<std::string>();
  f.machine_file_complaint = j["machine_file_complaint"].get<std::string>();
  f.in_job = job_facts_of(j["in_job"]);
  return f;
}

// The lowest rank on the node of this process, and the number of processes there. Collective.
std::pair<int, int> first_on_node(const Session& session) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &node);
  int first = session.rank, n_processes = 1;
  MPI_Bcast(&first, 1, MPI_INT, 0, node);
  MPI_Comm_size(node, &n_processes);
  MPI_Comm_free(&node);
  return {first, n_processes};
}

}  // namespace

std::vector<int> parse_processors(const std::string& list) {
  std::vector<int> processors;
  for (const std::string& part : split(list, ',')) {
    int first = 0;
    const char* const end = part.data() + part.size();
    auto [rest, error] = std::from_chars(part.data(), end, first);
    int last = first;
    if (error == std::errc{} && rest != end && *rest == '-') {
      const auto [rest_of_last, error_of_last] = std::from_chars(rest + 1, end, last);
      rest = rest_of_last;
      error = error_of_last;
    }
    if (error != std::errc{} || rest != end || first < 0 || last < first || last - first > 1 << 20) return {};
    for (int p = first; p <= last; ++p) processors.push_back(p);
  }
  return processors;
}

std::optional<Index> parse_limit(const std::string& text) {
  std::istringstream stream(text);
  Index value = 0;
  return stream >> value ? std::optional<Index>(value) : std::nullopt;
}

std::optional<double> parse_quota(const std::string& text) {
  std::istringstream stream(text);
  double quota = 0, period = 0;
  if (!(stream >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

std::vector<NodeFacts> gather_facts(const Session& session, const PlanNeed& plan) {
  const auto [first, n_here] = first_on_node(session);
  Json mine = {{"node", first},
               {"processors", value_in("/proc/self/status", "Cpus_allowed_list")},
               {"sees_shared_folder", sees_shared_folder(session)},
               {"plan_bytes", plan.bytes}};
  if (first == session.rank) mine["facts"] = node_json(facts_of_this_node(n_here));
  std::vector<NodeFacts> nodes;
  std::map<int, std::size_t> place;  // of a node in the list, by its lowest rank
  const std::vector<std::string> texts = gather_texts(session, mine.ascii_line());
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const Json told = Json::parse(texts[rank]);
    const auto [number, is_new] = place.try_emplace(told["node"].get<int>(), nodes.size());
    if (is_new) nodes.push_back(from_json(told["facts"]));
    NodeFacts& node = nodes[number->second];
    node.processes.push_back(
        {static_cast<int>(rank), parse_processors(told["processors"].get<std::string>())});
    if (!told["sees_shared_folder"].get<bool>())
      node.in_job.without_shared_folder.push_back(static_cast<int>(rank));
    node.in_job.plan.shape = plan.shape;
    node.in_job.plan.bytes += told["plan_bytes"].get<Index>();
  }
  for (NodeFacts& node : nodes)
    node.in_job.n_groups = static_cast<int>(std::count_if(
        nodes.begin(), nodes.end(), [&](const NodeFacts& other) { return other.host == node.host; }));
  return nodes;
}

}  // namespace weft::cli
