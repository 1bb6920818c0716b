// The interface as users meet it: fields, defaults, several plans at once, plans that move, lines on one
// process, null pointers for empty blocks, and a choice that makes the same plan again.

#include <gtest/gtest.h>

#include <optional>

#include "agreed_error.hpp"
#include "blocks.hpp"
#include "usable.hpp"
#include "verdict.hpp"
#include "weft/calibration.hpp"

namespace weft::test {
namespace {

using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

// Relative error of a field that should hold its part of `expected`, over all processes.
template <class T>
double error_of(const Field<T>& field, const GlobalField& expected) {
  Misfit sum;
  for_each_point(expected.shape, field.box(), field.storage(), [&](Index position, Index offset) {
    const Complex wanted = expected.values[static_cast<std::size_t>(position)];
    sum += {static_cast<double>(std::norm(Complex(field.data()[offset]) - wanted)),
            static_cast<double>(std::norm(wanted))};
  });
  MPI_Allreduce(MPI_IN_PLACE, &sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum.relative();
}

template <class T>
void fill(Field<T>& field, const GlobalField& values) {
  for_each_point(values.shape, field.box(), field.storage(), [&](Index position, Index offset) {
    const Complex value = values.values[static_cast<std::size_t>(position)];
    if constexpr (std::is_floating_point_v<T>)
      field.data()[offset] = static_cast<T>(value.real());
    else
      field.data()[offset] = T(static_cast<typename T::value_type>(value.real()),
                               static_cast<typename T::value_type>(value.imag()));
  });
}

TEST(Interface, IsFourLinesForARealTransform) {
  const GlobalField points = hashed_field({10, 9, 8}, 1, true, Precision::double_);
  Plan plan(r2c({10, 9, 8}), MPI_COMM_WORLD);
  auto u = plan.points<double>();
  auto uh = plan.modes<Complex128>();
  auto back = plan.points<double>();
  fill(u, points);
  plan.forward(u, uh);
  plan.backward(uh, back);
  EXPECT_LE(error_of(uh, modes_of(plan.problem(), points)), tolerance(plan.problem()));
  EXPECT_LE(error_of(back, points), 2 * tolerance(plan.problem()));
  EXPECT_LE(error_of(u, points), 0) << "the input is as it was";
}

TEST(Interface, HasTheDocumentedDefaults) {
  for (int k = 1; k <= 3; ++k) {
    std::vector<int> dims(static_cast<std::size_t>(k), 1);
    dims[static_cast<std::size_t>(k / 2)] = p();
    const ProcessGrid grid{dims};
    Plan plan(r2c({5, 6, 7, 8}), MPI_COMM_WORLD, {{"grid", to_text(grid)}});
    EXPECT_EQ(plan.problem().sign, -1);
    EXPECT_EQ(plan.problem().norm, Norm::backward);
    EXPECT_EQ(plan.rank(), rank_in(MPI_COMM_WORLD));
    const auto u = plan.points<double>();
    const Axes first = {0, 1, 2};
    for (int rank = 0; rank < p(); ++rank) {
      const Axes at_points(first.begin(), first.begin() + k);
      Axes at_modes = at_points;
      for (int& axis : at_modes) ++axis;
      EXPECT_EQ(box_of(plan.points_layout(), rank), box_of({{5, 6, 7, 8}, grid, at_points, {}}, rank));
      EXPECT_EQ(box_of(plan.modes_layout(), rank), box_of({{5, 6, 7, 5}, grid, at_modes, {}}, rank));
    }
    EXPECT_EQ(plan.points_storage(), dense_storage(plan.points_box().shape(), {0, 1, 2, 3}))
        << "points are in C order";
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_EQ(u.data()[i], 0) << "new fields are zero";
  }
}

TEST(Interface, MakesModesInCOrderWhenAsked) {
  Problem problem = c2c({5, 6, 7});
  problem.order = Order::c;
  for (const std::string& exchange : exchange_names()) {
    Plan plan(problem, MPI_COMM_WORLD, {{"exchange", exchange}});
    EXPECT_EQ(plan.modes_storage().order, (Axes{0, 1, 2}));
    EXPECT_EQ(plan.modes_storage().strides.back(), 1);
  }
}

// Four plans of different kinds, called in turns and closed in another order than they were made.
TEST(Interface, LetsSeveralPlansRunInTurns) {
  const GlobalField a = hashed_field({6, 8, 7}, 1, true, Precision::double_);
  const GlobalField b = hashed_field({9, 4, 5}, 2, false, Precision::single_);
  for (const std::string& exchange : exchange_names()) {
    const Options options = {{"exchange", exchange}};
    std::optional<Plan> first(std::in_place, r2c({6, 8, 7}), MPI_COMM_WORLD, options);
    Plan second(c2c({9, 4, 5}, Precision::single_), MPI_COMM_WORLD, options);
    Plan third(r2c({6, 8, 7}), MPI_COMM_WORLD, options);
    auto u1 = first->points<double>(), u3 = third.points<double>();
    auto h1 = first->modes<Complex128>(), h3 = third.modes<Complex128>();
    auto u2 = second.points<Complex64>(), h2 = second.modes<Complex64>();
    fill(u1, a);
    fill(u2, b);
    fill(u3, a);
    for (int turn = 0; turn < 3; ++turn) {
      first->forward(u1, h1);
      second.forward(u2, h2);
      third.forward(u3, h3);
      second.backward(h2, u2);
      first->backward(h1, u1);
      if (turn == 1) first.reset();
      if (turn == 1) first.emplace(r2c({6, 8, 7}), MPI_COMM_WORLD, options);
      third.backward(h3, u3);
    }
    EXPECT_LE(error_of(h1, modes_of(first->problem(), a)), 5 * tolerance(first->problem())) << exchange;
    EXPECT_LE(error_of(h2, modes_of(second.problem(), b)), 5 * tolerance(second.problem())) << exchange;
    EXPECT_LE(error_of(u3, a), 6 * tolerance(third.problem())) << exchange;
    first->close();
    third.close();
  }
}

TEST(Interface, LetsClosedPlansAnswer) {
  Plan plan(c2c({8, 6}), MPI_COMM_WORLD);
  const std::string promised = to_text(plan.report());
  const double seconds = plan.predict(typical_machine()).pair_seconds();
  const Box mine = plan.points_box();
  plan.close();
  EXPECT_EQ(plan.predict(typical_machine()).pair_seconds(), seconds);
  EXPECT_EQ(to_text(plan.report()), promised);
  EXPECT_EQ(plan.explain(), promised);
  EXPECT_EQ(plan.points_box(), mine);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"the plan is closed"},
                      [&] { plan.points_distribution(); });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"the plan is closed"},
                      [&] { plan.modes_distribution(); });
}

TEST(Interface, LetsPlansMove) {
  const GlobalField points = hashed_field({6, 5}, 1, false, Precision::double_);
  Plan made(c2c({6, 5}), MPI_COMM_WORLD);
  Plan plan(std::move(made));
  Plan other(c2c({3, 3}), MPI_COMM_WORLD);
  other = std::move(plan);
  auto u = other.points<Complex128>();
  auto uh = other.modes<Complex128>();
  fill(u, points);
  other.forward(u, uh);
  EXPECT_LE(error_of(uh, modes_of(other.problem(), points)), tolerance(other.problem()));
}

TEST(Interface, TransformsALineOnEachProcessByItself) {
  for (Index n : {1, 2, 7, 16, 41, 360}) {
    for (const std::string& exchange : exchange_names()) {
      Plan plan(r2c({n}), MPI_COMM_SELF, {{"exchange", exchange}});
      const GlobalField points =
          hashed_field({n}, static_cast<std::uint64_t>(rank_in(MPI_COMM_WORLD)), true, Precision::double_);
      auto u = plan.points<double>();
      auto uh = plan.modes<Complex128>();
      fill(u, points);
      plan.forward(u, uh);
      EXPECT_LE(error_of(uh, modes_of(plan.problem(), points)), tolerance(plan.problem())) << n << " points";
    }
  }
}

TEST(Interface, TakesNullPointersWhereBlocksAreEmpty) {
  for (const std::string& exchange : exchange_names()) {
    Plan plan(c2c({2, 1, 1}), MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", std::to_string(p())}});
    std::vector<Complex128> u(2, Complex128(3, -1)), uh(2);
    const void* points = plan.points_box().empty() ? nullptr : u.data();
    void* modes = plan.modes_box().empty() ? nullptr : uh.data();
    plan.forward(points, modes);
    plan.backward(modes, const_cast<void*>(points));
    EXPECT_EQ(u[0], Complex128(3, -1));
    if (!plan.modes_box().empty() && plan.modes_box().ranges[0].begin == 0) {
      EXPECT_EQ(uh[0], Complex128(6, -2));
    }
  }
}

TEST(Interface, MakesTheSamePlanAgainFromItsChoice) {
  if (!is_usable("fftw")) GTEST_SKIP() << why_missing("fftw");
  for (const std::string& exchange : exchange_names()) {
    Plan plan(r2c({8, 6, 10}), MPI_COMM_WORLD, {{"exchange", exchange}, {"backend", "fftw:estimate"}});
    const std::string text = to_text(plan.choice());
    EXPECT_NE(text.find("fftw:estimate"), std::string::npos) << text;
    Plan again(r2c({8, 6, 10}), MPI_COMM_WORLD, {{"choice", text}});
    EXPECT_EQ(to_text(again.choice()), text);
    EXPECT_EQ(again.points_layout(), plan.points_layout());
    EXPECT_EQ(again.modes_layout(), plan.modes_layout());
    EXPECT_EQ(again.explain(), plan.explain());
  }
}

TEST(Interface, TellsWhatItDoes) {
  for (const std::string& exchange : exchange_names()) {
    Plan plan(r2c({8, 6, 10}), MPI_COMM_WORLD, {{"exchange", exchange}});
    auto u = plan.points<double>();
    auto uh = plan.modes<Complex128>();
    plan.forward(u, uh);
    if (p() > 1) {
      EXPECT_NE(plan.explain().find(exchange), std::string::npos) << plan.explain();
    }
    EXPECT_FALSE(plan.times().empty());
    double seconds = 0;
    for (const StageTime& time : plan.times()) {
      EXPECT_FALSE(time.name.empty());
      EXPECT_GE(time.seconds, 0) << time.name;
      seconds += time.seconds;
    }
    EXPECT_GT(seconds, 0);
  }
  EXPECT_FALSE(mpi_library().empty());
  EXPECT_NE(fft_library().find("fftw"), std::string::npos) << fft_library();
}

}  // namespace
}  // namespace weft::test
