// What a halo copies between the arrays of two processes, and between an array and a message: pure.
//
// A halo moves data in two ways. `fill` copies owned elements into the ghost cells of others; `add` adds
// ghost cells to the elements that they are copies of, and clears them. The pieces are the same, the ends
// change places. What leaves for a peer, or arrives from it, is one parcel of all pieces, piece
// after piece, each in the order in which the array lies in memory.
#pragma once

#include <vector>

#include "halo/copying.hpp"
#include "halo/pieces.hpp"
#include "weft/field.hpp"

namespace weft::inline halo {

enum class HaloWay { fill, add };
inline constexpr HaloWay halo_ways[] = {HaloWay::fill, HaloWay::add};

// The arrays of a halo: how that of any process lies in memory, ghost cells included.
struct HaloArrays {
  Layout layout;
  Axes order;  // of the axes in memory, slowest first
  ElementType element;
  int element_bytes() const { return static_cast<int>(bytes_of(element)); }
};

// What goes from a peer's array to mine and back, in one of the two ways.
struct PeerTransfer {
  int rank = 0;
  Index leaving_elements = 0, arriving_elements = 0;
  std::vector<Copying> pack;    // from my array to a parcel
  std::vector<Copying> unpack;  // from a parcel to my array
  std::vector<Copying> pull;    // from the peer's array to mine
  std::vector<Copying> push;    // from my array to the peer's
  std::vector<Copying> clear;   // my ghost cells that the peer owns: with `add`
};

struct Transfers {
  HaloWay way = HaloWay::fill;
  ElementType element;
  std::vector<Copying> local;        // from my array to itself
  std::vector<Copying> clear_local;  // with `add`
  std::vector<PeerTransfer> peers;   // ascending ranks
  Index leaving_elements() const;
  Index arriving_elements() const;
};

Transfers transfers_of(const HaloArrays& arrays, const HaloPieces& pieces, int rank, HaloWay way);

// My part: of what arrives (copied, or added), of what leaves as a parcel, and of ghost cells.
void arrive(const Transfers& all, const std::vector<Copying>& boxes, const char* from, char* to);
void copy_all(const std::vector<Copying>& boxes, const char* from, char* to);
void clear_all(const std::vector<Copying>& boxes, char* to);

}  // namespace weft::inline halo
