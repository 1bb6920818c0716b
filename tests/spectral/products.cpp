// Products of dealiased fields against the convolution of their modes, written as a sum; masks against their
// definition.

#include <gtest/gtest.h>

#include "functions.hpp"

namespace weft::test {
namespace {

Index signed_wave(Index i, Index n) { return i < (n + 1) / 2 ? i : i - n; }

// Does the rule keep this mode? In whole numbers: the product of all squared lengths stays small here.
bool is_kept(Dealiasing rule, const Extents& wave, const Extents& n) {
  Index common = 1, sum = 0;
  for (const Index length : n) common *= length * length;
  for (std::size_t a = 0; a < n.size(); ++a) {
    if (rule == Dealiasing::cubic && 3 * std::abs(wave[a]) >= n[a]) return false;
    sum += 9 * wave[a] * wave[a] * (common / (n[a] * n[a]));
  }
  return rule == Dealiasing::cubic || sum < 2 * common;
}

// The waves of position i in a whole spectrum, and back.
Extents waves_at(std::size_t i, const Extents& n) {
  Extents wave(n.size());
  auto rest = static_cast<Index>(i);
  for (std::size_t a = n.size(); a-- > 0; rest /= n[a]) wave[a] = signed_wave(rest % n[a], n[a]);
  return wave;
}
std::size_t position_of(const Extents& wave, const Extents& n) {
  Index position = 0;
  for (std::size_t a = 0; a < n.size(); ++a) position = position * n[a] + (wave[a] + n[a]) % n[a];
  return static_cast<std::size_t>(position);
}

// Whole spectra of the problem's shape.
GlobalField spectrum_of(const GlobalField& points) { return modes_of(c2c(points.shape), points); }
GlobalField masked(GlobalField modes, Dealiasing rule) {
  for (std::size_t i = 0; i < modes.values.size(); ++i)
    if (!is_kept(rule, waves_at(i, modes.shape), modes.shape)) modes.values[i] = 0;
  return modes;
}

// sum over p + q = k of u_p v_q / N, for modes k that are kept; no index wraps round.
GlobalField convolution(const GlobalField& u, const GlobalField& v, Dealiasing rule) {
  const Extents& n = u.shape;
  GlobalField result{n, std::vector<Complex>(u.values.size())};
  for (std::size_t i = 0; i < u.values.size(); ++i) {
    if (u.values[i] == Complex()) continue;
    const Extents first = waves_at(i, n);
    for (std::size_t j = 0; j < v.values.size(); ++j) {
      if (v.values[j] == Complex()) continue;
      Extents wave = waves_at(j, n);
      bool fits = true;
      for (std::size_t a = 0; a < n.size(); ++a) {
        wave[a] += first[a];
        fits = fits && 2 * std::abs(wave[a]) < n[a];
      }
      if (fits && is_kept(rule, wave, n))
        result.values[position_of(wave, n)] += u.values[i] * v.values[j] / static_cast<Real>(u.values.size());
    }
  }
  return result;
}

// The modes that the problem has, of a whole spectrum.
GlobalField part_of(const Problem& problem, const GlobalField& whole) {
  GlobalField part{modes_shape(problem), {}};
  const Index n = whole.shape.back(), m = part.shape.back();
  for (std::size_t i = 0; i < whole.values.size(); ++i)
    if (static_cast<Index>(i) % n < m) part.values.push_back(whole.values[i]);
  return part;
}

class Product {
 public:
  Product(Bench& bench, Dealiasing rule) : bench_(bench), rule_(rule) {
    for (std::uint64_t seed : {3, 4}) {
      const GlobalField points =
          hashed_field(bench.problem().shape, seed, points_are_real(bench.problem()), Precision::double_);
      whole_.push_back(masked(spectrum_of(points), rule));
      modes_.push_back(bench.modes(points));
      bench.spectral.dealias(modes_.back().data(), modes_.back().data(), rule);
    }
  }
  double mask_error() const { return bench_.modes_error(modes_[0], part_of(bench_.problem(), whole_[0])); }
  GlobalField expected() const { return part_of(bench_.problem(), convolution(whole_[0], whole_[1], rule_)); }
  // Modes of the product that is made at the points displaced by so much.
  Block on_grid(const std::vector<double>& displacement) {
    const Element element = points_element(bench_.problem());
    const Index n = bench_.plan.points_storage().n_elements();
    Block u(n * element.bytes(), element), v = u, moved = bench_.empty();
    bench_.spectral.shift(modes_[0].data(), moved.data(), displacement);
    bench_.plan.backward(moved.data(), u.data());
    bench_.spectral.shift(modes_[1].data(), moved.data(), displacement);
    bench_.plan.backward(moved.data(), v.data());
    for (Index i = 0; i < n; ++i) {
      if (element.real)
        static_cast<double*>(u.data())[i] *= static_cast<double*>(v.data())[i];
      else
        static_cast<std::complex<double>*>(u.data())[i] *= static_cast<std::complex<double>*>(v.data())[i];
    }
    bench_.plan.forward(u.data(), moved.data());
    std::vector<double> back = displacement;
    for (double& one : back) one = -one;
    bench_.spectral.shift(moved.data(), moved.data(), back);
    bench_.spectral.dealias(moved.data(), moved.data(), rule_);
    return moved;
  }
  Block average(const Block& a, const Block& b) const {
    Block mean = a;
    auto* values = static_cast<std::complex<double>*>(mean.data());
    for (Index i = 0; i < bench_.plan.modes_storage().n_elements(); ++i)
      values[i] = (values[i] + static_cast<const std::complex<double>*>(b.data())[i]) / 2.0;
    return mean;
  }

 private:
  Bench& bench_;
  Dealiasing rule_;
  std::vector<GlobalField> whole_;
  std::vector<Block> modes_;
};

std::vector<Problem> problems_of_products() {
  Problem reversed = r2c({6, 9, 8});
  reversed.sign = -1;
  reversed.order = Order::c;
  return {r2c({8, 9, 6}), c2c({9, 6, 8}), r2c({12, 10}), reversed};
}

double scale_of(const GlobalField& field) { return 4e-15 * rms(field); }

TEST(Products, OfTheCubicRuleAreTheConvolution) {
  for (const Problem& problem : problems_of_products()) {
    Bench bench(problem);
    Product product(bench, Dealiasing::cubic);
    const GlobalField expected = product.expected();
    ASSERT_GT(rms(expected), 0.01);
    EXPECT_LE(product.mask_error(), scale_of(expected) * 10);
    EXPECT_LE(bench.modes_error(product.on_grid(std::vector<double>(problem.shape.size(), 0)), expected),
              scale_of(expected));
  }
}

TEST(Products, OfSphericallyTruncatedFieldsAreTheConvolutionOnTwoGridsTogether) {
  for (const Problem& problem : problems_of_products()) {
    Bench bench(problem,
                problem.shape.size() == 3 ? std::vector<double>{3, 7, 5} : std::vector<double>{3, 7});
    Product product(bench, Dealiasing::spherical);
    const GlobalField expected = product.expected();
    ASSERT_GT(rms(expected), 0.01);
    EXPECT_LE(product.mask_error(), scale_of(expected) * 10);
    const Block here = product.on_grid(std::vector<double>(problem.shape.size(), 0));
    const Block there = product.on_grid(bench.spectral.half_cell());
    EXPECT_GT(bench.modes_error(here, expected), 1e-3 * rms(expected)) << "one grid alone has aliased modes";
    EXPECT_GT(bench.modes_error(there, expected), 1e-3 * rms(expected));
    EXPECT_LE(bench.modes_error(product.average(here, there), expected), scale_of(expected));
  }
}

// Lengths that 3 divides show that the rules are strict: n/3 is cut off, and so is the sphere's edge.
TEST(Products, MasksCutAtTheirEdges) {
  for (const Dealiasing rule : {Dealiasing::cubic, Dealiasing::spherical})
    for (const Extents& n : {Extents{9, 6}, Extents{12, 18, 3}, Extents{30, 5}}) {
      Bench bench(c2c(n));
      GlobalField ones{n, std::vector<Complex>(static_cast<std::size_t>(product(n)), 1)};
      Block modes = bench.empty();
      put(ones, bench.plan.modes_box(), bench.plan.modes_storage(), modes);
      bench.spectral.dealias(modes.data(), modes.data(), rule);
      EXPECT_EQ(bench.modes_error(modes, masked(ones, rule)), 0);
    }
}

// Of cosines and Chebyshev polynomials: products of kept modes are right where modes are kept.
TEST(Products, OfCosinesAndPolynomialsAreRightByTheCubicRule) {
  for (const AxisKind kind :
       {AxisKind::dct1, AxisKind::dct2, AxisKind::chebyshev, AxisKind::chebyshev_gauss}) {
    const Index n = 13;
    Problem problem = r2r({n, 4}, {kind, AxisKind::dct2});
    Bench bench(problem);
    const bool ends = kind == AxisKind::dct1 || kind == AxisKind::chebyshev;
    const Index first_cut = ((ends ? 2 * (n - 1) : 2 * n) + 2) / 3;
    const bool is_polynomial = kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss;
    const auto wave = [&](Index k, Real x) {
      return std::cos(static_cast<Real>(k) * (is_polynomial ? std::acos(x) : x));
    };
    // All waves, of which the kept ones make the product; twice a wave below n/3 of the period is kept or cut
    // off.
    Block modes = bench.modes(bench.sample([&](const Point& x) {
      Real sum = 0;
      for (Index k = 0; k < n; ++k) sum += wave(k, x[0]) / static_cast<Real>(k + 1);
      return sum;
    }));
    const auto kept = [&](const Point& x) {
      Real sum = 0;
      for (Index k = 0; k < first_cut; ++k) sum += wave(k, x[0]) / static_cast<Real>(k + 1);
      return sum;
    };
    bench.spectral.dealias(modes.data(), modes.data(), Dealiasing::cubic);
    EXPECT_LE(bench.error(modes, bench.sample(kept)), 1e-14);
    Block square = bench.modes(bench.sample([&](const Point& x) { return kept(x) * kept(x); }));
    bench.spectral.dealias(square.data(), square.data(), Dealiasing::cubic);
    EXPECT_LE(bench.error(square, bench.sample([&](const Point& x) {
      Real sum = 0;
      for (Index k = 0; k < first_cut; ++k)
        for (Index l = 0; l < first_cut; ++l)
          for (const Index both : {k + l, std::abs(k - l)})
            if (both < first_cut) sum += wave(both, x[0]) / static_cast<Real>(2 * (k + 1) * (l + 1));
      return sum;
    })),
              1e-14);
  }
}

TEST(Products, ShiftedFieldsAreTheFunctionElsewhere) {
  Problem problem = r2c({9, 6, 10});
  problem.sign = 1;
  problem.axes = {0, 2};
  Bench bench(problem, {3, 1, 5});
  const auto u = [&](Real x, Real z) {
    return std::sin(2 * pi * x / 3 - 4 * pi * z / 5) + std::cos(6 * pi * z / 5);
  };
  Block modes = bench.modes(bench.sample([&](const Point& x) { return u(x[0], x[2]); }));
  bench.spectral.shift(modes.data(), modes.data(), {0.3, 0, -1.7});
  EXPECT_LE(bench.error(modes, bench.sample([&](const Point& x) { return u(x[0] + 0.3L, x[2] - 1.7L); })),
            1e-14);
  // A mode without sign keeps its cosine.
  Block half = bench.modes(bench.sample([&](const Point& x) { return std::cos(2 * pi * x[2]); }));
  bench.spectral.shift(half.data(), half.data(), {0, 0, 0.125});
  EXPECT_LE(bench.error(half, bench.sample(
                                  [&](const Point& x) { return std::sqrt(0.5L) * std::cos(2 * pi * x[2]); })),
            1e-14);
  EXPECT_EQ(bench.spectral.half_cell(), (std::vector<double>{3.0 / 18, 0, 0.25}));
  EXPECT_GE(p(), 1);
}

}  // namespace
}  // namespace weft::test
