// Memory of plans: what was allocated is what the description says, which is what the design promises
// (out of place one stage for a slab, two for a pencil), and nothing is left when plans are closed.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "agree.hpp"
#include "exchange/exchange.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// Padding of rows to cache lines (at most an eighth, see Storage) and of windows to pages.
constexpr double padding = 1.125;
constexpr Index page_bytes = 3 * 4096;

// Complex elements of the largest block that this process has on either side of a redistribution.
Index stage_elements(const Extents& modes, const ProcessGrid& grid, const std::vector<Axes>& cuts, int rank) {
  Index most = 0;
  for (const Axes& cut : cuts) most = std::max(most, box_of({modes, grid, cut, {}}, rank).n_points());
  return most;
}

TEST(Memory, OfAPlanIsOneStageForASlabAndTwoForAPencil) {
  const Extents shape = {96, 80, 64};
  for (int k = 1; k <= 2; ++k)
    for (Transform transform : {Transform::c2c, Transform::r2c})
      for (int n_fields : {1, 2})
        for (const std::string& exchange : exchange_names()) {
          Problem problem = c2c(shape);
          problem.transform = transform;
          problem.n_fields = n_fields;
          const ProcessGrid grid{k == 1
                                     ? std::vector<int>{p()}
                                     : std::vector<int>{p() % 2 == 0 ? 2 : 1, p() % 2 == 0 ? p() / 2 : p()}};
          Plan plan(problem, MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", to_text(grid)}});
          const PlanMemory& memory = plan.description().memory;
          EXPECT_EQ(plan.allocated_bytes(), memory.total()) << exchange << " on " << to_text(grid);

          const std::vector<Axes> cuts =
              k == 1 ? std::vector<Axes>{{0}, {1}} : std::vector<Axes>{{0, 1}, {0, 2}, {1, 2}};
          const Index stage = 16 * n_fields * stage_elements(modes_shape(problem), grid, cuts, plan.rank());
          // Messages of several fields, which have no room in one output, leave from memory of their own; so
          // do whole complex arrays where the output is smaller: a real one, or an uneven block; and rows
          // that pad blocks or must not use the output.
          const ExchangeRow& row = find_exchange(exchange);
          const bool by_messages = !row.shares_memory;
          const bool no_room = n_fields > 1 || row.pads || row.own_memory ||
                               (row.plain_arrays && (transform == Transform::r2c || 80 % p() != 0));
          const int n_stages = by_messages && no_room ? k + 1 : k;
          const double more = row.pads ? padding * padding : padding;
          const auto limit = static_cast<Index>(static_cast<double>(n_stages * stage) * more) +
                             n_stages * n_fields * page_bytes;
          EXPECT_LE(memory.stages + memory.windows, limit)
              << exchange << " on " << to_text(grid) << ", a stage has " << stage;
          EXPECT_LE(memory.tiles, Index{9} << 20) << "a tile fits in cache";
          if (exchange.starts_with("window") && p() > 1) {
            EXPECT_GT(memory.windows, 0) << exchange;
          }
        }
}

// The array and one stage, unless blocks are padded or the array must not be used; the last process is not
// the largest one, the first may be.
TEST(Memory, OfASlabInPlaceIsOneStage) {
  for (Transform transform : {Transform::c2c, Transform::r2c})
    for (const std::string& exchange : exchange_names()) {
      Problem problem = c2c({97, 83, 66});
      problem.transform = transform;
      Plan plan(problem, MPI_COMM_WORLD,
                {{"exchange", exchange}, {"grid", std::to_string(p())}, {"in_place", "yes"}});
      const PlanMemory& memory = plan.description().memory;
      EXPECT_EQ(plan.allocated_bytes(), memory.total()) << exchange;
      const Index stage = 16 * stage_elements(modes_shape(problem), {{p()}}, {{0}, {1}}, plan.rank());
      const ExchangeRow& row = find_exchange(exchange);
      const double n_stages = row.pads || row.own_memory ? 2 : 1,
                   more = row.pads ? padding * padding : padding;
      EXPECT_LE(memory.stages + memory.windows,
                static_cast<Index>(n_stages * static_cast<double>(stage) * more) + page_bytes)
          << exchange << ", a stage has " << stage;
      EXPECT_EQ(plan.description().forward.sweeps.size(), 2u) << exchange << ": no further pass";
    }
}

TEST(Memory, LowIsWhatIsAllocated) {
  for (const std::string& exchange : exchange_names()) {
    Plan plan(r2c({96, 80, 64}), MPI_COMM_WORLD,
              {{"exchange", exchange}, {"in_place", "yes"}, {"memory", "low:200000"}});
    const PlanMemory& memory = plan.description().memory;
    EXPECT_EQ(plan.allocated_bytes(), memory.total()) << exchange;
    EXPECT_LE(memory.stages + memory.windows, 200000) << exchange;
    if (p() == 1) {
      EXPECT_EQ(memory.stages + memory.windows, 0) << "nothing moves";
    }
    auto u = plan.points<double>();
    plan.forward(u.data(), u.data());
    plan.backward(u.data(), u.data());
    EXPECT_EQ(plan.allocated_bytes(), memory.total()) << "calls allocate nothing";
  }
}

TEST(Memory, OfFieldsIsTheUsersAlone) {
  Plan plan(c2c({32, 32, 32}), MPI_COMM_WORLD);
  const Index before = plan.allocated_bytes();
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  plan.forward(u, uh);
  plan.backward(uh, u);
  EXPECT_EQ(plan.allocated_bytes(), before) << "calls allocate nothing";
  EXPECT_EQ(static_cast<Index>(u.size()), plan.points_storage().n_elements()) << "a field is its block";
}

Index resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  Index size = 0, resident = 0;
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Maps of this process: windows that were not released show here.
Index n_maps() {
  std::ifstream maps("/proc/self/maps");
  return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
}

void make_and_close(int n) {
  for (int i = 0; i < n; ++i) {
    const std::string& exchange = exchange_names()[static_cast<std::size_t>(i) % exchange_names().size()];
    Problem problem = c2c({6, 5, 4});
    problem.transform = i % 2 == 0 ? Transform::c2c : Transform::r2c;
    const std::string grid = i % 3 == 0 ? "1x" + std::to_string(p()) : std::to_string(p());
    Plan plan(problem, MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", grid}});
    if (i % 2 == 0) plan.close();
  }
}

// Open MPI and MPICH have a few thousand to 65536 communicators; none may be left behind.
TEST(Memory, IsStableWhenPlansAreMadeAndClosedInALoop) {
  const int n = full_tier() ? 10000 : 200;
  make_and_close(60);
  const Index resident = resident_bytes(), maps = n_maps();
  make_and_close(n);
  EXPECT_LE(resident_bytes() - resident, (Index{2} << 20) + 64 * n) << "bytes more after " << n << " plans";
  EXPECT_LE(n_maps() - maps, 8) << "maps more after " << n << " plans";
}

TEST(Memory, OfManyPlansAliveAtOnceIsNotMixedUp) {
  std::vector<Plan> plans;
  for (int i = 0; i < 40; ++i)
    plans.emplace_back(
        c2c({6, 5, 4}), MPI_COMM_WORLD,
        Options{{"exchange", exchange_names()[static_cast<std::size_t>(i) % exchange_names().size()]}});
  for (int i = 39; i >= 0; --i) {
    Plan& plan = plans[static_cast<std::size_t>(i)];
    auto u = plan.points<std::complex<double>>();
    auto uh = plan.modes<std::complex<double>>();
    u.fill(1);
    plan.forward(u, uh);
    const Box first{{{0, 1}, {0, 1}, {0, 1}}};
    if (intersect(uh.box(), first) == first) {
      EXPECT_NEAR(uh(0, 0, 0).real(), 120, 1e-12) << "plan " << i;
    }
  }
}

}  // namespace
}  // namespace weft::test
