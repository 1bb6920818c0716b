// Every way to exchange halos, on random layouts: ghost cells become copies of the elements that lie there,
// and are added to them, as the definition says cell by cell.
//
// Values say their own element, ghost cell, field and round, and are whole numbers, so that sums are exact
// and a stale, misplaced or doubled one shows. Private arrays (with guards on either side) and shared ones,
// different ones on different processes, fewer fields than there may be, in one call and in two parts, copies
// and sums by turns, without any synchronisation but that of the halo itself.
#include "weft/halo.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <complex>
#include <cstdlib>
#include <map>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "halo_cells.hpp"

namespace weft::test {
namespace {

struct HaloCase {
  Layout layout;
  HaloRule rule;
  Axes order;
  int n_fields = 1;
  int type = 0;
};

HaloCase any_case() {
  HaloCase c;
  c.layout = any_layout(any_shape(between(1, 4), 300), size_of(world));
  c.layout.ghosts = any_ghosts(c.layout.n_axes(), between(1, 9));
  c.layout.ghosts[static_cast<std::size_t>(between(0, c.layout.n_axes() - 1))] += 1;
  c.rule = any_rule(c.layout.n_axes());
  c.order = any_order(c.layout.n_axes());
  c.n_fields = between(1, 3);
  c.type = between(0, 3);
  return c;
}

HaloCase case_number(int i) {
  const rc::Gen<HaloCase> cases = rc::gen::exec(any_case);
  return cases(rc::Random(test_seed() * 1000003 + static_cast<unsigned long long>(i))).value();
}

// A small whole number.
double value_of(Index a, Index b, int field, int round) {
  return static_cast<double>((a * 31 + b * 17 + field * 7 + round * 13) % 997 + 1);
}

// What is in every cell before a call, of any process.
class Values {
 public:
  Values(const HaloCase& c, int field, int round) : c_(c), field_(field), round_(round) {}
  double operator()(int rank, const Box& block, const Extents& cell) const {
    if (contains(block, cell)) return of_element(cell);
    Index number = 0;
    for (Index i : cell) number = number * 53 + i + 20;
    return value_of(number, rank + 1, field_, round_);
  }
  double of_element(const Extents& element) const {
    return value_of(number_of(c_.layout, element), 0, field_, round_);
  }

 private:
  const HaloCase& c_;
  int field_, round_;
};

// What is in the memory of `rank` after a call, in the order of for_cells.
std::vector<double> expected(const HaloCase& c, const Values& before, bool accumulates, int rank) {
  std::map<Extents, double> sums;
  for (int other = 0; accumulates && other < c.layout.n_processes(); ++other) {
    const Box block = box_of(c.layout, other);
    if (block.empty()) continue;
    for_cells(box_with_ghosts(c.layout, other), [&](const Extents& cell) {
      if (const auto element = copied_element(c.layout, c.rule, block, cell))
        sums[*element] += before(other, block, cell);
    });
  }
  std::vector<double> values;
  const Box block = box_of(c.layout, rank);
  if (block.empty()) return values;
  for_cells(box_with_ghosts(c.layout, rank), [&](const Extents& cell) {
    const auto element = copied_element(c.layout, c.rule, block, cell);
    if (accumulates)
      values.push_back(element ? 0 : before(rank, block, cell) + (contains(block, cell) ? sums[cell] : 0));
    else
      values.push_back(element ? before.of_element(*element) : before(rank, block, cell));
  });
  return values;
}

constexpr std::size_t n_guards = 16;

// An array of this process, shared or between guards.
template <class T>
struct Array {
  std::vector<T> own;
  std::shared_ptr<void> shared;
  T* data = nullptr;
  Array(Halo& halo, bool wants_shared) {
    const Index n = halo.arrays().memory_elements();
    shared = halo.shared_memory(n * static_cast<Index>(sizeof(T)));
    own.assign(static_cast<std::size_t>(n) + 2 * n_guards, T{-77});
    data = wants_shared && shared ? static_cast<T*>(shared.get()) : own.data() + n_guards;
    if (n == 0) data = nullptr;
  }
  bool guards_stand() const {
    for (std::size_t i = 0; i < n_guards; ++i)
      if (own[i] != T{-77} || own[own.size() - 1 - i] != T{-77}) return false;
    return true;
  }
};

template <class T>
class Trial {
 public:
  Trial(const HaloCase& c, const std::string& exchange, MPI_Comm comm)
      : c_(c), halo_(distribution(comm), options(exchange)), rank_(halo_.arrays().rank()) {
    for (int f = 0; f < c.n_fields; ++f) arrays_.emplace_back(halo_, (rank_ + f) % 3 != 0 || f == 1);
  }

  // "" or what is wrong.
  std::string run() {
    for (int round = 0; round < 6; ++round) {
      const bool accumulates = round % 3 != 0;
      const int n_fields = 1 + round % c_.n_fields;
      std::vector<void*> fields;
      for (int f = 0; f < n_fields; ++f) {
        fill(f, round);
        fields.push_back(arrays_[static_cast<std::size_t>(f)].data);
      }
      call(fields, accumulates, round);
      for (int f = 0; f < n_fields; ++f) {
        const std::string wrong = compare(f, round, accumulates);
        if (!wrong.empty()) return "round " + std::to_string(round) + ": " + wrong;
      }
    }
    return "";
  }

 private:
  Distribution distribution(MPI_Comm comm) const { return {comm, c_.layout, element_type<T>(), c_.order}; }
  HaloOptions options(const std::string& exchange) const {
    return {c_.rule.periodic, exchange, c_.n_fields, c_.rule.corners, 60};
  }
  template <class Act>
  void for_places(const Act& act) const {
    const Box block = halo_.arrays().box(), memory = box_with_ghosts(c_.layout, rank_);
    const Storage storage = halo_.memory_storage();
    if (!block.empty())
      for_cells(memory, [&](const Extents& cell) { act(cell, place_of(memory, storage, cell)); });
  }
  void fill(int field, int round) {
    const Values before(c_, field, round);
    for_places([&](const Extents& cell, Index place) {
      arrays_[static_cast<std::size_t>(field)].data[place] =
          static_cast<T>(static_cast<float>(before(rank_, halo_.arrays().box(), cell)));
    });
  }
  void call(const std::vector<void*>& fields, bool accumulates, int round) {
    if (round < 3) {
      if (accumulates)
        halo_.accumulate_fields(fields);
      else
        halo_.exchange_fields(fields);
      return;
    }
    if (accumulates)
      halo_.accumulate_start(fields);
    else
      halo_.exchange_start(fields);
    for (int i = 0; i < (rank_ + round) % 4; ++i) halo_.progress();
    if (accumulates)
      halo_.accumulate_finish();
    else
      halo_.exchange_finish();
  }
  std::string compare(int field, int round, bool accumulates) const {
    const std::vector<double> wanted = expected(c_, Values(c_, field, round), accumulates, rank_);
    const Array<T>& array = arrays_[static_cast<std::size_t>(field)];
    std::string wrong;
    std::size_t i = 0;
    for_places([&](const Extents& cell, Index place) {
      const T want = static_cast<T>(static_cast<float>(wanted[i++]));
      if (wrong.empty() && array.data[place] != want)
        wrong = std::string(accumulates ? "accumulate" : "exchange") + ", field " + std::to_string(field) +
                ", cell " + to_text(cell) + " is " + std::to_string(std::real(array.data[place])) + ", not " +
                std::to_string(std::real(want));
    });
    return wrong.empty() && !array.guards_stand() ? "something is written outside of the array" : wrong;
  }

  const HaloCase& c_;
  Halo halo_;
  int rank_;
  std::vector<Array<T>> arrays_;
};

template <class T>
std::string complaint(const HaloCase& c, const std::string& exchange, MPI_Comm comm) {
  try {
    return Trial<T>(c, exchange, comm).run();
  } catch (const Error& error) {
    const bool may_be = error.code() == ErrorCode::not_applicable && (comm != world || on_several_hosts());
    return may_be ? "" : error.what();
  }
}

bool expect_right(const HaloCase& c, const std::string& exchange, MPI_Comm comm) {
  SCOPED_TRACE(exchange + ": " + in_words(c.layout, c.rule) + ", element " + std::to_string(c.type));
  if (c.type == 0) return expect_no_complaint(world, complaint<double>(c, exchange, comm));
  if (c.type == 1) return expect_no_complaint(world, complaint<float>(c, exchange, comm));
  if (c.type == 2) return expect_no_complaint(world, complaint<std::complex<float>>(c, exchange, comm));
  return expect_no_complaint(world, complaint<std::complex<double>>(c, exchange, comm));
}

int n_cases() { return full_tier() ? 100 : 6; }

TEST(Halo, MovesWhatTheDefinitionSaysByEveryRow) {
  for (int i = 0; i < n_cases(); ++i) {
    const HaloCase c = case_number(i);
    for (const std::string& exchange : halo_exchange_names())
      if (!expect_right(c, exchange, world)) return;
  }
}

TEST(Halo, MovesWhatTheDefinitionSaysByTheRowItChooses) {
  for (int i = 0; i < 3 * n_cases(); ++i)
    if (!expect_right(case_number(1000 + i), "auto", world)) return;
}

// Processes in pairs that share memory, and no others.
TEST(Halo, MovesWhatTheDefinitionSaysBetweenNodes) {
  MPI_Comm pairs = MPI_COMM_NULL;
  MPI_Comm_dup(world, &pairs);
  setenv("WEFT_PROCESSES_PER_NODE", "2", 1);
  for (int i = 0; i < n_cases(); ++i) {
    const HaloCase c = case_number(2000 + i);
    for (const char* exchange : {"node", "auto", "window-pull"})
      if (!expect_right(c, exchange, pairs)) return;
  }
  unsetenv("WEFT_PROCESSES_PER_NODE");
  MPI_Comm_free(&pairs);
}

// Slabs, pencils and bricks of a cube, all ghost cells of one width.
TEST(Halo, IsRightForSlabsPencilsAndBricks) {
  const int n = size_of(world);
  for (const ProcessGrid& grid : {ProcessGrid{{n}}, ProcessGrid{{1, n}}, ProcessGrid{{1, 1, n}},
                                  ProcessGrid{{n % 2 == 0 ? 2 : 1, n % 2 == 0 ? n / 2 : n, 1}}}) {
    HaloCase c{{{8, 9, 7}, grid, {}, {}, {1, 1, 1}}, {{true, true, true}}, {0, 1, 2}, 2, 0};
    for (std::size_t g = 0; g < grid.dims.size(); ++g) c.layout.cut.push_back(static_cast<int>(g));
    for (const std::string& exchange : halo_exchange_names())
      if (!expect_right(c, exchange, world)) return;
  }
}

}  // namespace
}  // namespace weft::test
