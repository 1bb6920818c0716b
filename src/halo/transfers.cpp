// What a halo copies between the arrays of two processes, and between an array and a message: pure.
#include "halo/transfers.hpp"

#include "geometry/storage.hpp"

namespace weft::inline halo {

namespace {

class TransferMaker {
 public:
  TransferMaker(const HaloArrays& arrays, HaloWay way) : arrays_(arrays), way_(way) {}

  // A box in the array of `rank`, in memory order.
  Spot spot(int rank, const Box& box) const {
    const Box memory = box_with_ghosts(arrays_.layout, rank);
    const Storage storage = dense_storage(memory.shape(), arrays_.order);
    const Index bytes = arrays_.element_bytes();
    Spot spot;
    for (int axis : arrays_.order) {
      spot.offset += (box.ranges[axis].begin - memory.ranges[axis].begin) * storage.strides[axis] * bytes;
      spot.strides.push_back(storage.strides[axis] * bytes);
    }
    return spot;
  }
  // A box that begins `start` elements after the beginning of a parcel.
  Spot spot_in_parcel(Index start, const Box& box) const {
    const Index bytes = arrays_.element_bytes();
    Spot spot{start * bytes, {}};
    for (Index stride : dense_storage(lengths(box), c_order(box.n_axes())).strides)
      spot.strides.push_back(stride * bytes);
    return spot;
  }
  // In memory order.
  Extents lengths(const Box& box) const {
    Extents lengths;
    for (int axis : arrays_.order) lengths.push_back(box.ranges[axis].size());
    return lengths;
  }
  Copying plain(const Box& box, const Spot& from, const Spot& to) const {
    return in_long_elements(reduce(lengths(box), from, to, arrays_.element_bytes()));
  }
  Copying arriving(const Box& box, const Spot& from, const Spot& to) const {
    return way_ == HaloWay::fill ? plain(box, from, to)
                                 : reduce(lengths(box), from, to, arrays_.element_bytes());
  }

 private:
  const HaloArrays& arrays_;
  HaloWay way_;
};

void add_piece(const TransferMaker& make, int giver, const Box& given, int taker, const Box& taken, int rank,
               PeerTransfer& peer) {
  const Spot from = make.spot(giver, given), to = make.spot(taker, taken);
  if (giver == rank) {
    peer.pack.push_back(make.plain(given, from, make.spot_in_parcel(peer.leaving_elements, given)));
    peer.push.push_back(make.plain(given, from, to));
    peer.leaving_elements += given.n_points();
  } else {
    peer.unpack.push_back(make.arriving(taken, make.spot_in_parcel(peer.arriving_elements, taken), to));
    peer.pull.push_back(make.arriving(taken, from, to));
    peer.arriving_elements += taken.n_points();
  }
}

}  // namespace

Index Transfers::leaving_elements() const {
  Index n = 0;
  for (const PeerTransfer& peer : peers) n += peer.leaving_elements;
  return n;
}

Index Transfers::arriving_elements() const {
  Index n = 0;
  for (const PeerTransfer& peer : peers) n += peer.arriving_elements;
  return n;
}

Transfers transfers_of(const HaloArrays& arrays, const HaloPieces& pieces, int rank, HaloWay way) {
  const TransferMaker make(arrays, way);
  const bool fill = way == HaloWay::fill;
  Transfers all{way, arrays.element, {}, {}, {}};
  const auto clear = [&](const HaloPiece& piece) {
    const Spot ghosts = make.spot(rank, piece.ghosts);
    return make.plain(piece.ghosts, ghosts, ghosts);
  };
  for (const HaloPiece& piece : pieces.local) {
    const Spot owned = make.spot(rank, piece.owned), ghosts = make.spot(rank, piece.ghosts);
    all.local.push_back(make.arriving(piece.ghosts, fill ? owned : ghosts, fill ? ghosts : owned));
    if (!fill) all.clear_local.push_back(clear(piece));
  }
  for (const HaloPeer& with : pieces.peers) {
    PeerTransfer& peer = all.peers.emplace_back();
    peer.rank = with.rank;
    for (const auto& [list, holder, owner] :
         {std::tuple(&with.mine, rank, with.rank), std::tuple(&with.theirs, with.rank, rank)})
      for (const HaloPiece& piece : *list)
        if (fill)
          add_piece(make, owner, piece.owned, holder, piece.ghosts, rank, peer);
        else
          add_piece(make, holder, piece.ghosts, owner, piece.owned, rank, peer);
    for (const HaloPiece& piece : with.mine)
      if (!fill) peer.clear.push_back(clear(piece));
  }
  return all;
}

void arrive(const Transfers& all, const std::vector<Copying>& boxes, const char* from, char* to) {
  if (all.way == HaloWay::fill) return copy_all(boxes, from, to);
  for (const Copying& box : boxes) add(box, all.element, from, to);
}

void copy_all(const std::vector<Copying>& boxes, const char* from, char* to) {
  for (const Copying& box : boxes) copy(box, from, to);
}

void clear_all(const std::vector<Copying>& boxes, char* to) {
  for (const Copying& box : boxes) clear(box, to);
}

}  // namespace weft::inline halo
