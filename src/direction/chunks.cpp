// Cutting a redistribution into redistributions of a part of the array each: pure functions.
#include "direction/chunks.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "geometry/part.hpp"

namespace weft::inline direction {

namespace {

// Most elements that a process has of one index of `axis` (of the whole array: -1).
Index elements_across(const Layout& layout, int axis) {
  Index n = 1;
  for (int a = 0; a < layout.n_axes(); ++a)
    if (a != axis) n *= longest_block(layout, a);
  return n;
}

// The same of what one process sends where all parcels are padded to one size.
Index padded_elements_across(const Redistribution& move, int axis) {
  auto n = static_cast<Index>(group_of(move, 0).size());
  for (int a = 0; a < move.from.n_axes(); ++a)
    if (a != axis) n *= std::min(longest_block(move.from, a), longest_block(move.to, a));
  return n;
}

Index most_on_a_node(const Nodes& nodes) {
  std::map<int, Index> counts;
  Index most = 1;
  for (int node : nodes.node_of) most = std::max(most, ++counts[node]);
  return most;
}

// Most bytes of buffers or window for one index of `axis`.
Index bytes_across(const Redistribution& move, const ExchangeRow& row, int axis, const Nodes& nodes) {
  const Index before = elements_across(move.from, axis), after = elements_across(move.to, axis);
  const Index element = static_cast<Index>(move.element_bytes) * move.n_fields;
  // Rows of a window are padded twice by up to an eighth, see padded_storage(); backward it holds the other
  // side.
  if (row.shares_memory) return std::max(before, after) * element * 81 / 64;
  if (row.pads) return 2 * padded_elements_across(move, axis) * element;
  if (row.window_group == nullptr) return (before + after) * element;
  // On one node each keeps what it wants; else one process may keep what all of its node send and receive.
  const Index most = most_on_a_node(nodes);
  return most == static_cast<Index>(nodes.node_of.size()) ? std::max(before, after) * element
                                                          : (before + after) * element * most;
}

// Bytes that a chunk takes whatever its width.
Index fixed_bytes(const Redistribution& move, const ExchangeRow& row, const Nodes& nodes) {
  constexpr Index line_bytes = 64;  // each field begins a new one, and each parcel
  if (row.window_group == nullptr) return 0;
  const auto n_parcels = static_cast<Index>(row.shares_memory ? 1 : 2 * nodes.node_of.size());
  return window_overhead_bytes() + line_bytes * move.n_fields * n_parcels;
}

Layout part_of_layout(const Layout& layout, const Chunking& chunking, Index i) {
  Layout part = layout;
  Extents sizes;
  for (Index size : block_sizes(layout, chunking.axis)) sizes.push_back(range_of(chunking, i, size).size());
  part.shape[chunking.axis] = std::accumulate(sizes.begin(), sizes.end(), Index{0});
  part.splits.resize(part.shape.size());
  part.splits[chunking.axis].block_sizes = sizes;
  return part;
}

}  // namespace

bool keeps(const Redistribution& move, int axis) {
  if (block_sizes(move.from, axis) != block_sizes(move.to, axis)) return false;
  for (int rank = 0; rank < move.from.n_processes(); ++rank)
    if (!(box_of(move.from, rank).ranges[axis] == box_of(move.to, rank).ranges[axis])) return false;
  return true;
}

Chunking cut_into_chunks(const Redistribution& move, const ExchangeRow& row, int axis, Index most_bytes,
                         Index unit, const Nodes& nodes) {
  const Index each = bytes_across(move, row, axis, nodes), fixed = fixed_bytes(move, row, nodes);
  if (axis < 0) return {-1, 1, 1, each + fixed};
  const Index length = longest_block(move.from, axis);
  const Index most = std::clamp<Index>((most_bytes - fixed) / each, 1, length);
  const Index wanted = (length + (length + most - 1) / most - 1) / ((length + most - 1) / most);
  const Index rounded = (wanted + unit - 1) / unit * unit;
  const Index width = rounded <= most ? rounded : most >= unit ? most / unit * unit : wanted;
  return {axis, width, (length + width - 1) / width, width * each + fixed};
}

Range range_of(const Chunking& chunking, Index i, Index length) {
  if (chunking.axis < 0) return {0, length};
  return {std::min(length, i * chunking.width), std::min(length, (i + 1) * chunking.width)};
}

Redistribution chunk_of(const Redistribution& move, const Chunking& chunking, Index i) {
  if (chunking.axis < 0) return move;
  Redistribution chunk = move;
  chunk.from = part_of_layout(move.from, chunking, i);
  chunk.to = part_of_layout(move.to, chunking, i);
  return chunk;
}

}  // namespace weft::inline direction
