// Kernels: every row and effort of the table of backends against the definition.
//
// Each kernel transforms six lines in a tile, running along or across it, with gaps, differently on
// input and output, and is run twice: it must not depend on anything but its input, must not write
// between or beyond its lines, and must be as accurate as a good FFT is (1.2 u sqrt(log2 n) in
// relative l2; three times that where n has a large prime factor, twice that of 2 n for transforms that keep
// real elements real).

#include "kernels/kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>
#include <tuple>

#include "blocks.hpp"
#include "instruction_sets.hpp"
#include "kept_modes.hpp"
#include "kernels/cache.hpp"
#include "one_axis.hpp"
#include "tier.hpp"

namespace weft::test {
namespace {

constexpr Index n_lines = 6;

// Where lines lie in a tile, for lines of `points` points.
struct Pattern {
  const char* name;
  Lines (*lines)(Index points);
};
const Pattern along{"along", [](Index points) { return Lines{1, points + 3}; }};
const Pattern across{"across", [](Index) { return Lines{n_lines + 2, 1}; }};
const Pattern spread{"spread", [](Index points) { return Lines{2, 2 * points + 5}; }};

Index points_in(const KernelSpec& s) { return n_read(s.kind, s.n, s.kept); }
Index points_out(const KernelSpec& s) { return n_written(s.kind, s.n, s.kept); }

Storage storage_of(Index points, const Lines& lines) {
  return {{n_lines, points}, lines.step < lines.next ? Axes{0, 1} : Axes{1, 0}, {lines.next, lines.step}};
}

struct Expected {
  GlobalField in, out;
};

// The first and the last point of all lines, times these.
GlobalField with_ends(GlobalField lines, double first, double last) {
  const auto n = static_cast<std::size_t>(lines.shape.back());
  for (std::size_t line = 0; line < lines.values.size(); line += n) {
    lines.values[line] *= static_cast<long double>(first);
    lines.values[line + n - 1] *= static_cast<long double>(last);
  }
  return lines;
}

// The definition, computed once for all patterns, rows and efforts.
const Expected& expected_of(const KernelSpec& s) {
  static std::map<std::tuple<Kind, Precision, Index, int, bool, Kept>, Expected> known;
  const auto [at, is_new] = known.try_emplace({s.kind, s.precision, s.n, s.sign, s.real, s.kept});
  if (is_new) {
    const EndFactors& ends = s.ends;
    at->second.in = hashed_field({n_lines, points_in(s)}, static_cast<std::uint64_t>(s.n),
                                 reads_real(s.kind, s.real), s.precision);
    GlobalField whole = at->second.in;
    const Modes modes = s.kind == Kind::c2c  ? Modes::complex
                        : is_fourier(s.kind) ? Modes::half
                                             : Modes::others;
    if (s.kept.in != 0) whole = with_all_modes(whole, 1, modes, s.n, s.kept.in);
    whole = with_ends(transformed(with_ends(whole, ends.first_read, ends.last_read), s.kind, 1, s.n, s.sign),
                      ends.first_written, ends.last_written);
    if (s.kept.out != 0) whole = with_modes_kept(whole, 1, modes, s.n, s.kept.out);
    at->second.out = whole;
  }
  return at->second;
}

// The bytes of a tile that belong to no line.
std::vector<std::byte> gaps_of(const Block& tile, const Box& box, const Storage& storage) {
  std::vector<std::byte> bytes(tile.bytes().begin(), tile.bytes().end());
  const auto size = static_cast<std::size_t>(tile.element().bytes());
  for_each_point(storage.shape, box, storage, [&](Index, Index offset) {
    std::memset(bytes.data() + static_cast<std::size_t>(offset) * size, 0, size);
  });
  return bytes;
}

std::string in_words(const KernelSpec& s) {
  const char* const kinds[] = {"c2c",  "r2c",  "c2r",  "dct1", "dct2", "dct3", "dct4",
                               "dst1", "dst2", "dst3", "dst4", "r2hc", "hc2r", "dht"};
  return std::string(kinds[static_cast<int>(s.kind)]) + (s.real ? " of reals" : "") +
         (s.precision == Precision::double_ ? " double" : " single") + " n=" + std::to_string(s.n) +
         " sign=" + std::to_string(s.sign) + " in step " + std::to_string(s.in.step) + " next " +
         std::to_string(s.in.next) + ", out step " + std::to_string(s.out.step) + " next " +
         std::to_string(s.out.next) + ", kept " + std::to_string(s.kept.in) + " and " +
         std::to_string(s.kept.out);
}

// MKL's butterflies of 13 points err up to 1.15 times as much as good ones (MKL 2026, the code for any
// processor), so 13 counts as a large prime factor there.
double limit_for(const Backend& row, const KernelSpec& s) {
  const bool is_loose = row.name == "mkl" && s.n % 13 == 0;
  const Index n = is_fourier(s.kind) ? s.n : 2 * s.n;
  return tolerance_of({n}, s.precision) * (is_loose ? 3 : 1) * (is_fourier(s.kind) ? 1 : 2);
}

// "" if a kernel of `row` does what `s` says.
std::string complaint_about(const Backend& row, const std::string& effort, const KernelSpec& s) {
  const std::unique_ptr<Kernel> kernel = row.make(s, effort);
  const Expected& expected = expected_of(s);
  const Storage from = storage_of(points_in(s), s.in), to = storage_of(points_out(s), s.out);
  const Box from_box{{{0, n_lines}, {0, points_in(s)}}}, to_box{{{0, n_lines}, {0, points_out(s)}}};
  const Element from_element{reads_real(s.kind, s.real), s.precision};
  const Element to_element{writes_real(s.kind, s.real), s.precision};
  Block in(from.n_elements() * from_element.bytes(), from_element);
  Block out(to.n_elements() * to_element.bytes(), to_element);
  Block scratch(kernel->scratch_bytes(), to_element);
  for (int run = 0; run < 2; ++run) {
    in.forget();
    out.forget();
    put(expected.in, from_box, from, in);
    const std::vector<std::byte> gaps = gaps_of(out, to_box, to);
    kernel->run(in.data(), out.data(), scratch.data());
    const double error = misfit(expected.out, to_box, to, out).relative();
    const double limit = limit_for(row, s);
    if (!(error <= limit))
      return "relative error " + std::to_string(error / limit) + " times the limit: " + in_words(s);
    if (!in.guards_intact() || !out.guards_intact() || !scratch.guards_intact())
      return "writes beyond its lines: " + in_words(s);
    if (gaps_of(out, to_box, to) != gaps) return "writes between its lines: " + in_words(s);
  }
  return "";
}

const std::pair<Pattern, Pattern> patterns[] = {
    {along, along}, {across, across}, {along, across}, {across, along}, {spread, across}};

const EndFactors ends_of_real_kinds{2, 0.25, 0.5, 4};
const auto kinds_of_reals = {Kind::dct1, Kind::dct2, Kind::dct3, Kind::dct4, Kind::dst1, Kind::dst2,
                             Kind::dst3, Kind::dst4, Kind::r2hc, Kind::hc2r, Kind::dht};

void judge_real_kinds(const Backend& row, const std::string& effort) {
  for (Kind kind : kinds_of_reals)
    for (Precision precision : {Precision::single_, Precision::double_})
      for (bool real : {true, false})
        for (Index n : {1, 2, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 47, 64, 65, 95, 100})
          for (const auto& [in, out] : patterns) {
            if (kind == Kind::dct1 && n == 1) continue;  // has two ends
            KernelSpec spec{kind, precision, n, -1, n_lines, {}, {}, real, ends_of_real_kinds};
            spec.in = in.lines(n);
            spec.out = out.lines(n);
            ASSERT_EQ("", complaint_about(row, effort, spec)) << row.name << ":" << effort;
          }
}

void judge_all_specs(const Backend& row, const std::string& effort) {
  for (Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r})
    for (Precision precision : {Precision::single_, Precision::double_})
      for (int sign : {-1, 1})
        for (Index n : {1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 37, 59, 64, 94, 100, 102, 243})
          for (const auto& [in, out] : patterns) {
            KernelSpec spec{kind, precision, n, sign, n_lines, {}, {}};
            spec.in = in.lines(points_in(spec));
            spec.out = out.lines(points_out(spec));
            ASSERT_EQ("", complaint_about(row, effort, spec)) << row.name << ":" << effort;
          }
}

void judge_kept_modes(const Backend& row, const std::string& effort) {
  const auto judge = [&](Kind kind, Precision precision, bool real, int sign, Index n, const Kept& kept) {
    for (const auto& [in, out] : patterns) {
      KernelSpec spec{kind, precision, n, sign, n_lines, {}, {}, real};
      spec.kept = kept;
      spec.in = in.lines(points_in(spec));
      spec.out = out.lines(points_out(spec));
      ASSERT_EQ("", complaint_about(row, effort, spec)) << row.name << ":" << effort;
    }
  };
  for (Precision precision : {Precision::single_, Precision::double_})
    for (auto [n, kept] : {std::pair<Index, Index>{2, 1},
                           {3, 2},
                           {4, 3},
                           {5, 4},
                           {6, 4},
                           {17, 8},
                           {24, 16},
                           {48, 32},
                           {48, 33},
                           {64, 1},
                           {64, 2},
                           {64, 63},
                           {100, 50}}) {
      for (int sign : {-1, 1}) {
        judge(Kind::c2c, precision, false, sign, n, {0, kept});
        judge(Kind::c2c, precision, false, sign, n, {kept, 0});
        judge(Kind::r2c, precision, true, sign, n, {0, kept});
        judge(Kind::c2r, precision, true, sign, n, {kept, 0});
      }
      for (bool real : {true, false}) {
        judge(Kind::dct1, precision, real, -1, n, {kept, 0});
        judge(Kind::dct2, precision, real, -1, n, {0, kept});
        judge(Kind::dst3, precision, real, -1, n, {kept, 0});
        judge(Kind::dst4, precision, real, -1, n, {0, kept});
      }
    }
}

// The rows that this machine can use; a note names the others.
std::vector<Backend> rows_here() {
  std::vector<Backend> rows;
  for (const Backend& row : backend_table()) {
    const std::string missing = why_missing(row);
    if (missing.empty())
      rows.push_back(row);
    else
      std::cout << "not judged: " << row.name << ". " << missing << std::endl;
  }
  return rows;
}

TEST(Kernel, TransformsEveryLineWithinTheToleranceWhateverItsLengthAndStrides) {
  for (const Backend& row : rows_here())
    for (const std::string& effort : row.efforts)
      if (effort != "patient" || full_tier()) judge_all_specs(row, effort);
}

TEST(Kernel, OfATransformThatKeepsRealElementsIsTheDefinitionOfRealAndOfComplexLines) {
  for (const Backend& row : rows_here())
    for (const std::string& effort : row.efforts)
      if (effort != "patient" || full_tier()) judge_real_kinds(row, effort);
}

TEST(Kernel, LeavesModesOutAndTakesThemAsZeros) {
  for (const Backend& row : rows_here())
    for (const std::string& effort : row.efforts)
      if (effort != "patient" || full_tier()) judge_kept_modes(row, effort);
}

TEST(Kernel, OfTheNativeBackendIsRightWithEveryInstructionSet) {
  for_each_instruction_set([] {
    judge_all_specs(*find_backend("native").row, "");
    judge_real_kinds(*find_backend("native").row, "");
    judge_kept_modes(*find_backend("native").row, "");
  });
}

// The first line of what a kernel makes of lines that are kept apart, of which the others hold `other` times
// as much.
std::vector<Complex> first_line(const Backend& row, KernelSpec spec, double other) {
  spec.apart = true;
  const Storage from = storage_of(points_in(spec), spec.in), to = storage_of(points_out(spec), spec.out);
  const Element from_element{reads_real(spec.kind, spec.real), spec.precision};
  const Element to_element{writes_real(spec.kind, spec.real), spec.precision};
  Block in(from.n_elements() * from_element.bytes(), from_element);
  Block out(to.n_elements() * to_element.bytes(), to_element);
  GlobalField lines = hashed_field({n_lines, points_in(spec)}, 5, from_element.real, spec.precision);
  for (std::size_t i = static_cast<std::size_t>(points_in(spec)); i < lines.values.size(); ++i)
    lines.values[i] *= static_cast<long double>(other);
  put(lines, {{{0, n_lines}, {0, points_in(spec)}}}, from, in);
  const std::unique_ptr<Kernel> kernel = row.make(spec, row.efforts.front());
  Block scratch(kernel->scratch_bytes(), to_element);
  kernel->run(in.data(), out.data(), scratch.data());
  std::vector<Complex> line;
  for (Index i = 0; i < points_out(spec); ++i) line.push_back(out.value(i * spec.out.step));
  return line;
}

TEST(Kernel, OfLinesThatAreKeptApartGivesTheSameBitsWhateverTheOtherLinesHold) {
  std::vector<Kind> kinds = {Kind::c2c, Kind::r2c, Kind::c2r};
  kinds.insert(kinds.end(), kinds_of_reals.begin(), kinds_of_reals.end());
  for (const Backend& row : rows_here())
    for (Kind kind : kinds)
      for (Precision precision : {Precision::single_, Precision::double_})
        for (bool real : {false, true})
          for (Index n : {5, 16, 17, 33})
            for (const auto& [in, out] : patterns) {
              KernelSpec spec{kind, precision, n, -1, n_lines, {}, {}, real};
              if (!is_fourier(kind)) spec.ends = ends_of_real_kinds;
              spec.in = in.lines(points_in(spec));
              spec.out = out.lines(points_out(spec));
              EXPECT_EQ(first_line(row, spec, 1), first_line(row, spec, 1e4))
                  << row.name << ", " << in_words(spec);
              spec.apart = true;
              EXPECT_EQ("", complaint_about(row, row.efforts.front(), spec)) << row.name;
            }
}

// "" if a kernel transforms so many lines that lie across the tile on one side.
std::string complaint_about_lines(const Backend& row, Kind kind, Index n, int sign, Index lines,
                                  bool reads_across) {
  KernelSpec spec{kind, Precision::double_, n, sign, lines, {}, {}};
  const Index n_in = points_in(spec), n_out = points_out(spec);
  const Lines in_across{lines, 1}, out_across{lines, 1};
  spec.in = reads_across ? in_across : Lines{1, n_in};
  spec.out = reads_across ? Lines{1, n_out} : out_across;
  const Element from{reads_real(kind, false), spec.precision}, to{writes_real(kind, false), spec.precision};
  const GlobalField in = hashed_field({lines, n_in}, 3, from.real, spec.precision);
  const Axes point_by_point{1, 0}, line_by_line{0, 1};
  const Storage in_storage = dense_storage({lines, n_in}, reads_across ? point_by_point : line_by_line);
  const Storage out_storage = dense_storage({lines, n_out}, reads_across ? line_by_line : point_by_point);
  Block before(from.bytes() * lines * n_in, from), after(to.bytes() * lines * n_out, to);
  put(in, {{{0, lines}, {0, n_in}}}, in_storage, before);
  const auto kernel = row.make(spec, row.efforts.front());
  Block scratch(kernel->scratch_bytes(), to);
  kernel->run(before.data(), after.data(), scratch.data());
  if (!scratch.guards_intact() || !after.guards_intact()) return "writes beyond its memory";
  const double error =
      misfit(transformed(in, kind, 1, n, sign), {{{0, lines}, {0, n_out}}}, out_storage, after).relative();
  return error <= tolerance_of({n}, spec.precision) ? "" : "error " + std::to_string(error);
}

TEST(Kernel, TransformsAnyNumberOfLines) {
  for (const Backend& row : rows_here())
    for (Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r})
      for (Index n : {24, 25, 34, 51, 256, 263, 526, 512})
        for (Index lines : {1, 2, 3, 8, 15, 16, 17, 24, 64}) {
          if (n > 100 && lines > 2) continue;  // few lines are long from 256 points on
          for (int sign : {-1, 1})
            for (bool reads_across : {true, false})
              EXPECT_EQ("", complaint_about_lines(row, kind, n, sign, lines, reads_across))
                  << row.name << ", " << lines << " lines of " << n << " points, kind "
                  << static_cast<int>(kind) << ", sign " << sign;
        }
}

TEST(Kernel, OfOneLargeNumberAmongZerosHasModesThatAreNumbers) {
  constexpr double large = 1.5e308;  // as large as each of the modes
  for (Index n = 2; n <= 64; ++n) {
    Index rest = n;
    for (const Index factor : {2, 3, 5, 7, 11, 13})
      while (rest % factor == 0) rest /= factor;
    if (rest > 1) continue;  // a convolution, with sums that are larger than the modes
    for (Kind kind : {Kind::r2c, Kind::r2hc}) {
      const KernelSpec spec{kind, Precision::double_, n, -1, 1, {1, n}, {1, n_written(kind, n)}, true};
      const auto kernel = find_backend("native").row->make(spec, "");
      Block scratch(kernel->scratch_bytes(), {});
      for (Index at = 0; at < n; ++at) {
        alignas(64) std::array<double, 64> in{};
        alignas(64) std::array<double, 66> out{};
        in[static_cast<std::size_t>(at)] = large;
        kernel->run(in.data(), out.data(), scratch.data());
        for (const double part : out)
          ASSERT_LE(std::abs(part), 1.0001 * large) << "point " << at << " of " << n;
      }
    }
  }
}

TEST(KernelCache, MakesEachKernelOnce) {
  for (const Backend& row : rows_here()) {
    KernelCache cache;
    const KernelSpec spec{Kind::c2c, Precision::double_, 8, -1, 4, {1, 8}, {1, 8}};
    KernelSpec other = spec;
    other.sign = 1;
    const Kernel& first = cache.get(row.name, spec);
    EXPECT_NE(&first, &cache.get(row.name, other));
    EXPECT_EQ(&first, &cache.get(row.name, spec));
  }
}

TEST(KernelCache, HasScratchOfItsOwnForEachThread) {
  KernelCache cache(3);
  const KernelSpec spec{Kind::c2c, Precision::double_, 8, -1, 4, {1, 8}, {1, 8}};
  KernelSpec longer = spec;
  longer.n = 64;
  for (const KernelSpec& next : {spec, longer, spec}) {
    const Kernel& kernel = cache.get("native", next);
    for (int thread = 0; thread < 3; ++thread)
      std::memset(cache.scratch(thread), thread + 1, static_cast<std::size_t>(kernel.scratch_bytes()));
    for (int thread = 0; thread < 3; ++thread) {
      const char* memory = static_cast<const char*>(cache.scratch(thread));
      EXPECT_EQ(std::count(memory, memory + kernel.scratch_bytes(), thread + 1), kernel.scratch_bytes());
    }
  }
}

}  // namespace
}  // namespace weft::test
