// Energies by Parseval against sums over the points, for every kind of axis and norm; spectra of fields whose
// shells are known; the same on all processes.

#include <gtest/gtest.h>

#include "functions.hpp"

namespace weft::test {
namespace {

// The weight of point j in the mean along an axis: the trapezoidal rule where the axis has points on walls.
Real weight(const std::optional<AxisKind>& kind, Index n, Index j) {
  const auto points = static_cast<Real>(n);
  if (kind == AxisKind::dct1) return (j == 0 || j == n - 1 ? 0.5L : 1) / (points - 1);
  if (kind == AxisKind::dst1) return 1 / (points + 1);
  if (kind == AxisKind::dct3 && j == 0) return 0.5L / points;
  if (kind == AxisKind::dst3 && j == n - 1) return 0.5L / points;
  return 1 / points;
}

double mean_product(const Problem& problem, const GlobalField& u, const GlobalField& v) {
  Real sum = 0;
  for (std::size_t i = 0; i < u.values.size(); ++i) {
    Real factor = 1;
    auto rest = static_cast<Index>(i);
    for (std::size_t a = problem.shape.size(); a-- > 0; rest /= problem.shape[a])
      factor *= weight(kind_of(problem, static_cast<int>(a)), problem.shape[a], rest % problem.shape[a]);
    sum += factor * (u.values[i] * std::conj(v.values[i])).real();
  }
  return static_cast<double>(sum);
}

std::vector<Problem> problems_of_energies() {
  std::vector<Problem> all = {r2c({6, 8, 7}), r2c({6, 7, 8}), c2c({5, 6}), r2c({3, 2}), r2c({5, 1})};
  for (const AxisKind kind : {AxisKind::dct1, AxisKind::dct2, AxisKind::dct3, AxisKind::dct4, AxisKind::dst1,
                              AxisKind::dst2, AxisKind::dst3, AxisKind::dst4}) {
    all.push_back(r2r({7, 6}, {kind, AxisKind::dst2}));
    Problem mixed = r2c({6, 8, 5});
    mixed.kinds = {AxisKind::fourier, AxisKind::fourier, kind};  // axis 1 is the real one
    all.push_back(mixed);
  }
  Problem carried = r2c({6, 4, 5});
  carried.axes = {2, 0};
  all.push_back(carried);
  const std::size_t n = all.size();
  for (std::size_t i = 0; i < n; ++i)
    for (const Norm norm : {Norm::forward, Norm::ortho}) {
      all.push_back(all[i]);
      all.back().norm = norm;
    }
  return all;
}

bool scales_points(const Problem& problem) {
  if (problem.norm != Norm::ortho) return false;
  for (const AxisKind kind : problem.kinds)
    if (kind == AxisKind::dct1 || kind == AxisKind::dct3 || kind == AxisKind::dst3) return true;
  return false;
}

TEST(Energies, AreThoseOfThePointsThatFewerModesGive) {
  for (Problem problem :
       {r2c({9, 8, 12}), c2c({9, 8, 12}), r2r({9, 8, 12}, {AxisKind::dct1, AxisKind::dst2, AxisKind::dct2})})
    for (const Extents& kept : {Extents{6, 4, 8}, Extents{5, 8, 7}}) {
      problem.kept = kept;
      Bench bench(problem);
      const GlobalField any = hashed_field(problem.shape, 7, points_are_real(problem), Precision::double_);
      const GlobalField points = points_of(problem, modes_of(problem, any));
      const Block modes = bench.modes(any);
      const std::vector<const void*> u = {modes.data()};
      const double energy = mean_product(problem, points, points) / 2;
      EXPECT_NEAR(bench.spectral.mean_energy(u), energy, 1e-14 * energy) << to_text(kept);
    }
}

TEST(Energies, AreThoseOfThePoints) {
  for (const Problem& problem : problems_of_energies()) {
    if (scales_points(problem)) continue;
    Bench bench(problem);
    std::vector<GlobalField> points;
    std::vector<Block> modes;
    for (std::uint64_t seed : {1, 2, 3, 4}) {
      points.push_back(hashed_field(problem.shape, seed, points_are_real(problem), Precision::double_));
      modes.push_back(bench.modes(points.back()));
    }
    const std::vector<const void*> all = inputs_of(modes);
    const std::vector<const void*> u = {all[0], all[1]}, v = {all[2], all[3]};
    const double energy =
        (mean_product(problem, points[0], points[0]) + mean_product(problem, points[1], points[1])) / 2;
    const double product =
        mean_product(problem, points[0], points[2]) + mean_product(problem, points[1], points[3]);
    EXPECT_NEAR(bench.spectral.mean_energy(u), energy, 1e-14 * energy);
    EXPECT_NEAR(bench.spectral.inner_product(u, v), product, 1e-14 * energy);
    for (const double width : {0.0, 0.7, 100.0}) {
      const Spectrum spectrum = bench.spectral.energy_spectrum(u, width);
      double sum = 0;
      for (const double one : spectrum.energy) sum += one;
      EXPECT_NEAR(sum, energy, 1e-14 * energy);
      EXPECT_EQ(static_cast<Index>(spectrum.energy.size()), bench.spectral.n_shells(width));
      if (width == 100) {
        EXPECT_EQ(spectrum.energy.size(), 1U);
      }
    }
  }
}

// Waves of known |k|: (1, 0, 0), (2, 2, 1), (0, 0, 4), a mean, one at the mode n/2, and (0, -2, 0).
TEST(Energies, OfWavesAreInTheirShells) {
  Bench bench(r2c({8, 9, 12}));
  const auto wave = [](const Point& x, Real a, Real b, Real c) {
    return std::cos(a * x[0] + b * x[1] + c * x[2]);
  };
  std::vector<Block> u = {
      bench.modes(bench.sample([&](const Point& x) { return 1 + wave(x, 1, 0, 0) + 3 * wave(x, 2, 2, 1); })),
      bench.modes(bench.sample(
          [&](const Point& x) { return wave(x, 0, 0, 4) + wave(x, 4, 0, 0) + wave(x, 0, 0, 6); })),
      bench.modes(bench.sample(
          [&](const Point& x) { return wave(x, 0, -2, 0) + wave(x, 1, 1, 0) + wave(x, 1, 2, 0); }))};
  const Spectrum spectrum = bench.spectral.energy_spectrum(inputs_of(u));
  ASSERT_EQ(spectrum.energy.size(), 9U);  // up to sqrt(16 + 16 + 36) = 8.2
  EXPECT_EQ(spectrum.width, 1);
  // |(1, 1, 0)| = 1.41 is of shell 1, |(1, 2, 0)| = 2.24 of shell 2; waves at n/2 have a mean square of 1.
  const std::vector<double> expected = {0.5, 0.25 + 0.25, 0.25 + 0.25, 9 * 0.25, 0.25 + 0.5, 0, 0.5, 0, 0};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(spectrum.energy[i], expected[i], 1e-15) << "shell " << i;
}

TEST(Energies, OfLongDomainsHaveShellsOfTheSmallestWavenumber) {
  const auto unit = static_cast<double>(pi);
  Bench bench(r2c({8, 16}), {2 * unit, 4 * unit});
  EXPECT_DOUBLE_EQ(bench.spectral.shell_width(), 0.5);
  Block u = bench.modes(bench.sample([](const Point& x) { return std::cos(x[0]) + std::sin(1.5L * x[1]); }));
  const Spectrum spectrum = bench.spectral.energy_spectrum(inputs_of({u}));
  EXPECT_EQ(spectrum.width, bench.spectral.shell_width());
  EXPECT_NEAR(spectrum.energy[2], 0.25, 1e-15);
  EXPECT_NEAR(spectrum.energy[3], 0.25, 1e-15);
}

TEST(Energies, AreTheSameBitsOnAllProcesses) {
  Bench bench(r2c({8, 9, 10}));
  std::vector<Block> u = {bench.modes(hashed_field({8, 9, 10}, 5, true, Precision::double_))};
  std::vector<double> mine = bench.spectral.energy_spectrum(inputs_of(u)).energy;
  mine.push_back(bench.spectral.mean_energy(inputs_of(u)));
  std::vector<double> first = mine;
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  EXPECT_TRUE(all_true(MPI_COMM_WORLD, mine == first));
}

TEST(Energies, SumsOfThePlanAreOverAllItsProcesses) {
  Plan plan(c2c({8, 6}), MPI_COMM_WORLD);
  std::vector<double> values = {1, static_cast<double>(plan.rank())};
  plan.sum(values);
  EXPECT_EQ(values[0], p());
  EXPECT_EQ(values[1], p() * (p() - 1) / 2);
  plan.sum({});
}

}  // namespace
}  // namespace weft::test
