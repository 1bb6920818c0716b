// Products in the memory of their factors: each element leaves from where it arrived, and convolve needs no
// more memory than a transform.

#include "direction/products_in_place.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "agree.hpp"
#include "any_nodes.hpp"
#include "geometry/storage.hpp"
#include "views.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Place = std::pair<Slot, Index>;

// Where each element lies, by field and position in the local array.
std::map<std::pair<Index, Index>, Place> places(const View& view, const Extents& shape, Index n_fields) {
  std::map<std::pair<Index, Index>, Place> all;
  for (Index field = 0; field < n_fields; ++field)
    for_each_element(view, shape, field, [&](Index position, Slot slot, Index offset) {
      all[{field, position}] = {slot, offset};
    });
  return all;
}

struct Moves {
  Redistribution back, there;
};

Moves any_moves(int n_processes) {
  const Extents shape = any_shape(between(1, 4), 800);
  const Layout modes = any_layout(shape, n_processes), points = any_layout(shape, n_processes);
  const int n_fields = between(1, 3);
  return {{modes, points, 16, n_fields}, {points, modes, 16, n_fields}};
}

// Arrays that differ in nothing but slots.
std::string complaint_about_places(const View& arrived, const View& leaving, Slot slot, const Extents& shape,
                                   Index n_fields) {
  auto expected = places(arrived, shape, n_fields);
  if (slot != no_slot)
    for (auto& [element, place] : expected) place.first = slot;
  return places(leaving, shape, n_fields) == expected ? "" : "an element leaves from elsewhere";
}

// Messages: what others get, and the own block, lie where they arrived; all that the exchange brings lies
// where it did, and the own block is found where it stayed.
std::string complaint_about_messages(const ExchangeRow& row, const Moves& moves, int rank) {
  const Nodes nodes = one_node(moves.back.from.n_processes());
  const View arrived = row.views(moves.back, rank, nodes).incoming;
  const ExchangeViews plain = row.views(moves.there, rank, nodes);
  const std::optional<ExchangeViews> views = leaving_from(arrived, plain, moves.there, rank);
  const Index n_fields = moves.back.n_fields;
  if (!views) return row.pads ? "" : "it cannot leave from there";
  const Box before = box_of(moves.there.from, rank), after = box_of(moves.there.to, rank);
  const bool sends = !is_local(moves.there);
  const std::string text =
      complaint_about_places(arrived, views->outgoing, sends ? send_slot : no_slot, before.shape(), n_fields);
  if (!text.empty()) return text;
  const auto expected = places(plain.incoming, after.shape(), n_fields),
             incoming = places(views->incoming, after.shape(), n_fields),
             outgoing = places(views->outgoing, before.shape(), n_fields);
  if (incoming.size() != expected.size()) return "an element is not read";
  const Box own = piece_between(moves.there, rank, rank);
  std::map<std::pair<Index, Index>, Place> own_places;
  for (Index field = 0; field < n_fields; ++field) {
    std::vector<Index> at_home, at_goal;
    const auto positions = [](const Box& box, const Box& whole, std::vector<Index>& list) {
      for_each_point(whole.shape(), relative_to(box, whole),
                     dense_storage(box.shape(), c_order(box.n_axes())),
                     [&](Index position, Index) { list.push_back(position); });
    };
    positions(own, before, at_home);
    positions(own, after, at_goal);
    for (std::size_t i = 0; i < at_home.size(); ++i)
      own_places[{field, at_goal[i]}] = outgoing.at({field, at_home[i]});
  }
  for (const auto& [element, place] : incoming) {
    const auto stayed = own_places.find(element);
    if (sends && stayed != own_places.end() ? place != stayed->second : place != expected.at(element))
      return "an element is read elsewhere";
  }
  return "";
}

RC_GTEST_PROP(ProductsInPlace, LeaveByMessagesFromWhereTheirFactorsArrived, ()) {
  if (size_of(MPI_COMM_WORLD) > 1) return;  // pure functions
  const int n = between(2, 12);
  const Moves moves = any_moves(n);
  std::vector<const ExchangeRow*> rows;
  for (const ExchangeRow& row : exchange_table())
    if (row.window_group == nullptr && !is_local(moves.there)) rows.push_back(&row);
  if (is_local(moves.there)) rows = {&local_exchange()};
  for (const ExchangeRow* row : rows)
    for (int rank = 0; rank < n; ++rank) {
      const std::string complaint = complaint_about_messages(*row, moves, rank);
      if (!complaint.empty())
        RC_FAIL(complaint + "; " + row->name + " from " + to_text(moves.there.from) + " to " +
                to_text(moves.there.to) + ", process " + std::to_string(rank));
    }
}

RC_GTEST_PROP(ProductsInPlace, ArePushedIntoWindowsWhereTheirFactorsWerePulled, ()) {
  if (size_of(MPI_COMM_WORLD) > 1) return;  // pure functions
  const int n = between(1, 12);
  const Moves moves = any_moves(n);
  const Nodes nodes = one_node(n);
  int n_rows = 0;
  for (const ExchangeRow& row : exchange_table()) {
    const ExchangeRow* const mirror = mirror_of(row);
    if (mirror == nullptr) continue;
    ++n_rows;
    RC_ASSERT(mirror_of(*mirror) == &row);
    for (int rank = 0; rank < n; ++rank) {
      const ExchangeViews back = row.views(moves.back, rank, nodes),
                          there = mirror->views(moves.there, rank, nodes);
      RC_ASSERT(there.window_elements == back.window_elements);
      RC_ASSERT(complaint_about_places(back.incoming, there.outgoing, no_slot,
                                       box_of(moves.there.from, rank).shape(), moves.back.n_fields) == "");
    }
  }
  RC_ASSERT(n_rows == 2);
}

// Without them a plan with convolve=yes had one window or stage of all fields more.
TEST(ProductsInPlace, NeedNoMoreStagesAndWindowsThanATransform) {
  for (const std::string& exchange : exchange_names()) {
    if (exchange == "node" || find_exchange(exchange).pads) continue;
    Problem problem = r2c({24, 20, 36});
    problem.n_fields = 6;
    const std::string grid = std::to_string(size_of(MPI_COMM_WORLD));
    const Plan without(problem, MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", grid}}),
        with(problem, MPI_COMM_WORLD, {{"exchange", exchange}, {"grid", grid}, {"convolve", "yes"}});
    EXPECT_EQ(with.description().memory.windows, without.description().memory.windows) << exchange;
    const Index stages = without.description().memory.stages;
    // alone, a transform has nothing between its sweeps; products have
    const Index local = 6 * 16 * 24 * 20 * 20 * 5 / 4;
    EXPECT_LE(with.description().memory.stages, grid == "1" ? local : stages + stages / 3) << exchange;
  }
}

}  // namespace
}  // namespace weft::test
