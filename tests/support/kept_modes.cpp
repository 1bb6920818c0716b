// Modes that are left out and taken as zeros, wave by wave.

#include "kept_modes.hpp"

namespace weft::test {

namespace {

Index n_modes(Modes modes, Index points) { return modes == Modes::half ? points / 2 + 1 : points; }

// Calls body(mode of the coarse line, mode of the fine line, is that of both signs) for all that are kept.
template <class Body>
void for_kept(Modes modes, Index n, Index kept, const Body& body) {
  for (Index mode = 0; mode < n_modes(modes, kept); ++mode) {
    const bool is_negative = modes == Modes::complex && 2 * mode > kept;
    const bool is_both = modes != Modes::others && 2 * mode == kept && kept < n;
    body(mode, is_negative ? n + mode - kept : mode, is_both);
  }
}

// Calls body(element) with offsets of element 0 of every line along `axis`, in both fields.
template <class Body>
void for_lines(const GlobalField& a, const GlobalField& b, int axis, const Body& body) {
  const Index stride = product({a.shape.begin() + axis + 1, a.shape.end()});
  const Index n_blocks = product({a.shape.begin(), a.shape.begin() + axis});
  const auto i = static_cast<std::size_t>(axis);
  for (Index block = 0; block < n_blocks; ++block)
    for (Index line = 0; line < stride; ++line)
      body(block * a.shape[i] * stride + line, block * b.shape[i] * stride + line, stride);
}

GlobalField zeros(Extents shape, int axis, Index length) {
  shape[static_cast<std::size_t>(axis)] = length;
  return {shape, std::vector<Complex>(static_cast<std::size_t>(product(shape)))};
}

}  // namespace

GlobalField with_modes_kept(const GlobalField& field, int axis, Modes modes, Index n, Index kept) {
  GlobalField coarse = zeros(field.shape, axis, n_modes(modes, kept));
  for_lines(field, coarse, axis, [&](Index from, Index to, Index stride) {
    for_kept(modes, n, kept, [&](Index mode, Index fine, bool is_both) {
      const auto value = [&](Index i) { return field.values[static_cast<std::size_t>(from + i * stride)]; };
      Complex& result = coarse.values[static_cast<std::size_t>(to + mode * stride)];
      if (!is_both)
        result = value(fine);
      else if (modes == Modes::half)
        result = 2 * value(fine).real();
      else
        result = value(fine) + value(n - fine);
    });
  });
  return coarse;
}

GlobalField with_all_modes(const GlobalField& field, int axis, Modes modes, Index n, Index kept) {
  GlobalField whole = zeros(field.shape, axis, n_modes(modes, n));
  for_lines(field, whole, axis, [&](Index from, Index to, Index stride) {
    for_kept(modes, n, kept, [&](Index mode, Index fine, bool is_both) {
      const Complex value = field.values[static_cast<std::size_t>(from + mode * stride)];
      const auto result = [&](Index i) -> Complex& {
        return whole.values[static_cast<std::size_t>(to + i * stride)];
      };
      if (!is_both) {
        result(fine) = value;
      } else if (modes == Modes::half) {
        result(fine) = value.real() / 2;
      } else {
        result(fine) += value / 2.0L;
        result(n - fine) += value / 2.0L;
      }
    });
  });
  return whole;
}

double least_norm2(const Problem& problem, const GlobalField& points) {
  if (problem.kept.empty() || problem.kept == problem.shape) return 0;
  Problem all = problem;
  all.kept = {};
  all.modes.reset();
  const GlobalField modes = modes_of(all, points);
  double norm2 = 0;
  for (const Complex& mode : modes.values) norm2 += static_cast<double>(std::norm(mode));
  double share = 1;
  const Extents kept = modes_shape(problem);
  for (std::size_t a = 0; a < kept.size(); ++a)
    share *= static_cast<double>(kept[a]) / static_cast<double>(modes.shape[a]);
  return share * norm2;
}

}  // namespace weft::test
