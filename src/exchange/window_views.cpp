// One array per process in the segments of a window, and how the array of one process is spread over them.
#include "exchange/window_views.hpp"

#include "exchange/exchange.hpp"

namespace weft::inline exchange {

namespace {

// Slot of the segment of the process at this position in the group.
Slot slot_at(std::size_t position) { return first_window_slot + static_cast<Slot>(position); }

// From field to field in a view: a user's array is bound for each field.
Index bound_stride(const WindowArrays& arrays, int rank) {
  return arrays.is_user ? 0 : arrays.field_stride(rank);
}

}  // namespace

Storage WindowArrays::storage(int rank) const {
  return is_user ? plain_storage(layout, rank) : buffer_storage(move, layout, rank);
}

Index WindowArrays::field_stride(int rank) const {
  return whole_lines(storage(rank).n_elements(), move.element_bytes);
}

View own_view(const WindowArrays& arrays, int rank) {
  const std::vector<int> group = group_of(arrays.move, rank);
  std::size_t position = 0;
  while (group[position] != rank) ++position;
  return whole_view(arrays.storage(rank), slot_at(position), bound_stride(arrays, rank));
}

View spread_view(const WindowArrays& arrays, const Layout& layout, int rank) {
  View view;
  const std::vector<int> group = group_of(arrays.move, rank);
  const Box here = box_of(layout, rank);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Box there = box_of(arrays.layout, group[i]), box = intersect(there, here);
    if (box.empty()) continue;
    const Storage storage = arrays.storage(group[i]);
    Piece piece{relative_to(box, here), slot_at(i), 0, storage.strides, bound_stride(arrays, group[i])};
    const Box inside = relative_to(box, there);
    for (int a = 0; a < box.n_axes(); ++a) piece.offset += inside.ranges[a].begin * storage.strides[a];
    view.pieces.push_back(piece);
  }
  return view;
}

ExchangeCounts count_window(const std::string& name, bool push, const Redistribution& move, int rank) {
  ExchangeCounts counts{name, 0, 0, 0, 0};
  const std::vector<int> group = group_of(move, rank);
  for (int peer : group) {
    if (peer == rank) continue;
    const Index given = piece_between(move, rank, peer).n_points();
    const Index taken = piece_between(move, peer, rank).n_points();
    counts.peer_bytes += (push ? given : taken) * move.element_bytes;
    counts.flags += taken > 0 ? 1 : 0;  // until it is published
  }
  counts.flags += static_cast<Index>(group.size()) - 1;  // until all have finished with the round before
  return counts;
}

}  // namespace weft::inline exchange
