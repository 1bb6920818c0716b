// In place with one exchange by messages: the array itself is one end of the exchange.
#include "direction/array_as_buffer.hpp"

#include <algorithm>

#include "direction/strategies.hpp"
#include "geometry/storage.hpp"

namespace weft::inline direction {

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

// True if a sweep over `axes` between an array of this storage and the pieces of `view` that lie in `slot`,
// in the same memory, finds and leaves all elements of a tile in the same columns.
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

// The own parcel waits in the memory of what is sent instead of that of what is received.
void keep_own_parcel_in_send(MoveStep& step, int rank) {
  const Redistribution& move = step.move;
  const Box own = piece_between(move, rank, rank);
  if (own.empty()) return;
  const Box before = relative_to(own, box_of(move.from, rank)),
            after = relative_to(own, box_of(move.to, rank));
  Piece home{before, send_slot, 0, {}, 0};
  if (step.row->plain_arrays) {  // there is a place for it
    home.strides = plain_storage(move.from, rank).strides;
    for (int a = 0; a < own.n_axes(); ++a) home.offset += before.ranges[a].begin * home.strides[a];
  } else {
    home.strides = dense_storage(own.shape(), c_order(own.n_axes())).strides;
    home.offset = step.views.send_elements;
    step.views.send_elements += own.n_points();
  }
  keep_own_parcel_at(home, after, step.views);
}

bool may_use_array(const DirectionTask& task, const Direction& direction) {
  return array_may_be_a_buffer(task, route_of(task, direction));
}

void use_array(const DirectionTask& task, Direction& direction) {
  MoveStep& step = direction.moves.front();
  const LocalSweep &before = direction.sweeps.front().sweep, &after = direction.sweeps.back().sweep;
  if (keeps_columns(step.views.outgoing, send_slot, direction.input.storage, before.axes)) {
    step.send = output_slot;
  } else if (keeps_columns(step.views.incoming, receive_slot, direction.output.storage, after.axes)) {
    step.receive = output_slot;
    keep_own_parcel_in_send(step, task.rank);
  }
}

}  // namespace

bool array_may_be_a_buffer(const DirectionTask& task, const Route& route) {
  if (!task.settings.in_place || task.scheme || route.n_fields > 1 || route.moves.size() != 1) return false;
  const ExchangeRow* row = task.rows.front();
  return row != nullptr && row->window_group == nullptr && !row->pads && !row->own_memory &&
         n_strips(route.moves.front()) == 1;
}

void keep_own_parcel_at(Piece home, const Box& after, ExchangeViews& views) {
  for (Piece& piece : views.outgoing.pieces)
    if (piece.slot == receive_slot) piece = home;
  std::vector<Piece> incoming;
  for (const Piece& piece : views.incoming.pieces)
    for (const Piece& part : without(piece, after)) incoming.push_back(part);
  home.box = after;
  incoming.push_back(home);
  views.incoming.pieces = incoming;
}

Strategy array_as_buffer_strategy() { return {may_use_array, use_array}; }

}  // namespace weft::inline direction
