// Data whose transform is known: a few plane waves. Wave w has the height w + 1 and the wavenumber
// (5 w + 3 a + 1) mod n along axis a; of real points it is the real part. Its modes are N (w + 1) at that
// wavenumber, of real points half of it there and half of it, conjugated, at the opposite one; all others are
// 0. The waves have phases, so that a block that is in the wrong place or turned around shows.
#include "waves.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace simulate {
namespace {

using weft::Index;
using Complex = std::complex<double>;

constexpr int n_waves = 3;

Index wavenumber(int wave, int axis, Index n) { return (5 * wave + 3 * axis + 1) % n; }
Complex height(int wave) { return std::polar(1.0 + wave, 0.7 * wave + 0.3); }

// Calls work(global coordinates, element) for every element of a block.
template <class Work>
void for_elements(const weft::Box& box, const weft::Storage& storage, const Work& work) {
  const auto n_axes = static_cast<std::size_t>(box.n_axes());
  if (box.empty()) return;
  std::vector<Index> at(n_axes, 0), global(n_axes);
  for (;;) {
    Index element = 0;
    for (std::size_t a = 0; a < n_axes; ++a) {
      element += at[a] * storage.strides[a];
      global[a] = box.ranges[a].begin + at[a];
    }
    work(global, element);
    std::size_t a = n_axes;
    while (a > 0 && ++at[a - 1] == box.ranges[a - 1].size()) at[--a] = 0;
    if (a == 0) return;
  }
}

// exp(2 pi i k x / n) of every wave, axis and coordinate.
class Waves {
 public:
  explicit Waves(const weft::Problem& problem) {
    for (int w = 0; w < n_waves; ++w)
      for (std::size_t a = 0; a < problem.shape.size(); ++a) {
        const Index n = problem.shape[a], k = wavenumber(w, static_cast<int>(a), n);
        std::vector<Complex>& factors = factors_.emplace_back();
        for (Index x = 0; x < n; ++x)
          factors.push_back(std::polar(
              1.0, 2 * std::numbers::pi * static_cast<double>(k * x % n) / static_cast<double>(n)));
      }
  }
  Complex at(const std::vector<Index>& x) const {
    Complex sum = 0;
    for (int w = 0; w < n_waves; ++w) {
      Complex wave = height(w);
      for (std::size_t a = 0; a < x.size(); ++a)
        wave *= factors_[static_cast<std::size_t>(w) * x.size() + a][static_cast<std::size_t>(x[a])];
      sum += wave;
    }
    return sum;
  }

 private:
  std::vector<std::vector<Complex>> factors_;  // by wave, axis, coordinate
};

double highest() {
  double sum = 0;
  for (int w = 0; w < n_waves; ++w) sum += std::abs(height(w));
  return sum;
}

Complex mode_at(const weft::Problem& problem, const std::vector<Index>& k) {
  const bool real = points_are_real(problem);
  double n_points = 1;
  for (const Index n : problem.shape) n_points *= static_cast<double>(n);
  Complex sum = 0;
  for (int w = 0; w < n_waves; ++w)
    for (int opposite = 0; opposite < (real ? 2 : 1); ++opposite) {
      bool here = true;
      for (std::size_t a = 0; a < k.size() && here; ++a) {
        const Index n = problem.shape[a], wave = wavenumber(w, static_cast<int>(a), n);
        here = k[a] == (opposite != 0 ? (n - wave) % n : wave);
      }
      if (here) sum += n_points * (real ? 0.5 : 1.0) * (opposite != 0 ? std::conj(height(w)) : height(w));
    }
  return sum;
}

// The element of an array of this type; a reference where it is to be written.
template <class Work>
void with_type(bool is_real, weft::Precision precision, const Work& work) {
  if (precision == weft::Precision::double_)
    is_real ? work(double{}) : work(Complex{});
  else
    is_real ? work(float{}) : work(std::complex<float>{});
}

double largest_of_modes(const weft::Problem& problem) {
  double n_points = 1;
  for (const Index n : problem.shape) n_points *= static_cast<double>(n);
  return n_points * n_waves * (points_are_real(problem) ? 0.5 : 1.0);
}

template <class Element>
Element element_of(Complex value) {
  if constexpr (std::is_floating_point_v<Element>)
    return static_cast<Element>(value.real());
  else
    return Element(value);
}

}  // namespace

void fill_waves(const weft::Plan& plan, void* points) {
  const weft::Problem& problem = plan.problem();
  const Waves waves(problem);
  with_type(points_are_real(problem), problem.precision, [&](auto element) {
    using Element = decltype(element);
    for_elements(plan.points_box(), plan.points_storage(), [&](const std::vector<Index>& x, Index i) {
      static_cast<Element*>(points)[i] = element_of<Element>(waves.at(x));
    });
  });
}

double error_of_points(const weft::Plan& plan, const void* points) {
  const weft::Problem& problem = plan.problem();
  const Waves waves(problem);
  double most = 0;
  with_type(points_are_real(problem), problem.precision, [&](auto element) {
    using Element = decltype(element);
    for_elements(plan.points_box(), plan.points_storage(), [&](const std::vector<Index>& x, Index i) {
      const auto found = static_cast<const Element*>(points)[i];
      most = std::max<double>(most, std::abs(found - element_of<Element>(waves.at(x))));
    });
  });
  return most / highest();
}

double error_of_modes(const weft::Plan& plan, const void* modes) {
  const weft::Problem& problem = plan.problem();
  double most = 0;
  with_type(false, problem.precision, [&](auto element) {
    using Element = decltype(element);
    if constexpr (!std::is_floating_point_v<Element>)
      for_elements(plan.modes_box(), plan.modes_storage(), [&](const std::vector<Index>& k, Index i) {
        most = std::max(most, std::abs(Complex(static_cast<const Element*>(modes)[i]) - mode_at(problem, k)));
      });
  });
  return most / largest_of_modes(problem);
}

}  // namespace simulate
