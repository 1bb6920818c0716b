// Views of every row of the table of exchanges, for every process, without talking.
//
// What the sweep before writes must be its whole array, once; what the sweep after reads must be its
// whole array, once; elements of different fields and places never share memory, all lie inside the
// memory that the row asks for, and what a row's views and its counts say is the same.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "any_nodes.hpp"
#include "exchange/exchange.hpp"
#include "oracle.hpp"
#include "views.hpp"

namespace weft::test {
namespace {

// All processes on one node.
Nodes nodes_of(const Redistribution& move) { return one_node(move.from.n_processes()); }

// The processes whose segments `rank` sees, by slot.
std::vector<int> owners(const ExchangeRow& row, const Redistribution& move, int rank, const Nodes& nodes) {
  return row.window_group != nullptr ? row.window_group(move, rank, nodes) : std::vector<int>{};
}

// Elements of a slot of `rank`'s views.
Index room_of(const ExchangeRow& row, const Redistribution& move, int rank, const Nodes& nodes, Slot slot) {
  const ExchangeViews views = row.views(move, rank, nodes);
  if (slot == send_slot) return views.send_elements;
  if (slot == receive_slot) return views.receive_elements;
  const std::vector<int> group = owners(row, move, rank, nodes);
  return row.views(move, group.at(static_cast<std::size_t>(slot - first_window_slot)), nodes).window_elements;
}

// "" if `view` is a whole local array of this shape, for all fields, each element in memory of its own.
std::string complaint_about_view(const View& view, const Extents& shape, const ExchangeRow& row,
                                 const Redistribution& move, int rank, const Nodes& nodes) {
  std::set<std::pair<Slot, Index>> taken;
  for (Index field = 0; field < move.n_fields; ++field) {
    std::vector<int> times(static_cast<std::size_t>(product(shape)), 0);
    bool apart = true, inside = true;
    std::map<Slot, Index> rooms;
    for_each_element(view, shape, field, [&](Index position, Slot slot, Index offset) {
      ++times[static_cast<std::size_t>(position)];
      apart = taken.emplace(slot, offset).second && apart;
      if (rooms.count(slot) == 0) rooms[slot] = room_of(row, move, rank, nodes, slot);
      inside = inside && offset >= 0 && offset < rooms[slot];
    });
    if (std::any_of(times.begin(), times.end(), [](int n) { return n != 1; }))
      return "does not cover the array once";
    if (!apart) return "has two elements in one place";
    if (!inside) return "leaves its memory";
  }
  for (const Piece& piece : view.pieces)
    if (piece.box.empty()) return "has an empty piece";
  return "";
}

std::string complaint_about_row(const ExchangeRow& row, const Redistribution& move, int rank,
                                const Nodes& nodes) {
  const ExchangeViews views = row.views(move, rank, nodes);
  std::string text =
      complaint_about_view(views.outgoing, box_of(move.from, rank).shape(), row, move, rank, nodes);
  if (!text.empty()) return "the outgoing view " + text;
  text = complaint_about_view(views.incoming, box_of(move.to, rank).shape(), row, move, rank, nodes);
  if (!text.empty()) return "the incoming view " + text;
  const bool has_window = views.window_elements > 0;
  if (has_window && row.window_group == nullptr) return "a row that does not share memory has a window";
  return "";
}

// The move, often cut into strips.
Redistribution any_strips(Redistribution move) {
  const int axis = between(-1, move.from.n_axes() - 1);
  if (axis >= 0) move.strips = {axis, between(1, 12)};
  return move;
}

std::string in_words(const ExchangeRow& row, const Redistribution& move, int rank) {
  return "; " + row.name + " from " + to_text(move.from) + " to " + to_text(move.to) + ", process " +
         std::to_string(rank) + ", " + std::to_string(move.n_fields) + " fields, strips of " +
         std::to_string(move.strips.width) + " along axis " + std::to_string(move.strips.axis);
}

RC_GTEST_PROP(ExchangeViews, CoverEveryArrayOnceInsideTheirMemory, ()) {
  for (int i = 0; i < 2; ++i) {
    const Redistribution uncut = any_move(between(1, 24), 1000), cut = any_strips(uncut);
    const Nodes nodes = any_nodes(uncut.from.n_processes());
    for (const ExchangeRow& row : exchange_table())
      for (int rank = 0; rank < uncut.from.n_processes(); ++rank) {
        const Redistribution& move = row.in_strips ? cut : uncut;
        const std::string complaint = complaint_about_row(row, move, rank, nodes_for(row, nodes));
        if (!complaint.empty()) RC_FAIL(complaint + in_words(row, move, rank));
      }
  }
}

// A window group is one and the same for all its members, on one node, and within the group of the move.
RC_GTEST_PROP(ExchangeViews, HaveTheWindowsOfProcessesOfANode, ()) {
  const Redistribution move = any_move(between(1, 24), 1000);
  const Nodes drawn = any_nodes(move.from.n_processes());
  for (const ExchangeRow& row : exchange_table()) {
    if (row.window_group == nullptr) continue;
    const Nodes nodes = nodes_for(row, drawn);
    for (int rank = 0; rank < move.from.n_processes(); ++rank) {
      const std::vector<int> mates = owners(row, move, rank, nodes), group = group_of(move, rank);
      RC_ASSERT(std::is_sorted(mates.begin(), mates.end()));
      RC_ASSERT(std::count(mates.begin(), mates.end(), rank) == 1);
      RC_ASSERT(std::includes(group.begin(), group.end(), mates.begin(), mates.end()));
      for (int mate : mates) {
        RC_ASSERT(nodes.node_of[mate] == nodes.node_of[rank]);
        RC_ASSERT(owners(row, move, mate, nodes) == mates);
      }
    }
  }
}

// Who writes and who reads a window agree on what is where. (Between nodes: node_plan.cpp.)
RC_GTEST_PROP(ExchangeViews, FindInWindowsWhatOthersPutThere, ()) {
  const Redistribution move = any_move(between(1, 16), 1000);
  for (const ExchangeRow& row : exchange_table()) {
    std::map<std::tuple<int, Index>, std::pair<Index, Index>> windows;  // owner, offset: index, field
    const auto visit = [&](int rank, const Box& box, const View& view, const auto& body) {
      const std::vector<int> group = owners(row, move, rank, nodes_of(move));
      for (Index field = 0; field < move.n_fields; ++field)
        for_each_element(view, box.shape(), field, [&](Index position, Slot slot, Index offset) {
          Index index = 0, stride = 1;
          for (std::size_t a = move.from.shape.size(); a-- > 0; stride *= move.from.shape[a]) {
            index += (box.ranges[a].begin + position % box.ranges[a].size()) * stride;
            position /= box.ranges[a].size();
          }
          if (slot >= first_window_slot)
            body(std::tuple(group.at(slot - first_window_slot), offset), std::pair(index, field));
        });
    };
    for (int rank = 0; rank < move.from.n_processes(); ++rank)
      visit(rank, box_of(move.from, rank), row.views(move, rank, nodes_of(move)).outgoing,
            [&](const auto& place, const auto& what) { windows[place] = what; });
    bool found = true;
    for (int rank = 0; rank < move.from.n_processes(); ++rank)
      visit(rank, box_of(move.to, rank), row.views(move, rank, nodes_of(move)).incoming,
            [&](const auto& place, const auto& what) {
              found = found && windows.count(place) != 0 && windows[place] == what;
            });
    if (!found) RC_FAIL(row.name + " from " + to_text(move.from) + " to " + to_text(move.to));
  }
}

// The rows that work on the user's arrays, whose fields are bound one by one: each covers the array once.
RC_GTEST_PROP(ExchangeViews, OfDirectRowsCoverEveryArrayOnce, ()) {
  Redistribution move = any_move(between(1, 24), 1000);
  move.n_fields = 1;
  for (const ExchangeRow* row : {&direct_push(), &direct_pull()})
    for (int rank = 0; rank < move.from.n_processes(); ++rank) {
      const std::string complaint = complaint_about_row(*row, move, rank, nodes_of(move));
      if (!complaint.empty()) RC_FAIL(complaint + in_words(*row, move, rank));
    }
}

RC_GTEST_PROP(ExchangeViews, OfAMoveThatSendsNothingCoverTheArray, ()) {
  Redistribution move = any_move(between(1, 12), 1000);
  move.to = move.from;
  for (int rank = 0; rank < move.from.n_processes(); ++rank)
    RC_ASSERT(complaint_about_row(local_exchange(), move, rank, nodes_of(move)) == "");
}

// What has to move from process to process, and from node to node.
struct Traffic {
  Index bytes = 0, pairs = 0;
};

Traffic traffic(const Redistribution& move, const std::vector<int>& node_of) {
  Traffic traffic;
  std::set<std::tuple<int, int, int>> pairs;  // of nodes, for each group
  for (int a = 0; a < move.from.n_processes(); ++a)
    for (int b = 0; b < move.from.n_processes(); ++b) {
      const Index n =
          node_of[a] == node_of[b] ? 0 : intersect(box_of(move.from, a), box_of(move.to, b)).n_points();
      traffic.bytes += n * move.element_bytes;
      if (n > 0) pairs.emplace(group_of(move, a).front(), node_of[a], node_of[b]);
    }
  traffic.pairs = static_cast<Index>(pairs.size());
  return traffic;
}

// Bytes that a process reads from the segments of others, or writes into them, as its views say.
Index bytes_in_other_segments(const ExchangeRow& row, const Redistribution& move, int rank,
                              const Nodes& nodes) {
  const ExchangeViews views = row.views(move, rank, nodes);
  const std::vector<int> group = owners(row, move, rank, nodes);
  Index n = 0;
  for (const Piece& piece : (row.writes_to_peers ? views.outgoing : views.incoming).pieces)
    if (piece.slot >= first_window_slot && group.at(piece.slot - first_window_slot) != rank)
      n += piece.box.n_points();
  return n * move.element_bytes;
}

// Over all processes, what is sent is what has to move between processes, or between nodes where they share
// memory, one message for each pair; windows hold the rest.
RC_GTEST_PROP(ExchangeCounts, AddUpToWhatHasToMove, ()) {
  const Redistribution move = any_move(between(1, 24), 1000);
  const Nodes drawn = any_nodes(move.from.n_processes());
  std::vector<int> ranks(drawn.node_of.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  for (const ExchangeRow& row : exchange_table()) {
    const Nodes nodes = nodes_for(row, drawn);
    const Traffic all = traffic(move, row.window_group != nullptr ? nodes.node_of : ranks);
    Index sent = 0, messages = 0, peer_bytes = 0;
    for (int rank = 0; rank < move.from.n_processes(); ++rank) {
      const ExchangeCounts counts = row.counts(move, rank, nodes);
      RC_ASSERT(counts.exchange == row.name);
      sent += counts.bytes_sent;
      messages += counts.messages;
      peer_bytes += counts.peer_bytes;
      RC_ASSERT(counts.peer_bytes == bytes_in_other_segments(row, move, rank, nodes));
      const bool is_alone = row.window_group == nullptr || owners(row, move, rank, nodes).size() == 1;
      RC_ASSERT((counts.flags == 0) == is_alone);
    }
    if (row.pads) {
      RC_ASSERT(sent >= all.bytes);
      RC_ASSERT(messages >= all.pairs);
    } else {
      RC_ASSERT(sent == all.bytes);
      RC_ASSERT(messages == all.pairs);
    }
    if (row.shares_memory) {
      RC_ASSERT(peer_bytes == traffic(move, ranks).bytes);
    }
  }
}

// 5 x 7 x 2 points from blocks of 2, 2 and 1 to blocks of 3, 2 and 2: every parcel has room for 2 x 3 x 2.
TEST(ExchangeCounts, OfPaddedBlocksAreThoseOfTheLargest) {
  Redistribution move{{{5, 7, 2}, {{3}}, {0}, {}}, {{5, 7, 2}, {{3}}, {1}, {}}, 8, 2};
  const ExchangeRow& row = find_exchange("alltoall");
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(row.counts(move, rank, nodes_of(move)).messages, 2);
    EXPECT_EQ(row.counts(move, rank, nodes_of(move)).bytes_sent, 2 * 12 * 8);
    EXPECT_EQ(row.views(move, rank, nodes_of(move)).send_elements, 3 * 2 * 12);
    EXPECT_EQ(row.views(move, rank, nodes_of(move)).receive_elements, 3 * 2 * 12);
  }
  move.strips = {0, 1};
  EXPECT_EQ(row.counts(move, 1, nodes_of(move)).messages, 2 * 2) << "two strips";
  EXPECT_EQ(row.counts(move, 1, nodes_of(move)).bytes_sent, 2 * 12 * 8);
}

TEST(ExchangeTable, NamesEveryRowOnce) {
  std::set<std::string> names;
  for (const ExchangeRow& row : exchange_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(&find_exchange(row.name), &row);
    EXPECT_FALSE(row.meaning.empty());
  }
}

}  // namespace
}  // namespace weft::test
