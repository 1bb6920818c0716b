// Twiddle factors between the two transforms of an axis that is split in two.
#include "sweep/twiddles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft::inline sweep {

namespace {

constexpr Index most_of_run = 16;

// exp(sign 2 pi i k / n), rounded once. The angle is taken in the first octant.
std::complex<double> root(Index k, Index n, int sign) {
  const Index eighths = 8 * k / n, rest = 8 * k - eighths * n;  // of n / 8
  const bool mirrored = eighths % 2 == 1;
  const long double octants =
      static_cast<long double>(mirrored ? n - rest : rest) / static_cast<long double>(n);
  const long double angle = octants * std::numbers::pi_v<long double> / 4;
  long double x = std::cos(angle), y = std::sin(angle);
  if (mirrored) std::swap(x, y);
  for (Index quarter = 0; quarter < eighths / 2; ++quarter) {
    const long double turned = x;
    x = -y;
    y = turned;
  }
  return {static_cast<double>(x), static_cast<double>(sign < 0 ? -y : y)};
}

}  // namespace

Twiddles::Twiddles(const Twiddle& of, Precision precision, const Extents& origin, const Extents& shape,
                   int run_axis)
    : run_axis_(run_axis),
      other_(1 - run_axis),
      run_(std::clamp<Index>(shape[static_cast<std::size_t>(run_axis)], 1, most_of_run)) {
  std::copy(origin.begin(), origin.end(), origin_.begin());
  while ((Index{1} << (2 * low_bits_)) < of.n) ++low_bits_;
  const Index n_low = Index{1} << low_bits_;
  for (Index l = 0; l < n_low; ++l) low_.push_back(root(l % of.n, of.n, of.sign));
  for (Index h = 0; h * n_low < of.n; ++h) high_.push_back(root(h * n_low, of.n, of.sign));
  for (Index i = 0; i < shape[other_]; ++i)
    for (Index k = 0; k < run_; ++k) {
      const std::complex<double> value = root((origin_[other_] + i) * k % of.n, of.n, of.sign);
      if (precision == Precision::double_) {
        runs_double_.push_back(value.real());
        runs_double_.push_back(value.imag());
      } else {
        runs_single_.push_back(static_cast<float>(value.real()));
        runs_single_.push_back(static_cast<float>(value.imag()));
      }
    }
}

std::complex<double> Twiddles::factor(Index exponent) const {
  return high_[static_cast<std::size_t>(exponent >> low_bits_)] *
         low_[static_cast<std::size_t>(exponent & ((Index{1} << low_bits_) - 1))];
}

template <class T>
void Twiddles::multiply(T* tile, const std::vector<T>& runs, const Patch& patch, Index stride) const {
  for (Index i = 0; i < patch.size[other_]; ++i) {
    const Index local = patch.begin[other_] + i, global = origin_[other_] + local;
    for (Index k = 0; k < patch.size[run_axis_]; k += run_)
      multiply_run(tile + 2 * (i * stride + k), runs.data() + 2 * run_ * local,
                   std::min(run_, patch.size[run_axis_] - k),
                   factor(global * (origin_[run_axis_] + patch.begin[run_axis_] + k)));
  }
}

void Twiddles::multiply(char* tile, const Patch& patch, const Coords& strides) const {
  if (runs_single_.empty())
    multiply(reinterpret_cast<double*>(tile), runs_double_, patch, strides[other_]);
  else
    multiply(reinterpret_cast<float*>(tile), runs_single_, patch, strides[other_]);
}

}  // namespace weft::inline sweep
