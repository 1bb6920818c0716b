// Fewer modes than points: products by the 3/2 rule, what comes back, and what travels.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Mode = std::complex<double>;

constexpr Index n_modes = 32, n_points = 48;

// A mode of a field that is the same on any grid: of real points, and without the waves of n_modes / 2.
Mode amplitude(int field, Index kx, Index ky, Index kz) {
  if (std::max({std::abs(kx), std::abs(ky), kz}) >= n_modes / 2) return 0;
  const bool is_own_mirror = kz == 0 && kx == 0 && ky == 0;
  const bool is_mirrored = kz == 0 && (kx < 0 || (kx == 0 && ky < 0));
  if (is_mirrored) return std::conj(amplitude(field, -kx, -ky, 0));
  const auto index = static_cast<std::uint64_t>((kz * 100 + kx + 50) * 100 + ky + 50);
  const auto part = [&](std::uint64_t seed) {
    return static_cast<double>(hashed(seed, index, Precision::double_));
  };
  const auto seed = static_cast<std::uint64_t>(2 * field + 5);
  return {part(seed), is_own_mirror ? 0 : part(seed + 1)};
}

// Calls body(mode, kx, ky, kz) for the modes of this process.
template <class Body>
void for_modes(const Plan& plan, Field<Mode>& modes, const Body& body) {
  const std::vector<Index> kx = plan.wavenumbers(0), ky = plan.wavenumbers(1), kz = plan.wavenumbers(2);
  for (std::size_t i = 0; i < kx.size(); ++i)
    for (std::size_t j = 0; j < ky.size(); ++j)
      for (std::size_t k = 0; k < kz.size(); ++k)
        body(modes(static_cast<Index>(i), static_cast<Index>(j), static_cast<Index>(k)), kx[i], ky[j], kz[k]);
}

// The product of two fields by way of n_points points.
Field<Mode> product_of_fields(Plan& plan) {
  auto u = plan.points<double>(), v = plan.points<double>();
  auto uh = plan.modes<Mode>(), vh = plan.modes<Mode>();
  for_modes(plan, uh, [](Mode& mode, Index kx, Index ky, Index kz) { mode = amplitude(0, kx, ky, kz); });
  for_modes(plan, vh, [](Mode& mode, Index kx, Index ky, Index kz) { mode = amplitude(1, kx, ky, kz); });
  plan.backward(uh, u);
  plan.backward(vh, v);
  for (std::size_t i = 0; i < u.size(); ++i) u.data()[i] *= v.data()[i];
  plan.forward(u, uh);
  for_modes(plan, uh, [](Mode& mode, Index kx, Index ky, Index kz) {  // what the rule does not keep
    if (std::max({std::abs(kx), std::abs(ky), kz}) >= n_modes / 2) mode = 0;
  });
  return uh;
}

Problem problem_of(const Extents& kept) {
  Problem problem = r2c({n_points, n_points, n_points});
  problem.kept = kept;
  problem.norm = Norm::forward;  // modes are amplitudes, on any grid
  return problem;
}

// All modes below n_modes / 2 on every process, by their waves.
std::vector<Mode> gathered(const Plan& plan, Field<Mode>& modes) {
  std::vector<Mode> all(static_cast<std::size_t>(n_modes * n_modes * n_modes / 2));
  for_modes(plan, modes, [&](const Mode& mode, Index kx, Index ky, Index kz) {
    if (std::max({std::abs(kx), std::abs(ky), kz}) >= n_modes / 2) return;
    const auto place = [](Index k) { return (k + n_modes) % n_modes; };
    all[static_cast<std::size_t>((place(kx) * n_modes + place(ky)) * n_modes / 2 + kz)] = mode;
  });
  MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(2 * all.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  return all;
}

TEST(KeptModes, GiveProductsByTheThreeHalvesRuleThatAreThoseOfThePointsWithTheTwoThirdsRule) {
  Plan few(problem_of({n_modes, n_modes, n_modes}), MPI_COMM_WORLD), all(problem_of({}), MPI_COMM_WORLD);
  auto a = product_of_fields(few), b = product_of_fields(all);
  const std::vector<Mode> coarse = gathered(few, a), fine = gathered(all, b);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < fine.size(); ++i) {
    difference += std::norm(coarse[i] - fine[i]);
    size += std::norm(fine[i]);
  }
  EXPECT_GT(size, 0.1);
  EXPECT_LE(std::sqrt(difference / size), 1e-14);
}

// Rounding apart, with any norm: the modes that are kept lose nothing.
TEST(KeptModes, ComeBackFromPoints) {
  for (Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
    for (const Extents& kept : {Extents{8, 5, 6}, Extents{11, 7, 4}, Extents{2, 1, 9}}) {
      Problem problem = r2c({12, 7, 10});
      problem.kept = kept;
      problem.norm = norm;
      problem.kinds = {AxisKind::fourier, AxisKind::chebyshev, AxisKind::fourier};
      Plan plan(problem, MPI_COMM_WORLD);
      auto points = plan.points<double>();
      auto modes = plan.modes<Mode>(), again = plan.modes<Mode>();
      for (std::size_t i = 0; i < points.size(); ++i)
        points.data()[i] = static_cast<double>(hashed(3, static_cast<std::uint64_t>(i), Precision::double_));
      plan.forward(points, modes);
      plan.backward(modes, points);
      plan.forward(points, again);
      double difference = 0, size = 0;
      for (std::size_t i = 0; i < modes.size(); ++i) {
        difference += std::norm(modes.data()[i] - again.data()[i]);
        size += std::norm(modes.data()[i]);
      }
      EXPECT_LE(difference, 1e-28 * size) << to_text(kept);
    }
}

// Bytes between processes, over all of them.
double bytes_on_the_way(const Extents& kept, const std::string& grid, int n_processes) {
  double bytes = 0;
  for (int rank = 0; rank < n_processes; ++rank) {
    const Description facts =
        describe(problem_of(kept), n_processes, rank, {{"grid", grid}, {"exchange", "p2p"}});
    for (const Counts* counts : {&facts.forward, &facts.backward})
      for (const ExchangeCounts& exchange : counts->exchanges)
        bytes += static_cast<double>(exchange.bytes_sent);
  }
  return bytes;
}

TEST(KeptModes, SendLess) {
  const Extents kept = {n_modes, n_modes, n_modes};
  // 1 - (2/3)^2 of a slab; of a pencil 1 - (2/3 + 4/9) / 2. The real axis has a mode more than the half.
  EXPECT_NEAR(bytes_on_the_way(kept, "8", 8) / bytes_on_the_way({}, "8", 8), 4.0 / 9, 0.02);
  EXPECT_NEAR(bytes_on_the_way(kept, "4x4", 16) / bytes_on_the_way({}, "4x4", 16), 5.0 / 9, 0.02);
}

TEST(KeptModes, AddNoSweep) {
  const Options options = {{"grid", "2x2"}};
  const Description few = describe(problem_of({n_modes, n_modes, n_modes}), 4, 0, options);
  const Description all = describe(problem_of({}), 4, 0, options);
  ASSERT_EQ(few.forward.sweeps.size(), all.forward.sweeps.size());
  for (std::size_t i = 0; i < all.forward.sweeps.size(); ++i) {
    EXPECT_LE(few.forward.sweeps[i].bytes_read, all.forward.sweeps[i].bytes_read);
    EXPECT_LT(few.forward.sweeps[i].bytes_written, all.forward.sweeps[i].bytes_written);
  }
}

}  // namespace
}  // namespace weft::test
