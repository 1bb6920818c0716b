// Pieces of plain arrays as datatypes: what rows send that let MPI pick and put the elements.
#include "exchange/subarrays.hpp"

namespace weft::inline exchange {

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
    : place_(way == Way::out ? setup.send : setup.receive) {
  const End& end = way == Way::out ? setup.from : setup.to;
  const Storage& storage = end.storage;
  is_lumped_ = !end.is_user;
  field_bytes_ = storage.n_elements() * setup.move.element_bytes;
  const Box origin = box_of(way == Way::out ? setup.move.from : setup.move.to, setup.rank);
  const bool own_by_message = setup.from.is_user;  // no sweep has written it
  for (int peer : setup.group) {
    const bool skip = peer == setup.rank && !own_by_message;
    const Box box = way == Way::out ? piece_between(setup.move, setup.rank, peer)
                                    : piece_between(setup.move, peer, setup.rank);
    const bool none = skip || box.empty();
    present_.push_back(none ? 0 : 1);
    types_.push_back(none ? Datatype::contiguous(1)
                          : Datatype::subarray(storage, relative_to(box, origin), storage.n_elements(),
                                               setup.move.element_bytes));
    handles_.push_back(types_.back().get());
  }
}

Subarrays::Subarrays(const MessagePlace& place, Index field_bytes, std::vector<Datatype> types,
                     std::vector<int> present)
    : place_(place),
      is_lumped_(place.user == nullptr),
      field_bytes_(field_bytes),
      present_(std::move(present)),
      types_(std::move(types)) {
  for (const Datatype& type : types_) handles_.push_back(type.get());
}

char* Subarrays::address(const Call& call, Index field) const {
  return is_lumped() ? place_.address(call) + field * field_bytes_ : place_.address(call, field);
}

PieceSetup piece_setup(const ExchangeSetup& setup) {
  return {setup.group,
          setup.comm,
          setup.move.n_fields,
          setup.timeout_seconds,
          setup.words_beside,
          setup.tag,
          Subarrays(setup, Subarrays::Way::out),
          Subarrays(setup, Subarrays::Way::in)};
}

}  // namespace weft::inline exchange
