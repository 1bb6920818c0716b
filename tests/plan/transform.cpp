// Plans against the definition of the transform: every exchange, both transforms, both precisions, two
// to six axes, every kind of grid, and everything else that a problem may ask for.
//
// Each case runs forward and backward, twice (see verdict.hpp). Cases loop over the tables of the
// library, so a new exchange is tested the day it is added.

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "agree.hpp"
#include "oracle.hpp"
#include "verdict.hpp"
#include "weft/description.hpp"

namespace weft::test {
namespace {

const std::vector<Transform> transforms = {Transform::c2c, Transform::r2c};
const std::vector<Precision> precisions = {Precision::double_, Precision::single_};

int n_processes() { return size_of(MPI_COMM_WORLD); }

// n as a product of k factors, as equal as small primes allow, the largest first.
std::vector<int> balanced_grid(int n, int k) {
  std::vector<int> dims(static_cast<std::size_t>(k), 1);
  for (int p = 2; n > 1; ++p)
    for (; n % p == 0; n /= p) *std::min_element(dims.rbegin(), dims.rend()) *= p;
  std::sort(dims.rbegin(), dims.rend());
  return dims;
}

// All exchanges; with more processes than cores one for each case, that goes round and starts elsewhere
// for each number of processes.
std::vector<std::string> exchanges_of_case() {
  static auto n = static_cast<std::size_t>(n_processes());
  const std::vector<std::string>& names = exchange_names();
  const bool has_cores = n_processes() <= static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
  return has_cores || full_tier() ? names : std::vector<std::string>{names[n++ % names.size()]};
}

TEST(Transform, IsTheDefinitionForEveryExchangeShapeAndGrid) {
  const std::vector<Extents> shapes = {{8, 6},       {7, 5},       {16, 21},        {1, 9},
                                       {2, 1},  // even, prime, uneven, ones
                                       {12, 10, 14}, {5, 7, 11},   {4, 1, 6},       {1, 1, 3},
                                       {3, 41, 2},  // fewer rows than processes
                                       {4, 3, 6, 5}, {2, 7, 1, 8}, {2, 3, 1, 5, 4}, {2, 3, 2, 4, 2, 3}};
  for (const Extents& shape : shapes)
    for (Transform transform : transforms)
      for (Precision precision : precisions)
        for (std::size_t k = 1; k < shape.size(); ++k)
          for (const std::string& exchange : exchanges_of_case()) {
            Case c;
            c.problem.shape = shape;
            c.problem.transform = transform;
            c.problem.precision = precision;
            c.grid = balanced_grid(n_processes(), static_cast<int>(k));
            c.exchange = exchange;
            if (!expect_right(c)) return;
          }
}

TEST(Transform, RunsOnEveryPencilGrid) {
  for (int rows = 1; rows <= n_processes(); ++rows) {
    if (n_processes() % rows != 0) continue;
    for (const std::string& exchange : exchanges_of_case())
      expect_right({.problem = r2c({6, 9, 8}), .grid = {rows, n_processes() / rows}, .exchange = exchange});
  }
}

TEST(Transform, TakesAnySubsetOfTheAxesInAnyOrder) {
  const std::vector<Axes> lists = {{0},       {1},       {2},       {0, 1},    {1, 0},
                                   {0, 2},    {2, 0},    {1, 2},    {2, 1},    {0, 1, 2},
                                   {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const Axes& axes : lists)
    for (Transform transform : transforms)
      for (int k = 1; k <= 2; ++k)
        for (const std::string& exchange : exchanges_of_case()) {
          Case c;
          c.problem.shape = {6, 5, 8};
          c.problem.transform = transform;
          c.problem.axes = axes;
          c.grid = balanced_grid(n_processes(), k);
          c.exchange = exchange;
          expect_right(c);
        }
}

TEST(Transform, DividesAsTheNormSaysAndTurnsAsTheSignSays) {
  for (Transform transform : transforms)
    for (int sign : {-1, 1})
      for (Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
        for (const Axes& axes : {Axes{}, Axes{1, 0}}) {
          Case c;
          c.problem.shape = {7, 6, 4};
          c.problem.transform = transform;
          c.problem.axes = axes;
          c.problem.sign = sign;
          c.problem.norm = norm;
          expect_right(c);
        }
}

TEST(Transform, LeavesTheModesWhereAndHowTheProblemAsks) {
  for (Transform transform : transforms)
    for (Output output : {Output::last, Output::input})
      for (Order order : {Order::fast, Order::c})
        for (int k = 1; k <= 2; ++k)
          for (const std::string& exchange : exchanges_of_case()) {
            Case c;
            c.problem.shape = {9, 6, 7};
            c.problem.transform = transform;
            c.problem.output = output;
            c.problem.order = order;
            c.grid = balanced_grid(n_processes(), k);
            c.exchange = exchange;
            expect_right(c);
          }
}

TEST(Transform, TransformsSeveralFieldsTogether) {
  for (Transform transform : transforms)
    for (Precision precision : precisions)
      for (int n_fields : {2, 3})
        for (int k = 1; k <= 2; ++k)
          for (const std::string& exchange : exchanges_of_case()) {
            Case c;
            c.problem.shape = {6, 7, 5};
            c.problem.transform = transform;
            c.problem.precision = precision;
            c.problem.n_fields = n_fields;
            c.grid = balanced_grid(n_processes(), k);
            c.exchange = exchange;
            expect_right(c);
          }
}

TEST(Transform, WorksInPlace) {
  for (Transform transform : transforms)
    for (Precision precision : precisions)
      for (Output output : {Output::last, Output::input})
        for (Order order : {Order::fast, Order::c})
          for (int k = 1; k <= 2; ++k)
            for (const std::string& exchange : exchanges_of_case()) {
              Case c;
              c.problem.shape = {6, 5, 9};
              c.problem.transform = transform;
              c.problem.precision = precision;
              c.problem.output = output;
              c.problem.order = order;
              c.problem.n_fields = 2;
              c.grid = balanced_grid(n_processes(), k);
              c.exchange = exchange;
              c.in_place = true;
              expect_right(c);
            }
}

// One sweep and nothing between: what it writes must not overtake what it has still to read.
TEST(Transform, WorksInPlaceWithoutAnyExchange) {
  for (const Axes& axes : {Axes{0}, Axes{1}, Axes{2}, Axes{2, 1}})
    for (Transform transform : transforms)
      for (Precision precision : precisions)
        for (Output output : {Output::last, Output::input})
          for (Order order : {Order::fast, Order::c}) {
            Case c;
            c.problem.shape = {8, 10, 6};
            c.problem.transform = transform;
            c.problem.precision = precision;
            c.problem.axes = axes;
            c.problem.output = output;
            c.problem.order = order;
            c.in_place = true;
            expect_right(c);
          }
}

// As FFTW has its arrays: modes with the first two axes exchanged, interleaved fields, real rows with room
// for their modes.
TEST(Transform, ReadsAndWritesArraysThatLieAsTheProblemSays) {
  for (bool in_place : {false, true})
    for (Transform transform : {Transform::c2c, Transform::r2c, Transform::none})
      for (const std::string& exchange : exchanges_of_case()) {
        Case c;
        c.problem.shape = {8, 9, 10, 3};
        c.problem.transform = transform;
        if (transform != Transform::none) c.problem.axes = {0, 1, 2};
        c.problem.points_padding = {0, 0, transform == Transform::r2c ? 2 : 0, 0};
        c.problem.modes_order = {1, 0, 2, 3};
        c.exchange = exchange;
        c.in_place = in_place;
        expect_right(c);
      }
}

TEST(Transform, LeavesRealLinesInTheirOwnMemory) {
  for (Index n : {8, 9, 30, 127, 256})
    for (Precision precision : precisions)
      for (Axes points_order : {Axes{}, Axes{1, 0, 2}}) {
        Case c;
        c.problem = r2c({4, 3, n}, precision);
        c.problem.axes = {2};
        c.problem.points_padding = {0, 0, 2 * (n / 2 + 1) - n};
        c.problem.points_order = c.problem.modes_order = points_order;
        c.in_place = true;
        expect_right(c);
        const Description plan = describe(c.problem, 1, 0, {{"in_place", "yes"}});
        EXPECT_EQ(plan.memory.stages, 0) << n;
        EXPECT_EQ(plan.forward.n_copies(), 0) << n;
      }
}

TEST(Transform, WorksOnAnyCommunicatorAndAnyArray) {
  for (Team team : {Team::whole, Team::copy, Team::reversed, Team::part})
    for (bool misaligned : {false, true})
      for (Transform transform : transforms)
        for (const std::string& exchange : exchanges_of_case()) {
          Case c;
          c.problem.shape = {8, 9, 10};
          c.problem.transform = transform;
          c.problem.precision = misaligned ? Precision::single_ : Precision::double_;
          c.exchange = exchange;
          c.misaligned = misaligned;
          c.team = team;
          expect_right(c);
        }
}

// All points on the last process.
Layout on_one_process(const Extents& shape, int axis) {
  const int p = n_processes();
  Layout layout{shape, {{p}}, {axis}, std::vector<Split>(shape.size())};
  Extents& sizes = layout.splits[static_cast<std::size_t>(axis)].block_sizes;
  sizes.assign(static_cast<std::size_t>(p), 0);
  sizes.back() = shape[static_cast<std::size_t>(axis)];
  return layout;
}

// Block sizes 0, n - (sum of the others), 1, 1, ... of `axis`.
Layout uneven(const Extents& shape, int axis) {
  Layout layout = on_one_process(shape, axis);
  Extents& sizes = layout.splits[static_cast<std::size_t>(axis)].block_sizes;
  if (sizes.size() < 2) return layout;
  sizes.assign(sizes.size(), 1);
  sizes[0] = 0;
  sizes[1] = shape[static_cast<std::size_t>(axis)] - static_cast<Index>(sizes.size()) + 2;
  return layout;
}

TEST(Transform, StartsAndEndsInTheLayoutsThatTheProblemStates) {
  const int p = n_processes();
  const Extents shape = {10, 9, 12};
  for (Transform transform : transforms) {
    Case c;
    c.problem.shape = shape;
    c.problem.transform = transform;
    const auto layouts_of = [&](const Extents& s) {
      return std::vector<Layout>{{s, {{p}}, {2}, {}},                        // slab of the last axis
                                 {s, {balanced_grid(p, 2)}, {2, 0}, {}},     // pencil
                                 {s, {balanced_grid(p, 3)}, {0, 1, 2}, {}},  // bricks
                                 {s, {balanced_grid(p, 2)}, {1, 1}, {}},     // one axis cut twice
                                 on_one_process(s, 1),
                                 uneven(s, 0),
                                 uneven(s, 2)};
    };
    for (const Layout& points : layouts_of(shape))
      for (const std::string& exchange : exchanges_of_case()) {
        c.exchange = exchange;
        c.problem.points = points;
        c.problem.modes.reset();
        c.problem.output = Output::last;
        expect_right(c);
        c.problem.output = Output::input;
        expect_right(c);
      }
    for (const Layout& modes : layouts_of(modes_shape(c.problem)))
      for (const std::string& exchange : exchanges_of_case()) {
        c.exchange = exchange;
        c.problem.points.reset();
        c.problem.modes = modes;
        expect_right(c);
        c.problem.points = on_one_process(shape, 2);
        expect_right(c);
      }
  }
}

}  // namespace
}  // namespace weft::test
