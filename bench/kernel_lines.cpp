// How lines should lie in a tile: contiguous, or across it?
//
// Columns of a plane in L2 are transformed 16 at a time in three ways: gathered with a transposition into
// contiguous lines; gathered as rows, so that the lines run across the tile and the FFT library
// transposes; not gathered at all, the library reading the plane with its own stride. Prints
// nanoseconds per element, the least of several rounds. Behind doc/design/001-routes-of-sweeps.md.
//
//   cmake --build build --target kernel_lines && build/bench/kernel_lines
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include "base/arena.hpp"
#include "kernels/kernel.hpp"
#include "sweep/copy.hpp"

namespace {

constexpr weft::Index n_lines = 16, padded = 20, element_bytes = 16;

double least_seconds(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int round = 0; round < 9; ++round) {
    const auto start = Clock::now();
    int repeats = 0;
    double seconds = 0;
    for (; seconds < 3e-3; ++repeats) {
      work();
      seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
    least = std::min(least, seconds / repeats);
  }
  return least;
}

void measure(weft::Index n, const std::string& backend_text) {
  const weft::BackendChoice backend = weft::find_backend(backend_text);
  const weft::Index row = n / 2 + 4, n_tiles = std::max<weft::Index>(1, (n / 2) / n_lines);
  weft::Arena arena;
  char* plane = arena.allocate(n * row * element_bytes);
  char* in = arena.allocate(n * padded * element_bytes);
  char* out = arena.allocate(n * padded * element_bytes);
  const auto time = [&](weft::Lines lines, bool gathered) {
    const auto kernel = backend.row->make(
        {weft::Kind::c2c, weft::Precision::double_, n, -1, n_lines, lines, {1, n}}, backend.effort);
    char* scratch = arena.allocate(kernel->scratch_bytes());
    weft::CopyBox columns;
    columns.add(n, row, lines.step);
    columns.add(n_lines, 1, lines.next);
    const double seconds = least_seconds([&] {
      for (weft::Index tile = 0; tile < n_tiles; ++tile) {
        char* from = plane + tile * n_lines * element_bytes;
        if (gathered) weft::copy_box(columns, from, in, {});
        kernel->run(gathered ? in : from, out, scratch);
      }
    });
    return seconds * 1e9 / static_cast<double>(n_tiles * n_lines * n);
  };
  std::printf("%6ld  %-14s %12.2f %12.2f %12.2f\n", static_cast<long>(n), backend_text.c_str(),
              time({1, n}, true), time({padded, 1}, true), time({row, 1}, false));
}

}  // namespace

int main() {
  std::printf("     n  backend         transposed       across       strided   [ns per element]\n");
  for (const weft::Index n : {32, 64, 128, 256, 384, 512})
    for (const char* backend : {"fftw:estimate", "fftw:measure"}) measure(n, backend);
}
