// The judgements of `weft doctor` on made-up machines, and the small texts of the system that it reads.
//
// Each case starts from a healthy node and breaks one thing: that check, and no other, must say so, at the
// right level, with the values and a remedy.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "doctor/checks.hpp"
#include "made_folder.hpp"

namespace weft::test {
namespace {

using cli::Finding;
using cli::Level;
using cli::NodeFacts;

constexpr Index mib = Index{1} << 20, gib = Index{1} << 30;

// Four processes, each bound to one of eight processors.
NodeFacts healthy_node() {
  NodeFacts facts;
  facts.host = "here";
  facts.mpi = "Open MPI v4.1.4";
  facts.fft = "fftw-3.3.10-sse2-avx-avx2-avx2_128-avx512";
  facts.processor = "AVX-512";
  facts.shared_bytes = 32 * gib;
  facts.free_shared_bytes = 31 * gib;
  facts.memory_bytes = 64 * gib;
  facts.available_bytes = 60 * gib;
  facts.governor = "performance";
  facts.driver = "acpi-cpufreq";
  facts.turbo = true;
  facts.package_folder = "/venv/lib/python3.11/site-packages";
  facts.machine_file = "x.toml";
  facts.load = 0.1;
  facts.processors = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int rank = 0; rank < 4; ++rank) facts.processes.push_back({rank, {2 * rank}});
  facts.in_job.job.id = "7";
  return facts;
}

// A machine of these processors, and processes that are not bound.
void all_may_use(NodeFacts& facts, int n_processes, const std::vector<int>& processors) {
  facts.processors = processors;
  facts.processes.clear();
  for (int rank = 0; rank < n_processes; ++rank) facts.processes.push_back({rank, processors});
}

std::optional<Finding> judge_node(const std::string& name, const NodeFacts& facts) {
  for (const cli::Check& check : cli::check_table())
    if (check.name == name) return check.judge(facts);
  ADD_FAILURE() << "there is no check " << name;
  return std::nullopt;
}

// The names of the checks that are not ok.
std::vector<std::string> complaints(const NodeFacts& facts) {
  std::vector<std::string> names;
  for (const cli::Check& check : cli::check_table())
    if (const auto finding = check.judge(facts); finding && finding->level != Level::ok)
      names.push_back(check.name);
  return names;
}

TEST(Doctor, FindsNothingOnAHealthyNode) {
  for (const cli::Check& check : cli::check_table()) {
    const std::optional<Finding> finding = check.judge(healthy_node());
    ASSERT_TRUE(finding) << check.name;
    EXPECT_EQ(finding->level, Level::ok) << check.name << ": " << finding->text;
    EXPECT_EQ(finding->remedy, "") << check.name;
    EXPECT_NE(finding->text, "") << check.name;
  }
}

TEST(Doctor, SaysNothingOfJobsOutsideOfOne) {
  NodeFacts facts = healthy_node();
  facts.in_job = {};
  for (const char* name : {"threads", "node sharing", "job memory"})
    EXPECT_FALSE(judge_node(name, facts)) << name;
  facts.in_job.plan = {"64^3", 2 * mib};
  EXPECT_EQ(judge_node("job memory", facts)->level, Level::ok) << "a plan is judged anywhere";
}

struct NodeCase {
  const char* check;
  void (*breaks)(NodeFacts& facts);
  Level level;
  std::vector<std::string> words;  // of text and remedy
};

const NodeCase node_cases[] = {
    {"launcher",
     [](NodeFacts& f) { f.launcher_complaint = "each of them is alone"; },
     Level::problem,
     {"each of them is alone", "weft-run", "Open MPI v4.1.4"}},
    {"FFT library",
     [](NodeFacts& f) { f.fft = "fftw-3.3.10-sse2-avx"; },
     Level::warning,
     {"SSE2 and AVX", "AVX-512", "--enable-avx2"}},
    {"FFT library", [](NodeFacts& f) { f.fft = "fftw-3.3.10"; }, Level::problem, {"no vector instructions"}},
    {"shared memory",
     [](NodeFacts& f) { f.shared_bytes = f.free_shared_bytes = 64 * mib; },
     Level::warning,
     {"64 MiB", "64.0 GiB", "--shm-size", "alltoallv"}},
    {"shared memory", [](NodeFacts& f) { f.shared_bytes.reset(); }, Level::warning, {"no /dev/shm"}},
    {"shared memory", [](NodeFacts& f) { f.free_shared_bytes = mib; }, Level::warning, {"1 MiB", "ls -l"}},
    {"processors",
     [](NodeFacts& f) {
       all_may_use(f, 8, {0, 1});
     },
     Level::warning,
     {"8 processes on 2 processors", "at most 2 processes"}},
    {"load", [](NodeFacts& f) { f.load = 3.6; }, Level::hint, {"3.6 of 8 processors", "idle machine"}},
    {"binding",
     [](NodeFacts& f) {
       all_may_use(f, 2, {0, 1, 2, 3});
     },
     Level::warning,
     {"not bound", "--bind-to core", "weft-run"}},
    {"binding",
     [](NodeFacts& f) { f.processes[2].processors = {2}; },
     Level::problem,
     {"processes 1, 2 are bound to the same processor 2", "--bind-to core"}},
    {"memory", [](NodeFacts& f) { f.available_bytes = 2 * gib; }, Level::warning, {"2.0 GiB of 64.0 GiB"}},
    {"memory",
     [](NodeFacts& f) { f.available_bytes = 100 * mib; },
     Level::problem,
     {"100 MiB", "too little"}},
    {"clock", [](NodeFacts& f) { f.governor = "powersave"; }, Level::warning, {"powersave", "cpupower"}},
    {"clock", [](NodeFacts& f) { f.turbo = false; }, Level::warning, {"turbo"}},
    {"package",
     [](NodeFacts& f) { f.other_package = "weft-0.3"; },
     Level::problem,
     {"weft-0.3 is another project", "/venv/lib/python3.11/site-packages", "pip uninstall"}},
    {"launcher",
     [](NodeFacts& f) {
       f.launcher_complaint = "the launcher srun started 4 processes";
       f.in_job.job.is_in_step = true;
     },
     Level::problem,
     {"srun started 4 processes", "weft-run -n P COMMAND, in the script of the job and without srun"}},
    {"binding",
     [](NodeFacts& f) {
       for (auto& process : f.processes) process.processors = {0};
       f.in_job.job.is_in_step = true;
     },
     Level::problem,
     {"processes 0, 1, 2, 3 are bound to the same processor 0", "srun --cpu-bind=cores"}},
    {"threads",
     [](NodeFacts& f) { f.in_job.job.n_processors_of_task = 2; },
     Level::warning,
     {"gives 2 processors to each task", "may use 1 processor", "srun --cpus-per-task=2", "slot:PE=2"}},
    {"threads",
     [](NodeFacts& f) { f.in_job.threads = "3"; },
     Level::problem,
     {"3 threads", "may use 1 processor", "--cpus-per-task=3", "threads=auto"}},
    {"threads",
     [](NodeFacts& f) {
       for (auto& process : f.processes)
         process.processors = process.rank < 2 ? std::vector<int>{0, 1, 2, 3} : std::vector<int>{4, 5, 6, 7};
       f.in_job.threads = "3";
     },
     Level::problem,
     {"4 processes of 3 threads", "share 8 processors"}},
    {"threads",
     [](NodeFacts& f) {
       for (auto& process : f.processes) process.processors.push_back(process.processors[0] + 1);
       f.in_job.job.n_processors_of_task = 2;
     },
     Level::hint,
     {"each task has 2 processors", "one thread", "threads=auto"}},
    {"node sharing",
     [](NodeFacts& f) { f.in_job.n_groups = 4; },
     Level::warning,
     {"4 groups without common memory", "one step"}},
    {"node sharing",
     [](NodeFacts& f) {
       f.in_job.without_shared_folder = {2, 3};
     },
     Level::problem,
     {"processes 2, 3 have another /dev/shm than process 0", "one container", "alltoallv"}},
    {"job memory",
     [](NodeFacts& f) {
       f.in_job.limits = {{"ulimit -v", 40 * gib}, {"SLURM_MEM_PER_NODE", 4 * gib}};
       f.in_job.plan = {"1024^3", 16 * gib};
     },
     Level::problem,
     {"a plan of 1024^3", "16.0 GiB", "4.0 GiB", "SLURM_MEM_PER_NODE", "sbatch --mem=20480M"}},
    {"job memory",
     [](NodeFacts& f) {
       f.in_job.plan = {"1024^3", 60 * gib};
     },
     Level::warning,
     {"60.0 GiB", "64.0 GiB", "memory of the node", "a part"}},
    {"machine file",
     [](NodeFacts& f) { f.machine_file_complaint = "there is no machine file x.toml"; },
     Level::hint,
     {"there is no machine file x.toml", "weft-run -n P weft calibrate"}},
};

TEST(Doctor, FindsEachThingThatIsWrongAndNothingElse) {
  for (const NodeCase& c : node_cases) {
    NodeFacts facts = healthy_node();
    c.breaks(facts);
    const std::optional<Finding> finding = judge_node(c.check, facts);
    ASSERT_TRUE(finding) << c.check;
    EXPECT_EQ(finding->level, c.level) << finding->text;
    EXPECT_NE(finding->remedy, "") << finding->text;
    for (const std::string& word : c.words)
      EXPECT_NE((finding->text + "; " + finding->remedy).find(word), std::string::npos)
          << "no \"" << word << "\" in: " << finding->text << "; " << finding->remedy;
    EXPECT_EQ(complaints(facts), std::vector<std::string>{c.check});
  }
}

TEST(Doctor, DoesNotBindWhereThereAreMoreProcessesThanProcessors) {
  NodeFacts facts = healthy_node();
  all_may_use(facts, 8, {0, 1});
  EXPECT_EQ(judge_node("binding", facts)->level, Level::ok);
  all_may_use(facts, 1, {0, 1});
  EXPECT_EQ(judge_node("binding", facts)->level, Level::ok) << "one process has nobody to be bound against";
}

TEST(Doctor, TellsBindingFromASmallMachine) {
  NodeFacts facts = healthy_node();
  all_may_use(facts, 2, {0});
  EXPECT_EQ(complaints(facts), std::vector<std::string>{"processors"});
  facts.processors = {0, 1};
  EXPECT_EQ(complaints(facts), std::vector<std::string>{"binding"});
  EXPECT_NE(judge_node("binding", facts)->text.find("processes 0, 1 are bound to the same processor 0"),
            std::string::npos);
}

TEST(Doctor, NamesAFewOfMany) {
  NodeFacts facts = healthy_node();
  for (int rank = 0; rank < 8; ++rank) facts.processes.push_back({4 + rank, {7}});
  EXPECT_NE(judge_node("binding", facts)->text.find("processes 4, 5, 6, 7 and 4 more are bound"),
            std::string::npos)
      << judge_node("binding", facts)->text;
}

TEST(Doctor, CountsWhatAContainerGrants) {
  NodeFacts facts = healthy_node();
  facts.processor_limit = 2.5;
  EXPECT_EQ(judge_node("processors", facts)->level, Level::warning);
  EXPECT_NE(judge_node("processors", facts)->text.find("on 2 processors (the container"), std::string::npos);
  facts.processor_limit = 4;
  EXPECT_EQ(judge_node("processors", facts)->level, Level::ok);
  facts.memory_limit = 8 * gib;
  facts.available_bytes = 7 * gib;
  EXPECT_NE(judge_node("memory", facts)->text.find("7.0 GiB of 8.0 GiB"), std::string::npos);
  facts.shared_bytes = facts.free_shared_bytes = 4 * gib;
  EXPECT_EQ(judge_node("shared memory", facts)->level, Level::ok) << "half of what the container may use";
}

TEST(Doctor, SaysNothingOfWhatTheSystemDoesNotTell) {
  NodeFacts facts = healthy_node();
  facts.governor = facts.driver = "";
  facts.turbo.reset();
  EXPECT_FALSE(judge_node("clock", facts));
  facts.memory_bytes = 0;
  EXPECT_FALSE(judge_node("memory", facts));
  all_may_use(facts, 2, {});
  EXPECT_FALSE(judge_node("processors", facts));
  EXPECT_FALSE(judge_node("load", facts));
  EXPECT_FALSE(judge_node("binding", facts));
}

TEST(Doctor, IsContentWithThreadsThatHaveProcessors) {
  NodeFacts facts = healthy_node();
  for (auto& process : facts.processes) process.processors.push_back(process.processors[0] + 1);
  for (const char* threads : {"2", "auto"}) {
    facts.in_job.threads = threads;
    for (const int of_task : {0, 2}) {
      facts.in_job.job.n_processors_of_task = of_task;
      EXPECT_EQ(judge_node("threads", facts)->level, Level::ok) << threads;
    }
  }
}

TEST(MemoryOfGroups, IsTheLeastOfAllGroupsOfAProcess) {
  const MadeFolder two;
  two.write("memory.max", "max");
  two.write("slurm/job_1/memory.max", "4096");
  two.write("slurm/job_1/step_0/memory.max", "8192");
  EXPECT_EQ(cli::memory_of_groups("0::/slurm/job_1/step_0\n", two.path()), 4096);
  EXPECT_EQ(cli::memory_of_groups("0::/slurm\n", two.path()), 0);
  EXPECT_EQ(cli::memory_of_groups("0::/\n", two.path()), 0);
  EXPECT_EQ(cli::memory_of_groups("", two.path()), 0);
  const MadeFolder one;
  one.write("memory/memory.limit_in_bytes", "9223372036854771712");
  one.write("memory/slurm/uid_0/memory.limit_in_bytes", "65536");
  EXPECT_EQ(cli::memory_of_groups("4:cpu,cpuacct:/slurm\n9:memory:/slurm/uid_0/job_2\n", one.path()), 65536);
  EXPECT_EQ(cli::memory_of_groups("9:memory:/\n", one.path()), 0);
}

TEST(BatchJob, IsReadFromTheEnvironment) {
  std::map<std::string, std::string> variables;
  const auto job = [&] {
    return cli::batch_job([&](const std::string& name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
  };
  variables = {{"SLURM_NTASKS", "8"}};
  EXPECT_EQ(job().id, "") << "no job";
  EXPECT_EQ(cli::remark_on_lone_process(job(), 1), "");
  variables = {{"SLURM_JOB_ID", "7"},
               {"SLURM_NTASKS", "8"},
               {"SLURM_CPUS_PER_TASK", "2"},
               {"SLURM_CPUS_ON_NODE", "16"},
               {"SLURM_MEM_PER_CPU", "1000"}};
  EXPECT_EQ(job().id, "7");
  EXPECT_EQ(job().n_tasks, 8);
  EXPECT_EQ(job().n_processors_of_task, 2);
  EXPECT_EQ(job().memory_of_processor * job().n_processors_of_node, 16000 * mib);
  EXPECT_NE(cli::remark_on_lone_process(job(), 1).find("8 tasks"), std::string::npos);
  EXPECT_NE(cli::remark_on_lone_process(job(), 1).find("weft-run -n 8"), std::string::npos);
  EXPECT_EQ(cli::remark_on_lone_process(job(), 8), "");
  for (const char* started_by : {"SLURM_STEP_ID", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    auto started = variables;
    started[started_by] = "1";
    std::swap(started, variables);
    EXPECT_EQ(cli::remark_on_lone_process(job(), 1), "") << started_by;
    std::swap(started, variables);
  }
  variables = {{"PBS_JOBID", "5.head"}};
  EXPECT_EQ(job().id, "5.head");
}

TEST(Doctor, TakesPowersaveOfDriversThatFollowTheLoad) {
  NodeFacts facts = healthy_node();
  facts.governor = "powersave";
  for (const char* driver : {"intel_pstate", "amd-pstate-epp"}) {
    facts.driver = driver;
    EXPECT_EQ(judge_node("clock", facts)->level, Level::ok) << driver;
  }
}

TEST(ParseProcessors, ReadsListsOfTheSystem) {
  using List = std::vector<int>;
  EXPECT_EQ(cli::parse_processors("0"), List{0});
  EXPECT_EQ(cli::parse_processors("0-2,8"), (List{0, 1, 2, 8}));
  EXPECT_EQ(cli::parse_processors("3-3"), List{3});
  for (const char* text : {"", "a", "1-", "2-1", "1,,2", "-1", "1 2", "0-99999999"})
    EXPECT_EQ(cli::parse_processors(text), List{}) << text;
}

TEST(ParseLimits, ReadsControlGroups) {
  EXPECT_EQ(cli::parse_limit("67108864"), 64 * mib);
  EXPECT_EQ(cli::parse_limit("24600000 kB"), 24600000);
  EXPECT_FALSE(cli::parse_limit("max"));
  EXPECT_FALSE(cli::parse_limit(""));
  EXPECT_EQ(cli::parse_quota("200000 100000"), 2);
  EXPECT_EQ(cli::parse_quota("50000 100000"), 0.5);
  for (const char* text : {"max 100000", "-1 100000", "", " ", "100000", "1 0"})
    EXPECT_FALSE(cli::parse_quota(text)) << text;
}

}  // namespace
}  // namespace weft::test
