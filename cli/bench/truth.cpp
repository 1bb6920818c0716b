// Direct sums. Exponentials come from one table per axis and mode, with the product k j reduced modulo n
// in integers, so they are exact to rounding. An axis that is not transformed has the table
// 1 at the mode's own index, 0 elsewhere. Sums along a row are plain, those over rows compensated
// (Neumaier 1974): the truth is as good as the transforms that it judges.
#include "bench/truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "bench/test_data.hpp"

namespace weft::cli {

namespace {

using Complex = std::complex<double>;

// Sum with the rounding errors carried along.
class CompensatedSum {
 public:
  void add(double x) {
    const double t = sum_ + x;
    rest_ += std::abs(sum_) >= std::abs(x) ? (sum_ - t) + x : (x - t) + sum_;
    sum_ = t;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

bool is_transformed(const Problem& problem, int axis) {
  const Axes& axes = problem.axes;
  return axes.empty() || std::find(axes.begin(), axes.end(), axis) != axes.end();
}

// What point j of n contributes to mode k of an axis that is not Fourier, forward and unscaled. Written
// out for each kind, apart from the library's table: what results are compared with must not share its
// mistakes.
double real_factor(AxisKind kind, Index n, Index j, Index k) {
  const auto wave = [](bool is_sine, Index turn, Index period) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(turn % period) /
                              static_cast<long double>(period);
    return static_cast<double>(is_sine ? std::sin(angle) : std::cos(angle));
  };
  const auto n_intervals = static_cast<double>(n - 1), n_points = static_cast<double>(n);
  const bool is_end = j == 0 || j == n - 1, is_end_mode = k == 0 || k == n - 1;
  switch (kind) {
    case AxisKind::dct1:
      return (is_end ? 1 : 2) * wave(false, j * k, 2 * (n - 1));
    case AxisKind::dct2:
      return 2 * wave(false, (2 * j + 1) * k, 4 * n);
    case AxisKind::dct3:
      return (j == 0 ? 1 : 2) * wave(false, j * (2 * k + 1), 4 * n);
    case AxisKind::dct4:
      return 2 * wave(false, (2 * j + 1) * (2 * k + 1), 8 * n);
    case AxisKind::dst1:
      return 2 * wave(true, (j + 1) * (k + 1), 2 * (n + 1));
    case AxisKind::dst2:
      return 2 * wave(true, (2 * j + 1) * (k + 1), 4 * n);
    case AxisKind::dst3:
      return (j == n - 1 ? 1 : 2) * wave(true, (j + 1) * (2 * k + 1), 4 * n);
    case AxisKind::dst4:
      return 2 * wave(true, (2 * j + 1) * (2 * k + 1), 8 * n);
    case AxisKind::chebyshev:
      return (is_end ? 1 : 2) * wave(false, j * k, 2 * (n - 1)) / (n_intervals * (is_end_mode ? 2 : 1));
    case AxisKind::chebyshev_gauss:
      return 2 * wave(false, (2 * j + 1) * k, 4 * n) / (n_points * (k == 0 ? 2 : 1));
    case AxisKind::r2hc:
      return 2 * k > n ? -wave(true, j * (n - k), n) : wave(false, j * k, n);
    case AxisKind::hc2r:
      return 2 * j > n ? -2 * wave(true, (n - j) * k, n)
                       : (j == 0 || 2 * j == n ? 1 : 2) * wave(false, j * k, n);
    case AxisKind::dht:
      return wave(false, j * k, n) + wave(true, j * k, n);
    case AxisKind::fourier:
      break;
  }
  return 0;
}

// table[axis][j]: what point j of that axis is multiplied with for the mode at `index`.
std::vector<std::vector<Complex>> factors_of(const Problem& problem, const Extents& index) {
  std::vector<std::vector<Complex>> tables;
  for (std::size_t axis = 0; axis < problem.shape.size(); ++axis) {
    const Index n = problem.shape[axis];
    std::vector<Complex>& table = tables.emplace_back(n);
    if (!is_transformed(problem, static_cast<int>(axis))) {
      table[index[axis]] = 1;
      continue;
    }
    if (const AxisKind kind = *kind_of(problem, static_cast<int>(axis)); kind != AxisKind::fourier) {
      for (Index j = 0; j < n; ++j) table[j] = real_factor(kind, n, j, index[axis]);
      continue;
    }
    // The highest mode of an even number of points kept is that of both signs.
    const Index kept = kept_points(problem, static_cast<int>(axis)), k = index[axis];
    const bool is_both = kept < n && 2 * k == kept;
    const Index wave = 2 * k > kept ? n + k - kept : k;
    for (Index j = 0; j < n; ++j) {
      const long double turn = static_cast<long double>(wave * j % n) / n;
      const long double angle = problem.sign * 2 * std::numbers::pi_v<long double> * turn;
      const auto cosine = static_cast<double>(std::cos(angle));
      table[j] = is_both ? Complex(2 * cosine) : Complex(cosine, static_cast<double>(std::sin(angle)));
    }
  }
  return tables;
}

// Four modes anywhere, and the last one along every axis (the highest of a real axis).
std::vector<Extents> modes_to_check(const Extents& shape) {
  std::vector<Extents> indices(5, shape);
  for (std::size_t m = 0; m < indices.size(); ++m)
    for (std::size_t a = 0; a < shape.size(); ++a) {
      const auto random = static_cast<Index>(mixed(m * 64 + a) >> 1);
      indices[m][a] = m == 4 ? shape[a] - 1 : random % shape[a];
    }
  return indices;
}

// sum_j x[j] * factor[j]. Eight partial sums, which the compiler keeps in vector registers, of a part of the
// row that is so short that their rounding errors are below those of a transform, however long the row is.
template <class E>
Complex row_sum(const std::vector<E>& x, const std::vector<Complex>& factor) {
  constexpr std::size_t lanes = 8, part = 32 * lanes;
  std::array<CompensatedSum, 2> sum;
  for (std::size_t begin = 0; begin < x.size(); begin += part) {
    std::array<double, lanes> re{}, im{};
    for (std::size_t j = begin; j < std::min(begin + part, x.size()); ++j) {
      const Complex value(x[j]);
      re[j % lanes] += value.real() * factor[j].real() - value.imag() * factor[j].imag();
      im[j % lanes] += value.real() * factor[j].imag() + value.imag() * factor[j].real();
    }
    sum[0].add(std::accumulate(re.begin(), re.end(), 0.0));
    sum[1].add(std::accumulate(im.begin(), im.end(), 0.0));
  }
  return {sum[0].value(), sum[1].value()};
}

// The modes of one field from the rows [begin, end) of the array, counted in C order.
template <class E>
std::vector<Complex> sum_rows(const Problem& problem,
                              const std::vector<std::vector<std::vector<Complex>>>& factors, int field,
                              Index begin, Index end) {
  const std::size_t last = problem.shape.size() - 1;
  std::vector<std::array<CompensatedSum, 2>> sums(factors.size());
  std::vector<E> x(static_cast<std::size_t>(problem.shape[last]));
  for (Index row = begin; row < end; ++row) {
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = Element<E>::at(field, row * problem.shape[last] + static_cast<Index>(j));
    for (std::size_t m = 0; m < factors.size(); ++m) {
      Complex outer = 1;
      Index rest = row;
      for (std::size_t a = last; a-- > 0; rest /= problem.shape[a])
        outer *= factors[m][a][rest % problem.shape[a]];
      if (outer == Complex(0)) continue;
      const Complex term = outer * row_sum(x, factors[m][last]);
      sums[m][0].add(term.real());
      sums[m][1].add(term.imag());
    }
  }
  std::vector<Complex> values;
  values.reserve(sums.size());
  for (const auto& sum : sums) values.emplace_back(sum[0].value(), sum[1].value());
  return values;
}

// Calls f with a value of the modes' element type.
template <class F>
Complex with_mode(const Problem& problem, F f) {
  const bool is_real = modes_are_real(problem);
  if (problem.precision == Precision::single_) return is_real ? f(float{}) : f(std::complex<float>{});
  return is_real ? f(double{}) : f(Complex{});
}

void add_over_processes(const Session& session, std::vector<Complex>& values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(2 * values.size()), MPI_DOUBLE, MPI_SUM,
                session.comm);
}

}  // namespace

Truth sum_modes(const Session& session, const Problem& problem) {
  Truth truth;
  truth.indices = modes_to_check(modes_shape(problem));
  std::vector<std::vector<std::vector<Complex>>> factors;
  for (const Extents& index : truth.indices) factors.push_back(factors_of(problem, index));
  const Index n_rows =
      std::accumulate(problem.shape.begin(), problem.shape.end() - 1, Index{1}, std::multiplies<>());
  const Index begin =
      n_rows / session.size * session.rank + std::min<Index>(session.rank, n_rows % session.size);
  const Index end = begin + n_rows / session.size + (session.rank < n_rows % session.size ? 1 : 0);
  for (int field = 0; field < problem.n_fields; ++field) {
    truth.values.push_back(with_point(problem, [&](auto element) {
      return sum_rows<decltype(element)>(problem, factors, field, begin, end);
    }));
    add_over_processes(session, truth.values.back());
  }
  return truth;
}

double modes_error(const Session& session, const Problem& problem, const Truth& truth, const Block& modes,
                   const std::vector<void*>& fields) {
  std::array<double, 2> squares{};
  for (int field = 0; field < problem.n_fields; ++field) {
    std::vector<Complex> got(truth.indices.size());
    for (std::size_t m = 0; m < got.size(); ++m) {
      Index offset = 0;
      bool is_mine = true;
      Index rest = 0;  // the mode's place in C order
      for (std::size_t a = 0; a < truth.indices[m].size(); ++a)
        rest = rest * modes_shape(problem)[a] + truth.indices[m][a];
      for (std::size_t a = modes.shape.size(); a-- > 0; rest /= modes.shape[a]) {
        const Range range = modes.box.ranges[a];
        const Index at = rest % modes.shape[a];
        is_mine = is_mine && range.begin <= at && at < range.end;
        offset += (at - range.begin) * modes.strides[a];
      }
      if (!is_mine) continue;
      got[m] = with_mode(problem, [&](auto element) {
        return Complex(static_cast<decltype(element)*>(fields[field])[offset]);
      });
    }
    add_over_processes(session, got);
    for (std::size_t m = 0; m < got.size(); ++m) {
      squares[0] += std::norm(got[m] - truth.values[field][m]) / session.size;
      squares[1] += std::norm(truth.values[field][m]) / session.size;
    }
  }
  return relative_l2(session, squares);
}

double n_transformed(const Problem& problem) {
  double n = 1;
  for (std::size_t a = 0; a < problem.shape.size(); ++a)
    if (is_transformed(problem, static_cast<int>(a))) n *= static_cast<double>(problem.shape[a]);
  return n;
}

double error_limit(const Problem& problem) {
  const double unit = problem.precision == Precision::single_ ? std::ldexp(1.0, -24) : std::ldexp(1.0, -53);
  return 10 * unit * std::sqrt(std::max(1.0, std::log2(n_transformed(problem))));
}

}  // namespace weft::cli
