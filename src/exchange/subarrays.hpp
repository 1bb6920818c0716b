// Pieces of plain arrays as datatypes: what rows send that let MPI pick and put the elements.
#pragma once

#include "comm/datatype.hpp"
#include "exchange/exchange.hpp"

namespace weft::inline exchange {

// Views of rows that work on plain arrays. The own piece is written where it is read next.
ExchangeViews plain_views(const Redistribution& move, int rank, const Nodes& nodes);

// The pieces that go out from a plain array, or come into one, by position in the group.
class Subarrays {
 public:
  enum class Way { out, in };
  Subarrays(const ExchangeSetup& setup, Way way);
  // Any elements of the user's arrays (or of a buffer, `field_bytes` from field to field): one datatype for
  // each position, nothing where `present` is 0.
  Subarrays(const MessagePlace& place, Index field_bytes, std::vector<Datatype> types,
            std::vector<int> present);

  // All fields are one piece of memory; else each is the user's own array.
  bool is_lumped() const { return is_lumped_; }
  bool has(std::size_t position) const { return present_[position] != 0; }
  // One element of the datatype is the piece of one field; those of lumped fields follow each other.
  MPI_Datatype type(std::size_t position) const { return handles_[position]; }
  const MPI_Datatype* types() const { return handles_.data(); }
  const std::vector<int>& present() const { return present_; }  // 1 where there is a piece
  char* address(const Call& call, Index field) const;

 private:
  MessagePlace place_;
  bool is_lumped_;
  Index field_bytes_;  // from field to field of what is lumped
  std::vector<int> present_;
  std::vector<Datatype> types_;
  std::vector<MPI_Datatype> handles_;
};

// What a row needs that moves such pieces, whatever they are parts of.
struct PieceSetup {
  std::vector<int> group;         // ranks that take part, ascending
  MPI_Comm comm = MPI_COMM_NULL;  // of the group
  int n_fields = 1;               // most fields of a call
  double timeout_seconds = default_timeout_seconds;
  bool words_beside = false;
  int tag = 0;
  Subarrays send, receive;
};

// The pieces of a move.
PieceSetup piece_setup(const ExchangeSetup& setup);

// The exchange of a row, of such pieces and of those of a move.
template <class Own>
std::unique_ptr<Exchange> exchange_of_pieces(PieceSetup&& setup) {
  return std::make_unique<Own>(std::move(setup));
}
template <class Own>
std::unique_ptr<Exchange> exchange_of_moved_pieces(const ExchangeSetup& setup) {
  return std::make_unique<Own>(piece_setup(setup));
}

}  // namespace weft::inline exchange
