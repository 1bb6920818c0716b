// Blocks of messages: both ends of each pair agree, and 32-bit numbers count them.
//
// Random moves on up to 64 processes, at once or in strips, then arrays of 2^33 points on 2 and on 4096:
// every count and start that MPI_Alltoallv gets must fit an int, for one field and for several, or the move
// is refused.

#include "exchange/parcels.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <climits>

#include "any_layout.hpp"
#include "expect_error.hpp"

namespace weft::test {
namespace {

Redistribution any_move_of_fields(int n_processes, int n_fields) {
  const Extents shape = any_shape(between(1, 5), 2000);
  return {any_layout(shape, n_processes), any_layout(shape, n_processes), 16, n_fields};
}

RC_GTEST_PROP(Blocks, MatchBetweenEveryPairOfProcesses, ()) {
  const Redistribution move = any_move_of_fields(between(1, 64), 1);
  const int n = move.from.n_processes();
  std::vector<std::vector<Index>> sent(n, std::vector<Index>(n, 0)), received = sent;  // [from][to]
  for (int rank = 0; rank < n; ++rank) {
    const std::vector<int> group = group_of(move, rank);
    const ParcelList out = parcels_to_send(move, rank), in = parcels_to_receive(move, rank);
    RC_ASSERT(out.sizes.size() == group.size() && in.sizes.size() == group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      sent[rank][group[i]] = out.sizes[i];
      received[group[i]][rank] = in.sizes[i];
    }
  }
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to) {
      RC_ASSERT(received[from][to] == piece_between(move, from, to).n_points());
      RC_ASSERT(sent[from][to] == (from == to ? 0 : received[from][to]));
    }
}

// The own parcel comes last.
RC_GTEST_PROP(Blocks, LieOneAfterTheOtherWithTheirFieldsSideBySide, ()) {
  const Redistribution move = any_move_of_fields(between(1, 64), between(1, 4));
  const int rank = between(0, move.from.n_processes() - 1);
  const std::vector<int> group = group_of(move, rank);
  for (const ParcelList& parcels : {parcels_to_send(move, rank), parcels_to_receive(move, rank)}) {
    Index end = 0;
    RC_ASSERT(parcels.starts.size() == parcels.sizes.size());
    for (const bool own : {false, true})
      for (std::size_t i = 0; i < parcels.sizes.size(); ++i) {
        if ((group[i] == rank) != own || (own && parcels.sizes[i] == 0)) continue;
        RC_ASSERT(parcels.starts[i] == end);
        end += parcels.sizes[i] * move.n_fields;
      }
    RC_ASSERT(parcels.total == end);
  }
}

// The strips of a parcel lie one after the other in it, and both ends find as much in each.
RC_GTEST_PROP(Blocks, OfStripsMakeUpTheBlocksOfTheWhole, ()) {
  Redistribution move = any_move_of_fields(between(1, 32), between(1, 4));
  move.strips = {between(0, move.from.n_axes() - 1), between(1, 12)};
  const int n = move.from.n_processes(), rank = between(0, n - 1);
  const std::vector<int> group = group_of(move, rank);
  for (const bool out : {true, false}) {
    const auto parcels_of = out ? parcels_to_send : parcels_to_receive;
    const ParcelList all = parcels_of(whole(move), rank);
    std::vector<Index> ends = all.starts;  // of what the strips so far take
    for (Index strip = 0; strip < n_strips(move); ++strip) {
      const ParcelList part = parcels_of(strip_of(move, strip), rank);
      RC_ASSERT(part.total == all.total);
      for (std::size_t i = 0; i < group.size(); ++i) {
        const int from = out ? rank : group[i], to = out ? group[i] : rank;
        const Index points = piece_between(strip_of(move, strip), from, to).n_points();
        RC_ASSERT(part.sizes[i] == (out && from == to ? 0 : points));
        if (part.sizes[i] == 0) continue;
        RC_ASSERT(part.starts[i] == ends[i]);
        RC_ASSERT(part.field_strides[i] == all.sizes[i]);
        ends[i] += part.sizes[i];
      }
    }
    for (std::size_t i = 0; i < group.size(); ++i) RC_ASSERT(ends[i] == all.starts[i] + all.sizes[i]);
  }
}

TEST(Blocks, ToReceiveHoldTheWholeBlockOfAProcess) {
  const Extents shape = {7, 5, 9};
  const Redistribution move{{shape, {{3}}, {0}, {}}, {shape, {{3}}, {1}, {}}, 16, 2};
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(parcels_to_receive(move, rank).total, 2 * box_of(move.to, rank).n_points());
    EXPECT_EQ(parcels_to_send(move, rank).total,
              2 * (box_of(move.from, rank).n_points() - piece_between(move, rank, rank).n_points()));
  }
}

// "" if MPI can count these parcels in units of message_unit().
std::string complaint_about_units(const ParcelList& parcels, int n_fields) {
  const Index unit = message_unit(parcels, n_fields, "alltoallv");
  if (unit < 1) return "the unit is " + std::to_string(unit);
  for (std::size_t i = 0; i < parcels.sizes.size(); ++i) {
    if (parcels.sizes[i] % unit != 0 || parcels.starts[i] % unit != 0)
      return "a parcel is not a whole number of units";
    if (n_fields * (parcels.sizes[i] / unit) > INT_MAX || parcels.starts[i] / unit > INT_MAX)
      return "a count or a start does not fit an int";
  }
  return "";
}

TEST(MessageUnit, IsOneElementWhereThatIsEnough) {
  const Redistribution move = {{{12, 12}, {{3}}, {0}, {}}, {{12, 12}, {{3}}, {1}, {}}, 16, 3};
  EXPECT_EQ(message_unit(parcels_to_send(move, 1), 3, "alltoallv"), 1);
  EXPECT_EQ(message_unit(ParcelList{{0, 0}, {0, 0}, {0, 0}, 0}, 3, "alltoallv"), 1) << "nothing to send";
  EXPECT_EQ(message_unit(ParcelList{{INT_MAX}, {0}, {INT_MAX}, INT_MAX}, 1, "alltoallv"), 1);
}

TEST(MessageUnit, CountsArraysOfTwoToTheThirtyThreePoints) {
  for (const Extents& shape :
       {Extents{2048, 2048, 2048}, Extents{4096, 1024, 2048}, Extents{65536, 65536, 2}})
    for (int n_fields : {1, 3}) {
      const Redistribution slab{{shape, {{2}}, {0}, {}}, {shape, {{2}}, {1}, {}}, 16, n_fields};
      const Redistribution rows{
          {shape, {{64, 64}}, {0, 1}, {}}, {shape, {{64, 64}}, {0, 2}, {}}, 16, n_fields};
      const Redistribution bricks{{shape, {{64, 64}}, {0, 1}, {}}, {shape, {{4096}}, {1}, {}}, 16, n_fields};
      for (const Redistribution& move : {slab, rows, bricks})
        for (int rank : {0, 1, move.from.n_processes() / 2, move.from.n_processes() - 1}) {
          const ParcelList send = parcels_to_send(move, rank), receive = parcels_to_receive(move, rank);
          EXPECT_EQ("", complaint_about_units(send, n_fields)) << to_text(move.from);
          EXPECT_EQ("", complaint_about_units(receive, n_fields)) << to_text(move.from);
          EXPECT_EQ(receive.total, n_fields * box_of(move.to, rank).n_points());
        }
    }
}

// 2^33 points and more on few processes: 64-bit numbers all the way, or a refusal in words.
TEST(ExchangeViews, OfHugeArraysHaveRoomForThem) {
  for (const Extents& shape : {Extents{2048, 2048, 2048}, Extents{65536, 65536, 3}})
    for (const Strips& strips : {Strips{}, Strips{0, 1000}})
      for (int n_processes : {2, 3}) {
        Redistribution move{{shape, {{n_processes}}, {0}, {}}, {shape, {{n_processes}}, {1}, {}}, 16, 3};
        const Nodes nodes{std::vector<int>(static_cast<std::size_t>(n_processes), 0)};
        for (const ExchangeRow& row : exchange_table()) {
          move.strips = row.in_strips ? strips : Strips{};
          const int rank = n_processes - 1;
          const Index before = 3 * box_of(move.from, rank).n_points(),
                      own = 3 * piece_between(move, rank, rank).n_points(),
                      after = 3 * box_of(move.to, rank).n_points();
          try {
            const ExchangeViews views = row.views(move, rank, nodes);
            const Index window = views.window_elements;
            EXPECT_GE(views.send_elements + window, before - own) << row.name;
            EXPECT_GE(views.receive_elements + window, std::min(before, after)) << row.name;
            if (row.window_group == nullptr) {
              EXPECT_GE(row.counts(move, rank, nodes).bytes_sent, (before - own) / 3 * 16) << row.name;
            }
          } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::not_applicable) << row.name << ": " << error.what();
          }
        }
      }
}

TEST(MessageUnit, CountsBlocksWhoseFieldsBeginBeyondAnInt) {
  const Index many = 1000000000, few = 100000000;
  EXPECT_EQ("",
            complaint_about_units(ParcelList{{many, few}, {0, 3 * many}, {many, few}, 3 * (many + few)}, 3));
}

TEST(MessageUnit, IsRefusedInWordsWhereThereIsNone) {
  const Index n = (Index{1} << 32) + 1;
  for (const ParcelList& parcels :
       {ParcelList{{n, n + 1}, {0, n}, {n, n + 1}, 2 * n + 1}, ParcelList{{3, n}, {0, 3}, {3, n}, n + 3}})
    EXPECT_EQ("",
              error_complaint(ErrorCode::not_applicable,
                              {"alltoallv", std::to_string(parcels.total), "exchange=p2p", "more processes"},
                              [&] { message_unit(parcels, 1, "alltoallv"); }));
}

}  // namespace
}  // namespace weft::test
