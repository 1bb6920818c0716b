// What it costs to know that all processes have come to a blocking collective, for doc/design/002.
//
// Microseconds of an all-to-all as it is (MPI_Alltoallv), as a nonblocking one that is polled, after an
// MPI_Ibarrier that is polled, and of that barrier alone; medians over rounds in which they take turns. The
// slowest process counts.
//
//   build/weft-run -n 2 build/bench/arrival
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

void poll(MPI_Request& request) {
  for (int turn = 0, done = 0;; ++turn) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (turn > 200) sched_yield();
  }
}

double median_microseconds(std::vector<double>& seconds) {
  std::nth_element(seconds.begin(), seconds.begin() + static_cast<long>(seconds.size() / 2), seconds.end());
  return 1e6 * seconds[seconds.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const MPI_Comm comm = MPI_COMM_WORLD;
  if (rank == 0) std::printf("%10s %12s %12s %12s %12s\n", "bytes", "blocking", "polled", "guarded", "guard");
  for (int bytes : {64, 4096, 65536, 1 << 20, 16 << 20}) {
    const int each = bytes / size;
    std::vector<char> in(static_cast<std::size_t>(bytes)), out(in);
    std::vector<int> counts(static_cast<std::size_t>(size), each), starts(counts);
    for (int i = 0; i < size; ++i) starts[static_cast<std::size_t>(i)] = i * each;
    counts[static_cast<std::size_t>(rank)] = 0;  // as weft does
    const auto blocking = [&] {
      MPI_Alltoallv(in.data(), counts.data(), starts.data(), MPI_BYTE, out.data(), counts.data(),
                    starts.data(), MPI_BYTE, comm);
    };
    const auto polled = [&] {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Ialltoallv(in.data(), counts.data(), starts.data(), MPI_BYTE, out.data(), counts.data(),
                     starts.data(), MPI_BYTE, comm, &request);
      poll(request);
    };
    const auto guard = [&] {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Ibarrier(comm, &request);
      poll(request);
    };
    const auto guarded = [&] { guard(), blocking(); };
    const std::function<void()> ways[] = {blocking, polled, guarded, guard};
    std::vector<double> seconds[4];
    const int rounds = (bytes < 100000 ? 1000 : bytes < 2000000 ? 200 : 30) / (size > 2 ? 5 : 1);
    for (int round = 0; round < rounds; ++round)
      for (int way = 0; way < 4; ++way) {
        MPI_Barrier(comm);
        const double start = MPI_Wtime();
        ways[way]();
        double taken = MPI_Wtime() - start;
        MPI_Allreduce(MPI_IN_PLACE, &taken, 1, MPI_DOUBLE, MPI_MAX, comm);
        seconds[way].push_back(taken);
      }
    if (rank == 0)
      std::printf("%10d %12.1f %12.1f %12.1f %12.1f\n", bytes, median_microseconds(seconds[0]),
                  median_microseconds(seconds[1]), median_microseconds(seconds[2]),
                  median_microseconds(seconds[3]));
  }
  MPI_Finalize();
}
