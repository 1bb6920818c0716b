// The templates of machine/site.hpp.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "comm/check.hpp"
#include "machine/site.hpp"

namespace weft::inline machine {

template <class Step>
double seconds_together(MPI_Comm comm, bool quick, const Step& step) {
  constexpr int most_steps = 2000;
  constexpr double slow_step = 0.01;  // of a network, whose times hardly vary then
  const double seconds_of_batch = quick ? 0.5e-3 : 3e-3;
  const auto batch = [&](int n_steps) {
    check_mpi(MPI_Barrier(comm), "beginning a measurement");
    const double start = MPI_Wtime();
    for (int i = 0; i < n_steps; ++i) step();
    return (MPI_Wtime() - start) / n_steps;
  };
  batch(2);  // connections are made at first use
  const double first = batch(2);
  const double fitting = std::clamp(seconds_of_batch / std::max(first, 1e-9), 2.0, 1.0 * most_steps);
  int how_often[2] = {static_cast<int>(fitting), quick ? 3 : 7};  // steps of a batch, batches
  if (first > slow_step) how_often[0] = 1, how_often[1] = 3;
  check_mpi(MPI_Bcast(how_often, 2, MPI_INT, 0, comm), "telling how often to measure");
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < how_often[1]; ++i) least = std::min(least, batch(how_often[0]));
  return least;
}

template <class Step>
double steady_seconds(MPI_Comm comm, bool quick, double quantile, const Step& step) {
  constexpr int most_steps = 2000;
  const double seconds_of_batch = quick ? 0.5e-3 : 3e-3;
  const int n_batches = quick ? 8 : 12;
  const auto batch = [&](int n_steps) {
    const double start = MPI_Wtime();
    for (int i = 0; i < n_steps; ++i) step();
    return (MPI_Wtime() - start) / n_steps;
  };
  check_mpi(MPI_Barrier(comm), "beginning a measurement");
  batch(1);
  int n_steps =
      static_cast<int>(std::clamp(seconds_of_batch / std::max(batch(1), 1e-9), 1.0, 1.0 * most_steps));
  check_mpi(MPI_Bcast(&n_steps, 1, MPI_INT, 0, comm), "telling how often to measure");
  std::vector<double> seconds;
  for (int i = 0; i < n_batches; ++i) seconds.push_back(batch(n_steps));
  const auto half = seconds.begin() + n_batches / 2;
  const auto at = half + static_cast<std::ptrdiff_t>(quantile * static_cast<double>(seconds.end() - half));
  std::nth_element(half, at, seconds.end());
  return *at;
}

}  // namespace weft::inline machine
