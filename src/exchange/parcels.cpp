// Parcels, one for each process of a group: where they lie, pure.
#include "exchange/parcels.hpp"

#include <algorithm>
#include <climits>
#include <numeric>

#include "geometry/storage.hpp"
#include "weft/error.hpp"

namespace weft::inline exchange {

namespace {

// Elements of a parcel before the first of the strip.
Index offset_of_strip(const Redistribution& move, const Box& all, const Box& strip) {
  if (move.strips.axis < 0 || move.strip < 0 || strip.empty()) return 0;
  const Range &whole_range = all.ranges[move.strips.axis], &range = strip.ranges[move.strips.axis];
  return (range.begin - whole_range.begin) * (all.n_points() / whole_range.size());
}

class ParcelMaker {
 public:
  explicit ParcelMaker(const Redistribution& move) : move_(move), all_(whole(move)) {}
  void add(int from, int to) {
    add_none();
    put(parcels_.sizes.size() - 1, from, to);
  }
  // The parcel at this position, after all that are there by now.
  void put(std::size_t position, int from, int to) {
    const Box parcel = piece_between(all_, from, to), strip = piece_between(move_, from, to);
    const Index size = parcel.n_points();
    parcels_.sizes[position] = strip.n_points();
    parcels_.starts[position] = parcels_.total + offset_of_strip(move_, parcel, strip);
    parcels_.field_strides[position] = size;
    parcels_.total += size * move_.n_fields;
  }
  void add_none() {
    parcels_.sizes.push_back(0);
    parcels_.starts.push_back(parcels_.total);
    parcels_.field_strides.push_back(0);
  }
  ParcelList take() { return std::move(parcels_); }

 private:
  const Redistribution& move_;
  Redistribution all_;
  ParcelList parcels_;
};

}  // namespace

ParcelList parcels_to_send(const Redistribution& move, int rank) {
  ParcelMaker maker(move);
  for (int peer : group_of(move, rank)) peer == rank ? maker.add_none() : maker.add(rank, peer);
  return maker.take();
}

ParcelList parcels_to_receive(const Redistribution& move, int rank) {
  ParcelMaker maker(move);
  const std::vector<int> group = group_of(move, rank);
  for (int peer : group) peer == rank ? maker.add_none() : maker.add(peer, rank);
  const auto own = std::find(group.begin(), group.end(), rank) - group.begin();
  maker.put(static_cast<std::size_t>(own), rank, rank);
  return maker.take();
}

ParcelSetup parcel_setup(const ExchangeSetup& setup) {
  ParcelSetup parcels{.rank = setup.rank,
                      .group = setup.group,
                      .comm = setup.comm,
                      .send = setup.send,
                      .receive = setup.receive,
                      .out = parcels_to_send(setup.move, setup.rank),
                      .in = parcels_to_receive(setup.move, setup.rank),
                      .n_fields = setup.move.n_fields,
                      .element_bytes = setup.move.element_bytes,
                      .in_strips = setup.move.strip >= 0,
                      .timeout_seconds = setup.timeout_seconds,
                      .words_beside = setup.words_beside,
                      .tag = setup.tag};
  for (std::size_t i = 0; i < setup.group.size(); ++i)
    if (setup.group[i] == setup.rank) parcels.in.sizes[i] = 0;  // written by the sweep
  return parcels;
}

Axes parcel_order(const Redistribution& move) {
  Axes order = c_order(move.from.n_axes());
  if (move.strips.axis >= 0)
    std::rotate(order.begin(), order.begin() + move.strips.axis, order.begin() + move.strips.axis + 1);
  return order;
}

ExchangeViews parcel_views(const Redistribution& move, int rank, const Nodes&) {
  const Redistribution all = whole(move);
  const Axes order = parcel_order(move);
  const auto piece = [&](const Box& box, const Box& origin, Slot slot, Index start) {
    return Piece{relative_to(box, origin), slot, start, dense_storage(box.shape(), order).strides,
                 box.n_points()};
  };
  ExchangeViews views;
  const std::vector<int> group = group_of(all, rank);
  const ParcelList send = parcels_to_send(all, rank), receive = parcels_to_receive(all, rank);
  const Box before = box_of(all.from, rank), after = box_of(all.to, rank);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Box out = piece_between(all, rank, group[i]), in = piece_between(all, group[i], rank);
    const bool own = group[i] == rank;
    if (!out.empty())
      views.outgoing.pieces.push_back(
          piece(out, before, own ? receive_slot : send_slot, own ? receive.starts[i] : send.starts[i]));
    if (!in.empty()) views.incoming.pieces.push_back(piece(in, after, receive_slot, receive.starts[i]));
  }
  views.send_elements = send.total;
  views.receive_elements = receive.total;
  return views;
}

Index message_unit(const ParcelList& parcels, int n_fields, const std::string& row) {
  const auto fits = [&](Index unit) { return parcels.total / unit <= INT_MAX; };
  if (fits(1)) return 1;
  Index unit = 0;
  for (std::size_t i = 0; i < parcels.sizes.size(); ++i)
    unit = std::gcd(std::gcd(unit, parcels.starts[i]), std::gcd(parcels.sizes[i], parcels.field_strides[i]));
  if (unit > 0 && fits(unit)) return unit;
  fail(ErrorCode::not_applicable, row + " cannot count " + std::to_string(parcels.total) + " elements of " +
                                      std::to_string(n_fields) +
                                      " field(s) with 32-bit numbers; use exchange=p2p, or more processes");
}

}  // namespace weft::inline exchange
