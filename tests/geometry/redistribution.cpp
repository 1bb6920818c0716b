// Who talks to whom when an array moves from one layout to another.
//
// The oracle is the definition: process a sends to process b what a owns before and b owns after. A
// group may be larger than that, but everybody with whom anything is exchanged is in it, all members
// agree on it, and it is the same for the move back. Pure functions, so random pairs of layouts over
// up to 128 processes: one grid with other cuts, other grids, an axis cut twice, own block sizes.

#include "geometry/redistribution.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "any_layout.hpp"
#include "blocks.hpp"

namespace weft::test {
namespace {

// A second layout that has much in common with the first: the same grid, some cuts the same.
Layout any_relative(const Layout& layout) {
  Layout other = layout;
  const bool only_shuffles = one_in(2);
  if (only_shuffles || one_in(2))
    std::shuffle(other.cut.begin(), other.cut.end(), std::minstd_rand(between(1, 1000)));
  for (int& axis : other.cut)
    if (!only_shuffles && one_in(3)) axis = between(0, layout.n_axes() - 1);
  for (int axis = 0; axis < static_cast<int>(other.splits.size()); ++axis)
    if (n_parts(other, axis) != n_parts(layout, axis)) other.splits[axis] = {};
  return other;
}

// A layout whose grid dimensions often cut the same axis.
Layout any_digits(const Extents& shape, int n_processes) {
  Layout layout{shape, {any_factors(n_processes, between(2, 4))}, {}, {}};
  for (std::size_t g = 0; g < layout.grid.dims.size(); ++g)
    layout.cut.push_back(between(0, layout.n_axes() - 1));
  return layout;
}

Redistribution any_move(int n_processes) {
  const Extents shape = any_shape(between(1, 5), 1500);
  const Layout from = one_in(3) ? any_digits(shape, n_processes) : any_layout(shape, n_processes);
  const Layout to = one_in(3) ? any_layout(shape, n_processes) : any_relative(from);
  return {from, to, 8, 1};
}

std::string in_words(const Redistribution& move) { return to_text(move.from) + " -> " + to_text(move.to); }

std::vector<Box> boxes_of(const Layout& layout) {
  std::vector<Box> boxes;
  for (int rank = 0; rank < layout.n_processes(); ++rank) boxes.push_back(box_of(layout, rank));
  return boxes;
}

// "" if the groups of this move are what they must be.
std::string complaint_about_groups(const Redistribution& move) {
  const Redistribution back{move.to, move.from, move.element_bytes, move.n_fields};
  const std::vector<Box> before = boxes_of(move.from), after = boxes_of(move.to);
  const int n = move.from.n_processes();
  std::vector<std::vector<int>> groups;
  for (int rank = 0; rank < n; ++rank) groups.push_back(group_of(move, rank));
  for (int rank = 0; rank < n; ++rank) {
    const std::vector<int>& group = groups[rank];
    const std::string of = "the group of process " + std::to_string(rank);
    if (std::adjacent_find(group.begin(), group.end(), std::greater_equal<>()) != group.end())
      return of + " is not ascending";
    if (group.empty() || group.front() < 0 || group.back() >= n)
      return of + " has members that are not there";
    if (group_leader(move, rank) != group.front()) return of + " has another leader";
    if (group_of(back, rank) != group) return of + " is another one on the way back";
    if (!std::binary_search(group.begin(), group.end(), rank)) return of + " does not hold it";
    for (int member : group)
      if (groups[member] != group) return of + " is another one to its member " + std::to_string(member);
    for (int peer = 0; peer < n; ++peer) {
      const bool talks =
          !intersect(before[rank], after[peer]).empty() || !intersect(before[peer], after[rank]).empty();
      if (talks && !std::binary_search(group.begin(), group.end(), peer))
        return of + " lacks process " + std::to_string(peer) + ", with which it exchanges data";
    }
  }
  return "";
}

// "" if the pieces between members of groups hold every point exactly once, inside both boxes.
std::string complaint_about_pieces(const Redistribution& move) {
  const Extents& shape = move.from.shape;
  std::vector<int> times(static_cast<std::size_t>(product(shape)), 0);
  for (int rank = 0; rank < move.from.n_processes(); ++rank) {
    const Box mine = box_of(move.from, rank);
    for (int peer : group_of(move, rank)) {
      const Box piece = piece_between(move, rank, peer);
      if (piece.empty()) continue;
      if (!(intersect(piece, mine) == piece) || !(intersect(piece, box_of(move.to, peer)) == piece))
        return "the piece from " + std::to_string(rank) + " to " + std::to_string(peer) +
               " is not inside both boxes";
      Axes order(shape.size());
      std::iota(order.begin(), order.end(), 0);
      for_each_point(shape, piece, dense_storage(piece.shape(), order),
                     [&](Index position, Index) { ++times[static_cast<std::size_t>(position)]; });
    }
  }
  const auto wrong = std::find_if(times.begin(), times.end(), [](int n) { return n != 1; });
  if (wrong == times.end()) return "";
  return "point " + std::to_string(wrong - times.begin()) + " travels " + std::to_string(*wrong) + " times";
}

std::string complaint_about(const Redistribution& move) {
  std::string complaint = complaint_about_groups(move);
  if (complaint.empty()) complaint = complaint_about_pieces(move);
  return complaint.empty() ? "" : complaint + "; " + in_words(move);
}

RC_GTEST_PROP(Redistribution, HasGroupsThatHoldEveryPairThatExchangesData, ()) {
  for (int i = 0; i < 10; ++i) {
    const int n_processes = one_in(2) ? between(1, 40) : one_of<int>({8, 12, 16, 18, 24, 27, 30, 32, 36});
    const std::string complaint = complaint_about(any_move(n_processes));
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

RC_GTEST_PROP(Redistribution, HasRightGroupsOnManyProcesses, ()) {
  const int many[] = {64, 72, 96, 108, 120, 127, 128};
  const std::string complaint = complaint_about(any_move(many[between(0, 6)]));
  if (!complaint.empty()) RC_FAIL(complaint);
}

// Two grid dimensions cut one axis before and after, but as other digits of the part's number.
TEST(Redistribution, FindsTheGroupWhenAGridDimensionBecomesAnotherDigitOfTheSameAxis) {
  const Extents shape = {8, 8, 8};
  EXPECT_EQ(
      "", complaint_about({{shape, {{2, 2, 2}}, {1, 0, 0}, {}}, {shape, {{2, 2, 2}}, {0, 0, 1}, {}}, 8, 1}));
  EXPECT_EQ(
      "", complaint_about({{shape, {{2, 2, 3}}, {0, 1, 1}, {}}, {shape, {{2, 2, 3}}, {1, 1, 0}, {}}, 8, 1}));
}

TEST(Redistribution, TalksOnlyAlongTheGridDimensionsThatChange) {
  const Extents shape = {12, 12, 12};
  const Layout points{shape, {{4, 2}}, {0, 1}, {}};
  const Redistribution rows{points, {shape, {{4, 2}}, {0, 2}, {}}, 8, 1};
  const Redistribution columns{points, {shape, {{4, 2}}, {2, 1}, {}}, 8, 1};
  EXPECT_EQ(group_of(rows, 5), (std::vector<int>{4, 5}));
  EXPECT_EQ(group_of(columns, 5), (std::vector<int>{1, 3, 5, 7}));
  EXPECT_EQ(group_of({points, {shape, {{4, 2}}, {1, 0}, {}}, 8, 1}, 5).size(), 8U);
  EXPECT_EQ(group_of({points, points, 8, 1}, 5), (std::vector<int>{5}));
}

// Communicators are kept by that name.
RC_GTEST_PROP(Redistribution, HasTheSameGroupsWhereItHasTheSameGroupName, ()) {
  const int n_processes = between(1, 32);
  std::map<std::string, Redistribution> named;
  for (int i = 0; i < 40; ++i) {
    const Redistribution move = any_move(n_processes);
    const auto [known, is_new] = named.emplace(group_name(move), move);
    for (int rank = 0; !is_new && rank < n_processes; ++rank)
      if (group_of(known->second, rank) != group_of(move, rank))
        RC_FAIL(group_name(move) + " is the name of two kinds of groups: " + in_words(move) + " and " +
                in_words(known->second));
  }
}

RC_GTEST_PROP(Redistribution, IsLocalOnlyWhereNothingIsSent, ()) {
  for (int i = 0; i < 20; ++i) {
    const Redistribution move = any_move(between(1, 16));
    const std::vector<Box> before = boxes_of(move.from), after = boxes_of(move.to);
    if (is_local(move) != (before == after)) RC_FAIL(in_words(move));
    bool sends = false;
    for (std::size_t a = 0; a < before.size(); ++a)
      for (std::size_t b = 0; b < after.size(); ++b)
        sends = sends || (a != b && !intersect(before[a], after[b]).empty());
    if (is_local(move) && sends) RC_FAIL(in_words(move));
  }
}

TEST(Redistribution, IsLocalWhereTwoLayoutsSayTheSame) {
  const Extents shape = {6, 4};
  const Layout rows{shape, {{2}}, {0}, {}};
  EXPECT_TRUE(is_local({rows, rows, 8, 1}));
  EXPECT_TRUE(is_local({rows, {shape, {{2, 1}}, {0, 1}, {}}, 8, 1}))
      << "a grid dimension of 1 divides nothing";
  EXPECT_TRUE(is_local({rows, {shape, {{2}}, {0}, {{{3, 3}}, {}}}, 8, 1}))
      << "own sizes that are the balanced ones";
  EXPECT_FALSE(is_local({rows, {shape, {{2}}, {1}, {}}, 8, 1}));
  EXPECT_FALSE(is_local({rows, {shape, {{2}}, {0}, {{{2, 4}}, {}}}, 8, 1}));
}

TEST(Redistribution, CountsMorePointsThanAnIntHolds) {
  const Extents shape = {2048, 2048, 2048};
  const Redistribution slab{{shape, {{2}}, {0}, {}}, {shape, {{2}}, {1}, {}}, 16, 1};
  EXPECT_EQ(piece_between(slab, 0, 1), (Box{{{0, 1024}, {1024, 2048}, {0, 2048}}}));
  EXPECT_EQ(piece_between(slab, 0, 1).n_points(), Index{1} << 31);
  const Redistribution pencil{{shape, {{64, 64}}, {0, 1}, {}}, {shape, {{64, 64}}, {0, 2}, {}}, 16, 1};
  const std::vector<int> group = group_of(pencil, 4095);
  EXPECT_EQ(group.size(), 64U);
  Index sum = 0;
  for (int peer : group) sum += piece_between(pencil, 4095, peer).n_points();
  EXPECT_EQ(sum, Index{1} << 21);
}

}  // namespace
}  // namespace weft::test
