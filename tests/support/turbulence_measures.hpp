// What tests of flows in a box have in common: energies and comparisons of boxes.
#pragma once

#include <cmath>

#include "turbulence/beginning.hpp"
#include "turbulence/box.hpp"

namespace weft::test {

inline double energy(const turbulence::Box& box) { return box.spectral().mean_energy(box.velocity()); }
// Half the mean square of the vorticity.
inline double enstrophy(const turbulence::Box& box) { return box.spectral().mean_energy(box.vorticity()); }

// f(mode, offset) of the modes of this process, or 0 of others; the largest on any process.
template <class F>
double largest(const turbulence::Box& box, F f) {
  double here = 0;
  box.rows().for_modes([&](const std::array<Index, 3>& mode, Index offset) {
    const double value = f(mode, offset);
    here = std::isfinite(value) ? std::max(here, value) : INFINITY;
  });
  double all = here;
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

// The largest difference of two boxes of the same plan.
inline double difference(const turbulence::Box& a, const turbulence::Box& b) {
  return largest(a, [&](const auto&, Index offset) {
    double worst = 0;
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(worst, std::abs(a.velocity()[c].data()[offset] - b.velocity()[c].data()[offset]));
    for (std::size_t s = 0; s < a.settings().scalars.size(); ++s)
      worst = std::max(worst, std::abs(a.scalar(s).data()[offset] - b.scalar(s).data()[offset]));
    return worst;
  });
}

// The root mean square of the divergence.
inline double divergence(const turbulence::Box& box) {
  double here = 0;
  box.rows().for_modes([&](const std::array<Index, 3>& mode, Index offset) {
    const std::array<double, 3> k = box.rows().wave(mode);
    std::complex<double> sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += k[c] * box.velocity()[c].data()[offset];
    here += turbulence::ModeRows::weight(mode) * std::norm(sum);
  });
  double all = here;
  MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return std::sqrt(all);
}

inline void start(turbulence::Box& box, const std::string& beginning,
                  const turbulence::BeginningChoice& choice = {}) {
  turbulence::find_beginning(beginning).start(box, choice);
}

inline void advance(turbulence::Box& box, Index n_steps) {
  for (Index i = 0; i < n_steps; ++i) box.step();
}

}  // namespace weft::test
