// The template of machine/site.hpp.
#pragma once

#include <algorithm>
#include <limits>

#include "comm/check.hpp"
#include "machine/site.hpp"

namespace weft {

template <class Step>
double seconds_together(MPI_Comm comm, bool quick, const Step& step) {
  constexpr int most_steps = 2000;
  const double seconds_of_batch = quick ? 0.5e-3 : 3e-3;
  const int n_batches = quick ? 3 : 7;
  const auto batch = [&](int n_steps) {
    check_mpi(MPI_Barrier(comm), "beginning a measurement");
    const double start = MPI_Wtime();
    for (int i = 0; i < n_steps; ++i) step();
    return (MPI_Wtime() - start) / n_steps;
  };
  batch(2);  // connections are made at first use
  int n_steps =
      static_cast<int>(std::clamp(seconds_of_batch / std::max(batch(2), 1e-9), 2.0, 1.0 * most_steps));
  check_mpi(MPI_Bcast(&n_steps, 1, MPI_INT, 0, comm), "telling how often to measure");
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < n_batches; ++i) least = std::min(least, batch(n_steps));
  return least;
}

}  // namespace weft
