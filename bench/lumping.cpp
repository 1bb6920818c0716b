// What it gains to send several fields in one message, for doc/design/010.
//
// Microseconds of a forward and a backward transform of three fields: three calls of one field, one call of
// three that travel together (lump=all), one call of three that travel one after the other, each while the
// next is transformed (lump=1). Medians over rounds in which they take turns, of the slowest process; and how
// many times faster the second is than the first.
//
//   build/weft-run -n 2 build/bench/lumping [EXCHANGE...]
#include <mpi.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weft/weft.hpp"

namespace {

constexpr int n_fields = 3;

double median_microseconds(std::vector<double>& seconds) {
  std::nth_element(seconds.begin(), seconds.begin() + static_cast<long>(seconds.size() / 2), seconds.end());
  return 1e6 * seconds[seconds.size() / 2];
}

// Three fields and a plan for so many of them in a call.
class Trial {
 public:
  Trial(weft::Index n, int n_of_call, const weft::Options& options)
      : n_of_call_(n_of_call), plan_(problem(n, n_of_call), MPI_COMM_WORLD, options) {
    for (int f = 0; f < n_fields; ++f) {
      points_.push_back(plan_.points<double>());
      modes_.push_back(plan_.modes<std::complex<double>>());
      points_.back().fill(1 + f);
      u_.push_back(points_.back().data());
      uh_.push_back(modes_.back().data());
    }
  }
  void run() {
    for (int f = 0; f < n_fields; f += n_of_call_) plan_.forward_fields(in(u_, f), out(uh_, f));
    for (int f = 0; f < n_fields; f += n_of_call_) plan_.backward_fields(in(uh_, f), out(u_, f));
  }

 private:
  static weft::Problem problem(weft::Index n, int n_of_call) {
    weft::Problem problem = weft::r2c({n, n, n});
    problem.n_fields = n_of_call;
    return problem;
  }
  std::span<const void* const> in(std::vector<void*>& all, int f) const { return {all.data() + f, count()}; }
  std::span<void* const> out(std::vector<void*>& all, int f) const { return {all.data() + f, count()}; }
  std::size_t count() const { return static_cast<std::size_t>(n_of_call_); }

  int n_of_call_;
  weft::Plan plan_;
  std::vector<weft::Field<double>> points_;
  std::vector<weft::Field<std::complex<double>>> modes_;
  std::vector<void*> u_, uh_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<std::string> exchanges(argv + 1, argv + argc);
  if (exchanges.empty()) exchanges = {"auto", "alltoallv"};
  if (rank == 0)
    std::printf("%6s %-16s %12s %12s %12s %10s\n", "n", "exchange", "three calls", "lump=all", "lump=1",
                "gain");
  for (const std::string& exchange : exchanges)
    for (weft::Index n : {16, 24, 32}) {
      Trial single(n, 1, {{"exchange", exchange}}), lumped(n, n_fields, {{"exchange", exchange}}),
          pipelined(n, n_fields, {{"exchange", exchange}, {"lump", "1"}});
      Trial* const ways[] = {&single, &lumped, &pipelined};
      std::vector<double> seconds[3], gains;
      for (int round = 0; round < 300; ++round) {
        double of_round[3];
        for (int way = 0; way < 3; ++way) {
          MPI_Barrier(MPI_COMM_WORLD);
          const double start = MPI_Wtime();
          for (int i = 0; i < 5; ++i) ways[way]->run();
          double taken = (MPI_Wtime() - start) / 5;
          MPI_Allreduce(MPI_IN_PLACE, &taken, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
          of_round[way] = taken;
          if (round > 0) seconds[way].push_back(taken);
        }
        if (round > 0) gains.push_back(1e-6 * of_round[0] / of_round[1]);
      }
      if (rank == 0)
        std::printf("%6lld %-16s %12.1f %12.1f %12.1f %10.2f\n", static_cast<long long>(n), exchange.c_str(),
                    median_microseconds(seconds[0]), median_microseconds(seconds[1]),
                    median_microseconds(seconds[2]), median_microseconds(gains));
    }
  MPI_Finalize();
}
