// Products in the memory of their factors.
#include "direction/products_in_place.hpp"

#include <algorithm>

#include "direction/array_as_buffer.hpp"
#include "direction/steps.hpp"
#include "direction/strategies.hpp"

namespace weft::inline direction {

namespace {

// `whole` without what is outside `box`; none if it has not all of it.
std::optional<Piece> part_of(const Piece& whole, const Box& box) {
  if (!(intersect(whole.box, box) == box)) return {};
  Piece part = whole;
  part.box = box;
  for (int a = 0; a < box.n_axes(); ++a)
    part.offset += (box.ranges[a].begin - whole.box.ranges[a].begin) * whole.strides[a];
  return part;
}

std::optional<Piece> part_of(const View& view, const Box& box) {
  for (const Piece& piece : view.pieces)
    if (std::optional<Piece> part = part_of(piece, box)) return part;
  return {};
}

// The same elements of the same memory, whatever the slots are called.
bool is_same_place(const Piece& a, const Piece& b) {
  for (int axis = 0; axis < a.box.n_axes(); ++axis)
    if (a.box.ranges[axis].size() > 1 && a.strides[axis] != b.strides[axis]) return false;
  return a.offset == b.offset && a.field_stride == b.field_stride;
}

bool is_in(const View& arrived, const Piece& piece) {
  const std::optional<Piece> part = part_of(arrived, piece.box);
  return part && is_same_place(*part, piece);
}

bool has_factors(const DirectionTask&, const Direction& direction) { return direction.factors.has_value(); }

void leave_from_factors(const DirectionTask& task, Direction& direction) {
  const MoveStep& factors = *direction.factors;
  MoveStep& step = direction.moves.front();
  const ExchangeRow* const mirror = mirror_of(*factors.row);
  if (step.row->name == factors.row->name && mirror != nullptr) {
    use_row(task, *mirror, step);
    step.takes_over = true;
    return;
  }
  const View& arrived = factors.views.incoming;
  if (factors.row->window_group != nullptr || arrived.pieces.empty() || step.to.is_user) return;
  const std::optional<ExchangeViews> there = leaving_from(arrived, step.views, step.move, task.rank);
  if (!there) return;
  step.views = *there;
  (step.is_local ? step.receive : step.send) = factors.receive;
}

}  // namespace

const ExchangeRow* mirror_of(const ExchangeRow& row) {
  return row.mirror.empty() ? nullptr : &find_exchange(row.mirror);
}

std::optional<ExchangeViews> leaving_from(const View& arrived, ExchangeViews views,
                                          const Redistribution& move, int rank) {
  const bool is_sent = !is_local(move);
  const Box own = piece_between(move, rank, rank);
  for (const Piece& piece : views.outgoing.pieces) {
    const bool is_own = is_sent && piece.slot == receive_slot;
    if (!is_own && !is_in(arrived, piece)) return {};
  }
  if (!is_sent) return views;
  if (!own.empty()) {
    std::optional<Piece> home = part_of(arrived, relative_to(own, box_of(move.from, rank)));
    if (!home) return {};
    home->slot = send_slot;
    keep_own_parcel_at(*home, relative_to(own, box_of(move.to, rank)), views);
  }
  views.outgoing = arrived;
  for (Piece& piece : views.outgoing.pieces) piece.slot = send_slot;
  return views;
}

Strategy products_in_place_strategy() { return {has_factors, leave_from_factors}; }

}  // namespace weft::inline direction
