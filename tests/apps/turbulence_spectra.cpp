// What is told of a flow in a box: sums over shells against those of other operators and against what a step
// does, the skewness of a flow that is known, files of spectra; flows and scalars to begin with, from files
// too.

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "agreed_error.hpp"
#include "common/snapshot.hpp"
#include "job_folder.hpp"
#include "turbulence/measures.hpp"
#include "turbulence/scalar_beginning.hpp"
#include "turbulence/spectra.hpp"
#include "turbulence_measures.hpp"

namespace weft::test {
namespace {

using turbulence::Measures;
using turbulence::Shells;
using turbulence::sum_of;

using std::numbers::pi;

turbulence::Settings with_scalars() {
  turbulence::Settings settings;
  settings.n = {16, 12, 20};
  settings.lengths = {2 * pi, 2 * pi, 4 * pi};
  settings.viscosity = 0.02;
  settings.dt = 1e-6;
  settings.scalars = {{0.7, {0.2, 0, 1}}, {1, {}}};
  return settings;
}

void start_all(turbulence::Box& box) {
  start(box, "random", {0.8, 3, 7});
  for (std::size_t i = 0; i < box.settings().scalars.size(); ++i)
    turbulence::find_scalar_beginning("random").start(box, i, {0.6, 2, 7});
}

Shells shells_of_a_step(turbulence::Box& box) {
  turbulence::ShellSums sums(box);
  box.step({}, &sums);
  return sums.shells();
}

TEST(ShellSums, AreEnergiesOfTheFlowAtTheBeginningOfAStep) {
  turbulence::Settings settings = with_scalars();
  settings.mean_velocity = {0.3, -0.2, 0.1};
  for (const turbulence::DealiasingRule& rule : turbulence::dealiasings()) {
    settings.dealiasing = rule.name;
    turbulence::Box box(settings, MPI_COMM_WORLD);
    start_all(box);
    const double mean = (0.09 + 0.04 + 0.01) / 2;
    const double of_velocity = energy(box) - mean, of_vorticity = enstrophy(box);
    const Spectrum spectrum = box.spectral().energy_spectrum(box.velocity());
    const void* const s[] = {box.scalar(0).data()};
    const double of_scalar = box.spectral().mean_energy(s);
    std::array<double, 3> fluxes{};
    for (std::size_t c = 0; c < 3; ++c) {
      const void* const u[] = {box.velocity()[c].data()};
      fluxes[c] = box.spectral().inner_product(u, s);
    }
    const Shells shells = shells_of_a_step(box);
    EXPECT_NEAR(sum_of(shells.velocity.energy), of_velocity, 1e-14) << rule.name;
    EXPECT_NEAR(sum_of(shells.velocity.squares), of_vorticity, 1e-13) << rule.name;
    EXPECT_NEAR(sum_of(shells.scalars[0].energy), of_scalar, 1e-14) << rule.name;
    ASSERT_EQ(shells.velocity.energy.size(), spectrum.energy.size());
    EXPECT_EQ(shells.width, spectrum.width);
    EXPECT_EQ(shells.velocity.energy[0], 0);
    for (std::size_t k = 1; k < spectrum.energy.size(); ++k)
      EXPECT_NEAR(shells.velocity.energy[k], spectrum.energy[k], 1e-15) << rule.name << " " << k;
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(shells.fluxes[0][c], fluxes[c], 1e-14);
  }
}

double magnitude_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::abs(value);
  return sum;
}

// Without viscosity, in a short step of Euler's method.
TEST(ShellSums, TransferIsWhatAStepBringsAndAddsUpToNothing) {
  turbulence::Settings settings = with_scalars();
  settings.viscosity = 0;
  settings.scalars = {{1, {}}};
  for (const char* dealiasing : {"two-thirds", "padding"}) {
    settings.dealiasing = dealiasing;
    turbulence::Box box(settings, MPI_COMM_WORLD);
    start_all(box);
    const Shells before = shells_of_a_step(box);
    box.resume(0, 0);  // Euler again
    const Shells after = shells_of_a_step(box);
    const auto expect = [&](const turbulence::QuantityByShell& first,
                            const turbulence::QuantityByShell& next) {
      EXPECT_GT(magnitude_of(first.transfer), 0.01);
      EXPECT_LT(std::abs(sum_of(first.transfer)), 1e-14 * magnitude_of(first.transfer));
      for (std::size_t k = 0; k < first.energy.size(); ++k)
        EXPECT_NEAR((next.energy[k] - first.energy[k]) / settings.dt, first.transfer[k],
                    1e-4 * magnitude_of(first.transfer))
            << dealiasing << " " << k;
    };
    expect(before.velocity, after.velocity);
    expect(before.scalars[0], after.scalars[0]);
  }
}

TEST(Measures, OfTheVorticesOfTaylorAndGreen) {
  turbulence::Settings settings;
  settings.viscosity = 0.01;
  settings.n = {16, 16, 16};
  settings.scalars = {{0.5, {}}};
  turbulence::Box box(settings, MPI_COMM_WORLD);
  start(box, "taylor-green");
  turbulence::find_scalar_beginning("cosines").start(box, 0, {2, 1, 1});
  const Measures m = measures_of(box, shells_of_a_step(box));
  EXPECT_NEAR(m.energy, 0.125, 1e-15);
  EXPECT_NEAR(m.enstrophy, 0.375, 1e-15);
  EXPECT_NEAR(m.dissipation, 0.0075, 1e-16);
  // u' = sqrt(2/3 0.125), lambda^2 = 15 nu u'^2 / dissipation.
  const double u = std::sqrt(0.25 / 3), lambda = std::sqrt(15 * 0.01 * u * u / 0.0075);
  EXPECT_NEAR(m.taylor_reynolds, u * lambda / 0.01, 1e-12);
  EXPECT_NEAR(m.k_max_eta, 5 * std::pow(1e-6 / 0.0075, 0.25), 1e-13);
  EXPECT_NEAR(m.integral_length, 3 * pi / 4 / std::sqrt(3.0), 1e-14);  // all has |k| = sqrt(3)
  EXPECT_NEAR(m.scalars[0].variance, 0.5, 1e-14);
  EXPECT_NEAR(m.scalars[0].dissipation, 0.02 * 3 * 0.5, 1e-14);
}

TEST(Measures, AtRestAreZeros) {
  turbulence::Settings settings;
  settings.n = {8, 8, 8};
  turbulence::Box box(settings, MPI_COMM_WORLD);
  start(box, "rest");
  const Measures m = measures_of(box, shells_of_a_step(box));
  EXPECT_EQ(m.energy + m.dissipation + m.taylor_reynolds + m.k_max_eta + m.integral_length, 0);
  EXPECT_EQ(turbulence::Skewness(box)(), 0);
}

// du/dx = a c1 + b c2 with c1 = cos x cos y cos z, c2 = cos 2x cos 2y cos 2z, and so for v and w with a = b =
// (1, 1, -2): <c1^2 c2> = 1/64, <c1^2> = <c2^2> = 1/8.
TEST(Measures, SkewnessOfKnownDerivatives) {
  turbulence::Settings settings;
  settings.n = {16, 12, 18};
  settings.mean_velocity = {1, 2, 3};
  settings.dealiasing = "padding";
  turbulence::Box box(settings, MPI_COMM_WORLD);
  box.start([](double x, double y, double z) {
    const auto u = [&](double k) { return std::sin(k * x) * std::cos(k * y) * std::cos(k * z) / k; };
    const auto v = [&](double k) { return std::cos(k * x) * std::sin(k * y) * std::cos(k * z) / k; };
    const auto w = [&](double k) { return -2 * std::cos(k * x) * std::cos(k * y) * std::sin(k * z) / k; };
    return std::array{u(1) + u(2), v(1) + v(2), w(1) + w(2)};
  });
  const double cubes = (3.0 / 64) * (1 + 1 - 8) / 3, squares = (1 + 1 + 4) * (2.0 / 8) / 3;
  EXPECT_NEAR(turbulence::Skewness(box)(), cubes / std::pow(squares, 1.5), 1e-13);
}

TEST(ScalarBeginning, IsTheSameOnAnyNumberOfProcessesAndOtherForEachScalar) {
  const turbulence::Settings settings = with_scalars();
  turbulence::Box here(settings, MPI_COMM_WORLD), alone(settings, MPI_COMM_SELF);
  for (turbulence::Box* box : {&here, &alone}) start_all(*box);
  std::map<std::array<Index, 3>, Index> offsets;
  alone.rows().for_modes([&](const std::array<Index, 3>& mode, Index offset) { offsets[mode] = offset; });
  const auto wrong = [&](std::size_t i, std::size_t j) {
    return largest(here, [&](const std::array<Index, 3>& mode, Index offset) {
      return std::abs(here.scalar(i).data()[offset] - alone.scalar(j).data()[offsets.at(mode)]);
    });
  };
  EXPECT_LT(wrong(0, 0), 1e-16);
  EXPECT_LT(wrong(1, 1), 1e-16);
  EXPECT_GT(wrong(0, 1), 0.01);
  const void* const s[] = {here.scalar(0).data()};
  EXPECT_NEAR(2 * here.spectral().mean_energy(s), 0.36, 1e-14);
}

std::array<double, 3> known_flow(double x, double y, double z) {
  return {std::sin(x) * std::cos(y) * std::cos(z / 2) + std::cos(2 * y),
          -std::cos(x) * std::sin(y) * std::cos(z / 2) + std::sin(z), std::cos(x - y)};
}
double known_scalar(double x, double y, double z) { return std::cos(x + y) + 0.5 * std::sin(y - z) + 0.25; }

// Files of fewer points, as many and more than the box has; also odd ones.
TEST(FileBeginning, IsTheFlowOfTheFileOnAnyNumberOfPoints) {
  const JobFolder folder;
  turbulence::Settings settings = with_scalars();
  settings.scalars = {{1, {}}};
  for (const std::array<Index, 3>& n : {std::array<Index, 3>{9, 10, 11}, {16, 12, 20}, {24, 15, 32}}) {
    turbulence::Settings of_file = settings;
    of_file.n = n;
    of_file.dealiasing = "none";
    turbulence::Box source(of_file, MPI_COMM_WORLD);
    source.start(known_flow, {known_scalar});
    const std::string name = "flow" + std::to_string(n[0]);
    {
      Series series(folder / name, MPI_COMM_WORLD);
      apps::PointsSnapshot snapshot(source.plan(), {});
      const char* const names[] = {"u", "v", "w"};
      for (std::size_t c = 0; c < 3; ++c) snapshot.add(names[c], source.velocity()[c]);
      snapshot.add("scalar_0", source.scalar(0));
      snapshot.append_to(series, 0, 0, {});
    }
    for (const char* dealiasing : {"none", "padding"}) {
      settings.dealiasing = dealiasing;
      turbulence::Box box(settings, MPI_COMM_WORLD), expected(settings, MPI_COMM_WORLD);
      turbulence::BeginningChoice choice;
      choice.file = folder / (name + ".000000.h5");
      start(box, "file", choice);
      turbulence::find_scalar_beginning("file").start(box, 0, choice);
      expected.start(known_flow, {known_scalar});
      EXPECT_LT(difference(box, expected), 1e-14) << dealiasing << " " << n[0];
    }
  }
}

TEST(FileBeginning, SaysWhatAFileLacks) {
  const JobFolder folder;
  turbulence::Settings settings = with_scalars();
  settings.scalars.clear();
  turbulence::Box box(settings, MPI_COMM_WORLD);
  turbulence::BeginningChoice choice;
  choice.file = folder / "none.h5";
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::resource, {"none.h5"}, [&] { start(box, "file", choice); });
  choice.file = folder / "flat.h5";
  int n_processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  const Distribution rows(MPI_COMM_WORLD, Layout{{8, 6}, {{n_processes}}, {0}, {}}, element_type<double>());
  const std::vector<double> zeros(rows.memory_elements(), 0.0);
  Hdf5Writer writer(choice.file, MPI_COMM_WORLD);
  writer.write("u", rows, zeros.data());
  writer.commit();
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"flat.h5", "u has 2 axes", "x, y, z"},
                      [&] { start(box, "file", choice); });
}

TEST(SpectraInTime, AreMeansOfTheirSamplesAndGoThroughCheckpoints) {
  const JobFolder folder;
  turbulence::Settings settings = with_scalars();
  settings.dt = 0.02;
  turbulence::Box box(settings, MPI_COMM_WORLD);
  start_all(box);
  turbulence::SpectraInTime spectra(box);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"no samples"}, [&] { spectra.means(); });
  std::vector<double> energies;
  for (int i = 0; i < 3; ++i) {
    const double time = box.time();
    const Shells shells = shells_of_a_step(box);
    spectra.add(i, time, shells);
    energies.push_back(shells.velocity.energy[3]);
  }
  const std::vector<apps::Column> means = spectra.means();
  EXPECT_EQ(means[0].name, "k");
  EXPECT_DOUBLE_EQ(means[0].values[3], 1.5);  // the shells of the longest axis
  EXPECT_EQ(means[1].name, "energy");
  EXPECT_NEAR(means[1].values[3], (energies[0] + energies[1] + energies[2]) / 3 / 0.5, 1e-15);
  EXPECT_EQ(means.back().name, "scalar_1_transfer");
  const std::string path = folder / "spectra.weft";
  {
    CheckpointWriter writer(path, MPI_COMM_WORLD);
    spectra.write(writer, MPI_COMM_WORLD);
    writer.commit();
  }
  turbulence::SpectraInTime again(box);
  again.read(Checkpoint(path, MPI_COMM_WORLD), MPI_COMM_WORLD);
  EXPECT_EQ(again.n_samples(), 3);
  for (std::size_t i = 0; i < means.size(); ++i) EXPECT_EQ(again.means()[i].values, means[i].values);
  again.write_files(folder / "flow", 3, MPI_COMM_WORLD);
  const Hdf5Reader reader(folder / "flow.statistics.h5", MPI_COMM_WORLD);
  const Index n = static_cast<Index>(means[0].values.size());
  EXPECT_EQ(reader.info("samples/scalar_0").shape, (Extents{3, n}));
  EXPECT_EQ(reader.info("spectra/energy").shape, Extents{n});
  EXPECT_EQ(std::get<std::string>(reader.attribute("/", "program")), "turbulence statistics");
  EXPECT_EQ(std::get<double>(reader.attribute("/", "k_max")), 3);
}

}  // namespace
}  // namespace weft::test
