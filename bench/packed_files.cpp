// Speed of HDF5 datasets with filters, for doc/design/018: a field of n^3 doubles, cut into slabs (or on its
// last axis), is written and brought to the disk. Its numbers are smooth waves with a little noise, as those
// of a flow are: compression gains a little.
//
// Prints for each way how many seconds each round took, how many of the processor the busiest process needed,
// and how many bytes the file has.
//
//   build/weft-run -n 2 build/bench/packed_files FOLDER [N] [ROUNDS] [AXIS]
#include <mpi.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "weft/hdf5_file.hpp"

namespace {

struct Way {
  std::string name;
  weft::DatasetOptions options;
  std::vector<double> seconds = {}, busy = {};
  long long bytes = 0;
};

double processor_seconds() {
  struct timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void print(const char* name, const std::vector<double>& numbers) {
  std::printf(", \"%s\": [", name);
  for (const double& number : numbers) std::printf("%s%.4f", &number == &numbers.front() ? "" : ", ", number);
  std::printf("]");
}

std::vector<Way> all_ways(int n) {
  std::vector<Way> ways = {{"plain", {}},
                           {"fletcher32", {}},
                           {"deflate 1", {}},
                           {"shuffle, deflate 4", {}},
                           {"rows, shuffle, deflate 4", {}}};
  ways[1].options.fletcher32 = true;
  ways[2].options.compression = 1;
  ways[3].options.compression = ways[4].options.compression = 4;
  ways[3].options.shuffle = ways[4].options.shuffle = true;
  ways[4].options.chunks = {1, 16, n};
  return ways;
}

// The same on any number of processes.
std::vector<double> field(const weft::Distribution& d, int n) {
  std::vector<double> u;
  u.reserve(static_cast<std::size_t>(d.memory_elements()));
  const auto& ranges = d.box().ranges;
  const double step = 2 * 3.14159265358979 / n;
  for (weft::Index i = ranges[0].begin; i < ranges[0].end; ++i)
    for (weft::Index j = ranges[1].begin; j < ranges[1].end; ++j)
      for (weft::Index k = ranges[2].begin; k < ranges[2].end; ++k)
        u.push_back(std::sin(step * static_cast<double>(2 * i + j)) *
                        std::cos(3 * step * static_cast<double>(k)) +
                    1e-3 * std::sin(static_cast<double>((i * n + j) * n + k)));
  return u;
}

void measure(const std::string& file, int n, int n_rounds, int axis) {
  int size = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const weft::Distribution d(MPI_COMM_WORLD, {{n, n, n}, {{size}}, {axis}, {}, {}},
                             weft::element_type<double>());
  const std::vector<double> u = field(d, n);
  std::vector<Way> ways = all_ways(n);
  for (int round = 0; round < n_rounds; ++round)
    for (Way& way : ways) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime(), busy_before = processor_seconds();
      weft::Hdf5Writer writer(file, MPI_COMM_WORLD);
      writer.write("u", d, u.data(), way.options);
      writer.commit();
      way.seconds.push_back(MPI_Wtime() - start);
      double busy = processor_seconds() - busy_before;
      MPI_Allreduce(MPI_IN_PLACE, &busy, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      way.busy.push_back(busy);
      struct stat written = {};
      if (stat(file.c_str(), &written) == 0) way.bytes = written.st_size;
    }
  if (rank != 0) return;
  unlink(file.c_str());
  for (const Way& way : ways) {
    std::printf("{\"way\": \"%s\", \"processes\": %d, \"n\": %d, \"cut_axis\": %d, \"bytes\": %lld",
                way.name.c_str(), size, n, axis, way.bytes);
    print("seconds", way.seconds);
    print("busy", way.busy);
    std::printf("}\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto number = [&](int i, int standard) { return argc > i ? std::atoi(argv[i]) : standard; };
  if (argc >= 2) measure(std::string(argv[1]) + "/packed.h5", number(2, 256), number(3, 5), number(4, 0));
  MPI_Finalize();
  return argc < 2 ? 2 : 0;
}
