// What a tuner may try, and what it estimates: every candidate is a plan that can be made, none is there
// twice, none moves what the user has settled.

#include "tune/candidates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "agree.hpp"
#include "model/typical.hpp"
#include "plan/estimate.hpp"
#include "sanitizer_step.hpp"
#include "sweep/tiling.hpp"

namespace weft::test {
namespace {

struct TuningCase {
  Problem problem;
  int n_processes;
  Options options = {};
  int per_node = 64;
};

struct Machines {
  Settings settings;
  Machine machine;
  SearchSpace space;
  explicit Machines(const TuningCase& c,
                    const std::vector<std::string>& backends = {"native", "fftw:measure"})
      : settings(settings_of(c.options)) {
    for (int r = 0; r < c.n_processes; ++r) machine.node_of.push_back(r / c.per_node * c.per_node);
    space = search_space(c.problem, c.n_processes, settings, machine, backends, 2);
  }
};

Problem with_output_as_input(Problem problem) {
  problem.output = Output::input;
  return problem;
}

std::vector<TuningCase> cases() {
  const std::vector<TuningCase> all = {
      {r2c({16, 12, 10}), 1},
      {r2c({16, 12, 10}), 2},
      {c2c({9, 8, 7}), 4, {{"backend", "native"}}},
      {r2c({16, 12, 10}), 6, {{"in_place", "yes"}, {"grid", "3x2"}, {"stores", "auto"}, {"backend", "fftw"}}},
      {with_output_as_input(r2c({16, 12, 10})), 2},
      {with_output_as_input(c2c({8, 6, 4, 6})), 4, {{"grid", "2x2"}, {"backend", "native"}}},
      {r2c({16, 12, 10}), 4, {{"reproducible", "yes"}}},
      {r2c({16, 12, 10}), 4, {{"backend", "native"}}, 2},
      {c2c({64, 48}), 3, {{"exchange", "alltoallv"}, {"threads", "auto"}}},
      {c2c({16, 16}), 4, {{"deal", "auto"}, {"backend", "native"}}},
      {r2c({8, 12, 10}), 4, {{"deal", "cycles"}, {"backend", "native"}}}};
  std::vector<TuningCase> some;
  for (std::size_t i = 0; i < all.size(); i += sanitizer_step) some.push_back(all[i]);
  return some;
}

// Made one by one, candidates take long: in the fast tier one of so many.
std::size_t step() { return full_tier() ? 1 : 11; }

TEST(Candidates, CanAllBeMadeAndEstimated) {
  for (const TuningCase& c : cases()) {
    const Machines m(c);
    const std::vector<Choice> all = all_choices(c.problem, m.settings, m.space);
    ASSERT_GT(all.size(), 2U);
    std::set<std::string> texts;
    for (const Choice& choice : all) {
      EXPECT_TRUE(texts.insert(to_text(choice)).second) << to_text(choice);
      EXPECT_EQ(parse_choice(to_text(choice)), choice);
      if (texts.size() % step() != 0) continue;
      Settings settings = m.settings;
      settings.choice = choice;
      EXPECT_EQ(decide(c.problem, c.n_processes, settings, m.machine), choice);
      const Blueprint blueprint = make_blueprint(c.problem, 0, m.settings, choice, m.machine.node_of);
      const double seconds = estimated_seconds(c.problem, blueprint, 0, m.machine.node_of, typical_model());
      EXPECT_TRUE(std::isfinite(seconds) && seconds > 0) << to_text(choice) << ": " << seconds;
    }
  }
}

TEST(Candidates, LeaveWhatTheUserSettled) {
  const TuningCase c{r2c({16, 12, 10}),
                     4,
                     {{"grid", "2x2"}, {"exchange", "alltoallw"}, {"backend", "fftw"}, {"stores", "cached"}}};
  const Machines m(c);
  for (const Choice& choice : all_choices(c.problem, m.settings, m.space)) {
    EXPECT_EQ(to_text(choice.grid), "2x2");
    EXPECT_EQ(choice.backend, "fftw");
    EXPECT_EQ(choice.stores, "cached");
    EXPECT_EQ(choice.threads, 1);
    for (const std::string& step : choice.steps) EXPECT_EQ(step, "alltoallw");
  }
}

// The axes that are cut are those of the contract, whatever the tuner finds.
TEST(Candidates, CutTheUsualAxes) {
  const auto cut_axes = [](const Layout& layout) {
    std::set<int> axes;
    for (std::size_t g = 0; g < layout.cut.size(); ++g) axes.insert(layout.cut[g]);
    return axes;
  };
  for (const TuningCase& c : cases()) {
    const Machines m(c);
    for (const Placement& placement : m.space.placements) {
      if (placement.base.deal == "cycles") continue;
      const Route route = route_of(c.problem, placement.base, m.settings);
      std::set<int> first, second;
      for (int g = 0; g < static_cast<int>(placement.base.grid.dims.size()); ++g)
        first.insert(g), second.insert(std::min(g + 1, static_cast<int>(c.problem.shape.size()) - 1));
      EXPECT_EQ(cut_axes(route.sweeps.front().from), first) << to_text(placement.base);
      EXPECT_EQ(cut_axes(route.sweeps.back().to), c.problem.output == Output::input ? first : second)
          << to_text(placement.base);
    }
  }
}

TEST(Candidates, TryWindowsOnlyWithinANode) {
  const TuningCase c{r2c({16, 12, 10}), 4, {}, 2};
  const Machines m(c);
  bool has_windows = false;
  for (const Placement& placement : m.space.placements)
    for (std::size_t i = 0; i < placement.exchanges.size(); ++i)
      for (const std::string& name : placement.exchanges[i])
        if (name.starts_with("window")) {
          has_windows = true;
          EXPECT_EQ(to_text(placement.base.grid), "2x2");
        }
  EXPECT_TRUE(has_windows);
}

TEST(Candidates, LetAMiddleAxisJoinEitherSweep) {
  const TuningCase c{with_output_as_input(r2c({16, 12, 10})), 2};
  const Machines m(c);
  std::set<std::vector<std::size_t>> axes_per_sweep;
  for (const Placement& placement : m.space.placements) {
    std::vector<std::size_t> sizes;
    for (const SweepSpec& sweep : route_of(c.problem, placement.base, m.settings).sweeps)
      sizes.push_back(sweep.axes.size());
    axes_per_sweep.insert(sizes);
  }
  EXPECT_EQ(axes_per_sweep, (std::set<std::vector<std::size_t>>{{2, 1, 0}, {1, 2, 0}, {1, 1, 1, 0}}));
}

// Strips, lumps and lanes: only of messages, and only where the user has not settled them.
TEST(Candidates, LetMessagesTravelInEveryWay) {
  TuningCase c{r2c({16, 12, 10}), 4, {{"backend", "native"}}, 2};
  c.problem.n_fields = 3;
  const auto ways = [](const TuningCase& of) {
    const Machines m(of);
    std::set<std::string> seen;
    for (const Choice& choice : all_choices(of.problem, m.settings, m.space)) {
      for (const std::string& step : choice.steps)
        if (step.starts_with("pipelined")) seen.insert(step.substr(0, step.rfind(':')));
      seen.insert("lump=" + std::to_string(choice.lump));
    }
    return seen;
  };
  const std::set<std::string> all = ways(c);
  for (const ExchangeRow& row : exchange_table())
    EXPECT_EQ(all.count("pipelined:" + row.name), row.in_strips ? 1U : 0U) << row.name;
  EXPECT_EQ(all.count("lump=0") + all.count("lump=1"), 2U);
  c.options.set("lump", "2").set("exchange", "alltoallv");
  EXPECT_EQ(ways(c), (std::set<std::string>{"lump=2"}));
  c.options.set("exchange", "pipelined:alltoallv:3");
  EXPECT_EQ(ways(c), (std::set<std::string>{"lump=2", "pipelined:alltoallv"}));
}

// What a detail says is what the plan does.
TEST(Candidates, ReachThePlanWithEveryDetail) {
  const Problem problem = r2c({64, 64, 64});
  const auto plan = [&](const std::string& text) {
    const TuningCase c{problem, 2};
    const Machines m(c);
    return make_blueprint(problem, 0, m.settings, parse_choice(text), m.machine.node_of);
  };
  const Blueprint usual = plan("2 native alltoallv");
  const Blueprint other = plan("2 native,fftw alltoallv stores=stream lines=8 threads=2");
  for (std::size_t i = 0; i < usual.forward.sweeps.size(); ++i) {
    const LocalSweep &before = usual.forward.sweeps[i].sweep, &after = other.forward.sweeps[i].sweep;
    EXPECT_EQ(before.backend, "native");
    EXPECT_EQ(after.backend, i == 0 ? "native" : "fftw");
    EXPECT_FALSE(before.stream);
    EXPECT_TRUE(after.stream);
    EXPECT_EQ(after.lines, 8);
    EXPECT_NE(make_tiling(before).in_bytes, make_tiling(after).in_bytes);
  }
  EXPECT_GT(tile_bytes(other), other.tiles.in_bytes + other.tiles.out_bytes + other.tiles.block_bytes);
}

TEST(Candidates, OrderRanksBothWays) {
  const Machines m({r2c({16, 12, 10}), 6});
  std::set<std::string> seen;
  for (const Placement& placement : m.space.placements)
    seen.insert(to_text(placement.base.grid) + placement.base.ranks);
  for (const Placement& placement : m.space.placements)
    if (placement.base.grid.dims.size() == 2) {
      const Route route = route_of(r2c({16, 12, 10}), placement.base, m.settings);
      EXPECT_EQ(route.sweeps.front().from.cut, placement.base.ranks == "rows" ? (Axes{0, 1}) : (Axes{1, 0}));
      EXPECT_EQ(route.sweeps.back().to.cut, placement.base.ranks == "rows" ? (Axes{1, 2}) : (Axes{2, 1}));
    }
  EXPECT_EQ(seen, (std::set<std::string>{"6rows", "2x3rows", "2x3columns", "3x2rows", "3x2columns"}));
}

TEST(Candidates, DealInCyclesWhereTheUserLeavesItOpen) {
  const auto deals = [](const TuningCase& c) {
    const Machines m(c);
    std::set<std::string> seen;
    for (const Placement& placement : m.space.placements) seen.insert(placement.base.deal);
    return seen;
  };
  TuningCase c{c2c({16, 16, 16}), 4};
  EXPECT_EQ(deals(c), (std::set<std::string>{"blocks"}));
  c.options.set("deal", "auto");
  EXPECT_EQ(deals(c), (std::set<std::string>{"blocks", "cycles"}));
  c.problem.output = Output::input;
  EXPECT_EQ(deals(c), (std::set<std::string>{"blocks"}));
  c.problem.output = Output::last;
  c.options.set("deal", "cycles");
  EXPECT_EQ(deals(c), (std::set<std::string>{"cycles"}));
  c.problem.shape = {15, 15, 15};
  EXPECT_EQ(deals(c), (std::set<std::string>{}));
}

TEST(Candidates, OfReproduciblePlansKeepTheArithmetic) {
  const TuningCase c{r2c({16, 12, 10}), 4, {{"reproducible", "yes"}}};
  const Machines m(c);
  for (const Choice& choice : all_choices(c.problem, m.settings, m.space)) {
    EXPECT_EQ(choice.backend, "native");
    EXPECT_EQ(choice.lines, 0);
  }
}

double estimate_of(const TuningCase& c, const std::string& choice) {
  const Machines m(c);
  const Blueprint blueprint =
      make_blueprint(c.problem, 0, m.settings, parse_choice(choice), m.machine.node_of);
  return estimated_seconds(c.problem, blueprint, 0, m.machine.node_of, typical_model());
}

// Between nodes one strip (field) travels while the next is swept; inside a node nothing is gained.
TEST(Estimate, HidesMessagesBetweenNodesOnly) {
  for (int per_node : {1, 4}) {
    TuningCase c{r2c({256, 256, 256}), 4, {}, per_node};
    const double whole = estimate_of(c, "4 native alltoallv"),
                 strips = estimate_of(c, "4 native pipelined:alltoallv:16");
    c.problem.n_fields = 4;
    const double together = estimate_of(c, "4 native alltoallv"),
                 apart = estimate_of(c, "4 native alltoallv lump=1");
    if (per_node == 1) {
      EXPECT_LT(strips, 0.95 * whole);
      EXPECT_LT(apart, 0.95 * together);
    } else {
      EXPECT_GE(strips, 0.95 * whole);
      EXPECT_GE(apart, 0.95 * together);
    }
  }
}

// Cycles have one exchange where blocks need two between nodes: beyond as many nodes as an axis has points.
TEST(Estimate, FindsCyclesFasterWhereBlocksHaveTwoExchanges) {
  const MachineModel machine = load_machine_file("gigabit-cluster");
  const auto seconds = [&](int n_processes, const std::string& choice) {
    const TuningCase c{c2c({1024, 1024, 1024}), n_processes, {}, 8};
    const Machines m(c);
    const Blueprint blueprint =
        make_blueprint(c.problem, 0, m.settings, parse_choice(choice), m.machine.node_of);
    return estimated_seconds(c.problem, blueprint, 0, m.machine.node_of, machine);
  };
  EXPECT_LT(seconds(1024, "1024 native alltoallv"), seconds(1024, "4x16x16 native node deal=cycles"));
  EXPECT_LT(seconds(16384, "16x32x32 native node deal=cycles"),
            0.8 * seconds(16384, "1024x16 native alltoallv alltoallv"));
}

TEST(Estimate, CountsBarriersWhereTheyAreAskedFor) {
  const TuningCase without{r2c({16, 16, 16}), 2}, with{r2c({16, 16, 16}), 2, {{"barriers", "yes"}}};
  EXPECT_GT(estimate_of(with, "2 native alltoallv"), estimate_of(without, "2 native alltoallv"));
}

TEST(Estimate, KnowsWhatIsMore) {
  const TuningCase small{r2c({64, 64, 64}), 2}, large{r2c({128, 128, 128}), 2};
  EXPECT_GT(estimate_of(large, "2 native window-pull"), 4 * estimate_of(small, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 native alltoallv"), estimate_of(large, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 native alltoallw"), estimate_of(large, "2 native alltoallv"));
  EXPECT_GT(estimate_of(large, "2 native window-pull sweeps=apart"),
            estimate_of(large, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 fftw window-pull"), estimate_of(large, "2 native window-pull"));
  TuningCase fields = large;
  fields.problem.n_fields = 3;
  EXPECT_GT(estimate_of(fields, "2 native alltoallv"), 2 * estimate_of(large, "2 native alltoallv"));
}

}  // namespace
}  // namespace weft::test
