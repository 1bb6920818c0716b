// Halos by rows of the exchange table that move pieces of plain arrays: MPI picks owned elements from the
// array and puts them into the ghost cells, described by datatypes.
//
// No local copies, except that MPI cannot add what arrives: for accumulate() it arrives in a parcel, piece
// after piece. Each field is a message of its own, because the fields are arrays of the user's, anywhere in
// memory.
//
// Elements leave from an array and arrive in the same one, in other places. Open MPI 4.1 takes two equal
// addresses for MPI_IN_PLACE, so arrivals count from another address, one byte further on; and it refuses
// null even where nothing leaves.
#include <algorithm>

#include "exchange/subarrays.hpp"
#include "halo/exchange.hpp"

namespace weft::inline halo {

namespace {

constexpr Index arrival_shift = 1;  // bytes

// What leaves from an array, or arrives in one: all pieces of one neighbour.
enum class PieceEnd { array_that_gives, array_that_takes };

Datatype type_of(const std::vector<Copying>& pieces, PieceEnd end) {
  std::vector<Index> starts;
  std::vector<Datatype> parts;
  for (const Copying& piece : pieces) {
    const bool gives = end == PieceEnd::array_that_gives;
    starts.push_back(gives ? piece.from_offset : piece.to_offset - arrival_shift);
    parts.push_back(Datatype::strided(piece.lengths, gives ? piece.from : piece.to, piece.element_bytes));
  }
  return Datatype::together(starts, parts, 1);
}

class PlainHalo : public HaloExchange {
 public:
  PlainHalo(const ExchangeRow& row, const HaloTask& task, const HaloPlace& place)
      : task_(task),
        row_(row),
        buffer_(place.arena.allocate(task.add.arriving_elements() * task.n_fields *
                                     task.arrays.element_bytes())) {
    const MessagePlace arrays_in{nullptr, &Call::in}, arrays_out{nullptr, &Call::out};
    const Index field_bytes = task.add.arriving_elements() * task.arrays.element_bytes();
    fill_ = make(task.fill, place, place.tag, {arrays_in, 0}, {arrays_out, 0}, false);
    add_ = make(task.add, place, place.tag + 1, {arrays_in, 0}, {{buffer_, nullptr}, field_bytes}, true);
    fields_.reserve(static_cast<std::size_t>(task.n_fields));
    arrivals_.reserve(static_cast<std::size_t>(task.n_fields));
  }

  void start(HaloWay way, std::span<char* const> fields, std::uint64_t word) override {
    way_ = way;
    fields_.assign(fields.begin(), fields.end());
    std::replace(fields_.begin(), fields_.end(), static_cast<char*>(nullptr), &nothing_[0]);
    arrivals_.clear();
    for (char* field : fields_) arrivals_.push_back(field + arrival_shift);
    running().publish({static_cast<Index>(fields_.size()), fields_.data(), arrivals_.data(), word});
  }
  bool progress() override { return running().progress(); }
  void finish() override {
    running().ready();
    if (way_ == HaloWay::fill) return;
    const Index bytes = task_.arrays.element_bytes();
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const char* from = buffer_ + static_cast<Index>(f) * task_.add.arriving_elements() * bytes;
      for (const PeerTransfer& peer : task_.add.peers) {
        arrive(task_.add, peer.unpack, from, fields_[f]);
        from += peer.arriving_elements * bytes;
      }
      for (const PeerTransfer& peer : task_.add.peers) clear_all(peer.clear, fields_[f]);
    }
  }
  ExchangeCounts counts(HaloWay way) const override {
    const Transfers& all = task_.transfers(way);
    return {row_.name, static_cast<Index>(all.peers.size()),
            all.leaving_elements() * task_.arrays.element_bytes(), 0, 0};
  }

 private:
  struct Side {
    MessagePlace place;
    Index field_bytes;
  };

  Exchange& running() { return way_ == HaloWay::fill ? *fill_ : *add_; }

  std::unique_ptr<Exchange> make(const Transfers& transfers, const HaloPlace& place, int tag,
                                 const Side& send, const Side& receive, bool into_parcels) const {
    std::vector<Datatype> out, in;
    std::vector<int> present, group;
    Index start = 0;
    std::size_t next = 0;
    for (int rank = 0; rank < place.comms.size(); ++rank) {
      group.push_back(rank);
      const bool is_peer = next < transfers.peers.size() && transfers.peers[next].rank == rank;
      present.push_back(is_peer ? 1 : 0);
      if (!is_peer) {
        out.push_back(Datatype::contiguous(1));
        in.push_back(Datatype::contiguous(1));
        continue;
      }
      const PeerTransfer& peer = transfers.peers[next++];
      out.push_back(type_of(peer.pack, PieceEnd::array_that_gives));
      if (into_parcels) {
        std::vector<Datatype> parcel;
        const Index bytes = peer.arriving_elements * task_.arrays.element_bytes();
        parcel.push_back(Datatype::contiguous(bytes));
        in.push_back(Datatype::together({start}, parcel, 1));
        start += bytes;
      } else {
        in.push_back(type_of(peer.unpack, PieceEnd::array_that_takes));
      }
    }
    return row_.make_of_pieces({group, place.comms.base(), task_.n_fields, place.timeout_seconds,
                                !place.comms.calls().are_on_board(group), tag,
                                Subarrays(send.place, send.field_bytes, std::move(out), present),
                                Subarrays(receive.place, receive.field_bytes, std::move(in), present)});
  }

  const HaloTask& task_;
  const ExchangeRow& row_;
  char* buffer_;
  std::unique_ptr<Exchange> fill_, add_;
  HaloWay way_ = HaloWay::fill;
  std::vector<char*> fields_, arrivals_;
  char nothing_[2] = {0, 0};  // in place of an array without elements
};

}  // namespace

HaloRow halo_piece_row(const ExchangeRow& row) {
  return {.name = row.name,
          .exchange = &row,
          .make = [](const HaloRow& of, const HaloTask& task,
                     const HaloPlace& place) -> std::unique_ptr<HaloExchange> {
            return std::make_unique<PlainHalo>(*of.exchange, task, place);
          }};
}

}  // namespace weft::inline halo
