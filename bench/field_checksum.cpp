// How fast the checksums of checkpoints are on one core, beside reading the same memory, and what they add to
// writing and reading a checkpoint. Times are processor times, so that other programs count little.
//
//   field_checksum            GB/s for each type of element: C order, transposed, and a plain sum of the
//   words field_checksum FILE [N]   MB/s of a checkpoint of N^3 doubles (default 256): written, opened with
//   and without
//                             checking its data, read
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "io/field_checksum.hpp"
#include "weft/checkpoint.hpp"

namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Work>
double best_of(int n, double (*clock)(), Work&& work) {
  double best = 1e30;
  for (int i = 0; i < n; ++i) {
    const double start = clock();
    work();
    best = std::min(best, clock() - start);
  }
  return best;
}

void speeds() {
  const weft::Extents shape = {256, 256, 256};
  const weft::Box whole{{{0, 256}, {0, 256}, {0, 256}}};
  for (const weft::ElementType element :
       {weft::ElementType{false, true}, {true, true}, {false, false}, {true, false}}) {
    const weft::Index bytes = weft::bytes_of(element), all = bytes << 24;
    const std::vector<std::byte> data(static_cast<std::size_t>(all), std::byte{3});
    volatile std::uint64_t sink = 0;
    const auto speed = [&](const weft::Extents& strides) {
      return static_cast<double>(all) / 1e9 / best_of(5, processor_seconds, [&] {
               sink = sink + weft::field_sum(shape, element, whole, data.data(), strides).first;
             });
    };
    const double reading = static_cast<double>(all) / 1e9 / best_of(5, processor_seconds, [&] {
                             std::uint64_t sum = 0;
                             const auto* words = reinterpret_cast<const std::uint64_t*>(data.data());
                             for (weft::Index i = 0; i < all / 8; ++i) sum += words[i];
                             sink = sink + sum;
                           });
    std::printf("%-22s C order %5.2f GB/s, transposed %5.2f, plain sum %5.2f\n",
                weft::to_text(element).c_str(), speed({bytes << 16, bytes << 8, bytes}),
                speed({bytes, bytes << 8, bytes << 16}), reading);
  }
}

void checkpoint(const char* path, weft::Index n) {
  int size = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const weft::Distribution d(MPI_COMM_WORLD, {{n, n, n}, {{size}}, {0}, {}}, weft::element_type<double>());
  std::vector<double> u(static_cast<std::size_t>(d.memory_elements()), 1.5);
  const double megabytes = static_cast<double>(n * n * n * 8) / 1e6;
  const auto tell = [&](const char* what, double seconds) {
    if (rank == 0) std::printf("%-28s %8.0f MB/s\n", what, megabytes / seconds);
  };
  tell("written and flushed", best_of(3, MPI_Wtime, [&] {
         weft::CheckpointWriter writer(path, MPI_COMM_WORLD);
         writer.add("u", d, u.data());
         writer.commit();
       }));
  const auto open = [&](weft::CheckpointCheck check, bool reads) {
    return best_of(3, MPI_Wtime, [&] {
      const weft::Checkpoint checkpoint(path, MPI_COMM_WORLD, check);
      if (reads) checkpoint.read("u", d, u.data());
    });
  };
  tell("everything checked", open(weft::CheckpointCheck::everything, false));
  tell("headers checked, read", open(weft::CheckpointCheck::headers, true));
  tell("everything checked, read", open(weft::CheckpointCheck::everything, true));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc == 1)
    speeds();
  else
    checkpoint(argv[1], argc > 2 ? std::atol(argv[2]) : 256);
  MPI_Finalize();
}
