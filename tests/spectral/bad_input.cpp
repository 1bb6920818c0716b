// What operators refuse, in words; where they are collective, on all processes alike.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "agreed_error.hpp"
#include "functions.hpp"

namespace weft::test {
namespace {

constexpr ErrorCode wrong = ErrorCode::invalid_argument, cannot = ErrorCode::not_applicable;

template <class Call>
void expect_error(ErrorCode code, const std::vector<std::string>& fragments, Call&& call) {
  expect_no_complaint(MPI_COMM_WORLD, error_complaint(code, fragments, call));
}

TEST(BadInput, OfDomainsIsRefused) {
  Plan plan(r2c({8, 6}), MPI_COMM_WORLD);
  expect_error(wrong, {"3 lengths", "2 axes"}, [&] { Spectral(plan, {{1, 2, 3}}); });
  for (const double length : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    expect_error(wrong, {"along axis 1", "positive"}, [&] { Spectral(plan, {{1, length}}); });
}

TEST(BadInput, OfPlansWithoutSuchModesIsRefused) {
  const Layout layout{{8, 6}, {{p()}}, {0}, {}};
  Plan move = make_redistribution(layout, layout, false, MPI_COMM_WORLD);
  expect_error(cannot, {"transforms no axis", "c2c"}, [&] { Spectral{move}; });
  for (const AxisKind kind : {AxisKind::dct1, AxisKind::dct3, AxisKind::dst3}) {
    Problem problem = r2r({8, 6}, {AxisKind::dct2, kind});
    problem.norm = Norm::ortho;
    Plan plan(problem, MPI_COMM_WORLD);
    expect_error(cannot, {"axis 1", "norm=ortho", "norm=backward"}, [&] { Spectral{plan}; });
  }
  for (const AxisKind kind : {AxisKind::r2hc, AxisKind::hc2r, AxisKind::dht}) {
    Plan plan(r2r({8, 6}, {AxisKind::dct2, kind}), MPI_COMM_WORLD);
    expect_error(cannot, {"axis 1", "operators", "Fourier axis"}, [&] { Spectral{plan}; });
  }
}

TEST(BadInput, OfDerivativesIsRefused) {
  Problem problem = r2c({8, 6, 9, 4});
  problem.axes = {0, 1, 2};
  problem.kinds = {AxisKind::fourier, AxisKind::dct2, AxisKind::chebyshev};
  problem.modes = Layout{{5, 6, 9, 4}, {{p()}}, {3}, {}};
  Bench bench(problem);
  Block in = bench.empty(), out = bench.empty();
  const Spectral& spectral = bench.spectral;
  const auto derive = [&](int axis, int order) {
    return [&, axis, order] { spectral.derivative(in.data(), out.data(), axis, order); };
  };
  expect_error(wrong, {"axis 4", "0 to 3"}, derive(4, 1));
  expect_error(wrong, {"axis -1"}, derive(-1, 1));
  expect_error(wrong, {"axis 3", "not transformed"}, derive(3, 1));
  expect_error(wrong, {"order -1"}, derive(0, -1));
  expect_error(cannot, {"axis 1", "dct2", "even order"}, derive(1, 3));
  expect_error(cannot, {"order 1000", "lower order"}, derive(0, 1000));
  expect_error(cannot, {"order 800", "lower order"}, derive(1, 800));
  const Spectral tiny(bench.plan, {{1, 1, 1e-100, 1}});
  expect_error(cannot, {"order 4", "axis 2", "lower order"},
               [&] { tiny.derivative(in.data(), out.data(), 2, 4); });
  expect_error(wrong, {"axis 3", "no wavenumbers"}, [&] { spectral.wavenumbers(3); });
  expect_error(cannot, {"Chebyshev", "solver"}, [&] { spectral.inverse_laplacian(in.data(), out.data()); });
  if (in.bytes().empty()) return;
  EXPECT_EQ(error_complaint(wrong, {"Laplacian", "another array"},
                            [&] { spectral.laplacian(in.data(), in.data()); }),
            "");
}

TEST(BadInput, AChebyshevAxisThatIsCutHasNoDerivative) {
  if (p() == 1) return;
  Problem problem = r2c({9, 8});
  problem.kinds = {AxisKind::chebyshev, AxisKind::fourier};
  problem.modes = Layout{{9, 5}, {{p()}}, {0}, {}};
  Bench bench(problem);
  Block in = bench.empty(), out = bench.empty();
  const std::vector<std::string> words = {"axis 0", "Chebyshev", "cut among " + std::to_string(p()),
                                          "Problem::modes"};
  expect_error(cannot, words, [&] { bench.spectral.derivative(in.data(), out.data(), 0); });
  expect_error(cannot, words, [&] { bench.spectral.laplacian(in.data(), out.data()); });
  void* outs[] = {out.data(), out.data()};
  expect_error(cannot, words, [&] { bench.spectral.gradient(in.data(), outs); });
  bench.spectral.derivative(in.data(), out.data(), 1);
}

TEST(BadInput, OfVectorsIsRefused) {
  Bench bench(r2c({4, 5, 6}));
  std::vector<Block> blocks(4, bench.empty());
  const std::vector<const void*> all = inputs_of(blocks);
  const std::vector<void*> outs = outputs_of(blocks);
  const std::span<const void*const> two(all.data(), 2), three(all.data(), 3), four(all);
  const std::span<void*const> out_two(outs.data(), 2), out_three(outs.data(), 3);
  const Spectral& spectral = bench.spectral;
  expect_error(wrong, {"2 components", "3 transformed axes"}, [&] { spectral.divergence(two, outs[3]); });
  expect_error(wrong, {"4 components"}, [&] { spectral.divergence(four, outs[3]); });
  expect_error(wrong, {"2 components"}, [&] { spectral.gradient(all[3], out_two); });
  expect_error(wrong, {"2 components"}, [&] { spectral.curl(two, out_three); });
  expect_error(wrong, {"2 outputs", "3 components"}, [&] { spectral.curl(three, out_two); });
  expect_error(wrong, {"factor", "finite"}, [&] { spectral.curl(three, out_three, std::nan("")); });
  expect_error(wrong, {"2 components"}, [&] { spectral.project(three, out_two); });

  Problem four_axes = c2c({3, 3, 3, 3});
  Bench many(four_axes);
  expect_error(cannot, {"1 to 3", "has 4"}, [&] { many.spectral.divergence(four, outs[0]); });
  expect_error(cannot, {"2 or 3", "has 4"}, [&] { many.spectral.project(four, outs); });
  Problem one_axis = c2c({6, 4});
  one_axis.axes = {0};
  Bench line(one_axis);
  expect_error(cannot, {"1 axis", "2 or 3"}, [&] { line.spectral.curl({all.data(), 1}, out_two); });
  expect_error(cannot, {"2 or 3", "has 1"}, [&] {
    line.spectral.project({all.data(), 1}, {outs.data(), 1});
  });
  Problem wall = r2c({4, 6, 5});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::dct2};
  Bench between(wall);
  expect_error(cannot, {"axis 2", "dct2", "Fourier axes"},
               [&] { between.spectral.project(three, out_three); });
  expect_error(cannot, {"axis 2", "dct2", "even order"},
               [&] { between.spectral.divergence(three, outs[3]); });
}

TEST(BadInput, OfMasksAndDisplacementsIsRefused) {
  Problem wall = r2c({4, 6, 5});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::dct2};
  Bench bench(wall);
  Block in = bench.empty();
  const auto move = [&](const std::vector<double>& by) {
    return [&, by] { bench.spectral.shift(in.data(), in.data(), by); };
  };
  expect_error(cannot, {"axis 2", "dct2", "cubic"},
               [&] { bench.spectral.dealias(in.data(), in.data(), Dealiasing::spherical); });
  expect_error(wrong, {"2 numbers", "3 axes"}, move({0, 1}));
  expect_error(wrong, {"axis 1", "finite"}, move({0, std::nan(""), 0}));
  expect_error(cannot, {"axis 2", "not a Fourier axis"}, move({0, 1, 1}));
}

TEST(BadInput, OfFieldsOfAnotherPlanIsRefused) {
  Plan plan(r2c({8, 6}), MPI_COMM_WORLD);
  Plan single(r2c({8, 6}, Precision::single_), MPI_COMM_WORLD);
  Plan large(r2c({16, 12}), MPI_COMM_WORLD);
  const Spectral spectral(plan), larger(large);
  auto mine = plan.modes<std::complex<double>>();
  auto other = single.modes<std::complex<float>>();
  auto points = plan.points<double>();
  expect_error(wrong, {"std::complex<double>", "not std::complex<float>"},
               [&] { spectral.laplacian(other, other); });
  expect_error(wrong, {"not double"}, [&] { spectral.laplacian(points, points); });
  expect_error(wrong, {"a field holds", "modes()"}, [&] { larger.laplacian(mine, mine); });
}

TEST(BadInput, OfEnergiesIsTheSameErrorOnAllProcesses) {
  Problem wall = r2c({4, 6, 9});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::chebyshev};
  Bench between(wall), bench(r2c({8, 6}));
  std::vector<Block> blocks(2, bench.empty());
  const std::vector<const void*> u = inputs_of(blocks);
  const std::span<const void*const> one(u.data(), 1), two(u);
  expect_error_on_all(MPI_COMM_WORLD, cannot, {"axis 2", "Chebyshev", "orthogonal"},
                      [&] { between.spectral.mean_energy(one); });
  expect_error_on_all(MPI_COMM_WORLD, cannot, {"axis 2", "Chebyshev"},
                      [&] { between.spectral.energy_spectrum(one); });
  const bool last = bench.plan.rank() == p() - 1;
  expect_error_on_all(MPI_COMM_WORLD, wrong, {"1 and 2 fields"},
                      [&] { bench.spectral.inner_product(one, last ? two : one); });
  for (const double width : {-1.0, std::nan("")})
    expect_error_on_all(MPI_COMM_WORLD, wrong, {"width", "positive"},
                        [&] { bench.spectral.energy_spectrum(one, last ? width : 1); });
  expect_error_on_all(MPI_COMM_WORLD, cannot, {"2^24"}, [&] { bench.spectral.energy_spectrum(one, 1e-9); });
  Field<std::complex<float>> single(bench.plan.modes_box(), bench.plan.modes_storage());
  if (p() == 1) return;
  constexpr ErrorCode differs = ErrorCode::mismatch;
  expect_error_on_all(MPI_COMM_WORLD, differs, {"number of fields"},
                      [&] { bench.spectral.mean_energy(last ? two : one); });
  expect_error_on_all(MPI_COMM_WORLD, differs, {"spectrum", "2 fields"},
                      [&] { bench.spectral.energy_spectrum(last ? two : one); });
  expect_error_on_all(MPI_COMM_WORLD, differs, {"width 2"},
                      [&] { bench.spectral.energy_spectrum(one, last ? 2 : 1); });
  std::vector<double> values(last ? 2 : 3);
  expect_error_on_all(MPI_COMM_WORLD, differs, {"2 values", "3"}, [&] { bench.plan.sum(values); });
  const Spectral longer(bench.plan, {{last ? 1.0 : 2.0, 1}});
  expect_error_on_all(MPI_COMM_WORLD, differs, {"lengths"}, [&] { longer.energy_spectrum(one); });
}

TEST(BadInput, OperatorsOutliveTheClosingOfThePlanButEnergiesDoNot) {
  Plan plan(r2c({8, 6}), MPI_COMM_WORLD);
  const Spectral spectral(plan);
  std::vector<Field<std::complex<double>>> u;
  u.push_back(plan.modes<std::complex<double>>());
  plan.close();
  spectral.laplacian(u[0], u[0]);
  expect_error(wrong, {"plan is closed"}, [&] { spectral.mean_energy(u); });
}

}  // namespace
}  // namespace weft::test
