// Writing a block whose memory is not in the order of the file, for doc/design/004: through a dense buffer,
// or with the memory described to MPI by a datatype. The array is n^3 complex numbers cut on axis 0, its axes
// in memory from slowest to fastest 1, 2, 0, as a slab's modes in fast order.
//
//   build/weft-run -n 2 build/bench/file_memory FILE [N]
#include <mpi.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Complex = std::complex<double>;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 2) {
    if (rank == 0) std::fprintf(stderr, "usage: file_memory FILE [N]\n");
    MPI_Finalize();
    return 2;
  }
  const int n = argc > 2 ? std::atoi(argv[2]) : 160, rows = n / size;
  const auto points = static_cast<std::size_t>(rows) * n * n;
  std::vector<Complex> memory(points, {1, 2}), dense(points);

  MPI_Datatype element = MPI_DATATYPE_NULL, line = MPI_DATATYPE_NULL, plane = MPI_DATATYPE_NULL,
               block = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(sizeof(Complex)), MPI_BYTE, &element);
  const MPI_Aint bytes = sizeof(Complex);
  MPI_Type_create_hvector(n, 1, rows * bytes, element, &line);    // along axis 2
  MPI_Type_create_hvector(n, 1, rows * n * bytes, line, &plane);  // axis 1
  MPI_Type_create_hvector(rows, 1, bytes, plane, &block);         // axis 0
  MPI_Type_commit(&block);

  MPI_File file = MPI_FILE_NULL;
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  const MPI_Offset offset = static_cast<MPI_Offset>(points * sizeof(Complex)) * rank;
  const auto by_datatype = [&] {
    MPI_File_write_at_all(file, offset, memory.data(), 1, block, MPI_STATUS_IGNORE);
  };
  const auto by_buffer = [&] {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          dense[(static_cast<std::size_t>(i) * n + j) * n + k] =
              memory[(static_cast<std::size_t>(j) * n + k) * rows + i];
    MPI_File_write_at_all(file, offset, dense.data(), static_cast<int>(points * sizeof(Complex)), MPI_BYTE,
                          MPI_STATUS_IGNORE);
  };
  std::vector<double> seconds[2];
  for (int round = 0; round < 6; ++round)
    for (int way = 0; way < 2; ++way) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      if (way == 0)
        by_datatype();
      else
        by_buffer();
      MPI_Barrier(MPI_COMM_WORLD);
      if (round > 0) seconds[way].push_back(MPI_Wtime() - start);  // the first touches a fresh file
    }
  const double megabytes = 1e-6 * static_cast<double>(points * sizeof(Complex)) * size;
  for (auto& taken : seconds) std::sort(taken.begin(), taken.end());
  if (rank == 0)
    std::printf("%.0f MB: by a datatype %.0f MB/s, through a buffer %.0f MB/s\n", megabytes,
                megabytes / seconds[0][seconds[0].size() / 2], megabytes / seconds[1][seconds[1].size() / 2]);
  MPI_File_close(&file);
  if (rank == 0) MPI_File_delete(argv[1], MPI_INFO_NULL);
  for (MPI_Datatype* type : {&element, &line, &plane, &block}) MPI_Type_free(type);
  MPI_Finalize();
}
