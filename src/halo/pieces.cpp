// Where the ghost cells of a process come from: pure.
#include "halo/pieces.hpp"

#include <algorithm>
#include <map>

#include "geometry/part.hpp"

namespace weft::inline halo {

namespace {

// The ghosted range of one axis that is owned by one part of it.
struct Stretch {
  int part = 0;
  Range ghosts;
  Index shift = 0;  // of the image: index in the array = index here - shift
};

// Floor of a / b for b > 0.
Index floor_of(Index a, Index b) { return a / b - (a % b < 0 ? 1 : 0); }

std::vector<Stretch> stretches(const Extents& block_sizes, const Range& reach, bool periodic) {
  Index n = 0;
  for (Index size : block_sizes) n += size;
  std::vector<Stretch> found;
  const Index first = periodic ? floor_of(reach.begin, n) : 0;
  const Index last = periodic ? floor_of(reach.end - 1, n) : 0;
  for (Index image = first; image <= last; ++image) {
    Index begin = image * n;
    for (std::size_t part = 0; part < block_sizes.size(); ++part) {
      const Index end = begin + block_sizes[part];
      const Range range{std::max(begin, reach.begin), std::min(end, reach.end)};
      if (range.size() > 0) found.push_back({static_cast<int>(part), range, image * n});
      begin = end;
    }
  }
  return found;
}

// The rank of the process with these parts of the axes. Grid dimensions that cut one axis are row-major in
// it.
int rank_of_parts(const Layout& layout, std::vector<int> parts) {
  std::vector<int> coordinates(layout.cut.size());
  for (std::size_t g = layout.cut.size(); g-- > 0;) {
    int& part = parts[static_cast<std::size_t>(layout.cut[g])];
    coordinates[g] = part % layout.grid.dims[g];
    part /= layout.grid.dims[g];
  }
  return layout.grid.rank_of(coordinates);
}

// Calls act(indices) for all combinations of one index below each of the lengths, the last varying fastest.
template <class Act>
void for_combinations(const std::vector<std::size_t>& lengths, const Act& act) {
  if (std::count(lengths.begin(), lengths.end(), 0U) > 0) return;
  std::vector<std::size_t> at(lengths.size(), 0);
  for (;;) {
    act(at);
    std::size_t axis = lengths.size();
    while (axis-- > 0) {
      if (++at[axis] < lengths[axis]) break;
      at[axis] = 0;
    }
    if (axis == static_cast<std::size_t>(-1)) return;
  }
}

HaloPiece part_of_piece(const HaloPiece& piece, const Box& ghosts) {
  HaloPiece part{piece.owner, ghosts, ghosts};
  for (std::size_t a = 0; a < ghosts.ranges.size(); ++a) {
    const Index shift = piece.ghosts.ranges[a].begin - piece.owned.ranges[a].begin;
    part.owned.ranges[a] = {ghosts.ranges[a].begin - shift, ghosts.ranges[a].end - shift};
  }
  return part;
}

// The parts of `piece` that lie beside `block` along one axis.
void add_faces(const HaloPiece& piece, const Box& block, std::vector<HaloPiece>& faces) {
  for (int axis = 0; axis < block.n_axes(); ++axis) {
    const Range all = piece.ghosts.ranges[axis], own = block.ranges[axis];
    for (const Range& side :
         {Range{all.begin, std::min(all.end, own.begin)}, Range{std::max(all.begin, own.end), all.end}}) {
      Box face = block;
      face.ranges[axis] = {side.begin, std::max(side.begin, side.end)};
      face = intersect(piece.ghosts, face);
      if (!face.empty()) faces.push_back(part_of_piece(piece, face));
    }
  }
}

}  // namespace

std::vector<HaloPiece> halo_pieces(const Layout& layout, const HaloRule& rule, int holder) {
  const Box block = box_of(layout, holder), reach = box_with_ghosts(layout, holder);
  std::vector<HaloPiece> pieces;
  if (block.empty() || reach == block) return pieces;
  std::vector<std::vector<Stretch>> along;  // by axis
  std::vector<std::size_t> lengths;
  for (int axis = 0; axis < layout.n_axes(); ++axis) {
    along.push_back(stretches(block_sizes(layout, axis), reach.ranges[axis], rule.periodic[axis]));
    lengths.push_back(along.back().size());
  }
  for_combinations(lengths, [&](const std::vector<std::size_t>& at) {
    HaloPiece piece;
    std::vector<int> parts;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      const Stretch& stretch = along[axis][at[axis]];
      parts.push_back(stretch.part);
      piece.ghosts.ranges.push_back(stretch.ghosts);
      piece.owned.ranges.push_back(
          {stretch.ghosts.begin - stretch.shift, stretch.ghosts.end - stretch.shift});
    }
    if (piece.ghosts == block) return;
    piece.owner = rank_of_parts(layout, parts);
    if (rule.corners)
      pieces.push_back(piece);
    else
      add_faces(piece, block, pieces);
  });
  return pieces;
}

HaloPieces halo_pieces_of(const Layout& layout, const HaloRule& rule, int rank) {
  HaloPieces all;
  std::map<int, HaloPeer> peers;
  for (const HaloPiece& piece : halo_pieces(layout, rule, rank)) {
    if (piece.owner == rank)
      all.local.push_back(piece);
    else
      peers[piece.owner].mine.push_back(piece);
  }
  for (auto& [peer, with] : peers) {
    with.rank = peer;
    for (const HaloPiece& piece : halo_pieces(layout, rule, peer))
      if (piece.owner == rank) with.theirs.push_back(piece);
    all.peers.push_back(std::move(with));
  }
  return all;
}

Index n_ghosts(const std::vector<HaloPiece>& pieces) {
  Index n = 0;
  for (const HaloPiece& piece : pieces) n += piece.ghosts.n_points();
  return n;
}

}  // namespace weft::inline halo
