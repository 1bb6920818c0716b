// The judgements of `weft doctor` on made-up networks: each case breaks one thing of a healthy one.

#include "doctor/network.hpp"

#include <gtest/gtest.h>

#include <set>

#include "made_folder.hpp"

namespace weft::test {
namespace {

using cli::Finding;
using cli::Level;
using cli::LinkFacts;
using cli::NetworkFacts;

constexpr double rate = 11.75e6;  // bytes per second, what TCP leaves of 100 Mbit/s

cli::Traffic traffic(Index bytes, int n_messages, double slowdown) {
  const double seconds = static_cast<double>(bytes) * n_messages / rate;
  return {bytes, n_messages, seconds, slowdown * seconds};
}

LinkFacts link(const std::string& from, const std::string& to, double large, double medium, double small) {
  return {
      from, to, 45e-6, traffic(1 << 20, 1, large), traffic(1 << 16, 1, medium), traffic(1 << 14, 4, small)};
}

// Six nodes on a switch.
NetworkFacts healthy_network() {
  return {
      "Open MPI v4.1.4",
      {},
      6,
      {link("a", "b", 1.02, 1.03, 1.03), link("c", "d", 1.02, 1.03, 1.03), link("e", "f", 1.02, 1.03, 1.03)},
      true,
      {{"eth0", "Ethernet", 1e8}},
      {"ob1", "tcp", "vader"}};
}

void all_links(NetworkFacts& facts, double large, double medium, double small) {
  for (LinkFacts& one : facts.links) one = link(one.from, one.to, large, medium, small);
}

std::optional<Finding> judge_network(const std::string& name, const NetworkFacts& facts) {
  for (const cli::NetworkCheck& check : cli::network_check_table())
    if (check.name == name) return check.judge(facts);
  ADD_FAILURE() << "there is no check " << name;
  return std::nullopt;
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << "no \"" << word << "\" in: " << text;
}

TEST(Network, IsDescribedWhereItIsHealthy) {
  for (const cli::NetworkCheck& check : cli::network_check_table()) {
    const std::optional<Finding> finding = check.judge(healthy_network());
    ASSERT_TRUE(finding) << check.name;
    EXPECT_EQ(finding->level, Level::ok) << check.name << ": " << finding->text;
    EXPECT_EQ(finding->remedy, "") << check.name;
  }
  expect_words(judge_network("network", healthy_network())->text,
               {"100 Mbit/s-class", "latency 45 us", "11.75 MB/s one way", "11.52 MB/s each way",
                "median of 3 pairs of 6 nodes"});
  expect_words(judge_network("directions", healthy_network())->text, {"1.03 times", "full duplex"});
}

TEST(Network, IsSilentOnOneNode) {
  NetworkFacts alone;
  alone.mpi = "Open MPI v4.1.4";
  for (const cli::NetworkCheck& check : cli::network_check_table())
    EXPECT_FALSE(check.judge(alone)) << check.name;
}

TEST(Network, OfTwoNodesHasNoLinksToCompare) {
  NetworkFacts facts = healthy_network();
  facts.n_nodes = 2;
  facts.links.resize(1);
  EXPECT_FALSE(judge_network("links", facts));
  EXPECT_EQ(judge_network("network", facts)->text.find("median"), std::string::npos);
}

struct NetworkCase {
  const char* check;
  void (*breaks)(NetworkFacts& facts);
  Level level;
  std::vector<std::string> words;  // of text and remedy
};

const NetworkCase network_cases[] = {
    {"directions",
     [](NetworkFacts& f) { all_links(f, 2.0, 1.9, 1.03); },
     Level::warning,
     {"half duplex", "1 MiB", "2.00 times", "protocol of Open MPI v4.1.4, not the network", "3 of 3 pairs",
      "--mca btl_tcp_flags 1", "OMPI_MCA_btl_tcp_flags=1"}},
    {"directions",
     [](NetworkFacts& f) { all_links(f, 1.1, 2.1, 1.03); },
     Level::warning,
     {"half duplex", "64 KiB", "2.10 times", "not the network"}},
    {"directions",
     [](NetworkFacts& f) {
       f.mpi = "MPICH 4.0.2";
       all_links(f, 2.0, 1.9, 1.03);
     },
     Level::warning,
     {"protocol of MPICH 4.0.2", "UCX_RNDV_THRESH=inf"}},
    {"directions",
     [](NetworkFacts& f) {
       f.mpi = "Some MPI 1.0";
       all_links(f, 2.0, 1.9, 1.03);
     },
     Level::warning,
     {"let Some MPI 1.0 send large messages without asking"}},
    {"directions",
     [](NetworkFacts& f) { all_links(f, 2.0, 2.0, 1.9); },
     Level::warning,
     {"1.90 times as long: so it is the network", "hub", "no setting cures"}},
    {"directions",
     [](NetworkFacts& f) { all_links(f, 2.0, 2.0, 1.5); },
     Level::warning,
     {"does not tell", "btl_tcp_flags", "hub"}},
    {"directions",
     [](NetworkFacts& f) { f.links[1] = link("c", "d", 1.7, 1.1, 1.1); },
     Level::warning,
     {"1.70 times", "1 of 3 pairs of nodes: c with d"}},
    {"links",
     [](NetworkFacts& f) {
       f.links[2].large.one_way *= 10;
       f.links[2].large.both_ways *= 10;
     },
     Level::hint,
     {"11.75 MB/s", "e with f: 1.175 MB/s", "cables"}},
};

TEST(Network, IsBlamedForEachThingThatIsWrongAndNothingElse) {
  for (const NetworkCase& c : network_cases) {
    NetworkFacts facts = healthy_network();
    c.breaks(facts);
    const std::optional<Finding> finding = judge_network(c.check, facts);
    ASSERT_TRUE(finding) << c.check;
    EXPECT_EQ(finding->level, c.level) << finding->text;
    EXPECT_NE(finding->remedy, "") << finding->text;
    expect_words(finding->text + "; " + finding->remedy, c.words);
    for (const cli::NetworkCheck& check : cli::network_check_table())
      EXPECT_EQ(check.judge(facts)->level == Level::ok, check.name != c.check)
          << check.name << " where " << c.check << " is wrong";
  }
}

TEST(Network, TakesTurnsFromALimitOn) {
  NetworkFacts facts = healthy_network();
  all_links(facts, 1.59, 1.59, 1);
  EXPECT_EQ(judge_network("directions", facts)->level, Level::ok);
  all_links(facts, 1.61, 1, 1);
  EXPECT_EQ(judge_network("directions", facts)->level, Level::warning);
}

TEST(Network, IsNotGivenACureThatIsTaken) {
  NetworkFacts facts = healthy_network();
  all_links(facts, 2, 2, 1);
  facts.settings = {"OMPI_MCA_btl_tcp_flags=1"};
  expect_words(judge_network("directions", facts)->remedy, {"is set and does not help"});
  expect_words(judge_network("network", facts)->text, {"set: OMPI_MCA_btl_tcp_flags=1"});
  facts.settings = {"OMPI_MCA_btl_tcp_flags=310"};
  expect_words(judge_network("directions", facts)->remedy, {"--mca btl_tcp_flags 1"});
}

TEST(Network, HasTheClassThatItsRateNeeds) {
  const std::pair<double, const char*> cases_of_rate[] = {
      {1e6, "10 Mbit/s-class:"},    {rate, "100 Mbit/s-class:"},  {118e6, "1 Gbit/s-class:"},
      {295e6, "2.5 Gbit/s-class:"}, {1.18e9, "10 Gbit/s-class:"}, {12e9, "100 Gbit/s-class:"},
      {90e9, "800 Gbit/s-class:"},  {200e9, "above 800 Gbit/s:"},
  };
  for (const auto& [bytes_per_second, words] : cases_of_rate) {
    NetworkFacts facts = healthy_network();
    for (LinkFacts& one : facts.links) one.large.one_way = 0x1p20 / bytes_per_second;
    EXPECT_EQ(judge_network("network", facts)->text.find(words), 0) << judge_network("network", facts)->text;
  }
}

TEST(PairsOfNodes, SeeEveryNodeWhereTheyAreFew) {
  for (int n = 2; n <= 16; ++n) {
    std::set<int> seen;
    for (const auto& [a, b] : cli::pairs_of_nodes(n, 8)) {
      EXPECT_LT(a, b);
      seen.insert({a, b});
    }
    EXPECT_EQ(static_cast<int>(seen.size()), n);
    EXPECT_EQ(*seen.rbegin(), n - 1);
  }
  EXPECT_TRUE(cli::pairs_of_nodes(1, 8).empty());
  EXPECT_TRUE(cli::pairs_of_nodes(0, 8).empty());
}

TEST(Fabric, IsJudgedInJobsOfSeveralNodesWithHardware) {
  EXPECT_EQ(judge_network("fabric", healthy_network())->level, Level::ok);
  NetworkFacts facts = healthy_network();
  facts.is_in_job = false;
  EXPECT_FALSE(judge_network("fabric", facts));
  facts = healthy_network();
  facts.links.clear();
  EXPECT_FALSE(judge_network("fabric", facts));
  facts = healthy_network();
  facts.devices.clear();
  EXPECT_FALSE(judge_network("fabric", facts)) << "interfaces of containers have no speed";
}

TEST(Fabric, IsFasterThanTcp) {
  NetworkFacts facts = healthy_network();
  facts.devices.push_back({"mlx5_0", "InfiniBand", 1e11});
  const std::optional<Finding> finding = judge_network("fabric", facts);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->level, Level::warning);
  expect_words(finding->text, {"eth0 (Ethernet, 0.1 Gbit/s)", "mlx5_0 (InfiniBand, 100 Gbit/s)", "11.75 MB/s",
                               "ob1, tcp, vader", "mlx5_0 is faster"});
  expect_words(finding->remedy, {"--mca pml ucx", "module avail"});
  facts.settings = {"OMPI_MCA_pml=ob1", "OMPI_MCA_btl_tcp_flags=1"};
  EXPECT_EQ(judge_network("fabric", facts)->remedy.find("unset OMPI_MCA_pml=ob1; else"), 0U);
  facts.mpi = "MPICH 4.0.2";
  facts.transports.clear();
  facts.settings = {"UCX_TLS=tcp"};
  EXPECT_EQ(judge_network("fabric", facts)->level, Level::warning) << "the rate tells";
  EXPECT_EQ(judge_network("fabric", facts)->remedy.find("unset UCX_TLS=tcp; else"), 0U);
}

TEST(Fabric, IsWhatTheSystemSaysIsUp) {
  const MadeFolder system;
  system.write("infiniband/mlx5_0/ports/1/state", "4: ACTIVE");
  system.write("infiniband/mlx5_0/ports/1/rate", "100 Gb/sec (4X EDR)");
  system.write("infiniband/mlx5_0/ports/1/link_layer", "InfiniBand");
  system.write("infiniband/mlx5_1/ports/1/state", "1: DOWN");
  for (const char* name : {"eth0", "eth1", "veth0"}) {
    system.write(std::string("net/") + name + "/operstate", std::string(name) == "eth1" ? "down" : "up");
    system.write(std::string("net/") + name + "/speed", "25000");
    if (name[0] == 'e') system.write(std::string("net/") + name + "/device/vendor", "0x15b3");
  }
  const std::vector<cli::NetworkDevice> devices = cli::network_devices(system.path());
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0].name + devices[0].kind, "mlx5_0InfiniBand");
  EXPECT_EQ(devices[0].bits_per_second, 1e11);
  EXPECT_EQ(devices[1].name + devices[1].kind, "eth0Ethernet");
  EXPECT_EQ(devices[1].bits_per_second, 25e9);
}

TEST(Transports, AreThoseThatOpenMpiHasLoaded) {
  const auto line = [](const std::string& name) {
    return "7f-8f r-xp 00 08:01 12 /usr/lib/openmpi/" + name + ".so\n";
  };
  using Names = std::vector<std::string>;
  const std::string btl =
      line("mca_btl_vader") + line("mca_btl_self") + line("mca_btl_tcp") + line("mca_btl_tcp");
  EXPECT_EQ(cli::transports_in(line("mca_pml_ob1") + btl), (Names{"ob1", "vader", "tcp"}));
  EXPECT_EQ(cli::transports_in(line("mca_pml_ucx") + btl), Names{"ucx"});
  EXPECT_EQ(cli::transports_in(line("mca_pml_cm") + line("mca_mtl_ofi") + btl), (Names{"cm", "ofi"}));
  EXPECT_EQ(cli::transports_in("7f-8f r-xp 00 08:01 12 /usr/lib/libmpich.so\n"), Names{});
}

TEST(PairsOfNodes, AreSpreadOverManyNodes) {
  const auto pairs = cli::pairs_of_nodes(1000, 8);
  ASSERT_EQ(pairs.size(), 8U);
  EXPECT_EQ(pairs[0], std::pair(0, 1));
  for (std::size_t i = 1; i < pairs.size(); ++i) EXPECT_GT(pairs[i].first, pairs[i - 1].first + 100);
}

}  // namespace
}  // namespace weft::test
