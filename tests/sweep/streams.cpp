// Sweeps over long lines that write around the cache: tiles hold few lines then, and may begin in the middle
// of a cache line, where nothing can be streamed to. The bits do not depend on where the array begins.

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/arena.hpp"
#include "geometry/storage.hpp"
#include "oracle.hpp"
#include "sweep/sweep.hpp"

namespace weft::test {
namespace {

// The array after a transform of axis 0, whose lines lie side by side.
// `offset`: of the array behind an address that is a multiple of 64, in bytes.
std::vector<std::byte> swept(LocalSweep sweep, Index offset, Arena& arena, char* source) {
  sweep.stream = true;
  const Index bytes =
      sweep.to[0] * sweep.target.pieces.front().strides[0] * element_bytes(sweep.precision, sweep.to_real);
  char* target = arena.allocate(bytes + offset) + offset;
  std::memset(target, -1, static_cast<std::size_t>(bytes));  // what is left out is not a number
  const Place slots[] = {source, target};
  const Tiling tiling = make_tiling(sweep);
  Team team(1, 1);
  KernelCache kernels(1);
  Sweep(sweep, kernels,
        {{arena.allocate(tiling.in_bytes), arena.allocate(tiling.out_bytes),
          arena.allocate(tiling.block_bytes)}},
        team)
      .run(slots, 0);
  const auto* begin = reinterpret_cast<std::byte*>(target);
  return {begin, begin + bytes};
}

void expect_same_bits(Index n, Index n_lines, Precision precision, Index lines_of_tile) {
  SCOPED_TRACE(std::to_string(n_lines) + " lines of " + std::to_string(n) + ", " +
               std::to_string(element_bytes(precision, false)) + " bytes, tiles of " +
               std::to_string(lines_of_tile));
  LocalSweep sweep;
  sweep.precision = precision;
  sweep.axes = {{Kind::c2c, 0, n, -1}};
  sweep.from = sweep.to = {n, n_lines};
  sweep.lines = lines_of_tile;
  sweep.source = whole_view(dense_storage(sweep.from, {0, 1}), 0, 0);
  Storage rows = dense_storage(sweep.to, {0, 1});
  rows.strides[0] = (n_lines + 7) / 8 * 8;  // that begin at lines of the cache
  sweep.target = whole_view(rows, 1, 0);
  Arena arena;
  const Index bytes = n * n_lines * element_bytes(precision, false);
  char* source = arena.allocate(bytes);
  for (Index i = 0; i < bytes / static_cast<Index>(sizeof(float)); ++i) {
    const float value = precision == Precision::single_ ? static_cast<float>(i % 1013) / 1013 : 0;
    std::memcpy(source + i * static_cast<Index>(sizeof(float)), &value, sizeof(float));
  }
  for (Index i = 0; precision == Precision::double_ && i < bytes / static_cast<Index>(sizeof(double)); ++i) {
    const double value = static_cast<double>(i % 1013) / 1013;
    std::memcpy(source + i * static_cast<Index>(sizeof(double)), &value, sizeof(double));
  }
  EXPECT_EQ(swept(sweep, 0, arena, source), swept(sweep, 16, arena, source));
}

TEST(Streams, GiveTheSameBitsWhereverTheArrayBegins) {
  for (Index lines : {0, 4, 5, 10, 13}) {
    expect_same_bits(1600, 600, Precision::double_, lines);
    expect_same_bits(1200, 528, Precision::double_, lines);
    expect_same_bits(6000, 520, Precision::single_, lines);
    expect_same_bits(64, 1096, Precision::single_, lines);
    expect_same_bits(64, 43, Precision::single_, lines);
    expect_same_bits(96, 43, Precision::double_, lines);
  }
}

}  // namespace
}  // namespace weft::test
