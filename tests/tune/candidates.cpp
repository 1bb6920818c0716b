// What a tuner may try, and what it estimates: every candidate is a plan that can be made, none is there
// twice, none moves what the user has settled.

#include "tune/candidates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "model/typical.hpp"
#include "tune/estimate.hpp"

namespace weft::test {
namespace {

struct Case {
  Problem problem;
  int n_processes;
  Options options = {};
  int per_node = 64;
};

struct Machines {
  Settings settings;
  Machine machine;
  SearchSpace space;
  explicit Machines(const Case& c, const std::vector<std::string>& backends = {"native", "fftw:measure"})
      : settings(settings_of(c.options)) {
    for (int r = 0; r < c.n_processes; ++r) machine.node_of.push_back(r / c.per_node * c.per_node);
    space = search_space(c.problem, c.n_processes, settings, machine, backends, 2);
  }
};

Problem with_output_as_input(Problem problem) {
  problem.output = Output::input;
  return problem;
}

std::vector<Case> cases() {
  return {
      {r2c({16, 12, 10}), 1},
      {r2c({16, 12, 10}), 2},
      {c2c({9, 8, 7}), 4, {{"backend", "native"}}},
      {r2c({16, 12, 10}), 6, {{"in_place", "yes"}, {"grid", "3x2"}, {"stores", "auto"}, {"backend", "fftw"}}},
      {with_output_as_input(r2c({16, 12, 10})), 2},
      {with_output_as_input(c2c({8, 6, 4, 6})), 4, {{"grid", "2x2"}, {"backend", "native"}}},
      {r2c({16, 12, 10}), 4, {{"reproducible", "yes"}}},
      {r2c({16, 12, 10}), 4, {{"backend", "native"}}, 2},
      {c2c({64, 48}), 3, {{"exchange", "alltoallv"}, {"threads", "auto"}}}};
}

TEST(Candidates, CanAllBeMade) {
  for (const Case& c : cases()) {
    const Machines m(c);
    const std::vector<Choice> all = all_choices(c.problem, m.settings, m.space);
    ASSERT_GT(all.size(), 2U);
    std::set<std::string> texts;
    for (const Choice& choice : all) {
      EXPECT_TRUE(texts.insert(to_text(choice)).second) << to_text(choice);
      EXPECT_EQ(parse_choice(to_text(choice)), choice);
      Settings settings = m.settings;
      settings.choice = choice;
      EXPECT_EQ(decide(c.problem, c.n_processes, settings, m.machine), choice);
    }
  }
}

TEST(Candidates, LeaveWhatTheUserSettled) {
  const Case c{r2c({16, 12, 10}),
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
  for (const Case& c : cases()) {
    const Machines m(c);
    for (const Frame& frame : m.space.frames) {
      const Route route = route_of(c.problem, frame.base, m.settings);
      std::set<int> first, second;
      for (int g = 0; g < static_cast<int>(frame.base.grid.dims.size()); ++g)
        first.insert(g), second.insert(std::min(g + 1, static_cast<int>(c.problem.shape.size()) - 1));
      EXPECT_EQ(cut_axes(route.sweeps.front().from), first) << to_text(frame.base);
      EXPECT_EQ(cut_axes(route.sweeps.back().to), c.problem.output == Output::input ? first : second)
          << to_text(frame.base);
    }
  }
}

TEST(Candidates, TryWindowsOnlyWithinANode) {
  const Case c{r2c({16, 12, 10}), 4, {}, 2};
  const Machines m(c);
  bool has_windows = false;
  for (const Frame& frame : m.space.frames)
    for (std::size_t i = 0; i < frame.exchanges.size(); ++i)
      for (const std::string& name : frame.exchanges[i])
        if (name.starts_with("window")) {
          has_windows = true;
          EXPECT_EQ(to_text(frame.base.grid), "2x2");
        }
  EXPECT_TRUE(has_windows);
}

TEST(Candidates, LetAMiddleAxisJoinEitherSweep) {
  const Case c{with_output_as_input(r2c({16, 12, 10})), 2};
  const Machines m(c);
  std::set<std::vector<std::size_t>> axes_per_sweep;
  for (const Frame& frame : m.space.frames) {
    std::vector<std::size_t> sizes;
    for (const SweepSpec& sweep : route_of(c.problem, frame.base, m.settings).sweeps)
      sizes.push_back(sweep.axes.size());
    axes_per_sweep.insert(sizes);
  }
  EXPECT_EQ(axes_per_sweep, (std::set<std::vector<std::size_t>>{{2, 1, 0}, {1, 2, 0}, {1, 1, 1, 0}}));
}

TEST(Candidates, OrderRanksBothWays) {
  const Machines m({r2c({16, 12, 10}), 6});
  std::set<std::string> seen;
  for (const Frame& frame : m.space.frames) seen.insert(to_text(frame.base.grid) + frame.base.ranks);
  for (const Frame& frame : m.space.frames)
    if (frame.base.grid.dims.size() == 2) {
      const Route route = route_of(r2c({16, 12, 10}), frame.base, m.settings);
      EXPECT_EQ(route.sweeps.front().from.cut, frame.base.ranks == "rows" ? (Axes{0, 1}) : (Axes{1, 0}));
      EXPECT_EQ(route.sweeps.back().to.cut, frame.base.ranks == "rows" ? (Axes{1, 2}) : (Axes{2, 1}));
    }
  EXPECT_EQ(seen, (std::set<std::string>{"6rows", "2x3rows", "2x3columns", "3x2rows", "3x2columns"}));
}

TEST(Candidates, OfReproduciblePlansKeepTheArithmetic) {
  const Case c{r2c({16, 12, 10}), 4, {{"reproducible", "yes"}}};
  const Machines m(c);
  for (const Choice& choice : all_choices(c.problem, m.settings, m.space)) {
    EXPECT_EQ(choice.backend, "native");
    EXPECT_EQ(choice.lines, 0);
  }
}

TEST(Estimate, IsFiniteAndPositiveForEveryCandidate) {
  for (const Case& c : cases()) {
    const Machines m(c);
    for (const Choice& choice : all_choices(c.problem, m.settings, m.space)) {
      const Blueprint blueprint = make_blueprint(c.problem, 0, m.settings, choice, m.machine.node_of);
      const double seconds = estimated_seconds(c.problem, blueprint, 0, m.machine.node_of, typical_model());
      EXPECT_TRUE(std::isfinite(seconds) && seconds > 0) << to_text(choice) << ": " << seconds;
    }
  }
}

double estimate_of(const Case& c, const std::string& choice) {
  const Machines m(c);
  const Blueprint blueprint =
      make_blueprint(c.problem, 0, m.settings, parse_choice(choice), m.machine.node_of);
  return estimated_seconds(c.problem, blueprint, 0, m.machine.node_of, typical_model());
}

TEST(Estimate, KnowsWhatIsMore) {
  const Case small{r2c({64, 64, 64}), 2}, large{r2c({128, 128, 128}), 2};
  EXPECT_GT(estimate_of(large, "2 native window-pull"), 4 * estimate_of(small, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 native alltoallv"), estimate_of(large, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 native alltoallw"), estimate_of(large, "2 native alltoallv"));
  EXPECT_GT(estimate_of(large, "2 native window-pull sweeps=apart"),
            estimate_of(large, "2 native window-pull"));
  EXPECT_GT(estimate_of(large, "2 fftw window-pull"), estimate_of(large, "2 native window-pull"));
  Case fields = large;
  fields.problem.n_fields = 3;
  EXPECT_GT(estimate_of(fields, "2 native alltoallv"), 2 * estimate_of(large, "2 native alltoallv"));
}

}  // namespace
}  // namespace weft::test
