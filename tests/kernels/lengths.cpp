// Native kernels of every length: as accurate as a good FFT, whatever the factors.
//
// Limit: a relative l2 error of 1.2 sqrt(log2 n) 2^-52 in double precision, 2^-23 in single.

#include <gtest/gtest.h>

#include <cmath>

#include "agree.hpp"
#include "blocks.hpp"
#include "kernels/kernel.hpp"
#include "long_line.hpp"

namespace weft::test {
namespace {

constexpr Index most_points = 2048;

double limit_of(Index n, Precision precision) {
  return 1.2 * std::sqrt(std::log2(static_cast<double>(n))) *
         std::ldexp(1.0, precision == Precision::double_ ? -52 : -23);
}

// What a kernel makes of one contiguous line.
std::vector<Complex> results_of(const KernelSpec& spec, const std::vector<Complex>& line) {
  const auto kernel = find_backend("native").row->make(spec, "");
  const Element from{reads_real(spec.kind, false), spec.precision},
      to{writes_real(spec.kind, false), spec.precision};
  const Index n_in = n_read(spec.kind, spec.n), n_out = n_written(spec.kind, spec.n);
  Block in(n_in * from.bytes(), from), out(n_out * to.bytes(), to), scratch(kernel->scratch_bytes(), to);
  put({{n_in}, line}, {{{0, n_in}}}, dense_storage({n_in}, {0}), in);
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

KernelSpec spec_of(Kind kind, Index n, Precision precision) {
  return {kind, precision, n, -1, 1, {1, n}, {1, n}};
}

std::vector<Complex> hashed_line(Index n, Precision precision) {
  return hashed_field({n}, static_cast<std::uint64_t>(n), false, precision).values;
}

void judge_to_modes(const LongLine& oracle, Index n, Precision precision) {
  const std::vector<Complex> line = hashed_line(n, precision), modes = oracle.transformed(line);
  ASSERT_LE(relative_error(results_of(spec_of(Kind::c2c, n, precision), line), modes), limit_of(n, precision))
      << n << " complex points";
  std::vector<Complex> real = line;
  for (Complex& point : real) point.imag(0);
  ASSERT_LE(relative_error(results_of(spec_of(Kind::r2c, n, precision), real), modes_of_real_parts(modes)),
            limit_of(n, precision))
      << n << " real points";
}

// Points are the real parts of sums of half of the modes, those without a mirror image once, others twice.
void judge_to_points(const LongLine& oracle, Index n, Precision precision) {
  std::vector<Complex> modes = hashed_line(n, precision), doubled(static_cast<std::size_t>(n));
  modes.resize(static_cast<std::size_t>(n / 2 + 1));
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const bool is_alone = k == 0 || 2 * k == static_cast<std::size_t>(n);
    if (is_alone) modes[k].imag(0);
    doubled[k] = modes[k] * (is_alone ? 1.0L : 2.0L);
  }
  std::vector<Complex> points = oracle.transformed(doubled);
  for (Complex& point : points) point.imag(0);
  ASSERT_LE(relative_error(results_of(spec_of(Kind::c2r, n, precision), modes), points),
            limit_of(n, precision))
      << n << " points of modes";
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
  for (Index n = 2; n <= most_points; ++n) {
    judge_to_modes(oracle, n, Precision::double_);
    if (full_tier() || n % 9 == 1) judge_to_modes(oracle, n, Precision::single_);
    if (full_tier() || n % 7 == 3) judge_to_points(oracle, n, Precision::double_);
    if (full_tier() || n % 11 == 7) judge_to_points(oracle, n, Precision::single_);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace weft::test
