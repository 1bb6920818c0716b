// alltoallv: one contiguous block for each peer, moved by one MPI_Alltoallv.
//
// The sweep before writes the blocks, the sweep after reads them, so there is no packing beside the
// transforms. The own block is written straight to where it is read; only the others travel. Several
// fields of a peer lie side by side in its block: one message.
#include <climits>
#include <numeric>

#include "base/narrow.hpp"
#include "comm/check.hpp"
#include "comm/datatype.hpp"
#include "exchange/blocks.hpp"
#include "exchange/exchange.hpp"
#include "geometry/storage.hpp"

namespace weft {

BlockList blocks_to_send(const Redistribution& move, int rank) {
  BlockList blocks;
  for (int peer : group_of(move, rank)) {
    blocks.starts.push_back(blocks.total);
    blocks.sizes.push_back(peer == rank ? 0 : piece_between(move, rank, peer).n_points());
    blocks.total += blocks.sizes.back() * move.n_fields;
  }
  return blocks;
}

BlockList blocks_to_receive(const Redistribution& move, int rank) {
  BlockList blocks;
  for (int peer : group_of(move, rank)) {
    blocks.starts.push_back(blocks.total);
    blocks.sizes.push_back(piece_between(move, peer, rank).n_points());
    blocks.total += blocks.sizes.back() * move.n_fields;
  }
  return blocks;
}

Index message_unit(const BlockList& blocks, int n_fields) {
  const auto fits = [&](Index unit) { return blocks.total / unit <= INT_MAX; };
  if (fits(1)) return 1;
  Index unit = 0;
  for (std::size_t i = 0; i < blocks.sizes.size(); ++i)
    unit = std::gcd(std::gcd(unit, blocks.starts[i]), blocks.sizes[i]);
  if (unit > 0 && fits(unit)) return unit;
  throw Error(ErrorCode::not_applicable,
              "alltoallv cannot count " + std::to_string(blocks.total) + " elements of " +
                  std::to_string(n_fields) +
                  " field(s) with 32-bit numbers; use exchange=alltoallw, or more processes");
}

namespace {

// A dense block in C order.
Piece block_piece(const Box& box, const Box& origin, Slot slot, Index start) {
  const Extents strides = dense_storage(box.shape(), c_order(box.n_axes())).strides;
  return {relative_to(box, origin), slot, start, strides, box.n_points()};
}

ExchangeViews views_of(const Redistribution& move, int rank) {
  ExchangeViews views;
  const std::vector<int> group = group_of(move, rank);
  const BlockList send = blocks_to_send(move, rank), receive = blocks_to_receive(move, rank);
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Box out = piece_between(move, rank, group[i]), in = piece_between(move, group[i], rank);
    const bool own = group[i] == rank;
    if (!out.empty())
      views.outgoing.pieces.push_back(
          block_piece(out, before, own ? receive_slot : send_slot, own ? receive.starts[i] : send.starts[i]));
    if (!in.empty()) views.incoming.pieces.push_back(block_piece(in, after, receive_slot, receive.starts[i]));
  }
  views.send_elements = send.total;
  views.receive_elements = receive.total;
  return views;
}

class Alltoallv : public Exchange {
 public:
  explicit Alltoallv(const ExchangeSetup& setup)
      : comm_(setup.comm),
        arrival_(setup.comm, "to exchange messages", setup.timeout_seconds),
        send_(setup.send, blocks_to_send(setup.move, setup.rank), setup.move),
        receive_(setup.receive, blocks_to_receive(setup.move, setup.rank), setup.move) {
    for (std::size_t i = 0; i < setup.group.size(); ++i)
      if (setup.group[i] == setup.rank) receive_.sizes[i] = 0;  // written by the sweep
  }

  void acquire() override { arrival_.start(); }

  void publish(const Call& call) override {
    arrival_.finish();
    const int n = static_cast<int>(call.n_fields);
    for (Half* half : {&send_, &receive_})
      for (std::size_t i = 0; i < half->sizes.size(); ++i) half->counts[i] = n * half->sizes[i];
    check_mpi(MPI_Alltoallv(send_.place.address(call), send_.counts.data(), send_.starts.data(),
                            send_.unit.get(), receive_.place.address(call), receive_.counts.data(),
                            receive_.starts.data(), receive_.unit.get(), comm_),
              "exchanging blocks by MPI_Alltoallv");
  }

 private:
  // What goes out, or what comes in.
  struct Half {
    Half(const Place& at, const BlockList& blocks, const Redistribution& move)
        : place(at), unit(Datatype::contiguous(message_unit(blocks, move.n_fields) * move.element_bytes)) {
      const Index elements = message_unit(blocks, move.n_fields);
      for (std::size_t i = 0; i < blocks.sizes.size(); ++i) {
        sizes.push_back(narrow(blocks.sizes[i] / elements, "a message"));
        starts.push_back(narrow(blocks.starts[i] / elements, "the start of a message"));
      }
      counts.resize(sizes.size());
    }
    Place place;
    Datatype unit;
    std::vector<int> sizes, starts, counts;  // in units; sizes of one field
  };

  MPI_Comm comm_;
  Arrival arrival_;  // a blocking collective would wait for ever for a process that made another call
  Half send_, receive_;
};

}  // namespace

ExchangeRow alltoallv_row() {
  return {"alltoallv",
          "one contiguous block for each peer, written and read by the sweeps, moved by MPI_Alltoallv",
          false,
          false,
          views_of,
          [](const Redistribution& move, int rank) { return count_messages("alltoallv", move, rank); },
          seconds_of_messages,
          [](const ExchangeSetup& setup) -> std::unique_ptr<Exchange> {
            return std::make_unique<Alltoallv>(setup);
          }};
}

}  // namespace weft
