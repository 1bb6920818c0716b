// Identities that only a Fourier transform satisfies, free of any reference transform: linearity,
// impulse, shift in time and frequency, after Ergun (STOC 1995) as in FFTW's verifier; Parseval;
// Hermitian symmetry; and every single mode of an 8 x 6 x 10 grid, which shows transposed axes.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "agree.hpp"
#include "gather.hpp"
#include "oracle.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

const Extents even_shape = {8, 6, 10};

// exp(2 pi i (t0 / 8 + t1 / 6 + t2 / 10)) for whole numbers t.
Complex phase(const Extents& t) {
  const Index common = 240;  // a multiple of all three lengths
  Index angle = 0;
  for (std::size_t a = 0; a < 3; ++a) angle += t[a] * (common / even_shape[a]);
  angle = (angle % common + common) % common;
  const long double x = 2 * std::numbers::pi_v<long double> * static_cast<long double>(angle) / common;
  return {std::cos(x), std::sin(x)};
}

Extents indices_of(std::size_t position, const Extents& lengths) {
  Extents j(lengths.size());
  auto rest = static_cast<Index>(position);
  for (std::size_t a = lengths.size(); a-- > 0; rest /= lengths[a]) j[a] = rest % lengths[a];
  return j;
}

// value(j) at every index j.
template <class F>
GlobalField field_of(const Extents& lengths, F value) {
  GlobalField field{lengths, std::vector<Complex>(static_cast<std::size_t>(product(lengths)))};
  for (std::size_t i = 0; i < field.values.size(); ++i) field.values[i] = value(indices_of(i, lengths));
  return field;
}

std::size_t position_of(const GlobalField& field, const Extents& j) {
  Index position = 0;
  for (std::size_t a = 0; a < j.size(); ++a) position = position * field.shape[a] + j[a];
  return static_cast<std::size_t>(position);
}
Complex& at(GlobalField& field, const Extents& j) { return field.values[position_of(field, j)]; }
Complex at(const GlobalField& field, const Extents& j) { return field.values[position_of(field, j)]; }

Extents elementwise_product(const Extents& a, const Extents& b) {
  return {a[0] * b[0], a[1] * b[1], a[2] * b[2]};
}

// Plans of one transform with every exchange, slab and pencil; all open at once.
std::vector<std::unique_ptr<Plan>> plans(Transform transform) {
  const int p = size_of(MPI_COMM_WORLD);
  const std::string pencil = p % 2 == 0 ? "2x" + std::to_string(p / 2) : "1x" + std::to_string(p);
  Problem problem = c2c(even_shape);
  problem.transform = transform;
  std::vector<std::unique_ptr<Plan>> all;
  for (const std::string& exchange : exchange_names())
    for (const std::string& grid : {std::to_string(p), pencil})
      all.push_back(
          std::make_unique<Plan>(problem, MPI_COMM_WORLD, Options{{"exchange", exchange}, {"grid", grid}}));
  return all;
}

class Identities : public testing::TestWithParam<Transform> {
 protected:
  GlobalField random(std::uint64_t seed) const {
    return hashed_field(even_shape, seed, is_real_, Precision::double_);
  }
  GlobalField forward(std::size_t call, const GlobalField& points) {
    return test::forward(*plans_[call % plans_.size()], MPI_COMM_WORLD, points);
  }
  // How often a mode of the half spectrum stands for itself and its conjugate.
  int weight(const Extents& k) const { return is_real_ && k[2] != 0 && 2 * k[2] != even_shape[2] ? 2 : 1; }

  const bool is_real_ = GetParam() == Transform::r2c;
  std::vector<std::unique_ptr<Plan>> plans_ = plans(GetParam());
  const Extents modes_ = modes_shape(plans_[0]->problem());
  const double limit_ = 4 * tolerance(plans_[0]->problem());
};

TEST_P(Identities, AreLinear) {
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const GlobalField a = random(2 * i), b = random(2 * i + 1);
    const Complex factor_a(0.625L, is_real_ ? 0 : -1.5L), factor_b(-1.25L, is_real_ ? 0 : 0.375L);
    const GlobalField fa = forward(i, a), fb = forward(i, b);
    GlobalField sum = a, expected = fa;
    for (std::size_t j = 0; j < a.values.size(); ++j)
      sum.values[j] = factor_a * a.values[j] + factor_b * b.values[j];
    for (std::size_t k = 0; k < fa.values.size(); ++k)
      expected.values[k] = factor_a * fa.values[k] + factor_b * fb.values[k];
    EXPECT_LE(relative_difference(forward(i, rounded(sum, Precision::double_)), expected), limit_)
        << plans_[i]->explain();
  }
}

TEST_P(Identities, TurnAnImpulseIntoAWaveAndAConstantIntoAnImpulse) {
  std::size_t call = 0;
  for (const Extents& j : {Extents{0, 0, 0}, Extents{1, 0, 0}, Extents{0, 1, 0}, Extents{0, 0, 1},
                           Extents{5, 4, 7}, Extents{7, 5, 9}}) {
    GlobalField impulse = field_of(even_shape, [](const Extents&) { return Complex(0); });
    at(impulse, j) = 1;
    const GlobalField wave =
        field_of(modes_, [&](const Extents& k) { return std::conj(phase(elementwise_product(j, k))); });
    EXPECT_LE(relative_difference(forward(call++, impulse), wave), limit_);
    // The impulse, split at random (Ergun): the parts' transforms add up to the wave.
    const GlobalField part = random(call);
    GlobalField rest = impulse;
    for (std::size_t i = 0; i < rest.values.size(); ++i) rest.values[i] -= part.values[i];
    GlobalField sum = forward(call, part);
    const GlobalField other = forward(call, rest);
    for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += other.values[i];
    EXPECT_LE(relative_difference(sum, wave), 10 * limit_) << "the parts are larger than their sum";
  }
  for (; call % plans_.size() != 0; ++call) {
    GlobalField expected = field_of(modes_, [](const Extents&) { return Complex(0); });
    at(expected, {0, 0, 0}) = product(even_shape);
    EXPECT_LE(relative_difference(
                  forward(call, field_of(even_shape, [](const Extents&) { return Complex(1); })), expected),
              limit_);
  }
}

TEST_P(Identities, TurnAShiftInTimeIntoAPhase) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const GlobalField before = random(axis);
    const GlobalField shifted = field_of(even_shape, [&](Extents j) {
      j[axis] = (j[axis] + even_shape[axis] - 1) % even_shape[axis];
      return at(before, j);
    });
    const GlobalField modes = forward(axis, before);
    const GlobalField expected = field_of(modes_, [&](const Extents& k) {
      Extents t = {0, 0, 0};
      t[axis] = k[axis];
      return std::conj(phase(t)) * at(modes, k);
    });
    EXPECT_LE(relative_difference(forward(axis + 1, shifted), expected), limit_) << "axis " << axis;
  }
}

TEST_P(Identities, KeepTheSumOfSquares) {
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const GlobalField points = random(50 + i);
    const GlobalField modes = forward(i, points);
    long double at_points = 0, at_modes = 0;
    for (const Complex& value : points.values) at_points += std::norm(value);
    for (std::size_t k = 0; k < modes.values.size(); ++k)
      at_modes += weight(indices_of(k, modes_)) * std::norm(modes.values[k]) /
                  static_cast<long double>(product(even_shape));
    EXPECT_NEAR(static_cast<double>(at_modes / at_points), 1, 2 * limit_);
  }
}

// Every mode alone: a wave gives one coefficient, in its place; a real wave also its conjugate.
TEST_P(Identities, FindEverySingleModeInItsPlace) {
  std::string complaint;
  const Index n = product(even_shape);
  for (std::size_t i = 0; i < static_cast<std::size_t>(product(modes_)); ++i) {
    const Extents k = indices_of(i, modes_);
    const Extents minus_k = {(8 - k[0]) % 8, (6 - k[1]) % 6, (10 - k[2]) % 10};
    const GlobalField wave = field_of(even_shape, [&](const Extents& j) {
      const Complex value = phase(elementwise_product(j, k));
      return is_real_ ? Complex(value.real()) : value;
    });
    GlobalField expected = field_of(modes_, [](const Extents&) { return Complex(0); });
    at(expected, k) = is_real_ ? n / 2.0L : n;
    if (is_real_ && minus_k[2] < modes_[2]) at(expected, minus_k) += n / 2.0L;
    const double error = relative_difference(forward(i, rounded(wave, Precision::double_)), expected);
    if (!(error <= limit_) && complaint.empty())
      complaint = "mode " + to_text(k) + " has an error of " + std::to_string(error) + "\n" +
                  plans_[i % plans_.size()]->explain();
  }
  EXPECT_EQ("", complaint);
}

std::string name_of_transform(const testing::TestParamInfo<Transform>& i) {
  return i.param == Transform::c2c ? "c2c" : "r2c";
}
INSTANTIATE_TEST_SUITE_P(Of, Identities, testing::Values(Transform::c2c, Transform::r2c), name_of_transform);

TEST(Symmetry, OfRealPointsIsHermitianAndItsHalfIsTheRealTransform) {
  const GlobalField points = hashed_field(even_shape, 3, true, Precision::double_);
  const auto complex_plans = plans(Transform::c2c), real_plans = plans(Transform::r2c);
  for (std::size_t i = 0; i < complex_plans.size(); ++i) {
    GlobalField whole = forward(*complex_plans[i], MPI_COMM_WORLD, points);
    const GlobalField half = forward(*real_plans[i], MPI_COMM_WORLD, points);
    const double limit = 4 * tolerance(complex_plans[i]->problem());
    const GlobalField mirrored = field_of(even_shape, [&](const Extents& k) {
      return std::conj(at(whole, {(8 - k[0]) % 8, (6 - k[1]) % 6, (10 - k[2]) % 10}));
    });
    EXPECT_LE(relative_difference(mirrored, whole), limit);
    EXPECT_LE(relative_difference(half, field_of(half.shape, [&](const Extents& k) { return at(whole, k); })),
              limit);
  }
}

TEST(Symmetry, MakesAPhaseOfThePointsAShiftOfTheModes) {
  const auto all = plans(Transform::c2c);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const GlobalField points = hashed_field(even_shape, axis, false, Precision::double_);
    const GlobalField turned = field_of(even_shape, [&](const Extents& j) {
      Extents t = {0, 0, 0};
      t[axis] = j[axis];
      return phase(t) * at(points, j);
    });
    GlobalField modes = forward(*all[axis % all.size()], MPI_COMM_WORLD, points);
    const GlobalField expected = field_of(even_shape, [&](Extents k) {
      k[axis] = (k[axis] + even_shape[axis] - 1) % even_shape[axis];
      return at(modes, k);
    });
    const GlobalField got =
        forward(*all[(axis + 1) % all.size()], MPI_COMM_WORLD, rounded(turned, Precision::double_));
    EXPECT_LE(relative_difference(got, expected), 4 * tolerance(all[0]->problem())) << "axis " << axis;
  }
}

}  // namespace
}  // namespace weft::test
