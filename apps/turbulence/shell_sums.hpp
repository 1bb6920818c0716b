// Sums over shells of modes, taken on the way of a step: spectra, and what follows from them.
//
// A shell is that of Spectral::energy_spectrum: |k| within half a width of a multiple of it. Sums of squares
// of wavenumbers are those of the modes, not of the shell, so that energies, dissipation and what advection
// moves between the shells add up to those of the flow. The means of velocity and scalars are left out.
#pragma once

#include <array>
#include <vector>

#include "common/exact_sums.hpp"
#include "turbulence/box.hpp"

namespace weft::turbulence {

// By shell.
struct QuantityByShell {
  std::vector<double> energy;    // half the mean of its square
  std::vector<double> squares;   // k^2 times that
  std::vector<double> transfer;  // what advection brings of it in a unit of time
};

// Of all processes.
struct Shells {
  double width = 1;
  QuantityByShell velocity;
  std::vector<QuantityByShell> scalars;
  double inverse_waves = 0;                   // sum of energy / |k|
  std::vector<std::array<double, 3>> fluxes;  // mean of u s of each scalar, without means
};

double sum_of(const std::vector<double>& values);

class ShellSums : public ModesWatch {
 public:
  // The box must live as long as this. Not collective.
  explicit ShellSums(const Box& box);

  void reset();
  void row(const ModeRow& row) override;
  void scalar(std::size_t i, const double* const u[3], const double* s, const double* n) override;
  void velocity(const double* const u[3], const double* const n[3]) override;
  // Of the step since reset(). Collective.
  Shells shells() const;

 private:
  void add(std::size_t quantity, std::size_t m, double square, double gain);

  const Box& box_;
  std::size_t n_shells_;
  apps::ExactSums sums_;              // as shells() has them, of this process
  std::vector<std::size_t> shell_;    // of each mode of a row
  std::vector<double> half_, waves_;  // half its weight; its k^2
};

}  // namespace weft::turbulence
