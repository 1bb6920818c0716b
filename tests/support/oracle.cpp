// The definition of the discrete Fourier transform, in long double.

#include "oracle.hpp"

#include "kept_modes.hpp"
#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace weft::test {

namespace {

std::uint64_t mixed(std::uint64_t x) {  // splitmix64 (Steele, Lea, Flood 2014)
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Calls line(first, stride) for every line of the array along `axis`.
template <class F>
void for_each_line(const Extents& shape, int axis, F line) {
  const Index n = shape[static_cast<std::size_t>(axis)];
  const Index stride = product({shape.begin() + axis + 1, shape.end()});
  const Index n_blocks = n == 0 ? 0 : product(shape) / (n * stride);
  for (Index block = 0; block < n_blocks; ++block)
    for (Index i = 0; i < stride; ++i) line(block * n * stride + i, stride);
}

Complex& at(GlobalField& field, Index i) { return field.values[static_cast<std::size_t>(i)]; }
Complex at(const GlobalField& field, Index i) { return field.values[static_cast<std::size_t>(i)]; }

GlobalField blank(const Extents& shape) {
  return {shape, std::vector<Complex>(static_cast<std::size_t>(product(shape)))};
}

// The first n/2+1 entries along `axis`.
GlobalField half_along(const GlobalField& field, int axis) {
  const Index n = field.shape[static_cast<std::size_t>(axis)];
  Extents shape = field.shape;
  shape[static_cast<std::size_t>(axis)] = n / 2 + 1;
  GlobalField half = blank(shape);
  std::vector<Index> starts;
  for_each_line(field.shape, axis, [&](Index first, Index) { starts.push_back(first); });
  std::size_t line = 0;
  for_each_line(shape, axis, [&](Index first, Index stride) {
    const Index from = starts[line++];
    for (Index k = 0; k < n / 2 + 1; ++k) at(half, first + k * stride) = at(field, from + k * stride);
  });
  return half;
}

// All n entries along `axis` of the transform of a real line whose first n/2+1 are given.
GlobalField whole_along(const GlobalField& half, int axis, Index n) {
  Extents shape = half.shape;
  shape[static_cast<std::size_t>(axis)] = n;
  GlobalField whole = blank(shape);
  std::vector<Index> starts;
  for_each_line(half.shape, axis, [&](Index first, Index) { starts.push_back(first); });
  std::size_t line = 0;
  for_each_line(shape, axis, [&](Index first, Index stride) {
    const Index from = starts[line++];
    for (Index k = 0; k < n; ++k) {
      const Complex value = at(half, from + std::min(k, n - k) * stride);
      const bool is_own_conjugate = k == 0 || 2 * k == n;
      at(whole, first + k * stride) = is_own_conjugate ? value.real() : 2 * k < n ? value : std::conj(value);
    }
  });
  return whole;
}

AxisKind kind_along(const Problem& problem, int axis) {
  const Axes axes = transformed_axes(problem);
  const auto i = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
  return problem.kinds.empty() ? AxisKind::fourier : problem.kinds[i];
}

Modes modes_along(const Problem& problem, int axis) {
  if (kind_along(problem, axis) != AxisKind::fourier) return Modes::others;
  return axis == real_axis(problem) ? Modes::half : Modes::complex;
}

bool is_real_fourier(AxisKind kind) { return kind >= AxisKind::r2hc && kind <= AxisKind::dht; }

// The length that an axis adds to N. Matrices that are orthogonal already, and Chebyshev axes, add none.
Index length_in_norm(AxisKind kind, Index n, bool orthogonal) {
  if (kind == AxisKind::fourier || is_real_fourier(kind)) return n;
  if (orthogonal || kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss) return 1;
  return kind == AxisKind::dct1 ? 2 * (n - 1) : kind == AxisKind::dst1 ? 2 * (n + 1) : 2 * n;
}

AxisKind inverse_type(AxisKind kind) {
  switch (kind) {
    case AxisKind::dct2:
      return AxisKind::dct3;
    case AxisKind::dct3:
      return AxisKind::dct2;
    case AxisKind::dst2:
      return AxisKind::dst3;
    case AxisKind::dst3:
      return AxisKind::dst2;
    case AxisKind::r2hc:
      return AxisKind::hc2r;
    case AxisKind::hc2r:
      return AxisKind::r2hc;
    default:
      return kind;
  }
}

template <class Weights>
GlobalField weighted_sums(const GlobalField& field, int axis, const Weights& weights) {
  const Index n = field.shape[static_cast<std::size_t>(axis)];
  GlobalField result = blank(field.shape);
  for_each_line(field.shape, axis, [&](Index first, Index stride) {
    for (Index k = 0; k < n; ++k) {
      Complex sum = 0;
      for (Index j = 0; j < n; ++j) sum += weights(j, k) * at(field, first + j * stride);
      at(result, first + k * stride) = sum;
    }
  });
  return result;
}

// What all values are multiplied by: the norm says whether points or modes bear 1/N.
void scale(GlobalField& field, const Problem& problem, Norm divides) {
  long double n = 1;
  for (int axis : transformed_axes(problem))
    n *= static_cast<long double>(length_in_norm(kind_along(problem, axis),
                                                 problem.shape[static_cast<std::size_t>(axis)],
                                                 problem.norm == Norm::ortho));
  const long double factor = problem.norm == Norm::ortho ? 1 / std::sqrt(n)
                             : problem.norm == divides   ? 1 / n
                                                         : 1;
  for (Complex& value : field.values) value *= factor;
}

}  // namespace

Index product(const Extents& lengths) {
  Index n = 1;
  for (Index length : lengths) n *= length;
  return n;
}

long double hashed(std::uint64_t seed, std::uint64_t index, Precision precision) {
  const int bits = precision == Precision::double_ ? 53 : 24;
  const std::uint64_t number = mixed(mixed(seed) ^ index) >> (64 - bits);
  return std::ldexp(static_cast<long double>(number), -bits) - 0.5L;
}

GlobalField hashed_field(const Extents& shape, std::uint64_t seed, bool real, Precision precision) {
  GlobalField field = blank(shape);
  for (std::size_t i = 0; i < field.values.size(); ++i)
    field.values[i] = {hashed(seed, 2 * i, precision), real ? 0 : hashed(seed, 2 * i + 1, precision)};
  return field;
}

GlobalField rounded(GlobalField field, Precision precision) {
  for (Complex& v : field.values) {
    v = precision == Precision::double_
            ? Complex(static_cast<double>(v.real()), static_cast<double>(v.imag()))
            : Complex(static_cast<float>(v.real()), static_cast<float>(v.imag()));
  }
  return field;
}

GlobalField dft_along(const GlobalField& field, int axis, int sign) {
  const Index n = field.shape[static_cast<std::size_t>(axis)];
  const std::vector<Complex> roots = roots_of_unity(n, sign);
  GlobalField result = blank(field.shape);
  std::vector<Complex> line(static_cast<std::size_t>(n));
  for_each_line(field.shape, axis, [&](Index first, Index stride) {
    for (std::size_t j = 0; j < line.size(); ++j) line[j] = at(field, first + static_cast<Index>(j) * stride);
    for (Index k = 0; k < n; ++k) {
      Complex sum = 0;
      Index turn = 0;  // j k mod n
      for (const Complex& value : line) {
        sum += multiplied(value, roots[static_cast<std::size_t>(turn)]);
        turn += turn + k < n ? k : k - n;
      }
      at(result, first + k * stride) = sum;
    }
  });
  return result;
}

const std::vector<AxisKind>& real_kinds() {
  static const std::vector<AxisKind> kinds = {
      AxisKind::dct1, AxisKind::dct2, AxisKind::dct3, AxisKind::dct4,      AxisKind::dst1,
      AxisKind::dst2, AxisKind::dst3, AxisKind::dst4, AxisKind::chebyshev, AxisKind::chebyshev_gauss,
      AxisKind::r2hc, AxisKind::hc2r, AxisKind::dht};
  return kinds;
}

GlobalField real_transform_along(const GlobalField& field, int axis, AxisKind kind, bool forward,
                                 bool orthogonal) {
  const Index n = field.shape[static_cast<std::size_t>(axis)];
  if (kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss)
    return weighted_sums(field, axis, ChebyshevWeights(kind, n, forward));
  if (!forward) kind = inverse_type(kind);
  if (is_real_fourier(kind)) return weighted_sums(field, axis, WholeWaveWeights(kind, n));
  return weighted_sums(field, axis, Weights(kind, n, orthogonal));
}

GlobalField modes_of(const Problem& problem, const GlobalField& points) {
  GlobalField field = points;
  const Axes axes = transformed_axes(problem);
  for (auto axis = axes.rbegin(); axis != axes.rend();
       ++axis) {  // the real axis is the last Fourier axis listed
    const AxisKind kind = kind_along(problem, *axis);
    field = kind == AxisKind::fourier
                ? dft_along(field, *axis, problem.sign)
                : real_transform_along(field, *axis, kind, true, problem.norm == Norm::ortho);
    if (*axis == real_axis(problem)) field = half_along(field, *axis);
    const auto a = static_cast<std::size_t>(*axis);
    if (!problem.kept.empty())
      field = with_modes_kept(field, *axis, modes_along(problem, *axis), problem.shape[a], problem.kept[a]);
  }
  scale(field, problem, Norm::forward);
  return field;
}

GlobalField points_of(const Problem& problem, const GlobalField& modes) {
  GlobalField field = modes;
  for (int axis : transformed_axes(problem)) {
    const AxisKind kind = kind_along(problem, axis);
    const auto a = static_cast<std::size_t>(axis);
    if (!problem.kept.empty())
      field = with_all_modes(field, axis, modes_along(problem, axis), problem.shape[a], problem.kept[a]);
    if (kind != AxisKind::fourier) {
      field = real_transform_along(field, axis, kind, false, problem.norm == Norm::ortho);
      continue;
    }
    if (axis == real_axis(problem)) field = whole_along(field, axis, problem.shape[a]);
    field = dft_along(field, axis, -problem.sign);
  }
  scale(field, problem, Norm::backward);
  return field;
}

std::string words_of_answers(const Problem& p) {
  std::ostringstream words;
  words << to_text(p.shape) << " " << static_cast<int>(p.transform) << static_cast<int>(p.precision)
        << static_cast<int>(p.norm) << p.sign << " " << p.n_fields << p.real_elements;
  for (int axis : p.axes) words << " " << axis;
  for (Index length : p.kept) words << " kept" << length;
  for (AxisKind kind : p.kinds) words << " kind" << static_cast<int>(kind);
  return words.str();
}

const ThereAndBack& there_and_back(const Problem& problem, std::uint64_t seed) {
  static std::string known_problem;
  static std::map<std::uint64_t, ThereAndBack> known;
  if (const std::string words = words_of_answers(problem); words != known_problem) {
    known.clear();
    known_problem = words;
  }
  const auto [found, is_new] = known.try_emplace(seed);
  if (is_new) {
    ThereAndBack& fields = found->second;
    fields.points = hashed_field(problem.shape, seed, points_are_real(problem), problem.precision);
    fields.modes = rounded(modes_of(problem, fields.points), problem.precision);
    fields.points_back = points_of(problem, fields.modes);
  }
  return found->second;
}

Axes transformed_axes(const Problem& problem) {
  if (problem.transform == Transform::none) return {};
  if (!problem.axes.empty()) return problem.axes;
  Axes all(problem.shape.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

double tolerance(const Problem& problem) {
  if (problem.transform == Transform::none) return 0;
  double log2_n = 0;
  bool is_smooth = true, has_others = false;
  for (int axis : transformed_axes(problem)) {
    Index n = problem.shape[static_cast<std::size_t>(axis)];
    const bool is_fourier = kind_along(problem, axis) == AxisKind::fourier;
    log2_n += std::log2(static_cast<double>(is_fourier ? n : 2 * n));
    has_others = has_others || !is_fourier;
    for (Index p : {2, 3, 5, 7, 11, 13})
      while (n % p == 0) n /= p;
    is_smooth = is_smooth && n == 1;
  }
  const double u = problem.precision == Precision::double_ ? 0x1p-53 : 0x1p-24;
  // The bound is of the mean over many points; over six it scatters by half.
  const double scatter = 1 + 2 / std::sqrt(static_cast<double>(product(problem.shape)));
  return 1.2 * u * std::sqrt(std::max(log2_n, 1.0)) * (is_smooth ? 1 : 3) * (has_others ? 2 : 1) * scatter;
}

}  // namespace weft::test
