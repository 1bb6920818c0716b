// In place with one exchange by messages: the array itself is one end of the exchange.
#include "plan/array_as_stage.hpp"

#include <algorithm>

#include "geometry/storage.hpp"

namespace weft {
namespace {

// The pieces of `piece` that do not overlap `box`.
std::vector<Piece> without(const Piece& piece, const Box& box) {
  std::vector<Piece> rest;
  Piece inner = piece;  // shrinks to the overlap, axis by axis
  if (intersect(piece.box, box).empty()) return {piece};
  const auto keep = [&](int axis, Range range) {
    if (range.size() <= 0) return;
    Piece part = inner;
    part.offset += (range.begin - inner.box.ranges[axis].begin) * inner.strides[axis];
    part.box.ranges[axis] = range;
    rest.push_back(part);
  };
  for (int axis = 0; axis < box.n_axes(); ++axis) {
    const Range all = inner.box.ranges[axis], cut = box.ranges[axis];
    const Range middle{std::max(all.begin, cut.begin), std::min(all.end, cut.end)};
    keep(axis, {all.begin, middle.begin});
    keep(axis, {middle.end, all.end});
    inner.offset += (middle.begin - all.begin) * inner.strides[axis];
    inner.box.ranges[axis] = middle;
  }
  return rest;
}

}  // namespace

bool array_may_be_a_stage(const Route& route, const std::vector<const ExchangeRow*>& rows, bool in_place) {
  return in_place && route.n_fields == 1 && rows.size() == 1 && n_strips(route.moves.front()) == 1 &&
         rows.front() != &local_exchange() && rows.front()->window_group == nullptr && !rows.front()->pads &&
         !rows.front()->own_memory;
}

bool keeps_columns(const View& view, Slot slot, const Storage& storage,
                   const std::vector<AxisTransform>& axes) {
  std::vector<bool> is_row(storage.shape.size(), false);
  for (const AxisTransform& transform : axes) {
    if (!keeps_elements(transform.kind) || !transform.kept.is_all()) return false;
    is_row[transform.axis] = true;
  }
  Index width = 1;  // of all columns
  for (std::size_t a = 0; a < is_row.size(); ++a)
    if (!is_row[a]) width += (storage.shape[a] - 1) * storage.strides[a];
  const auto fits = [&](const Piece& piece) {
    Index column = piece.offset;
    for (std::size_t a = 0; a < is_row.size(); ++a) {
      const Range range = piece.box.ranges[a];
      if (is_row[a] && ((range.size() > 1 && piece.strides[a] % width != 0) ||
                        (storage.shape[a] > 1 && storage.strides[a] % width != 0)))
        return false;
      if (!is_row[a] && range.size() > 1 && piece.strides[a] != storage.strides[a]) return false;
      if (!is_row[a]) column -= range.begin * storage.strides[a];
    }
    return column % width == 0;
  };
  return !axes.empty() && std::all_of(view.pieces.begin(), view.pieces.end(),
                                      [&](const Piece& piece) { return piece.slot != slot || fits(piece); });
}

void keep_own_block_in_send(ExchangeViews& views, const Redistribution& move, const ExchangeRow& row,
                            int rank) {
  const Box own = piece_between(move, rank, rank);
  if (own.empty()) return;
  const Box before = relative_to(own, box_of(move.from, rank)),
            after = relative_to(own, box_of(move.to, rank));
  Piece home{before, send_slot, 0, {}, 0};
  if (row.plain_arrays) {  // there is a place for it
    home.strides = plain_storage(move.from, rank).strides;
    for (int a = 0; a < own.n_axes(); ++a) home.offset += before.ranges[a].begin * home.strides[a];
  } else {
    home.strides = dense_storage(own.shape(), c_order(own.n_axes())).strides;
    home.offset = views.send_elements;
    views.send_elements += own.n_points();
  }
  keep_own_block_at(home, after, views);
}

void keep_own_block_at(Piece home, const Box& after, ExchangeViews& views) {
  for (Piece& piece : views.outgoing.pieces)
    if (piece.slot == receive_slot) piece = home;
  std::vector<Piece> incoming;
  for (const Piece& piece : views.incoming.pieces)
    for (const Piece& part : without(piece, after)) incoming.push_back(part);
  home.box = after;
  incoming.push_back(home);
  views.incoming.pieces = incoming;
}

}  // namespace weft
