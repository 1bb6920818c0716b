// alltoall: equal, padded parcels, moved by one MPI_Ialltoall.
//
// Every parcel has room for the largest piece that any two processes can have in common, so that the simplest
// collective of MPI does, for which libraries have the most algorithms: fewer, larger messages for short
// parcels, and what networks do in hardware. This is how the transpose-split method sends (N_y padded to
// N_y^*, a multiple of the processes). The own parcel travels with the others. Wins where parcels are small
// and nearly equal; with uneven parcels, or pairs that have nothing in common, padding is sent for nothing.
//
// In strips, the axis of the strips varies slowest in a parcel, counted from the first index that its sender
// has, and its stride is that of the padded rest: strip j begins at the same place in every parcel.
#include <algorithm>

#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "comm/in_flight.hpp"
#include "exchange/exchange.hpp"
#include "exchange/parcels.hpp"
#include "geometry/part.hpp"
#include "geometry/storage.hpp"

namespace weft::inline exchange {

namespace {

constexpr const char* alltoall_name = "alltoall";

// How every parcel of a move lies in memory, one field; the same for every pair of processes.
struct PaddedParcel {
  Index length = 1;  // along the axis of the strips; 1 if the move is not cut
  Index rest = 1;    // elements of one index of that axis
  Index elements() const { return length * rest; }
};

PaddedParcel padded_parcel(const Redistribution& move) {
  PaddedParcel parcel;
  for (int axis = 0; axis < move.from.n_axes(); ++axis) {
    const Index before = longest_block(move.from, axis);
    if (axis == move.strips.axis)
      parcel.length = before;
    else
      parcel.rest *= std::min(before, longest_block(move.to, axis));
  }
  return parcel;
}

ExchangeViews strip_views(const Redistribution& strips, int rank, const Nodes&) {
  const Redistribution move = whole(strips);
  const PaddedParcel parcel = padded_parcel(move);
  const std::vector<int> group = group_of(move, rank);
  const Axes order = parcel_order(move);
  const auto piece = [&](const Box& box, const Box& origin, const Box& sender, Slot slot, std::size_t i) {
    Piece at{relative_to(box, origin), slot, static_cast<Index>(i) * move.n_fields * parcel.elements(),
             dense_storage(box.shape(), order).strides, parcel.elements()};
    if (const int axis = move.strips.axis; axis >= 0) {
      at.strides[axis] = parcel.rest;
      at.offset += (box.ranges[axis].begin - sender.ranges[axis].begin) * parcel.rest;
    }
    return at;
  };
  ExchangeViews views;
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Box out = piece_between(move, rank, group[i]), in = piece_between(move, group[i], rank);
    if (!out.empty()) views.outgoing.pieces.push_back(piece(out, before, before, send_slot, i));
    if (!in.empty())
      views.incoming.pieces.push_back(piece(in, after, box_of(move.from, group[i]), receive_slot, i));
  }
  views.send_elements = static_cast<Index>(group.size()) * move.n_fields * parcel.elements();
  views.receive_elements = views.send_elements;
  return views;
}

// What travels of every parcel: the same elements of each field.
struct PaddedRun {
  Index start = 0, elements = 0;  // of a field
  Index field_elements = 0;       // from field to field
};

PaddedRun padded_run(const Redistribution& move) {
  const PaddedParcel parcel = padded_parcel(move);
  Range range{0, parcel.length};
  if (move.strip >= 0) range = range_of(move.strips, move.strip, parcel.length);
  return {range.begin * parcel.rest, range.size() * parcel.rest, parcel.elements()};
}

class Alltoall : public Exchange {
 public:
  explicit Alltoall(const ExchangeSetup& setup)
      : Alltoall(setup, setup.move.n_fields, setup.move.element_bytes, padded_run(setup.move)) {}
  // All parcels have one size.
  explicit Alltoall(const ParcelSetup& setup)
      : Alltoall(setup, setup.n_fields, setup.element_bytes,
                 {0, setup.out.field_strides.front(), setup.out.field_strides.front()}) {}

  void publish(const Call& call) override {
    const MPI_Datatype type = types_[static_cast<std::size_t>(call.n_fields) - 1].get();
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ialltoall(send_.address(call) + start_, 1, type, receive_.address(call) + start_, 1, type,
                            comm_, &request),
              "starting to exchange padded parcels by MPI_Ialltoall");
    messages_.add(request, any_peer);
    messages_.add_word(comm_, call.word);
  }
  bool progress() override { return messages_.test(); }
  void ready() override { messages_.wait(); }

 private:
  template <class Setup>
  Alltoall(const Setup& setup, Index n_fields, Index element_bytes, const PaddedRun& run)
      : comm_(setup.comm),
        messages_(setup.timeout_seconds, 1, setup.words_beside),
        send_(setup.send),
        receive_(setup.receive),
        start_(run.start * element_bytes) {
    const Index field = run.field_elements * element_bytes;
    for (Index n = 1; n <= n_fields; ++n)
      types_.push_back(Datatype::runs(n, run.elements * element_bytes, field, n_fields * field));
  }

  MPI_Comm comm_;
  InFlight messages_;
  MessagePlace send_, receive_;
  Index start_ = 0;              // bytes of a parcel before the strip
  std::vector<Datatype> types_;  // by number of fields: a parcel, as far from the next as with all fields
};

ExchangeCounts alltoall_counts(const Redistribution& move, int rank, const Nodes&) {
  const auto n_peers = static_cast<Index>(group_of(move, rank).size()) - 1;
  ExchangeCounts counts{alltoall_name, 0, 0, 0, 0};
  counts.messages = n_peers * n_strips(move);
  counts.bytes_sent = n_peers * padded_parcel(move).elements() * move.element_bytes;
  return counts;
}

}  // namespace

ExchangeRow alltoall_row() {
  return {.name = alltoall_name,
          .meaning = "parcels padded to one size, in one MPI_Ialltoall: for small, nearly equal parcels",
          .in_strips = true,
          .pads = true,
          .views = strip_views,
          .counts = alltoall_counts,
          .seconds =
              [](const Redistribution& move, int rank, const Surroundings& around) {
                return seconds_of_padded(
                    move, rank, padded_parcel(move).elements() * move.element_bytes * move.n_fields, around);
              },
          .make = [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return std::make_unique<Alltoall>(setup);
          },
          .make_of_parcels = exchange_of_parcels<Alltoall>};
}

}  // namespace weft::inline exchange
