// Pieces of plain arrays as datatypes: what rows send that let MPI pick and put the elements.
#include "exchange/subarrays.hpp"

namespace weft {

ExchangeViews plain_views(const Redistribution& strips, int rank, const Nodes&) {
  const Redistribution move = whole(strips);
  ExchangeViews views;
  const Storage from = plain_storage(move.from, rank), to = plain_storage(move.to, rank);
  const Index from_stride = from.n_elements(), to_stride = to.n_elements();
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  const auto piece = [](const Box& box, const Box& origin, Slot slot, const Storage& storage,
                        Index field_stride) {
    Piece at{relative_to(box, origin), slot, 0, storage.strides, field_stride};
    for (int a = 0; a < box.n_axes(); ++a) at.offset += at.box.ranges[a].begin * storage.strides[a];
    return at;
  };
  for (int peer : group_of(move, rank)) {
    const Box box = piece_between(move, rank, peer);
    if (box.empty()) continue;
    Piece out = piece(box, before, send_slot, from, from_stride);
    if (peer == rank) {  // read again at its place in the incoming array
      const Piece in = piece(box, after, receive_slot, to, to_stride);
      out.slot = receive_slot, out.offset = in.offset, out.strides = in.strides,
      out.field_stride = in.field_stride;
    }
    views.outgoing.pieces.push_back(out);
  }
  views.incoming = whole_view(to, receive_slot, to_stride);
  views.send_elements = from_stride * move.n_fields;
  views.receive_elements = to_stride * move.n_fields;
  return views;
}

Subarrays::Subarrays(const ExchangeSetup& setup, Way way)
    : end_(way == Way::out ? setup.from : setup.to),
      place_(way == Way::out ? setup.send : setup.receive),
      field_bytes_(end_.storage.n_elements() * setup.move.element_bytes) {
  const Box origin = box_of(way == Way::out ? setup.move.from : setup.move.to, setup.rank);
  const bool own_by_message = setup.from.is_user;  // no sweep has written it
  for (int peer : setup.group) {
    const bool skip = peer == setup.rank && !own_by_message;
    const Box box = way == Way::out ? piece_between(setup.move, setup.rank, peer)
                                    : piece_between(setup.move, peer, setup.rank);
    const bool none = skip || box.empty();
    present_.push_back(none ? 0 : 1);
    types_.push_back(none ? Datatype::contiguous(1)
                          : Datatype::subarray(end_.storage, relative_to(box, origin),
                                               end_.storage.n_elements(), setup.move.element_bytes));
    handles_.push_back(types_.back().get());
  }
}

char* Subarrays::address(const Call& call, Index field) const {
  return end_.is_user ? place_.address(call, field) : place_.address(call) + field * field_bytes_;
}

}  // namespace weft
