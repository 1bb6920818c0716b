// Native kernels of every length: as accurate as a good FFT, whatever the factors.
//
// Limit: a relative l2 error of 1.2 sqrt(log2 n) 2^-52 in double precision, 2^-23 in single.

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "blocks.hpp"
#include "kernels/kernel.hpp"
#include "long_line.hpp"
#include "tier.hpp"

namespace weft::test {
namespace {

constexpr Index most_points = 2048;

double limit_of(Index n, Precision precision) {
  return 1.2 * std::sqrt(std::log2(static_cast<double>(n))) *
         std::ldexp(1.0, precision == Precision::double_ ? -52 : -23);
}

// What a kernel makes of the first of its contiguous lines, which are all the same.
std::vector<Complex> results_of(const KernelSpec& spec, const std::vector<Complex>& line) {
  const auto kernel = find_backend("native").row->make(spec, "");
  const Element from{reads_real(spec.kind, false), spec.precision},
      to{writes_real(spec.kind, false), spec.precision};
  const Index n_in = spec.in.next, n_out = spec.out.next;
  Block in(spec.n_lines * n_in * from.bytes(), from), out(spec.n_lines * n_out * to.bytes(), to);
  Block scratch(kernel->scratch_bytes(), to);
  std::vector<Complex> lines;
  for (Index i = 0; i < spec.n_lines; ++i) lines.insert(lines.end(), line.begin(), line.end());
  put({{spec.n_lines * n_in}, lines}, {{{0, spec.n_lines * n_in}}}, dense_storage({spec.n_lines * n_in}, {0}),
      in);
  kernel->run(in.data(), out.data(), scratch.data());
  std::vector<Complex> results;
  for (Index i = 0; i < n_out; ++i) results.push_back(out.value(i));
  EXPECT_TRUE(in.guards_intact() && out.guards_intact() && scratch.guards_intact()) << spec.n << " points";
  return results;
}

double relative_error(const std::vector<Complex>& results, const std::vector<Complex>& expected) {
  long double error = 0, norm = 0;
  for (std::size_t k = 0; k < results.size(); ++k) {
    error += std::norm(results[k] - expected[k]);
    norm += std::norm(expected[k]);
  }
  return static_cast<double>(std::sqrt(error / norm));
}

// The modes of the real parts of a line, from its own.
std::vector<Complex> modes_of_real_parts(const std::vector<Complex>& modes) {
  const std::size_t n = modes.size();
  std::vector<Complex> half;
  for (std::size_t k = 0; k <= n / 2; ++k) half.push_back((modes[k] + std::conj(modes[(n - k) % n])) / 2.0L);
  return half;
}

// Kernels of several lines hold groups of them, those of one line may be another algorithm.
KernelSpec spec_of(Kind kind, Index n, Precision precision, Index lines) {
  return {kind, precision, n, -1, lines, {1, n_read(kind, n)}, {1, n_written(kind, n)}};
}

std::vector<Complex> hashed_line(Index n, Precision precision) {
  return hashed_field({n}, static_cast<std::uint64_t>(n), false, precision).values;
}

void judge_to_modes(const LongLine& oracle, Index n, Precision precision, Index lines) {
  const std::vector<Complex> line = hashed_line(n, precision), modes = oracle.transformed(line);
  ASSERT_LE(relative_error(results_of(spec_of(Kind::c2c, n, precision, lines), line), modes),
            limit_of(n, precision))
      << n << " complex points";
  std::vector<Complex> real = line;
  for (Complex& point : real) point.imag(0);
  ASSERT_LE(
      relative_error(results_of(spec_of(Kind::r2c, n, precision, lines), real), modes_of_real_parts(modes)),
      limit_of(n, precision))
      << n << " real points";
}

// Points are the real parts of sums of half of the modes, those without a mirror image once, others twice.
void judge_to_points(const LongLine& oracle, Index n, Precision precision, Index lines) {
  std::vector<Complex> modes = hashed_line(n, precision), doubled(static_cast<std::size_t>(n));
  modes.resize(static_cast<std::size_t>(n / 2 + 1));
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const bool is_alone = k == 0 || 2 * k == static_cast<std::size_t>(n);
    if (is_alone) modes[k].imag(0);
    doubled[k] = modes[k] * (is_alone ? 1.0L : 2.0L);
  }
  std::vector<Complex> points = oracle.transformed(doubled);
  for (Complex& point : points) point.imag(0);
  ASSERT_LE(relative_error(results_of(spec_of(Kind::c2r, n, precision, lines), modes), points),
            limit_of(n, precision))
      << n << " points of modes";
}

// What r2hc and dht make of a line are its sums with cosines and sines; for hc2r its elements are those of
// waves.
void judge_whole_waves(const LongLine& oracle, Index n, Precision precision, Index lines) {
  const std::vector<Complex> line = hashed_line(n, precision), modes = oracle.transformed(line);
  const auto size = static_cast<std::size_t>(n);
  std::vector<Complex> halfcomplex(size), hartley(size), waves = line;
  const Complex i(0, 1);
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t mirror = (size - k) % size;
    const Complex cosines = (modes[k] + modes[mirror]) / 2.0L, sines = i * (modes[k] - modes[mirror]) / 2.0L;
    hartley[k] = cosines + sines;
    halfcomplex[k] = 2 * k > size ? sines : cosines;
    if (k > 0 && 2 * k < size) {
      waves[k] = line[k] - i * line[mirror];
      waves[mirror] = line[k] + i * line[mirror];
    }
  }
  for (const auto& [kind, expected] : {std::pair{Kind::r2hc, halfcomplex}, std::pair{Kind::dht, hartley},
                                       std::pair{Kind::hc2r, oracle.transformed(waves)}})
    ASSERT_LE(relative_error(results_of(spec_of(kind, n, precision, lines), line), expected),
              limit_of(n, precision))
        << n << " points, kind " << static_cast<int>(kind);
}

TEST(LongLine, IsTheDefinition) {
  const LongLine oracle(100);
  for (Index n : {1, 2, 3, 16, 17, 60, 97}) {
    const GlobalField line = hashed_field({n}, 3, false, Precision::double_);
    EXPECT_LE(relative_error(oracle.transformed(line.values), dft_along(line, 0, -1).values), 1e-17) << n;
  }
}

TEST(NativeKernel, OfEveryLengthIsAsAccurateAsAGoodTransform) {
  const LongLine oracle(most_points);
  for (Index n = 2; n <= most_points; n += full_tier() || n < 1024 ? 1 : 3) {
    judge_to_modes(oracle, n, Precision::double_, 5);
    if (full_tier() || n % 9 == 1) judge_to_modes(oracle, n, Precision::single_, 5);
    if (full_tier() || n % 7 == 3) judge_to_points(oracle, n, Precision::double_, 5);
    if (full_tier() || n % 11 == 7) judge_to_points(oracle, n, Precision::single_, 5);
    if (full_tier() || n % 5 == 2) judge_whole_waves(oracle, n, Precision::double_, 5);
    if (full_tier() || n % 13 == 2) judge_whole_waves(oracle, n, Precision::single_, 5);
    if (HasFatalFailure()) return;
  }
}

TEST(NativeKernel, OfOneLongLineIsAsAccurateAsAGoodTransform) {
  const LongLine oracle(most_points);
  for (Index n = 256; n <= most_points; n += full_tier() ? 3 : 29)
    for (Precision precision : {Precision::double_, Precision::single_}) {
      judge_to_modes(oracle, n, precision, 1);
      judge_to_points(oracle, n, precision, 1);
      if (HasFatalFailure()) return;
    }
}

// Some modes by their sums, where all would take too long: primes with and without a convolution of one point
// less, and lengths with a large prime factor.
TEST(NativeKernel, OfManyPointsIsAsAccurateAsAGoodTransform) {
  std::vector<Index> lengths = {4099, 8191, 12 * 1009, 65537};
  if (full_tier()) lengths.insert(lengths.end(), {786433, 1000003, 1048573, 1 << 20, (1 << 24) - 3});
  for (Index n : lengths)
    for (Index lines : {1, 5}) {
      if (lines > 1 && n > 100000) continue;
      const std::vector<Complex> line = hashed_line(n, Precision::double_);
      const std::vector<Complex> results = results_of(spec_of(Kind::c2c, n, Precision::double_, lines), line);
      std::vector<Complex> some, expected;
      for (Index k : {Index{0}, Index{1}, n / 3, n / 2, n - 2, n - 1}) {
        Complex sum = 0;
        for (Index j = 0, turn = 0; j < n; ++j, turn = (turn + k) % n)
          sum += multiplied(line[static_cast<std::size_t>(j)], root_of(turn, n));
        expected.push_back(sum);
        some.push_back(results[static_cast<std::size_t>(k)]);
      }
      // Few modes scatter about the error of all.
      EXPECT_LE(relative_error(some, expected), 2 * limit_of(n, Precision::double_)) << n << " points";
    }
}

}  // namespace
}  // namespace weft::test
