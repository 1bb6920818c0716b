// Plans with several threads: the bits are those of one thread, whatever the route, the exchange and the
// place of the arrays; what was predicted is what is allocated; and a closed plan leaves no thread.

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "agreed_error.hpp"
#include "base/processors.hpp"
#include "blocks.hpp"
#include "oracle.hpp"
#include "usable.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// The elements of this process.
std::vector<Complex> elements(const Extents& shape, const Box& box, const Storage& storage,
                              const Block& block) {
  std::vector<Complex> all;
  for_each_point(shape, box, storage, [&](Index, Index offset) { all.push_back(block.value(offset)); });
  return all;
}

// Modes and points of this process after forward and backward of all fields, one after the other.
std::vector<Complex> round_trip(Plan& plan) {
  const Problem& problem = plan.problem();
  const Element points = points_element(problem), modes = modes_element(problem);
  const Storage &points_storage = plan.points_storage(), &modes_storage = plan.modes_storage();
  std::vector<Block> u, uh;
  std::vector<void*> u_at, uh_at;
  std::vector<const void*> u_in, uh_in;
  for (int f = 0; f < problem.n_fields; ++f) {
    const Index u_bytes =
        plan.is_in_place() ? plan.in_place_bytes() : points_storage.n_elements() * points.bytes();
    u.emplace_back(u_bytes, points);
    uh.emplace_back(plan.is_in_place() ? 0 : modes_storage.n_elements() * modes.bytes(), modes);
    put(hashed_field(problem.shape, static_cast<std::uint64_t>(f + 3), points.real, problem.precision),
        plan.points_box(), points_storage, u.back());
  }
  for (std::size_t f = 0; f < u.size(); ++f) {
    u_at.push_back(u[f].data());
    uh_at.push_back(plan.is_in_place() ? u[f].data() : uh[f].data());
    u_in.push_back(u_at.back());
    uh_in.push_back(uh_at.back());
  }
  std::vector<Complex> all;
  const auto add = [&](const Extents& shape, const Box& box, const Storage& storage,
                       std::vector<Block>& blocks, Element element) {
    for (Block& block : blocks) {
      block.hold(element);
      const std::vector<Complex> more = elements(shape, box, storage, block);
      all.insert(all.end(), more.begin(), more.end());
      EXPECT_TRUE(block.guards_intact());
    }
  };
  plan.forward_fields(u_in, uh_at);
  add(modes_shape(problem), plan.modes_box(), modes_storage, plan.is_in_place() ? u : uh, modes);
  plan.backward_fields(uh_in, u_at);
  add(problem.shape, plan.points_box(), points_storage, u, points);
  return all;
}

// Plans with `options` and some threads have the same bits as with one.
void expect_bits_of_one_thread(const Problem& problem, Options options) {
  Plan one(problem, MPI_COMM_WORLD, options);
  const std::vector<Complex> bits = round_trip(one);
  for (int threads : {2, 3, 5}) {
    Plan plan(problem, MPI_COMM_WORLD, options.set("threads", std::to_string(threads)));
    const std::string of_plan = to_text(plan.choice()) + ", " + std::to_string(threads) + " threads";
    expect_no_complaint(MPI_COMM_WORLD, round_trip(plan) == bits ? "" : "other bits: " + of_plan);
    expect_no_complaint(MPI_COMM_WORLD,
                        plan.allocated_bytes() == plan.description().memory.total()
                            ? ""
                            : "allocated " + std::to_string(plan.allocated_bytes()) + " bytes: " + of_plan);
  }
}

std::vector<std::string> two_grids() { return {std::to_string(p()), "1x" + std::to_string(p())}; }

// Both; in the fast tier one of them, in turn.
std::vector<Problem> whose_turn_it_is(const Problem& one, const Problem& other) {
  if (full_tier()) return {one, other};
  static int n = 0;
  const int turn = n++;
  return {(turn + turn / 4) % 2 == 0 ? one : other};  // grids and memories meet both
}

TEST(Threads, GiveTheBitsOfOneThread) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : two_grids())
      for (const Problem& problem :
           whose_turn_it_is(r2c({20, 18, 24}), c2c({12, 30, 16}, Precision::single_)))
        expect_bits_of_one_thread(problem, {{"exchange", exchange}, {"grid", grid}});
}

TEST(Threads, GiveTheBitsOfOneThreadInPlace) {
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : two_grids())
      for (const char* memory : {"normal", "low:60000"})
        for (const Problem& problem : whose_turn_it_is(r2c({20, 18, 24}), c2c({12, 30, 16})))
          expect_bits_of_one_thread(
              problem, {{"exchange", exchange}, {"grid", grid}, {"in_place", "yes"}, {"memory", memory}});
}

TEST(Threads, GiveTheBitsOfOneThreadForSeveralFieldsAndCopies) {
  Problem fields = r2c({20, 18, 24}), back = c2c({12, 30, 16}), plane = c2c({60, 42}), line = c2c({96});
  fields.n_fields = 3;
  back.output = Output::input;
  for (const std::string& exchange : exchange_names())
    for (const Problem& problem : {fields, back, plane})
      expect_bits_of_one_thread(problem, {{"exchange", exchange}});
  if (p() == 1) expect_bits_of_one_thread(line, {});
}

TEST(Threads, GiveTheBitsOfOneThreadWithEveryBackend) {
  for (const std::string& backend : usable({"native", "fftw"}))
    for (const char* stores : {"cached", "stream"})
      for (const Problem& problem : {r2c({34, 38, 26}), c2c({4, 3, 2})})
        expect_bits_of_one_thread(problem, {{"backend", backend}, {"stores", stores}});
}

// Of a kind along this axis, or along all: of real and of complex elements.
std::vector<Problem> of_kind(AxisKind kind, const Extents& shape, Axes axes, Precision precision) {
  const std::vector<AxisKind> kinds(axes.empty() ? shape.size() : axes.size(), kind);
  std::vector<Problem> problems;
  for (Transform transform : {Transform::r2r, Transform::c2c}) {
    Problem& problem = problems.emplace_back(c2c(shape, precision));
    problem.transform = transform;
    problem.axes = axes;
    problem.kinds = kinds;
  }
  return problems;
}

// Cosine and sine transforms take two real lines at once: the same two however many lines a thread has.
TEST(Threads, GiveTheBitsOfOneThreadToLinesThatShareTransforms) {
  const std::vector<Extents> shapes{{15, 25, 41}, {9, 151}, {321, 8}, {7, 5, 129}};
  std::vector<AxisKind> kinds = real_kinds();
  kinds.push_back(AxisKind::fourier);
  std::size_t turn = 0;
  for (const Extents& shape : shapes)
    for (Precision precision : {Precision::double_, Precision::single_})
      for (AxisKind kind : kinds)
        for (int axis = -1; axis < static_cast<int>(shape.size()); ++axis) {
          if (!full_tier() && ++turn % 3 != 0) continue;
          const Axes axes = axis < 0 ? Axes{} : Axes{axis};
          if (kind == AxisKind::fourier) {
            Problem problem = r2c(shape, precision);
            problem.axes = axes;
            expect_bits_of_one_thread(problem, {});
            continue;
          }
          for (Problem& problem : of_kind(kind, shape, axes, precision)) {
            problem.order = turn % 2 == 0 ? Order::fast : Order::c;
            expect_bits_of_one_thread(problem, {});
          }
        }
}

TEST(Threads, KeepBitsReproducible) {
  const Problem problem = r2c({20, 18, 24});
  Plan alone(problem, MPI_COMM_WORLD, {{"reproducible", "yes"}});
  Plan plan(problem, MPI_COMM_WORLD, {{"reproducible", "yes"}, {"threads", "3"}});
  expect_no_complaint(MPI_COMM_WORLD, round_trip(alone) == round_trip(plan) ? "" : "other bits");
}

TEST(Threads, AreAWholeNumberThatIsTheSameOnAllProcesses) {
  for (const char* value : {"0", "-1", "two", "1.5", "", "1025"})
    EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument,
                                  {"option threads is '" + std::string(value) + "'", "from 1 to 1024"},
                                  [&] { Options().set("threads", value); }));
  EXPECT_EQ(Options().get("threads"), "1");
  if (p() == 1) return;
  const std::string mine = std::to_string(rank_in(MPI_COMM_WORLD) + 1);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"threads"}, [&] {
    new Plan(c2c({8, 6, 4}), MPI_COMM_WORLD, {{"threads", mine}});
  });
}

// The whole team of a process runs where its first thread may; bound to one processor there is one thread.
TEST(Threads, AreAsManyAsTheProcessorsOfAProcessWhereTheyAreAutomatic) {
  const auto automatic = [] {
    return Plan(c2c({6, 5, 4}), MPI_COMM_WORLD, {{"threads", "auto"}}).description().choice.threads;
  };
  const int n = automatic();
  EXPECT_GE(n, 1);
  EXPECT_LE(n, n_processors_online());
  int most = n;
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_EQ(n, most) << "the same on all processes";
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  if (rank_in(MPI_COMM_WORLD) == 0) sched_setaffinity(0, sizeof one, &one);
  EXPECT_EQ(automatic(), 1) << "the least of all processes";
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(automatic(), n);
}

TEST(Threads, AreToldByExplain) {
  Plan one(c2c({8, 6, 4}), MPI_COMM_WORLD), several(c2c({8, 6, 4}), MPI_COMM_WORLD, {{"threads", "3"}});
  EXPECT_EQ(one.explain().find("threads"), std::string::npos);
  EXPECT_NE(several.explain().find(" of " + std::to_string(p()) + ", 3 threads, each field:"),
            std::string::npos)
      << several.explain();
  several.measure_arithmetic();
}

// Tiles are those of each thread; a plane that is transformed along both axes is kept once.
TEST(Threads, HaveTilesOfTheirOwn) {
  const auto tiles = [](const Problem& problem, const char* threads) {
    return describe(problem, 1, 0, {{"threads", threads}}).memory.tiles;
  };
  const Problem space = c2c({96, 96, 96}), plane = c2c({512, 512});
  EXPECT_EQ(tiles(space, "4"), 4 * tiles(space, "1"));
  EXPECT_LT(tiles(plane, "4"), tiles(plane, "1") + 3 * (Index{1} << 20));
}

long n_threads_of_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

// As above, when it is `expected` within a minute: the kernel lists a joined thread for a moment longer.
long n_threads_soon(long expected) {
  for (int tries = 0; tries < 6000 && n_threads_of_process() != expected; ++tries) usleep(10'000);
  return n_threads_of_process();
}

Index resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  Index size = 0, resident = 0;
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

void make_and_close(int n) {
  for (int i = 0; i < n; ++i) {
    Plan plan(c2c({6, 5, 4}), MPI_COMM_WORLD, {{"threads", i % 2 == 0 ? "2" : "4"}});
    if (i % 3 != 0) plan.close();
  }
}

TEST(Threads, AndTheirMemoryAreGoneWhenPlansAreClosed) {
  const long before = n_threads_of_process();
  {
    Plan plan(c2c({6, 5, 4}), MPI_COMM_WORLD, {{"threads", "4"}});
    EXPECT_EQ(n_threads_of_process(), before + 3);
    plan.close();
    EXPECT_EQ(n_threads_soon(before), before) << "a closed plan has none, though it answers questions";
  }
  make_and_close(50);
  [[maybe_unused]] const Index resident = resident_bytes();
  make_and_close(p() == 1 ? 1000 : 200);  // making one is slower where processes wait for each other
  EXPECT_EQ(n_threads_soon(before), before);
#if !defined(__SANITIZE_ADDRESS__)  // which keeps what was freed
  EXPECT_LE(resident_bytes() - resident, Index{3} << 20);
#endif
}

}  // namespace
}  // namespace weft::test
