// Energy of u, v, w by wavenumber along x and along z, at some distances from the walls.
#pragma once

#include <array>
#include <vector>

#include "channel/flow.hpp"

namespace weft::channel {

class Spectra {
 public:
  // Means of both planes at each of the `distances` from the walls, in half distances of the walls (0 to 1).
  Spectra(const Flow& flow, std::vector<double> distances);

  // Adds those of the flow as it is: summed over the processes, then added to those before, so that a job
  // that goes on from a checkpoint adds the same numbers in the same order. Collective.
  void add();
  // So far, as one list: of each distance and component the densities along x, then those along z. One-sided:
  // their sum times the spacing of wavenumbers is the variance.
  const std::vector<double>& sums() const { return sums_; }
  // Of another job: size() numbers. The same on all processes; not collective.
  void go_on_from(std::vector<double> sums) { sums_ = std::move(sums); }

  const std::vector<double>& distances() const { return distances_; }
  std::size_t n_kx() const { return n_kx_; }  // wavenumbers 0 to n - 1, times 2 pi / length
  std::size_t n_kz() const { return n_kz_; }
  // Where those of one distance and component (0 to 2) begin in sums().
  std::size_t begin(std::size_t distance, std::size_t component) const;
  std::size_t size() const { return sums_.size(); }

 private:
  const Flow& flow_;
  std::vector<double> distances_;
  std::vector<std::vector<double>> polynomials_;  // T_k of each distance, at its upper plane
  std::size_t n_kx_, n_kz_;
  double spacing_x_, spacing_z_;
  std::vector<double> sums_;
};

}  // namespace weft::channel
