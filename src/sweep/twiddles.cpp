// Twiddle factors between the two transforms of an axis that is split in two.
#include "sweep/twiddles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft::inline sweep {

namespace {

constexpr Index most_of_run = 16, most_of_table = 32;  // the latter times the root of n

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

Twiddles::Twiddles(const AxisTransform& transform, Precision precision, const Extents& origin,
                   const Extents& shape, int run_axis)
    : n_axes_(static_cast<int>(shape.size())),
      run_axis_(run_axis),
      axis_(transform.axis),
      other_(transform.twiddle.other),
      run_(std::clamp<Index>(shape[static_cast<std::size_t>(run_axis)], 1, most_of_run)) {
  const Index n = transform.twiddle.n;
  const int sign = transform.twiddle.sign;
  if (other_ == run_axis_) std::swap(axis_, other_);
  std::copy(origin.begin(), origin.end(), origin_.begin());
  while ((Index{1} << (2 * low_bits_)) < n) ++low_bits_;
  const Index n_low = Index{1} << low_bits_;
  for (Index l = 0; l < n_low; ++l) low_.push_back(root(l % n, n, sign));
  for (Index h = 0; h * n_low < n; ++h) high_.push_back(root(h * n_low, n, sign));
  const Index n_others = shape[static_cast<std::size_t>(other_)];
  has_table_ = axis_ == run_axis_ && n_others * run_ <= most_of_table * n_low;
  if (axis_ == run_axis_ && !has_table_) run_ = 1;
  for (Index i = 0; i < (has_table_ ? n_others : 1); ++i)
    for (Index k = 0; k < run_; ++k) {
      const std::complex<double> value = root(has_table_ ? (origin_[other_] + i) * k % n : 0, n, sign);
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

// A row of the tile along the run axis that begins at these local indices.
template <class T>
void Twiddles::multiply_row(T* row, const std::vector<T>& runs, const Patch& patch, const Coords& at) const {
  const bool along = axis_ == run_axis_;
  const Index i = origin_[other_] + at[other_];
  const T* const factors = runs.data() + (has_table_ ? 2 * run_ * at[other_] : 0);
  for (Index k = 0; k < patch.size[run_axis_]; k += run_)
    multiply_run(row + 2 * k, factors, std::min(run_, patch.size[run_axis_] - k),
                 factor(i * (origin_[axis_] + at[axis_] + (along ? k : 0))));
}

template <class T>
void Twiddles::multiply(T* tile, const std::vector<T>& runs, const Patch& patch,
                        const Coords& strides) const {
  Coords at = patch.begin;
  T* row = tile;
  for (;;) {
    multiply_row(row, runs, patch, at);
    int a = n_axes_ - 1;
    for (; a >= 0; --a) {
      if (a == run_axis_) continue;
      row += 2 * strides[a];
      if (++at[a] < patch.begin[a] + patch.size[a]) break;
      row -= 2 * strides[a] * patch.size[a];
      at[a] = patch.begin[a];
    }
    if (a < 0) return;
  }
}

void Twiddles::multiply(char* tile, const Patch& patch, const Coords& strides) const {
  if (runs_single_.empty())
    multiply(reinterpret_cast<double*>(tile), runs_double_, patch, strides);
  else
    multiply(reinterpret_cast<float*>(tile), runs_single_, patch, strides);
}

}  // namespace weft::inline sweep
