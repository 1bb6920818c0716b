// How threads divide the work of a sweep: pure functions.
#include "sweep/division.hpp"

#include <algorithm>
#include <utility>

namespace weft::inline sweep {

namespace {

// Calls body(number, points) for every chunk, the last axis varying fastest.
template <class Body>
void for_points(const std::vector<Chunks>& chunks, const Body& body) {
  const Index n = n_chunks(chunks);
  Coords index{};
  for (Index number = 0; number < n; ++number) {
    Index points = 1;
    for (std::size_t a = 0; a < chunks.size(); ++a) points *= chunks[a].extent(index[a]);
    body(number, points);
    for (std::size_t a = chunks.size(); a-- > 0;) {
      if (++index[a] < chunks[a].n) break;
      index[a] = 0;
    }
  }
}

Index sum_of_points(const std::vector<Chunks>& chunks) {
  Index sum = 1;
  for (const Chunks& c : chunks) sum *= c.begin(c.n - 1) + c.last;
  return sum;
}

}  // namespace

Index n_chunks(const std::vector<Chunks>& chunks) {
  Index n = 1;
  for (const Chunks& c : chunks) n *= c.n;
  return n;
}

// A chunk belongs to the thread in whose share of the points its middle lies.
std::vector<Range> divide(const std::vector<Chunks>& chunks, int n_threads) {
  if (n_threads == 1) return {{0, n_chunks(chunks)}};
  std::vector<Range> ranges(static_cast<std::size_t>(n_threads));
  const double share = static_cast<double>(sum_of_points(chunks)) / n_threads;
  Index before = 0;
  std::size_t thread = 0;
  for_points(chunks, [&](Index number, Index points) {
    const double middle = static_cast<double>(before) + 0.5 * static_cast<double>(points);
    while (thread + 1 < ranges.size() && middle >= static_cast<double>(thread + 1) * share)
      ranges[++thread] = {number, number};
    ranges[thread].end = number + 1;
    before += points;
  });
  while (++thread < ranges.size()) ranges[thread] = {n_chunks(chunks), n_chunks(chunks)};
  return ranges;
}

// Blocks stay in the cache of one thread, so they are preferred until the longest range is a quarter more
// than its share.
bool has_blocks_of_its_own(const Tiling& tiling, int n_threads) {
  if (n_threads == 1 || tiling.blocks.empty()) return true;
  const std::vector<Range> ranges = divide(tiling.blocks, n_threads);
  std::vector<Index> points(ranges.size(), 0);
  std::size_t thread = 0;
  for_points(tiling.blocks, [&](Index number, Index of_block) {
    while (number >= ranges[thread].end) ++thread;
    points[thread] += of_block;
  });
  return 4 * *std::max_element(points.begin(), points.end()) * n_threads <= 5 * sum_of_points(tiling.blocks);
}

// The slowest in the memory that is written which has an index for each thread; else the longest.
int axis_of_boxes(const LocalSweep& sweep, int n_threads) {
  const Extents& shape = sweep.from;
  if (sweep.target.pieces.empty() || shape.empty()) return 0;
  const Extents& strides = sweep.target.pieces.front().strides;
  int best = 0;
  const auto key = [&](int a) { return std::pair(std::min<Index>(shape[a], n_threads), strides[a]); };
  for (int a = 1; a < static_cast<int>(shape.size()); ++a)
    if (key(a) > key(best)) best = a;
  return best;
}

}  // namespace weft::inline sweep
