// The facts of a job: from the environment, the control groups of this process and of those above, and
// /dev/shm.
#include "doctor/job_facts.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "doctor/facts.hpp"
#include "program/text.hpp"
#include "weft/text_file.hpp"

namespace weft::cli {

namespace {

// Version 1 writes the largest multiple of a page where there is no limit.
constexpr Index no_limit = std::numeric_limits<Index>::max() / 2;

Index limit_in_file(const std::string& path) {
  const Index bytes = parse_limit(first_line(path)).value_or(0);
  return bytes < no_limit ? bytes : 0;
}

std::string whole_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The value of threads in "key=value; threads=2".
std::string threads_in(const std::string& options) {
  for (const std::string& part : split(options, ';')) {
    const std::size_t begin = part.find_first_not_of(' ');
    if (begin != std::string::npos && part.compare(begin, 8, "threads=") == 0)
      return part.substr(begin + 8, part.find_last_not_of(' ') - begin - 7);
  }
  return "";
}

}  // namespace

Index memory_of_groups(const std::string& groups, const std::string& root) {
  std::istringstream lines(groups);
  Index least = 0;
  for (std::string line; std::getline(lines, line);) {
    // "0::/a/b" of version 2, "9:memory:/a/b" of version 1
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string name = line.substr(first + 1, second - first - 1);
    if (!name.empty() && name != "memory") continue;
    const std::filesystem::path top = name.empty() ? root : root + "/memory";
    const std::string file = name.empty() ? "memory.max" : "memory.limit_in_bytes";
    std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
    for (;; group = group.parent_path()) {
      const Index bytes = limit_in_file((top / group / file).string());
      if (bytes > 0 && (least == 0 || bytes < least)) least = bytes;
      if (group.empty()) break;
    }
  }
  return least;
}

JobFacts facts_of_this_job(int n_processes) {
  JobFacts facts;
  facts.job = batch_job();
  facts.threads = threads_in(environment_variable("WEFT_OPTIONS").value_or(""));
  const auto add = [&](const std::string& by, Index bytes) {
    if (bytes > 0) facts.limits.push_back({by, bytes});
  };
  add("the control group of the job", memory_of_groups(whole_file("/proc/self/cgroup"), "/sys/fs/cgroup"));
  add("SLURM_MEM_PER_NODE", facts.job.memory_of_node);
  add("SLURM_MEM_PER_CPU", facts.job.memory_of_processor * facts.job.n_processors_of_node);
  rlimit of_process{};
  if (getrlimit(RLIMIT_AS, &of_process) == 0 && of_process.rlim_cur != RLIM_INFINITY)
    add("ulimit -v", static_cast<Index>(of_process.rlim_cur) * n_processes);
  return facts;
}

bool sees_shared_folder(const Session& session) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(session.comm, MPI_COMM_TYPE_SHARED, session.rank, MPI_INFO_NULL, &node);
  int place = 0;
  MPI_Comm_rank(node, &place);
  char name[] = "/dev/shm/weft-doctor-XXXXXX";
  const int file = place == 0 ? mkstemp(name) : -1;
  MPI_Bcast(name, static_cast<int>(sizeof name), MPI_CHAR, 0, node);
  int is_made = file >= 0 ? 1 : 0;
  MPI_Bcast(&is_made, 1, MPI_INT, 0, node);
  const bool sees =
      is_made == 0 || access(name, F_OK) == 0;  // where there is no /dev/shm another check says so
  MPI_Barrier(node);
  if (file >= 0) {
    close(file);
    unlink(name);
  }
  MPI_Comm_free(&node);
  return sees;
}

Json json_of(const JobFacts& f) {
  Json limits = Json::array();
  for (const MemoryLimit& limit : f.limits) limits.push_back({{"by", limit.by}, {"bytes", limit.bytes}});
  return {{"id", f.job.id},
          {"tasks", f.job.n_tasks},
          {"processors_of_task", f.job.n_processors_of_task},
          {"is_in_step", f.job.is_in_step},
          {"threads", f.threads},
          {"limits", limits}};
}

JobFacts job_facts_of(const Json& j) {
  JobFacts f;
  f.job.id = j["id"].get<std::string>();
  f.job.n_tasks = j["tasks"].get<int>();
  f.job.n_processors_of_task = j["processors_of_task"].get<int>();
  f.job.is_in_step = j["is_in_step"].get<bool>();
  f.threads = j["threads"].get<std::string>();
  for (std::size_t i = 0; i < j["limits"].size(); ++i)
    f.limits.push_back({j["limits"][i]["by"].get<std::string>(), j["limits"][i]["bytes"].get<Index>()});
  return f;
}

}  // namespace weft::cli
