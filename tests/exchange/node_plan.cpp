// How a move goes from node to node, played by one process: what the sweeps write into the segments, carried
// by the messages, is what the sweeps read.
//
// Random moves on up to 24 processes on random nodes, with random carriers, and with fewer fields than a call
// may have.

#include "exchange/node_plan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "any_nodes.hpp"
#include "views.hpp"

namespace weft::test {
namespace {

// A move as all processes see it.
struct Played {
  Played(const Redistribution& m, const Nodes& n) : move(m), nodes(n) {
    for (int rank = 0; rank < move.from.n_processes(); ++rank) plans.emplace_back(move, rank, nodes);
  }
  Redistribution move;
  Nodes nodes;
  std::vector<NodePlan> plans;  // by rank
};

Played any_play(int most_processes) {
  const int n = between(1, most_processes);
  const Redistribution move = any_move(n, 1000);
  return {move, any_nodes(n)};
}

using Segment = std::map<Index, std::pair<Index, Index>>;  // offset: index in the global array, field

// Calls f(segment, offset, index, field) for each element of the first fields of a view.
template <class F>
void visit(const Played& played, int rank, const View& view, const Box& box, Index n_fields, const F& f) {
  const Extents& shape = played.move.from.shape;
  for (Index field = 0; field < n_fields; ++field)
    for_each_element(view, box.shape(), field, [&](Index position, Slot slot, Index offset) {
      Index index = 0, stride = 1;
      for (std::size_t a = shape.size(); a-- > 0; stride *= shape[a]) {
        index += (box.ranges[a].begin + position % box.ranges[a].size()) * stride;
        position /= box.ranges[a].size();
      }
      f(played.plans[rank].mates().at(slot - first_window_slot), offset, index, field);
    });
}

RC_GTEST_PROP(NodePlan, BringsEveryElementFromItsWriterToItsReader, ()) {
  const Played played = any_play(24);
  const Redistribution& move = played.move;
  const int n = move.from.n_processes();
  const Index n_fields = between(1, move.n_fields);
  std::vector<Segment> segments(n);
  bool alone = true, inside = true;
  for (int rank = 0; rank < n; ++rank)
    visit(played, rank, node_views(move, rank, played.nodes).outgoing, box_of(move.from, rank), n_fields,
          [&](int owner, Index offset, Index index, Index field) {
            alone = segments[owner].emplace(offset, std::pair(index, field)).second && alone;
            inside = inside && offset < played.plans[owner].segment_elements();
          });
  RC_ASSERT(alone);
  RC_ASSERT(inside);
  // What a carrier sends of this many fields is contiguous, and full.
  for (int rank = 0; rank < n; ++rank) {
    const NodePlan& plan = played.plans[rank];
    for (const NodeMessage& message : plan.leaving()) {
      if (plan.mates()[message.carrier] != rank) continue;
      const NodePlan& other = played.plans[message.peer];
      const auto arriving =
          std::find_if(other.arriving().begin(), other.arriving().end(),
                       [&](const NodeMessage& m) { return m.peer == rank && m.carrier == other.position(); });
      RC_ASSERT(arriving != other.arriving().end());
      RC_ASSERT(arriving->field_elements == message.field_elements);
      for (Index i = 0; i < n_fields * message.field_elements; ++i) {
        RC_ASSERT(segments[rank].count(message.start + i) == 1u);
        RC_ASSERT(
            segments[message.peer].emplace(arriving->start + i, segments[rank][message.start + i]).second);
      }
    }
  }
  bool found = true;
  for (int rank = 0; rank < n; ++rank)
    visit(played, rank, node_views(move, rank, played.nodes).incoming, box_of(move.to, rank), n_fields,
          [&](int owner, Index offset, Index index, Index field) {
            const auto there = segments[owner].find(offset);
            found = found && there != segments[owner].end() && there->second == std::pair(index, field);
          });
  RC_ASSERT(found);
}

// A process waits for all those whose data it needs, and for nobody else.
RC_GTEST_PROP(NodePlan, NamesThoseThatWriteWhatIsSentAndWhatIsRead, ()) {
  const Played played = any_play(16);
  const Redistribution& move = played.move;
  const auto has = [&](int a, int b) { return !piece_between(move, a, b).empty(); };
  for (int rank = 0; rank < move.from.n_processes(); ++rank) {
    const NodePlan& plan = played.plans[rank];
    RC_ASSERT(plan.mates()[plan.position()] == rank);
    const auto node_of = [&](int r) { return played.nodes.node_of[r]; };
    std::vector<int> givers, carriers;
    for (std::size_t i = 0; i < plan.mates().size(); ++i)
      if (plan.mates()[i] != rank && has(plan.mates()[i], rank)) givers.push_back(static_cast<int>(i));
    RC_ASSERT(plan.givers() == givers);
    for (int carrier = 0; carrier < static_cast<int>(plan.mates().size()); ++carrier) {
      bool reads = false;
      for (const NodeMessage& message : plan.arriving())
        for (int a : group_of(move, rank))
          reads =
              reads || (message.carrier == carrier && node_of(a) == node_of(message.peer) && has(a, rank));
      if (reads && carrier != plan.position()) carriers.push_back(carrier);
    }
    RC_ASSERT(plan.carriers_read() == carriers);
    for (const NodeMessage& message : plan.leaving()) {
      std::vector<int> writers;
      for (std::size_t i = 0; i < plan.mates().size(); ++i) {
        const std::vector<int> group = group_of(move, rank);
        if (std::any_of(group.begin(), group.end(), [&](int b) {
              return node_of(b) == node_of(message.peer) && has(plan.mates()[i], b);
            }))
          writers.push_back(static_cast<int>(i));
      }
      RC_ASSERT(plan.writers(message) == writers);
    }
  }
}

RC_GTEST_PROP(NodePlan, BeginsEveryPartOfASegmentAtACacheLine, ()) {
  const Played played = any_play(24);
  const Index line = 64 / played.move.element_bytes;
  for (const NodePlan& plan : played.plans) {
    for (const std::vector<NodeMessage>* messages : {&plan.leaving(), &plan.arriving()})
      for (const NodeMessage& message : *messages) {
        RC_ASSERT(message.start % line == 0);
        RC_ASSERT(message.field_elements > 0);
      }
    for (const NodeParcel& parcel : plan.outgoing()) {
      const auto is_here = [&](const NodeMessage& m) { return m.carrier == parcel.position; };
      if (std::none_of(plan.leaving().begin(), plan.leaving().end(), is_here)) {
        RC_ASSERT(parcel.start % line == 0);
        RC_ASSERT(parcel.field_stride % line == 0);
      }
    }
  }
}

// Messages of each process of a node, of those that leave and of those that arrive.
std::vector<int> loads(const NodePlan& plan, const std::vector<NodeMessage>& messages) {
  std::vector<int> loads(plan.mates().size(), 0);
  for (const NodeMessage& message : messages) ++loads[message.carrier];
  return loads;
}

TEST(NodePlan, GivesEachLaneItsShareOfTheMessages) {
  const Layout slab{{48, 48}, {{24}}, {0}, {}}, turned{{48, 48}, {{24}}, {1}, {}};
  for (int n_on_node : {2, 3, 4})
    for (int carriers : {0, 1, 2, 7}) {
      Nodes nodes{{}, carriers};
      for (int rank = 0; rank < 24; ++rank) nodes.node_of.push_back(rank / n_on_node * n_on_node);
      const int n_carriers = carriers == 0 ? n_on_node : std::min(carriers, n_on_node);
      for (int rank = 0; rank < 24; ++rank) {
        const NodePlan plan({slab, turned, 16, 1}, rank, nodes);
        for (const std::vector<NodeMessage>* messages : {&plan.leaving(), &plan.arriving()}) {
          ASSERT_EQ(static_cast<int>(messages->size()), 24 / n_on_node - 1);
          std::vector<int> load = loads(plan, *messages);
          for (int i = n_carriers; i < n_on_node; ++i) EXPECT_EQ(load[i], 0) << "no carrier";
          load.resize(n_carriers);
          const auto [least, most] = std::minmax_element(load.begin(), load.end());
          EXPECT_LE(*most - *least, 1) << n_on_node << " on a node, lanes=" << carriers;
        }
      }
    }
}

TEST(NodePlan, HasOneProcessThatTalksWithANode) {
  const Layout slab{{9, 9}, {{6}}, {0}, {}}, turned{{9, 9}, {{6}}, {1}, {}};
  const Nodes nodes{{0, 0, 2, 2, 4, 4}};
  for (int rank = 0; rank < 6; ++rank) {
    const NodePlan plan({slab, turned, 16, 2}, rank, nodes);
    ASSERT_EQ(plan.leaving().size(), 2u);
    ASSERT_EQ(plan.arriving().size(), 2u);
    for (std::size_t i : {0, 1}) {
      EXPECT_EQ(plan.leaving()[i].node, plan.arriving()[i].node);
      EXPECT_EQ(plan.leaving()[i].carrier, plan.arriving()[i].carrier);
      EXPECT_EQ(plan.leaving()[i].peer, plan.arriving()[i].peer);
    }
    EXPECT_NE(plan.leaving()[0].carrier, plan.leaving()[1].carrier) << "the carriers take turns";
  }
}

}  // namespace
}  // namespace weft::test
