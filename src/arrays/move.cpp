// Boxes that travel between processes in pieces.
#include "arrays/move.hpp"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

#include "comm/check.hpp"
#include "comm/communicators.hpp"
#include "comm/wait.hpp"
#include "weft/error.hpp"

namespace weft::inline arrays {

namespace {

// Larger ones leave the cache between packing and sending, smaller ones are many (doc/design/015).
constexpr Index piece_bytes = Index{1} << 18U;
constexpr std::size_t most_under_way = 8;  // in each direction

// One direction: the messages that are under way, and the next ones.
struct OneWay {
  std::vector<std::vector<std::byte>> buffers;  // of each place
  std::array<MPI_Request, most_under_way> requests;
  std::array<Box, most_under_way> pieces;        // what travels in each place
  std::array<bool, most_under_way> is_direct{};  // to or from the array itself, past the buffer
  int distance = 0;                              // of the process that is served now
  Pieces rest;                                   // what it has not got yet
  Box next;
  bool has_next = false;
};

Index elements_of_piece(int element_bytes) { return piece_bytes / element_bytes; }

}  // namespace

struct MessageBuffers::Impl {
  OneWay out, in;
};

MessageBuffers::MessageBuffers(Index from_elements, Index to_elements, int element_bytes, int n_processes)
    : impl_(std::make_unique<Impl>()) {
  const auto make = [&](OneWay& way, Index n_elements) {
    way.requests.fill(MPI_REQUEST_NULL);
    way.buffers.resize(most_under_way);
    const Index n = std::min(n_elements, elements_of_piece(element_bytes));
    if (n_processes > 1)
      for (auto& buffer : way.buffers) buffer.resize(static_cast<std::size_t>(n * element_bytes));
  };
  make(impl_->out, from_elements);
  make(impl_->in, to_elements);
}

MessageBuffers::~MessageBuffers() = default;

void MessageBuffers::abandon() { (void)impl_.release(); }

namespace {

class Moving {
 public:
  Moving(const Distribution& distribution, const Move& move, MessageBuffers::Impl& ways)
      : comm_(distribution.comm()),
        rank_(distribution.rank()),
        size_(distribution.layout().n_processes()),
        tag_(distribution.communicators()->take_tags(1)),
        move_(move),
        ways_(ways) {
    ways.out.distance = ways.in.distance = 0;
  }

  // Begins messages as long as there are places for them.
  void begin() {
    begin_all(ways_.in, true);
    begin_all(ways_.out, false);
  }
  // Ends those that are complete; false if there was none.
  bool end() {
    const bool has_received = end_some(ways_.in, true), has_sent = end_some(ways_.out, false);
    return has_received || has_sent;
  }
  bool is_done() const { return is_done(ways_.in) && is_done(ways_.out); }

 private:
  int peer_of(const OneWay& way, bool comes_in) const {
    return (rank_ + (comes_in ? size_ - way.distance : way.distance)) % size_;
  }

  bool is_done(const OneWay& way) const {
    for (const MPI_Request request : way.requests)
      if (request != MPI_REQUEST_NULL) return false;
    return !way.has_next && way.distance >= size_;
  }

  // Finds the next piece, if there is one left.
  void advance(OneWay& way, bool comes_in) {
    while (!way.has_next && way.distance < size_) {
      way.has_next = way.distance > 0 && way.rest.next(way.next);
      if (way.has_next || ++way.distance >= size_) continue;
      const int peer = peer_of(way, comes_in);
      way.rest = Pieces(comes_in ? move_.incoming(peer) : move_.outgoing(peer),
                        elements_of_piece(move_.from.element_bytes), move_.order, move_.other);
    }
  }

  void begin_all(OneWay& way, bool comes_in) {
    for (std::size_t i = 0; i < most_under_way; ++i) {
      if (way.requests[i] != MPI_REQUEST_NULL) continue;
      advance(way, comes_in);
      if (!way.has_next) return;
      way.has_next = false;
      way.pieces[i] = way.next;
      begin_one(way, i, comes_in);
    }
  }

  void begin_one(OneWay& way, std::size_t i, bool comes_in) {
    const BoxInMemory& array = comes_in ? move_.to : move_.from;
    const Box& piece = way.pieces[i];
    way.is_direct[i] = is_contiguous(array, piece, move_.order);
    std::byte* memory = way.is_direct[i] ? address_of(array, piece) : way.buffers[i].data();
    if (!comes_in && !way.is_direct[i]) copy_part(array, in_message(piece, memory), piece);
    const int bytes = static_cast<int>(piece.n_points() * array.element_bytes);
    const int peer = peer_of(way, comes_in);
    check_mpi(comes_in ? MPI_Irecv(memory, bytes, MPI_BYTE, peer, tag_, comm_, &way.requests[i])
                       : MPI_Isend(memory, bytes, MPI_BYTE, peer, tag_, comm_, &way.requests[i]),
              "moving a piece of an array");
  }

  bool end_some(OneWay& way, bool comes_in) {
    int n = 0;
    std::array<int, most_under_way> done{};
    check_mpi(MPI_Testsome(static_cast<int>(most_under_way), way.requests.data(), &n, done.data(),
                           MPI_STATUSES_IGNORE),
              "moving pieces of an array");
    if (n == MPI_UNDEFINED || n == 0) return false;
    if (!comes_in) return true;
    for (int k = 0; k < n; ++k) {
      const auto i = static_cast<std::size_t>(done[static_cast<std::size_t>(k)]);
      if (!way.is_direct[i])
        copy_part(in_message(way.pieces[i], way.buffers[i].data()), move_.to, way.pieces[i],
                  stores_of(move_.to));
    }
    return true;
  }

  BoxInMemory in_message(const Box& piece, std::byte* memory) const {
    return dense_block(piece, memory, move_.from.element_bytes, move_.order);
  }

  MPI_Comm comm_;
  int rank_, size_, tag_;
  const Move& move_;
  MessageBuffers::Impl& ways_;
};

}  // namespace

void move_boxes(const Distribution& distribution, const Move& move, MessageBuffers& buffers,
                const char* what) {
  Moving moving(distribution, move, buffers.impl());
  try {
    moving.begin();
    copy_part_in_tiles(move.from, move.to, move.outgoing(distribution.rank()));
    Limit last(default_timeout());
    while (!moving.is_done()) {
      if (moving.end()) {
        moving.begin();
        last = Limit(default_timeout());
      } else if (!last.wait_on()) {
        last.give_up("some process did not send or take a piece of an array, to " + std::string(what) +
                     " distributed arrays,");
      }
    }
    finish_stores();
  } catch (...) {
    buffers.abandon();
    throw;
  }
}

}  // namespace weft::inline arrays
