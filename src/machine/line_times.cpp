// Seconds per line of every backend and effort, in cache: tiles as the sweeps use them, with 256 bytes of all
// lines at one point, which a transform that changes elements does not transpose in passing and others do.
//
// FFTW takes plans of a higher effort for lower ones that it is asked for afterwards, so all lines of an
// effort are timed before the next effort is planned. The rounds go over all lengths, and the best counts:
// what disturbs the machine for a moment is not in one line more than in another.
#include "machine/line_times.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>

#include "base/arena.hpp"
#include "comm/check.hpp"
#include "kernels/kernel.hpp"
#include "model/lookups.hpp"
#include "sweep/tiling.hpp"
#include "weft/error.hpp"

namespace weft::inline machine {

namespace {

constexpr Index longest = 1024;

std::vector<Index> lengths(bool quick) {
  if (quick) return {16, 256, longest, 24, 360, 45, 127};
  return {16, 32,  64,  128, 256, 512, longest, 12, 24, 48,  96,  192, 384, 768,
          60, 100, 120, 250, 360, 625, 15,      45, 75, 225, 375, 17,  127, 257};
}

// Cosine and sine transforms are measured at fewer lengths; those of type I count intervals.
std::vector<Index> lengths_of(Kind kind, bool quick) {
  if (is_fourier(kind)) return lengths(quick);
  std::vector<Index> all =
      quick ? lengths(true) : std::vector<Index>{16, 64, 256, longest, 24, 96, 360, 45, 127};
  for (Index& n : all) n -= row_of(kind).intervals;
  return all;
}

// A backend with one of its efforts.
struct Maker {
  const Backend* row;
  std::string effort;
  std::string text;  // as in a choice
};

std::vector<Maker> makers() {
  std::vector<Maker> all;
  for (const Backend* row : backends_on(host_space))
    for (const std::string& effort : row->efforts)
      if (effort != "patient")  // takes minutes to plan
        all.push_back({row, effort, effort.empty() ? row->name : row->name + ":" + effort});
  return all;
}

KernelSpec spec_of(Kind kind, Precision precision, Index n) {
  const bool real = !is_fourier(kind);
  const Index element = (precision == Precision::double_ ? 16 : 8) / (real ? 2 : 1);
  const Index n_lines = row_bytes / element, gap = 64 / element;
  const Lines across{n_lines + gap, 1}, along{1, (n + gap - 1) / gap * gap + gap};
  return {kind,  precision, n, kind == Kind::c2r ? 1 : -1, n_lines, keeps_elements(kind) ? across : along,
          along, real};
}

// Memory for the longest lines, and a kernel's seconds on it.
struct Tiles {
  static constexpr Index bytes = 2 * longest * row_bytes;
  Arena arena;
  char* in = arena.allocate(bytes);
  char* out = arena.allocate(bytes);

  double seconds_of(const Kernel& kernel, double at_least) const {
    using Clock = std::chrono::steady_clock;
    std::memset(in, 0, static_cast<std::size_t>(bytes));  // numbers that do not grow from run to run
    Arena scratch;
    char* const own = scratch.allocate(kernel.scratch_bytes());
    kernel.run(in, out, own);
    const auto start = Clock::now();
    int runs = 0;
    double seconds = 0;
    for (; seconds < at_least; ++runs) {
      kernel.run(in, out, own);
      seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
    return seconds / runs;
  }
};

// Seconds per line, for each spec; infinite where the backend makes no kernel.
std::vector<double> seconds_per_line(const Maker& maker, const std::vector<KernelSpec>& specs, bool quick) {
  const double at_least = quick ? 0.05e-3 : 0.5e-3;
  const int n_rounds = quick ? 2 : 5;
  const Tiles tiles;
  std::vector<double> least(specs.size(), std::numeric_limits<double>::infinity());
  std::vector<std::unique_ptr<Kernel>> kernels;
  try {
    for (const KernelSpec& spec : specs) kernels.push_back(maker.row->make(spec, maker.effort));
  } catch (const Error&) {  // not on this machine
    return least;
  }
  for (int round = 0; round < n_rounds; ++round)
    for (std::size_t i = 0; i < specs.size(); ++i)
      least[i] = std::min(least[i], tiles.seconds_of(*kernels[i], at_least));
  for (std::size_t i = 0; i < specs.size(); ++i) least[i] /= static_cast<double>(specs[i].n_lines);
  return least;
}

void measure(const Maker& maker, Precision precision, const Site& site, std::vector<LineTime>& lines,
             OwnShare& own) {
  std::vector<KernelSpec> specs;
  for (const Kind kind : measured_kinds_of_lines())
    for (const Index n : lengths_of(kind, site.quick)) specs.push_back(spec_of(kind, precision, n));
  std::vector<double> seconds(specs.size(), 0);
  if (site.is_leader()) {
    own.start();
    seconds = seconds_per_line(maker, specs, site.quick);
    own.stop();
  }
  site.meet();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, MPI_MAX,
                          site.comm()),
            "finding the slowest node");
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (seconds[i] < std::numeric_limits<double>::infinity())
      lines.push_back({maker.text, row_of(specs[i].kind).measured_as, precision, specs[i].n, seconds[i]});
}

// FFTW plans the longer, the more it measures.
double expected_seconds(const Maker& maker, bool quick) {
  const bool plans_long = maker.effort == "measure";
  if (quick) return plans_long ? 3 : 0.05;
  return plans_long ? 8 : 0.5;
}

}  // namespace

std::vector<Measurement> measurements_of_lines(const Site& site, std::vector<LineTime>& lines,
                                               OwnShare& own) {
  std::vector<Measurement> list;
  for (const Maker& maker : makers())
    for (const Precision precision : {Precision::double_, Precision::single_})
      list.push_back({"lines by " + maker.text + (precision == Precision::double_ ? ", double" : ", single"),
                      expected_seconds(maker, site.quick), [&site, &lines, &own, maker, precision] {
                        measure(maker, precision, site, lines, own);
                      }});
  return list;
}

}  // namespace weft::inline machine
