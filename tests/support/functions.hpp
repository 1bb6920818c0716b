// Fields that are given as functions of the coordinates, on the points of any kind of axis, and what
// operators on modes make of them.
//
// Samples and derivatives are computed from the function in long double; the plan only brings them to modes
// and back.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "agree.hpp"
#include "blocks.hpp"
#include "oracle.hpp"
#include "weft/spectral.hpp"

namespace weft::test {

using Real = long double;
using Point = std::vector<Real>;
inline constexpr Real pi = std::numbers::pi_v<Real>;

// Where point j of n lies on an axis of this kind and length; Chebyshev axes run from L/2 to -L/2.
inline Real coordinate(const std::optional<AxisKind>& kind, Index n, Index j, Real length) {
  const auto x = static_cast<Real>(j), points = static_cast<Real>(n);
  if (!kind || kind == AxisKind::fourier || kind == AxisKind::dct3) return length * x / points;
  if (kind == AxisKind::dct1) return length * x / (points - 1);
  if (kind == AxisKind::dst1) return length * (x + 1) / (points + 1);
  if (kind == AxisKind::dst3) return length * (x + 1) / points;
  if (kind == AxisKind::chebyshev) return length / 2 * std::cos(pi * x / (points - 1));
  if (kind == AxisKind::chebyshev_gauss) return length / 2 * std::cos(pi * (2 * x + 1) / (2 * points));
  return length * (x + 0.5L) / points;
}

// f(coordinates) at all points of the problem.
template <class F>
GlobalField sampled(const Problem& problem, const std::vector<double>& lengths, F f) {
  GlobalField field{problem.shape, std::vector<Complex>(static_cast<std::size_t>(product(problem.shape)))};
  const std::size_t d = problem.shape.size();
  Point x(d);
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    auto rest = static_cast<Index>(i);
    for (std::size_t a = d; a-- > 0; rest /= problem.shape[a])
      x[a] = coordinate(kind_of(problem, static_cast<int>(a)), problem.shape[a], rest % problem.shape[a],
                        lengths[a]);
    field.values[i] = f(x);
  }
  return field;
}

// Root of the mean of |values|^2.
inline double rms(const GlobalField& field) {
  Real sum = 0;
  for (const Complex& value : field.values) sum += std::norm(value);
  return static_cast<double>(std::sqrt(sum / static_cast<Real>(field.values.size())));
}

// A plan with its operators, and whole arrays on either side of it. Collective over MPI_COMM_WORLD.
class Bench {
 public:
  explicit Bench(const Problem& problem, std::vector<double> lengths = {}, const Options& options = {})
      : plan(problem, MPI_COMM_WORLD, options), spectral(plan, Domain{std::move(lengths)}) {}
  Bench(const Bench&) = delete;

  const Problem& problem() const { return plan.problem(); }
  double roundoff() const {
    return problem().precision == Precision::double_ ? std::ldexp(1, -53) : std::ldexp(1, -24);
  }
  template <class F>
  GlobalField sample(F f) const {
    return sampled(problem(), spectral.lengths(), f);
  }
  Block empty() const {
    const Element element = modes_element(problem());
    return Block(plan.modes_storage().n_elements() * element.bytes(), element, true);
  }
  Block modes(const GlobalField& points) {
    const Element element = points_element(problem());
    Block block(plan.points_storage().n_elements() * element.bytes(), element);
    put(points, plan.points_box(), plan.points_storage(), block);
    Block result = empty();
    plan.forward(block.data(), result.data());
    return result;
  }
  // Root of the mean of |what the modes are at the points - expected|^2; NaN where nothing was written.
  double error(const Block& modes, const GlobalField& expected) {
    const Element element = points_element(problem());
    Block block(plan.points_storage().n_elements() * element.bytes(), element);
    plan.backward(modes.data(), block.data());
    return mean(misfit(expected, plan.points_box(), plan.points_storage(), block), expected);
  }
  // The same for the modes themselves.
  double modes_error(const Block& modes, const GlobalField& expected) const {
    return mean(misfit(expected, plan.modes_box(), plan.modes_storage(), modes), expected);
  }

  Plan plan;
  Spectral spectral;

 private:
  static double mean(Misfit here, const GlobalField& expected) {
    MPI_Allreduce(MPI_IN_PLACE, &here, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return std::sqrt(here.error2 / static_cast<double>(expected.values.size()));
  }
};

// All fields of a vector by address.
inline std::vector<const void*> inputs_of(const std::vector<Block>& blocks) {
  std::vector<const void*> all;
  for (const Block& block : blocks) all.push_back(block.data());
  return all;
}
inline std::vector<void*> outputs_of(std::vector<Block>& blocks) {
  std::vector<void*> all;
  for (Block& block : blocks) all.push_back(block.data());
  return all;
}

}  // namespace weft::test
