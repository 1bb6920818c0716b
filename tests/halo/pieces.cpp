// Where ghost cells come from, and what is copied, for any layout of up to 200 processes. Pure: no MPI.
//
// Two oracles. By the definition, cell by cell: each ghost cell inside the (periodic) array is in one piece,
// and that piece leads to the right element of the right owner. And with index-valued data: the arrays of all
// processes lie side by side in one, and all ways to copy them must leave what the definition says; sums of
// whole numbers are exact.
#include "halo/pieces.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "geometry/storage.hpp"
#include "halo/transfers.hpp"
#include "halo_cells.hpp"

namespace weft::test {
namespace {

Layout any_layout_with_ghosts(int n_processes, int most_points) {
  const Extents shape = any_shape(between(1, 4), most_points);
  Layout layout = any_layout(shape, n_processes);
  layout.ghosts = any_ghosts(layout.n_axes(), between(0, 12));
  return layout;
}

// "" if the pieces of `rank` are what they must be.
std::string what_is_wrong(const Layout& layout, const HaloRule& rule, int rank) {
  const Box block = box_of(layout, rank), memory = box_with_ghosts(layout, rank);
  std::map<Extents, int> times;
  std::string wrong;
  for (const HaloPiece& piece : halo_pieces(layout, rule, rank)) {
    if (!(intersect(piece.owned, box_of(layout, piece.owner)) == piece.owned)) return "not of that owner";
    for_cells(piece.ghosts, [&](const Extents& cell) {
      const auto element = copied_element(layout, rule, block, cell);
      Extents found = cell;
      for (std::size_t a = 0; a < cell.size(); ++a)
        found[a] += piece.owned.ranges[a].begin - piece.ghosts.ranges[a].begin;
      if (!element || !contains(memory, cell)) wrong = "not a ghost cell: " + to_text(cell);
      if (element && *element != found) wrong = "another element: " + to_text(cell);
      ++times[cell];
    });
  }
  if (block.empty()) return times.empty() ? wrong : "ghost cells without a block";
  for_cells(memory, [&](const Extents& cell) {
    const int wanted = copied_element(layout, rule, block, cell) ? 1 : 0;
    const auto at = times.find(cell);
    if ((at == times.end() ? 0 : at->second) != wanted) wrong = "not in one piece: " + to_text(cell);
  });
  return wrong;
}

RC_GTEST_PROP(HaloPieces, HaveEachGhostCellOnce, ()) {
  for (int i = 0; i < 10; ++i) {
    const int n_processes = one_in(2) ? between(1, 12) : between(1, 200);
    const Layout layout = any_layout_with_ghosts(n_processes, 600);
    const HaloRule rule = any_rule(layout.n_axes());
    for (int n = 0; n < 4; ++n) {
      const int rank = between(0, n_processes - 1);
      const std::string wrong = what_is_wrong(layout, rule, rank);
      if (!wrong.empty())
        RC_FAIL(in_words(layout, rule) + ", process " + std::to_string(rank) + ": " + wrong);
    }
  }
}

RC_GTEST_PROP(HaloPieces, AreTheSameForBothOfAPair, ()) {
  const int n_processes = between(1, 60);
  const Layout layout = any_layout_with_ghosts(n_processes, 1500);
  const HaloRule rule = any_rule(layout.n_axes());
  std::vector<HaloPieces> all;
  for (int rank = 0; rank < n_processes; ++rank) all.push_back(halo_pieces_of(layout, rule, rank));
  const auto peer = [&](int rank, int other) -> const HaloPeer* {
    for (const HaloPeer& with : all[static_cast<std::size_t>(rank)].peers)
      if (with.rank == other) return &with;
    return nullptr;
  };
  for (int a = 0; a < n_processes; ++a)
    for (int b = 0; b < n_processes; ++b) {
      const HaloPeer *ab = peer(a, b), *ba = peer(b, a);
      if ((ab == nullptr) != (ba == nullptr)) RC_FAIL(in_words(layout, rule) + ": neighbours of one side");
      if (ab != nullptr && (!(ab->mine == ba->theirs) || !(ab->theirs == ba->mine)))
        RC_FAIL(in_words(layout, rule) + ": lists differ");
    }
}

// Arrays of all processes, without MPI.
struct World {
  HaloArrays arrays;
  HaloRule rule;
  std::vector<Box> blocks, memories;
  std::vector<Storage> storages;
  std::vector<HaloPieces> pieces;

  World(const HaloArrays& a, const HaloRule& r) : arrays(a), rule(r) {
    for (int rank = 0; rank < n(); ++rank) {
      blocks.push_back(box_of(arrays.layout, rank));
      memories.push_back(box_with_ghosts(arrays.layout, rank));
      storages.push_back(dense_storage(memories.back().shape(), arrays.order));
      pieces.push_back(halo_pieces_of(arrays.layout, rule, rank));
    }
  }
  int n() const { return arrays.layout.n_processes(); }

  // Whole numbers: of an element its position, of a ghost cell something else.
  template <class T>
  std::vector<std::vector<T>> data() const {
    std::vector<std::vector<T>> all;
    for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
      std::vector<T>& mine = all.emplace_back(static_cast<std::size_t>(storages[rank].n_elements()));
      Index i = 0;
      for_cells(memories[rank], [&](const Extents& cell) {
        const bool is_owned = contains(blocks[rank], cell);
        mine[at(rank, cell)] = static_cast<T>(
            static_cast<float>(is_owned ? number_of(arrays.layout, cell) + 1 : -(++i % 9) - 1));
      });
    }
    return all;
  }
  std::size_t at(std::size_t rank, const Extents& cell) const {
    return static_cast<std::size_t>(place_of(memories[rank], storages[rank], cell));
  }

  // By the definition.
  template <class T>
  void expect(HaloWay way, std::vector<std::vector<T>>& all) const {
    std::map<Extents, std::size_t> owner;
    for (std::size_t rank = 0; rank < blocks.size(); ++rank)
      for_cells(blocks[rank], [&](const Extents& cell) { owner[cell] = rank; });
    for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
      if (blocks[rank].empty()) continue;
      for_cells(memories[rank], [&](const Extents& cell) {
        const auto element = copied_element(arrays.layout, rule, blocks[rank], cell);
        if (!element) return;
        T& ghost = all[rank][at(rank, cell)];
        T& owned = all[owner[*element]][at(owner[*element], *element)];
        if (way == HaloWay::fill) {
          ghost = owned;
        } else {
          owned += ghost;
          ghost = T{};
        }
      });
    }
  }
};

enum class By { blocks, pull, push };

template <class T>
void move_all(const World& world, HaloWay way, By by, std::vector<std::vector<T>>& all) {
  const auto bytes = [&](int rank) {
    return reinterpret_cast<char*>(all[static_cast<std::size_t>(rank)].data());
  };
  std::vector<Transfers> transfers;
  std::map<std::pair<int, int>, std::vector<T>> blocks;
  for (int rank = 0; rank < world.n(); ++rank) {
    transfers.push_back(transfers_of(world.arrays, world.pieces[static_cast<std::size_t>(rank)], rank, way));
    for (const PeerTransfer& peer : transfers.back().peers) {
      auto& block = blocks[{rank, peer.rank}];
      block.resize(static_cast<std::size_t>(peer.leaving_elements));
      copy_all(peer.pack, bytes(rank), reinterpret_cast<char*>(block.data()));
    }
  }
  for (int rank = 0; rank < world.n(); ++rank) {
    const Transfers& mine = transfers[static_cast<std::size_t>(rank)];
    arrive(mine, mine.local, bytes(rank), bytes(rank));
    for (const PeerTransfer& peer : mine.peers) {
      auto& block = blocks[{peer.rank, rank}];
      EXPECT_EQ(static_cast<Index>(block.size()), peer.arriving_elements);
      if (by == By::blocks)
        arrive(mine, peer.unpack, reinterpret_cast<const char*>(block.data()), bytes(rank));
      if (by == By::pull) arrive(mine, peer.pull, bytes(peer.rank), bytes(rank));
      if (by == By::push) copy_all(peer.push, bytes(rank), bytes(peer.rank));
    }
  }
  for (int rank = 0; rank < world.n(); ++rank) {
    clear_all(transfers[static_cast<std::size_t>(rank)].clear_local, bytes(rank));
    for (const PeerTransfer& peer : transfers[static_cast<std::size_t>(rank)].peers)
      clear_all(peer.clear, bytes(rank));
  }
}

template <class T>
void check_moves(const Layout& layout, const HaloRule& rule) {
  const World world({layout, any_order(layout.n_axes()), element_type<T>()}, rule);
  for (HaloWay way : halo_ways) {
    auto expected = world.data<T>();
    world.expect(way, expected);
    for (By by : {By::blocks, By::pull, By::push}) {
      if (by == By::push && way == HaloWay::add) continue;  // nobody adds to another's array
      auto found = world.data<T>();
      move_all(world, way, by, found);
      if (found != expected)
        RC_FAIL(in_words(layout, rule) + (way == HaloWay::add ? ", add" : ", fill") + ", way " +
                std::to_string(static_cast<int>(by)));
    }
  }
}

RC_GTEST_PROP(HaloTransfers, MoveWhatTheDefinitionSays, ()) {
  const Layout layout = any_layout_with_ghosts(between(1, 16), 250);
  const HaloRule rule = any_rule(layout.n_axes());
  const int type = between(0, 3);
  if (type == 0) check_moves<float>(layout, rule);
  if (type == 1) check_moves<double>(layout, rule);
  if (type == 2) check_moves<std::complex<float>>(layout, rule);
  if (type == 3) check_moves<std::complex<double>>(layout, rule);
}

TEST(HaloPieces, AreThoseOfTheDrawing) {
  const Layout layout{{5}, {{2}}, {0}, {}, {2}};
  const std::vector<HaloPiece> pieces = halo_pieces(layout, {{true}}, 0);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0], (HaloPiece{1, {{{-2, 0}}}, {{{3, 5}}}}));
  EXPECT_EQ(pieces[1], (HaloPiece{1, {{{3, 5}}}, {{{3, 5}}}}));
  EXPECT_EQ(halo_pieces(layout, {{false}}, 1), (std::vector<HaloPiece>{{0, {{{1, 3}}}, {{{1, 3}}}}}));
}

TEST(HaloPieces, WrapMoreThanOnceWhereGhostsAreWiderThanTheArray) {
  const Layout layout{{2}, {{1}}, {0}, {}, {5}};
  const std::vector<HaloPiece> pieces = halo_pieces(layout, {{true}}, 0);
  EXPECT_EQ(n_ghosts(pieces), 10);
  EXPECT_EQ(pieces.front(), (HaloPiece{0, {{{-5, -4}}}, {{{1, 2}}}}));
}

}  // namespace
}  // namespace weft::test
