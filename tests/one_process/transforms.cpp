// Plans of one process against the definition of the transform, in a program with libweft_serial and no MPI
// library: every kind of axis, both transforms, both precisions, one to six axes, several threads.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <numeric>

#include "blocks.hpp"
#include "expect_error.hpp"
#include "kept_modes.hpp"
#include "weft/serial.hpp"

namespace weft::test {
namespace {

Box whole(const Extents& shape) {
  Box box;
  for (const Index n : shape) box.ranges.push_back({0, n});
  return box;
}

void expect_near(const GlobalField& expected, const Block& block, const Storage& storage,
                 const Problem& problem, double least_norm2, const std::string& what) {
  const Misfit misfit = test::misfit(expected, whole(expected.shape), storage, block);
  const double norm2 = std::max(misfit.norm2, least_norm2);
  EXPECT_LE(misfit.error2, tolerance(problem) * tolerance(problem) * norm2)
      << what << " of " << words_of_answers(problem);
  EXPECT_TRUE(block.guards_intact()) << what;
}

// Twice, because a call may leave something behind.
void expect_right(const Problem& problem, const SerialOptions& options = {}) {
  SerialPlan plan(problem, options);
  const ThereAndBack& expected = there_and_back(problem, 7);
  const Element at_points = points_element(problem), at_modes = modes_element(problem);
  for (int round = 0; round < 2; ++round) {
    Block u(plan.points_storage().n_elements() * at_points.bytes(), at_points);
    Block uh(plan.modes_storage().n_elements() * at_modes.bytes(), at_modes);
    put(expected.points, whole(problem.shape), plan.points_storage(), u);
    plan.forward(u.data(), uh.data());
    expect_near(expected.modes, uh, plan.modes_storage(), problem, least_norm2(problem, expected.points),
                "forward");
    put(expected.modes, whole(expected.modes.shape), plan.modes_storage(), uh);
    u.forget();
    plan.backward(uh.data(), u.data());
    expect_near(expected.points_back, u, plan.points_storage(), problem, 0, "backward");
  }
}

const std::vector<Extents> shapes = {{1},
                                     {2},
                                     {16},
                                     {17},
                                     {97},
                                     {8, 6},
                                     {7, 5},
                                     {16, 21},
                                     {1, 9},
                                     {12, 10, 14},
                                     {5, 7, 11},
                                     {4, 1, 6},
                                     {9, 8, 2},
                                     {4, 3, 6, 5},
                                     {2, 3, 1, 5, 4},
                                     {2, 3, 2, 4, 2, 3}};

TEST(OneProcess, TransformsAsDefinedInEveryShapeAndPrecision) {
  for (const Extents& shape : shapes)
    for (const Precision precision : {Precision::double_, Precision::single_}) {
      expect_right(c2c(shape, precision));
      expect_right(r2c(shape, precision));
    }
}

TEST(OneProcess, KnowsEveryKindOfAxis) {
  for (const AxisKind kind : real_kinds())
    for (const Precision precision : {Precision::double_, Precision::single_}) {
      expect_right(r2r({9, 12}, {kind, AxisKind::dct2}, precision));
      Problem even = r2r({8, 10}, {kind, kind}, precision);
      even.norm = Norm::ortho;
      expect_right(even);
      Problem mixed = r2c({6, 9, 8}, precision);
      mixed.kinds = {AxisKind::fourier, kind, AxisKind::fourier};
      expect_right(mixed);
      mixed.transform = Transform::c2c;
      expect_right(mixed);
    }
}

TEST(OneProcess, DividesItsWorkAmongThreads) {
  for (const Extents& shape : {Extents{64}, Extents{40, 36}, Extents{24, 20, 18}, Extents{48, 40, 20}})
    for (const int threads : {2, 3}) {
      expect_right(c2c(shape), {.threads = threads});
      expect_right(r2c(shape, Precision::single_), {.threads = threads});
    }
}

TEST(OneProcess, FollowsTheProblem) {
  for (const Transform transform : {Transform::c2c, Transform::r2c})
    for (const Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
      for (const Order order : {Order::fast, Order::c})
        for (const Axes& axes : {Axes{}, Axes{0}, Axes{2, 0}, Axes{1, 2}}) {
          Problem problem = c2c({6, 5, 8});
          problem.transform = transform;
          problem.norm = norm;
          problem.order = order;
          problem.axes = axes;
          problem.sign = norm == Norm::ortho ? 1 : -1;
          expect_right(problem);
        }
  Problem kept = r2c({12, 9, 18});
  kept.kept = {8, 6, 12};
  expect_right(kept);
}

// The points in the order of Fortran with gaps, the modes in C order with gaps.
TEST(OneProcess, ReadsAndWritesWhereArraysLie) {
  for (const Extents& shape : shapes)
    for (const Transform transform : {Transform::c2c, Transform::r2c}) {
      Problem problem = c2c(shape);
      problem.transform = transform;
      Axes of_c(shape.size());
      std::iota(of_c.begin(), of_c.end(), 0);
      Storage points = dense_storage(shape, Axes(of_c.rbegin(), of_c.rend()));
      Storage modes = dense_storage(modes_shape(problem), of_c);
      for (Storage* storage : {&points, &modes})
        for (Index& stride : storage->strides) stride *= 3;
      expect_right(problem, {.points = points, .modes = modes});
      expect_right(problem, {.threads = 2, .modes = modes});
    }
}

TEST(OneProcess, HasOneDirectionOnly) {
  SerialPlan there(r2c({8, 6}), {.has_backward = false}), back(r2c({8, 6}), {.has_forward = false});
  auto u = there.points<double>(), u2 = back.points<double>();
  auto uh = there.modes<std::complex<double>>();
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 6; ++j) u(i, j) = static_cast<double>(i * i + 3 * j);
  there.forward(u, uh);
  back.backward(uh, u2);
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 6; ++j) EXPECT_NEAR(u2(i, j), u(i, j), 1e-12);
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"other direction"}, [&] { there.backward(uh, u); }),
            "");
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"other direction"}, [&] { back.forward(u, uh); }),
            "");
}

TEST(OneProcess, RunsWithOtherKernels) {
  try {
    SerialPlan(c2c({4}), {.backend = "fftw"});
  } catch (const Error& missing) {
    ASSERT_EQ(missing.code(), ErrorCode::resource);
    GTEST_SKIP() << missing.what();
  }
  expect_right(r2c({12, 10, 14}), {.backend = "fftw"});
  expect_right(c2c({31, 33}), {.backend = "fftw"});
}

TEST(OneProcess, NeedsNoMpiLibrary) {
  std::ifstream maps("/proc/self/maps");
  const std::string loaded{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_NE(loaded.find("/lib"), std::string::npos);
  for (const char* library : {"libmpi", "libmpich", "libhdf5", "libweft.so"})
    EXPECT_EQ(loaded.find(library), std::string::npos) << library;
}

TEST(OneProcess, SaysWhatIsWrong) {
  SerialPlan plan(r2c({8, 6}));
  auto u = plan.points<double>();
  auto uh = plan.modes<std::complex<double>>();
  const auto expect = [](ErrorCode code, const std::vector<std::string>& words, auto&& call) {
    EXPECT_EQ(error_complaint(code, words, call), "");
  };
  expect(invalid, {"is null"}, [&] { plan.forward(nullptr, uh.data()); });
  expect(invalid, {"is null"}, [&] { plan.backward(uh.data(), nullptr); });
  expect(invalid, {"same array"}, [&] { plan.forward(u.data(), u.data()); });
  expect(invalid, {"the points of this plan are double, not float"}, [&] { (void)plan.points<float>(); });
  Field<std::complex<double>> small({{{0, 2}}}, dense_storage({2}, {0}));
  expect(invalid, {"2 elements", "modes", "32"}, [&] { plan.forward(u, small); });
  expect(invalid, {"0 threads", "1024"}, [] { SerialPlan(c2c({8}), {.threads = 0}); });
  expect(invalid, {"backend", "nativ"}, [] { SerialPlan(c2c({8}), {.backend = "nativ"}); });
  Problem problem = c2c({8, 6});
  problem.n_fields = 2;
  expect(invalid, {"n_fields is 2"}, [&] { SerialPlan{problem}; });
  problem.n_fields = 1;
  problem.points = Layout{{8, 6}, {{2}}, {0}, {}};
  expect(invalid, {"2 processes", "one process"}, [&] { SerialPlan{problem}; });
  expect(invalid, {"axis"}, [] { SerialPlan(c2c({8, 0})); });
  const Storage other = dense_storage({8, 5}, {0, 1});
  expect(invalid, {"storage of the points", "8x5", "8x6"}, [&] {
    SerialPlan(c2c({8, 6}), {.points = other});
  });
  expect(invalid, {"storage of the modes", "positive"}, [&] {
    SerialPlan(c2c({8, 6}), {.modes = Storage{{8, 6}, {0, 1}, {6, -1}}});
  });
}

}  // namespace
}  // namespace weft::test
