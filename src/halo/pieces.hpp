// Where the ghost cells of a process come from: pure.
//
// The ghosted box of a process reaches beyond its block, and with periodic axes beyond the array, which then
// is thought of as repeated without end. Every image of every block that lies under the ghosted box, the own
// block at its own place excepted, gives one piece: faces, edges and corners need no list of directions,
// a ghost region wider than a neighbour has several owners, and one wider than the array has several images
// of the same block. Each ghost cell inside the (periodic) array is in exactly one piece; each process finds
// the pieces of any other without asking.
//
//   5 points over 2 processes, 2 ghost cells, periodic      process 0: pieces of process 1 at -2..0 and 3..5
//      3 4 [0 1 2] 3 4                                         (global indices 3 and 4, both times)
//            1 2 [3 4] 0 1                                  process 1: pieces of process 0 at 1..3 and 5..7
#pragma once

#include <vector>

#include "weft/layout.hpp"

namespace weft::inline halo {

// Which ghost cells are filled.
struct HaloRule {
  std::vector<bool> periodic;  // one for each axis
  bool corners = true;         // false: only those that lie beside the block along one axis
  bool operator==(const HaloRule&) const = default;
};

// Ghost cells of one process that are copies of elements of one owner (which may be the process itself).
struct HaloPiece {
  int owner = 0;  // rank
  Box ghosts;  // global indices as the holder counts them: below 0 and beyond the array where it is repeated
  Box owned;   // global indices of the elements that they are copies of, within the owner's block
  bool operator==(const HaloPiece&) const = default;
};

// The pieces of `holder`: none where its block is empty. The order depends on layout and rule only.
std::vector<HaloPiece> halo_pieces(const Layout& layout, const HaloRule& rule, int holder);

// What two processes have for each other. If one is a neighbour of the other, so is the other of the one.
struct HaloPeer {
  int rank = 0;
  std::vector<HaloPiece> mine;    // my ghost cells, owned by the peer
  std::vector<HaloPiece> theirs;  // ghost cells of the peer, owned by me
};

// All pieces that `rank` has to do with: those of which it is holder and owner, and those of its peers by
// ascending rank. In the lists of both peers the pieces have the same order.
struct HaloPieces {
  std::vector<HaloPiece> local;
  std::vector<HaloPeer> peers;
};
HaloPieces halo_pieces_of(const Layout& layout, const HaloRule& rule, int rank);

// Elements of all boxes together.
Index n_ghosts(const std::vector<HaloPiece>& pieces);

}  // namespace weft::inline halo
