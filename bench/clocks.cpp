// What the clocks of a plan cost, for doc/explain.md: the time to read the clock as often as a transform of
// 32^3 does, over the time of that transform.
//
//   build/weft-run -n 2 build/bench/clocks
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdio>
#include <vector>

#include "weft/weft.hpp"

namespace {

double median(std::vector<double>& values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

template <class Work>
double seconds_of(const Work& work) {
  std::vector<double> seconds;
  for (int round = 0; round < 2001; ++round) {
    const double start = MPI_Wtime();
    work();
    seconds.push_back(MPI_Wtime() - start);
  }
  return median(seconds);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    weft::Plan plan(weft::r2c({32, 32, 32}), MPI_COMM_WORLD);
    auto u = plan.points<double>();
    auto uh = plan.modes<std::complex<double>>();
    u.fill(1);
    const double transform = seconds_of([&] { plan.forward(u, uh); });
    const auto n_stages = static_cast<int>(plan.times().size());
    constexpr int n_each = 100;
    long long sum = 0;
    const double clocks = seconds_of([&] {
                            for (int i = 0; i < n_each * (n_stages + 1); ++i)
                              sum += std::chrono::steady_clock::now().time_since_epoch().count();
                          }) /
                          n_each;
    if (plan.rank() == 0)
      std::printf("%d stages; a transform takes %.2f us, reading the clock %.3f us: %.2f %%%s\n", n_stages,
                  1e6 * transform, 1e6 * clocks, 100 * clocks / transform, sum == 0 ? " " : "");
  }
  MPI_Finalize();
}
