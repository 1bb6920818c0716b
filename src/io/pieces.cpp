// Chunks of blocks, and tiled copies.
#include "io/pieces.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace weft::inline io {

namespace {

constexpr Index tile =
    64;  // elements along each of the two fastest axes: 64 cache lines stay in the first cache

Index product_of(const Extents& lengths, std::size_t first) {
  return std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(first), lengths.end(), Index{1},
                         std::multiplies<>());
}

// The axis longer than 1 along which elements are nearest; the last one if there is none.
std::size_t fastest_axis(const Extents& shape, const Extents& strides) {
  std::size_t best = shape.size() - 1;
  for (std::size_t a = shape.size(); a-- > 0;)
    if (shape[a] > 1 && (shape[best] <= 1 || strides[a] < strides[best])) best = a;
  return best;
}

// The next index of a box of that shape, last axis first; false after the last one.
bool advance(Extents& index, const Extents& shape) {
  for (std::size_t a = shape.size(); a-- > 0;) {
    if (++index[a] < shape[a]) return true;
    index[a] = 0;
  }
  return false;
}

Index offset_of(const Extents& index, const Extents& strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), Index{0});
}

}  // namespace

std::vector<Box> chunks_of(const Box& box, Index most) {
  std::vector<Box> chunks;
  if (box.empty()) return chunks;
  const Extents shape = box.shape();
  if (shape.empty()) return {box};
  std::size_t axis = 0;  // the slowest axis whose rows fit
  while (axis + 1 < shape.size() && product_of(shape, axis + 1) > most) ++axis;
  const Index n_rows = std::max<Index>(1, most / product_of(shape, axis + 1));
  Extents slower(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis));
  Extents index(axis, 0);
  do {
    Box chunk = box;
    for (std::size_t a = 0; a < axis; ++a) {
      const Index at = box.ranges[a].begin + index[a];
      chunk.ranges[a] = {at, at + 1};
    }
    const Range rows = box.ranges[axis];
    for (Index begin = rows.begin; begin < rows.end; begin += n_rows) {
      chunk.ranges[axis] = {begin, std::min(begin + n_rows, rows.end)};
      chunks.push_back(chunk);
    }
  } while (advance(index, slower));
  return chunks;
}

Extents dense_byte_strides(const Extents& shape, Index element_bytes) {
  Extents strides(shape.size());
  for (std::size_t a = shape.size(); a-- > 0; element_bytes *= shape[a]) strides[a] = element_bytes;
  return strides;
}

bool is_dense(const Extents& shape, const Extents& byte_strides, Index element_bytes) {
  const Extents dense = dense_byte_strides(shape, element_bytes);
  for (std::size_t a = 0; a < shape.size(); ++a)
    if (shape[a] > 1 && byte_strides[a] != dense[a]) return false;
  return true;
}

void copy_box(const Extents& shape, const std::byte* from, const Extents& from_strides, std::byte* to,
              const Extents& to_strides, Run run) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return;
  if (shape.empty()) return run(from, 0, to, 0, 1);
  const std::size_t a = fastest_axis(shape, from_strides);
  const std::size_t b = fastest_axis(shape, to_strides);
  const Index n_a = shape[a];
  const Index n_b = a == b ? 1 : shape[b];
  Extents others = shape;
  others[a] = others[b] = 1;
  Extents index(shape.size(), 0);
  do {
    const std::byte* source = from + offset_of(index, from_strides);
    std::byte* target = to + offset_of(index, to_strides);
    if (a == b) {
      run(source, from_strides[a], target, to_strides[a], n_a);
      continue;
    }
    for (Index a0 = 0; a0 < n_a; a0 += tile)
      for (Index b0 = 0; b0 < n_b; b0 += tile)
        for (Index i = b0; i < std::min(b0 + tile, n_b); ++i)
          run(source + a0 * from_strides[a] + i * from_strides[b], from_strides[a],
              target + a0 * to_strides[a] + i * to_strides[b], to_strides[a], std::min(tile, n_a - a0));
  } while (advance(index, others));
}

}  // namespace weft::inline io
