// The judgements of `weft doctor` on made-up machines, and the small texts of the system that it reads.
//
// Each case starts from a healthy node and breaks one thing: that check, and no other, must say so, at the
// right level, with the values and a remedy.

#include <gtest/gtest.h>

#include <algorithm>

#include "doctor/checks.hpp"

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
  facts.processors = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int rank = 0; rank < 4; ++rank) facts.processes.push_back({rank, {2 * rank}});
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
  EXPECT_FALSE(judge_node("binding", facts));
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
