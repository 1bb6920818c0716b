// How fast are the kernels of each backend, in cache?
//
// Tiles of 16 lines (32 in single precision) as the sweeps use them; prints nominal GFlop/s on one core (5 n
// log2 n for a complex line, half of it for a real one), the best of several rounds in which the backends
// take turns. Behind doc/design/007-native-kernels.md.
//
//   cmake --build build --target kernel_rates && build/bench/kernel_rates
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/arena.hpp"
#include "kernels/kernel.hpp"

namespace {

using weft::Index;
using weft::Kind;
using weft::Precision;

// Those of every row that this machine has, and FFTW with a measuring planner as well.
std::vector<std::string> backends() {
  std::vector<std::string> names;
  for (const weft::Backend& row : weft::backend_table())
    if (weft::why_missing(row).empty()) names.push_back(row.name);
  names.emplace_back("fftw:measure");
  return names;
}

struct Shape {
  const char* name;
  Kind kind;
  bool in_along, out_along;
};
constexpr Shape shapes[] = {
    {"c2c across-across", Kind::c2c, false, false}, {"c2c across-along", Kind::c2c, false, true},
    {"c2c along-across", Kind::c2c, true, false},   {"c2c along-along", Kind::c2c, true, true},
    {"r2c along-along", Kind::r2c, true, true},     {"c2r along-along", Kind::c2r, true, true},
};

double seconds_of(const weft::Kernel& kernel, char* in, char* out, char* scratch) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  int runs = 0;
  double seconds = 0;
  for (; seconds < 1e-3; ++runs) {
    kernel.run(in, out, scratch);
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return seconds / runs;
}

void measure(Precision precision, Index n, const Shape& shape, const std::vector<std::string>& names) {
  const Index element = precision == Precision::double_ ? 16 : 8, n_lines = 256 / element;
  const Index line = 64 / element;
  const auto lines = [&](bool along) {
    return along ? weft::Lines{1, (n + line - 1) / line * line + line} : weft::Lines{n_lines + line, 1};
  };
  weft::Arena arena;
  const Index bytes = (n + 2 * line) * (n_lines + line) * element;
  char* in = arena.allocate(bytes);
  char* out = arena.allocate(bytes);
  std::vector<std::unique_ptr<weft::Kernel>> kernels;
  for (const std::string& name : names) {
    const weft::BackendChoice backend = weft::find_backend(name);
    kernels.push_back(backend.row->make(
        {shape.kind, precision, n, -1, n_lines, lines(shape.in_along), lines(shape.out_along)},
        backend.effort));
  }
  Index scratch_bytes = 0;
  for (const auto& kernel : kernels) scratch_bytes = std::max(scratch_bytes, kernel->scratch_bytes());
  char* scratch = arena.allocate(scratch_bytes);
  std::vector<double> least(kernels.size(), 1e9);
  for (int round = 0; round < 15; ++round)
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      std::memset(in, 0, static_cast<std::size_t>(bytes));
      least[i] = std::min(least[i], seconds_of(*kernels[i], in, out, scratch));
    }
  const double flops = (shape.kind == Kind::c2c ? 5.0 : 2.5) * static_cast<double>(n * n_lines) *
                       std::log2(static_cast<double>(n));
  std::printf("%-7s %5ld  %-18s", precision == Precision::double_ ? "double" : "single", static_cast<long>(n),
              shape.name);
  for (double seconds : least) std::printf(" %12.1f", flops / seconds * 1e-9);
  std::printf("\n");
}

}  // namespace

int main() {
  const std::vector<std::string> names = backends();
  std::printf("%-7s %5s  %-18s", "", "n", "GFlop/s");
  for (const std::string& name : names) std::printf(" %12s", name.c_str());
  std::printf("\n");
  for (Precision precision : {Precision::double_, Precision::single_})
    for (Index n : {32, 64, 128, 256, 384, 512, 243, 250, 350})
      for (const Shape& shape : shapes)
        if (shape.kind == Kind::c2c || n % 2 == 0) measure(precision, n, shape, names);
}
