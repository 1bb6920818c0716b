// Each row of the table of exchanges, driven alone: what is written through the outgoing view is what is
// read through the incoming view, bit by bit.
//
// Elements say their own global index, field and round, so a stale or misplaced one shows. Moves between
// random layouts, there and back through the same memory and the same window, with as many fields as the
// plan may have or fewer, at once or strip by strip, asked for progress or not, without any synchronisation
// but that of the row itself.

#include "exchange/exchange.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include <sched.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

#include "agree.hpp"
#include "any_case.hpp"
#include "any_layout.hpp"
#include "any_nodes.hpp"
#include "geometry/part.hpp"
#include "geometry/storage.hpp"
#include "views.hpp"
#include "weft/words.hpp"

namespace weft::test {
namespace {

Nodes all_together() { return one_node(size_of(world)); }

// The bytes of one element: different for every index, field and round.
std::uint64_t label_of(Index index, Index field, int round) {
  return (static_cast<std::uint64_t>(index) * 64 + static_cast<std::uint64_t>(field)) * 1024 +
         static_cast<std::uint64_t>(round);
}
void store(char* at, int bytes, std::uint64_t label) {
  const std::uint64_t words[] = {label, ~label};
  std::memcpy(at, words, static_cast<std::size_t>(bytes));  // of 4 bytes the low half: still different
}
bool holds(const char* at, int bytes, std::uint64_t label) {
  char wanted[16];
  store(wanted, bytes, label);
  return std::memcmp(at, wanted, static_cast<std::size_t>(bytes)) == 0;
}

// Position in the local array to index in the global one, both in C order.
Index global_index(const Extents& shape, const Box& box, Index position) {
  Index index = 0, stride = 1;
  for (std::size_t a = shape.size(); a-- > 0; stride *= shape[a]) {
    index += (box.ranges[a].begin + position % box.ranges[a].size()) * stride;
    position /= box.ranges[a].size();
  }
  return index;
}

// Memory of a slot, aligned as buffers are.
struct Aligned {
  explicit Aligned(Index bytes) : bytes_(static_cast<std::size_t>(bytes) + 64) {}
  char* data() { return bytes_.data() + (64 - reinterpret_cast<std::uintptr_t>(bytes_.data()) % 64) % 64; }
  std::vector<char> bytes_;
};

// One direction of a move on this process.
class Driver {
 public:
  // Its messages have the tags from `tag` on.
  Driver(const ExchangeRow& row, const Redistribution& move, const Nodes& nodes, MPI_Comm comm,
         SharedWindow* window, int tag)
      : move_(move),
        views_(row.views(move, rank_in(world), nodes)),
        before_(box_of(move.from, rank_in(world))),
        after_(box_of(move.to, rank_in(world))),
        send_(views_.send_elements * move.element_bytes),
        receive_(views_.receive_elements * move.element_bytes) {
    const int rank = rank_in(world);
    slots_ = {send_.data(), receive_.data()};
    if (window != nullptr)
      for (std::size_t i = 0; i < row.window_group(move, rank, nodes).size(); ++i)
        slots_.push_back(window->segment(static_cast<int>(i)));
    ExchangeSetup setup{
        move, rank, group_of(move, rank), comm, {send_.data(), nullptr}, {receive_.data(), nullptr}, window,
        {},   {}};
    setup.nodes = nodes;
    setup.from = {plain_storage(move.from, rank), false};
    setup.to = {plain_storage(move.to, rank), false};
    const Index n = n_strips(move);
    for (Index strip = 0; strip < n; ++strip) {
      setup.move = strip_of(move, n > 1 ? strip : -1);
      setup.tag = tag + static_cast<int>(strip);
      exchanges_.push_back(row.make(setup));
    }
  }

  // "" if `n_fields` fields arrive. `polls`: progress is asked for until there is nothing to wait for.
  std::string move_fields(Index n_fields, int round, bool polls) {
    Call call;
    call.n_fields = n_fields;
    for (const auto& exchange : exchanges_) exchange->acquire();
    for (Index field = 0; field < n_fields; ++field)
      for_each_element(views_.outgoing, before_.shape(), field, [&](Index position, Slot slot, Index offset) {
        store(at(slot, offset), move_.element_bytes,
              label_of(global_index(move_.from.shape, before_, position), field, round));
      });
    for (const auto& exchange : exchanges_) exchange->publish(call);
    for (const auto& exchange : exchanges_) {
      while (polls && !exchange->progress()) sched_yield();
      exchange->ready();
    }
    std::string complaint;
    if (!std::all_of(exchanges_.begin(), exchanges_.end(), [](const auto& e) { return e->progress(); }))
      complaint = "what is ready says that it is not, in round " + std::to_string(round);
    for (Index field = 0; field < n_fields; ++field)
      for_each_element(views_.incoming, after_.shape(), field, [&](Index position, Slot slot, Index offset) {
        const Index index = global_index(move_.to.shape, after_, position);
        if (complaint.empty() && !holds(at(slot, offset), move_.element_bytes, label_of(index, field, round)))
          complaint = "element " + std::to_string(index) + " of field " + std::to_string(field) +
                      " has not arrived in round " + std::to_string(round);
      });
    for (const auto& exchange : exchanges_) exchange->release();
    return complaint;
  }

 private:
  char* at(Slot slot, Index offset) const {
    return slots_[static_cast<std::size_t>(slot)] + offset * move_.element_bytes;
  }

  Redistribution move_;
  ExchangeViews views_;
  Box before_, after_;
  Aligned send_, receive_;
  std::vector<char*> slots_;
  std::vector<std::unique_ptr<Exchange>> exchanges_;  // one, or one for each strip
};

Redistribution reverse(const Redistribution& move) {
  return {move.to, move.from, move.element_bytes, move.n_fields, move.strips};
}

// The processes of this one's group, in the order of their ranks. Collective.
MPI_Comm make_group(const std::vector<int>& group) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(world, group.front(), rank_in(world), &comm);
  return comm;
}

// Moves there by one row and back by another, through one window if both share memory, in every order of two,
// with every number of fields. Collective.
std::string complaint_about_moves(const ExchangeRow& row, const ExchangeRow& back_row,
                                  const Redistribution& move, const Nodes& nodes) {
  MPI_Comm comm = make_group(group_of(move, rank_in(world)));
  const Redistribution back = reverse(move);
  std::unique_ptr<SharedWindow> window;
  const Index elements = std::max(row.views(move, rank_in(world), nodes).window_elements,
                                  back_row.views(back, rank_in(world), nodes).window_elements);
  MPI_Comm sharing = MPI_COMM_NULL;
  if (row.window_group != nullptr) {
    sharing = make_group(row.window_group(move, rank_in(world), nodes));
    window = std::make_unique<SharedWindow>(sharing, elements * move.element_bytes, 60);
  }
  std::string complaint;
  {
    Driver there(row, move, nodes, comm, window.get(), 0),
        home(back_row, back, nodes, comm, window.get(), static_cast<int>(n_strips(move)));
    int round = 0;
    for (const char direction : std::string("FFBBFBFB")) {
      const Index n_fields = move.n_fields - round / 2 % move.n_fields;
      ++round;
      const std::string text = (direction == 'F' ? there : home).move_fields(n_fields, round, round % 3 == 0);
      if (complaint.empty() && !text.empty())
        complaint = text + (direction == 'F' ? " there" : " back") + ": " + row.name + ", " + back_row.name +
                    ", " + to_text(move.from) + " -> " + to_text(move.to) + ", " +
                    std::to_string(move.n_fields) + " fields of " + std::to_string(move.element_bytes) +
                    " bytes, strips of " + std::to_string(move.strips.width) + " along axis " +
                    std::to_string(move.strips.axis) + ", nodes " + join(nodes.node_of) + ", lanes " +
                    std::to_string(nodes.carriers);
    }
  }
  window.reset();
  if (sharing != MPI_COMM_NULL) MPI_Comm_free(&sharing);
  MPI_Comm_free(&comm);
  return complaint;
}

// Whether this many processes are tried: 16 for rows with windows only.
bool applies(const ExchangeRow& row) {
  return why_missing(row).empty() && (row.shares_memory || size_of(world) <= 8);
}

// Rows that are missing are not tried, so a function that is not found must not look like one that is not
// there.
TEST(ExchangeRows, AreMissingOnlyWhereTheLibraryLacksThem) {
#if MPI_VERSION >= 4 || (defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) && OMPI_HAVE_MPI_EXT_PCOLLREQ)
  const char* lacking = "";
#else
  const char* lacking = "alltoallv-init";
#endif
  for (const ExchangeRow& row : exchange_table())
    EXPECT_EQ(why_missing(row).empty(), row.name != std::string(lacking))
        << row.name << ": " << why_missing(row);
}

TEST(ExchangeRows, MoveEveryElementBetweenAnyTwoLayouts) {
  const rc::Gen<Redistribution> moves = rc::gen::exec([] { return any_move(p(), 3000); });
  const rc::Gen<Nodes> all_nodes = rc::gen::exec([] { return any_nodes(size_of(world)); });
  for (int i = 0; i < n_cases(12); ++i) {
    const rc::Random random(test_seed() * 1000003 + static_cast<unsigned long long>(i));
    const Redistribution move = moves(random).value();
    const Nodes nodes = all_nodes(random).value();
    for (const ExchangeRow& row : exchange_table())
      if (applies(row) &&
          !expect_no_complaint(world, complaint_about_moves(row, row, move, nodes_for(row, nodes))))
        return;
  }
}

// Every strip has a machine of its own, and all are under way before the first is waited for.
TEST(ExchangeRows, MoveEveryElementInStrips) {
  const rc::Gen<Redistribution> moves = rc::gen::exec([] {
    Redistribution move = any_move(p(), 3000);
    move.strips.axis = between(0, move.from.n_axes() - 1);
    const auto longest = static_cast<int>(longest_block(move.from, move.strips.axis));
    move.strips.width = between((longest + 3) / 4, std::max(1, longest - 1));
    return move;
  });
  for (int i = 0; i < n_cases(12); ++i) {
    const Redistribution move =
        moves(rc::Random(test_seed() * 1000037 + static_cast<unsigned long long>(i))).value();
    for (const ExchangeRow& row : exchange_table())
      if (row.in_strips && applies(row) &&
          !expect_no_complaint(world, complaint_about_moves(row, row, move, all_together())))
        return;
  }
}

// A push may follow a pull, and a pull a push.
TEST(ExchangeRows, ThatShareMemoryTakeTurnsOnOneWindow) {
  const rc::Gen<Redistribution> moves = rc::gen::exec([] { return any_move(p(), 3000); });
  for (int i = 0; i < n_cases(10); ++i) {
    const Redistribution move =
        moves(rc::Random(test_seed() * 1000033 + static_cast<unsigned long long>(i))).value();
    for (const ExchangeRow& row : exchange_table())
      for (const ExchangeRow& back : exchange_table())
        if (row.shares_memory && back.shares_memory && &row != &back &&
            !expect_no_complaint(world, complaint_about_moves(row, back, move, all_together())))
          return;
  }
}

TEST(ExchangeRows, MoveTheArraysOfSlabsAndPencils) {
  const int p = size_of(world);
  const int rows = p % 2 == 0 ? p / 2 : p;
  Nodes pairs;
  for (int rank = 0; rank < p; ++rank) pairs.node_of.push_back(rank / 2 * 2);
  for (const Extents& shape : {Extents{16, 21, 41}, Extents{7, 3, 1}, Extents{32, 8, 31}}) {
    const Layout slab{shape, {{p}}, {0}, {}}, turned{shape, {{p}}, {1}, {}};
    const Layout pencil{shape, {{rows, p / rows}}, {0, 1}, {}}, next{shape, {{rows, p / rows}}, {0, 2}, {}};
    for (const Redistribution& move :
         {Redistribution{slab, turned, 16, 3}, Redistribution{pencil, next, 8, 2}})
      for (const ExchangeRow& row : exchange_table())
        for (const Nodes& nodes : row.window_group == nullptr || row.shares_memory
                                      ? std::vector<Nodes>{all_together()}
                                      : std::vector<Nodes>{all_together(), pairs})
          if (applies(row) && !expect_no_complaint(world, complaint_about_moves(row, row, move, nodes)))
            return;
  }
}

// Rows that work on plain arrays take the user's own, one for each field, wherever they lie.
std::string complaint_about_user_arrays(const ExchangeRow& row, const Redistribution& move, bool to_user) {
  const int rank = rank_in(world);
  const std::vector<int> group = group_of(move, rank);
  MPI_Comm comm = make_group(group);
  const Box before = box_of(move.from, rank), after = box_of(move.to, rank);
  const Storage from = dense_storage(before.shape(), c_order(before.n_axes()));
  const Storage dense = dense_storage(after.shape(), c_order(after.n_axes()));
  const Storage to = to_user ? dense : plain_storage(move.to, rank);
  const ExchangeViews views = row.views(move, rank, all_together());
  Aligned buffer(views.receive_elements * move.element_bytes);
  std::vector<Aligned> inputs, outputs;
  std::vector<char*> in, out;
  for (Index f = 0; f < move.n_fields; ++f) {
    inputs.emplace_back(from.n_elements() * move.element_bytes);
    outputs.emplace_back(dense.n_elements() * move.element_bytes);
  }
  for (Aligned& array : inputs) in.push_back(array.data());
  for (Aligned& array : outputs) out.push_back(array.data());
  ExchangeSetup setup{move, rank,    group,        comm,         {nullptr, &Call::in},
                      {},   nullptr, {from, true}, {to, to_user}};
  setup.receive = to_user ? MessagePlace{nullptr, &Call::out} : MessagePlace{buffer.data(), nullptr};
  const std::unique_ptr<Exchange> exchange = row.make(setup);
  std::string complaint;
  for (int round = 1; round <= 2; ++round) {
    const Index n_fields = round == 1 ? move.n_fields : 1;
    for (Index f = 0; f < n_fields; ++f)
      for_each_point(move.from.shape, before, from, [&](Index index, Index offset) {
        store(in[static_cast<std::size_t>(f)] + offset * move.element_bytes, move.element_bytes,
              label_of(index, f, round));
      });
    exchange->acquire();
    exchange->publish({n_fields, in.data(), out.data()});
    exchange->ready();
    for (Index f = 0; f < n_fields; ++f) {
      const char* array = to_user ? out[static_cast<std::size_t>(f)]
                                  : buffer.data() + f * to.n_elements() * move.element_bytes;
      for_each_point(move.to.shape, after, to, [&](Index index, Index offset) {
        if (complaint.empty() &&
            !holds(array + offset * move.element_bytes, move.element_bytes, label_of(index, f, round)))
          complaint = "element " + std::to_string(index) + " of field " + std::to_string(f) +
                      " has not arrived: " + row.name + ", " + to_text(move.from) + " -> " + to_text(move.to);
      });
    }
    exchange->release();
  }
  MPI_Comm_free(&comm);
  return complaint;
}

TEST(ExchangeRows, MoveTheUsersOwnArraysWithoutACopy) {
  const rc::Gen<Redistribution> moves = rc::gen::exec([] { return any_move(p(), 3000); });
  for (int i = 0; i < n_cases(15); ++i) {
    const Redistribution move =
        moves(rc::Random(test_seed() * 999983 + static_cast<unsigned long long>(i))).value();
    for (const ExchangeRow& row : exchange_table())
      for (bool to_user : {true, false})
        if (row.plain_arrays && applies(row) &&
            !expect_no_complaint(world, complaint_about_user_arrays(row, move, to_user)))
          return;
  }
}

}  // namespace
}  // namespace weft::test
