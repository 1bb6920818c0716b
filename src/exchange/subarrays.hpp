// Pieces of plain arrays as datatypes: what rows send that let MPI pick and put the elements.
#pragma once

#include "comm/datatype.hpp"
#include "exchange/exchange.hpp"

namespace weft {

// Views of rows that work on plain arrays. The own piece is written where it is read next.
ExchangeViews plain_views(const Redistribution& move, int rank, const Nodes& nodes);

// The pieces that go out from a plain array, or come into one, by position in the group.
class Subarrays {
 public:
  enum class Way { out, in };
  Subarrays(const ExchangeSetup& setup, Way way);

  // All fields are one piece of memory; else each is the user's own array.
  bool is_lumped() const { return !end_.is_user; }
  bool has(std::size_t position) const { return present_[position] != 0; }
  // One element of the datatype is the piece of one field; those of lumped fields follow each other.
  MPI_Datatype type(std::size_t position) const { return handles_[position]; }
  const MPI_Datatype* types() const { return handles_.data(); }
  const std::vector<int>& present() const { return present_; }  // 1 where there is a piece
  char* address(const Call& call, Index field) const;

 private:
  End end_;
  Place place_;
  Index field_bytes_;  // from field to field
  std::vector<int> present_;
  std::vector<Datatype> types_;
  std::vector<MPI_Datatype> handles_;
};

}  // namespace weft
