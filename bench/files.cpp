// Speed of files beside dd with the same flushing, for doc/design/018: a field of n^3 doubles, cut into slabs
// (or on its last axis), is written and read by weft, as HDF5 and as .npy, and by dd, in turns.
//
// A write ends when the data are on the disk and the file has its name: dd with conv=fsync. Reads are timed
// with the file in the system's cache, and after it was dropped from there (posix_fadvise). While dd runs on
// one processor, the processes of weft sleep.
//
//   build/weft-run -n 2 build/bench/files FOLDER [N] [ROUNDS] [AXIS]
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "weft/array_file.hpp"
#include "weft/hdf5_file.hpp"

namespace {

int rank_of_this = 0;

// Waits without keeping a processor busy.
void meet() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0; usleep(200)) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

struct Way {
  std::string name;
  std::string file;  // that is written or read
  bool drops_cache;
  std::function<void()> call;
  std::vector<double> seconds = {};
};

void drop_from_cache(const std::string& file) {
  const int fd = open(file.c_str(), O_RDONLY);
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  close(fd);
}

void run_dd(const std::string& arguments, const std::string& buffer = "1M") {
  if (rank_of_this == 0 && std::system(("dd bs=" + buffer + " status=none " + arguments).c_str()) != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void print(const std::vector<Way>& ways, int n, int size, int axis) {
  std::printf("{\"shape\": [%d, %d, %d], \"processes\": %d, \"cut_axis\": %d, \"bytes\": %lld, \"ways\": [\n",
              n, n, n, size, axis, 8LL * n * n * n);
  for (const Way& way : ways) {
    std::vector<double> sorted = way.seconds;
    std::sort(sorted.begin(), sorted.end());
    std::printf("  {\"name\": \"%s\", \"min\": %.5f, \"median\": %.5f, \"rounds\": [", way.name.c_str(),
                sorted.front(), sorted[sorted.size() / 2]);
    for (std::size_t i = 0; i < way.seconds.size(); ++i)
      std::printf("%s%.5f", i == 0 ? "" : ", ", way.seconds[i]);
    std::printf("]}%s\n", &way == &ways.back() ? "" : ",");
  }
  std::printf("]}\n");
}

void measure(const std::string& folder, int n, int n_rounds, int axis) {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const weft::Layout layout{{n, n, n}, {{size}}, {axis}, {}, {}};
  const weft::Distribution d(MPI_COMM_WORLD, layout, weft::element_type<double>());
  std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.5), v(u);
  const std::string hdf5 = folder + "/weft.h5", npy = folder + "/weft.npy", plain = folder + "/dd.bin";
  const std::string megabytes = std::to_string(8LL * n * n * n >> 20);
  const std::function<void()> write_hdf5 = [&] {
    weft::Hdf5Writer writer(hdf5, MPI_COMM_WORLD);
    writer.write("u", d, u.data());
    writer.commit();
  };
  const std::function<void()> read_hdf5 = [&] {
    weft::Hdf5Reader(hdf5, MPI_COMM_WORLD).read("u", d, v.data());
  };
  const std::function<void()> write_npy = [&] {
    weft::ArrayFileWriter writer(npy, layout.shape, d.element(), false, MPI_COMM_WORLD);
    writer.write(d.box(), d.storage(), u.data());
    writer.commit();
  };
  const std::function<void()> read_npy = [&] {
    weft::read_array(weft::array_file_info(npy, MPI_COMM_WORLD), d.box(), d.storage(), d.element(), v.data(),
                     MPI_COMM_WORLD);
  };
  const std::function<void()> write_dd = [&] {
    if (rank_of_this == 0) unlink(plain.c_str());
    run_dd("if=/dev/zero of=" + plain + " conv=fsync count=" + megabytes);
  };
  const std::function<void()> read_dd = [&] { run_dd("if=" + plain + " of=/dev/null"); };
  // A buffer of 1 MiB stays in cache; an array does not.
  const std::function<void()> read_dd_into_memory = [&] { run_dd("if=" + plain + " of=/dev/null", "64M"); };
  std::vector<Way> ways = {{"dd write", plain, false, write_dd},
                           {"hdf5 write", hdf5, false, write_hdf5},
                           {"npy write", npy, false, write_npy},
                           {"dd read, cached", plain, false, read_dd},
                           {"hdf5 read, cached", hdf5, false, read_hdf5},
                           {"npy read, cached", npy, false, read_npy},
                           {"dd into memory, cached", plain, false, read_dd_into_memory},
                           {"dd read", plain, true, read_dd},
                           {"hdf5 read", hdf5, true, read_hdf5},
                           {"npy read", npy, true, read_npy}};
  for (int round = 0; round <= n_rounds; ++round)
    for (Way& way : ways) {
      if (way.drops_cache && rank_of_this == 0) drop_from_cache(way.file);
      meet();
      const double start = MPI_Wtime();
      way.call();
      meet();
      if (round > 0) way.seconds.push_back(MPI_Wtime() - start);
    }
  if (v != u) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank_of_this == 0) {
    print(ways, n, size, axis);
    for (const std::string& file : {hdf5, npy, plain}) unlink(file.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_this);
  const auto number = [&](int i, int standard) { return argc > i ? std::atoi(argv[i]) : standard; };
  if (argc < 2 && rank_of_this == 0) std::fprintf(stderr, "usage: files FOLDER [N] [ROUNDS] [AXIS]\n");
  if (argc >= 2) measure(argv[1], number(2, 256), number(3, 9), number(4, 0));
  MPI_Finalize();
  return argc < 2 ? 2 : 0;
}
