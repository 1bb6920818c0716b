// Gathers, scatters, boxes and redistributions: index-valued data in every layout, memory order and ghost
// width.
#include <gtest/gtest.h>

#include "agreed_error.hpp"
#include "array_cases.hpp"
#include "weft/array_functions.hpp"

namespace weft::test {
namespace {

constexpr std::size_t n_points = 210;

// The elements of a region of the whole array, in C order.
template <class T>
std::vector<T> part_of(const Box& region) {
  std::vector<T> part;
  Extents index(3);
  for (index[0] = region.ranges[0].begin; index[0] < region.ranges[0].end; ++index[0])
    for (index[1] = region.ranges[1].begin; index[1] < region.ranges[1].end; ++index[1])
      for (index[2] = region.ranges[2].begin; index[2] < region.ranges[2].end; ++index[2])
        part.push_back(value_at<T>(small_shape, index));
  return part;
}

bool is_in(const Box& region, const Extents& index) {
  bool inside = true;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    inside = inside && region.ranges[axis].begin <= index[axis] && index[axis] < region.ranges[axis].end;
  return inside;
}

const std::vector<Box> regions = {{{{0, 7}, {0, 5}, {0, 6}}},
                                  {{{3, 4}, {0, 5}, {0, 6}}},
                                  {{{0, 7}, {2, 3}, {1, 6}}},
                                  {{{6, 7}, {4, 5}, {5, 6}}},
                                  {{{2, 2}, {0, 5}, {0, 6}}}};

template <class T>
void expect_gathers_and_scatters() {
  const int p = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
  for (const Distribution& arrays : array_cases(small_shape, element_type<T>())) {
    const auto u = make_array<T>(arrays);
    for (const Box& region : regions)
      for (const int root : {everywhere, 0, p - 1}) {
        const bool has = root == everywhere || root == rank;
        std::vector<T> out(has ? static_cast<std::size_t>(region.n_points()) : 0);
        gather(arrays, u.data(), region, out.data(), root);
        EXPECT_EQ(out, has ? part_of<T>(region) : std::vector<T>());
        if (root == everywhere) continue;
        const std::vector<T> in = has ? part_of<T>(region) : std::vector<T>();
        auto v = make_array<T>(arrays, [](const Extents&) { return T(-1); });
        scatter(arrays, region, in.data(), root, v.data());
        EXPECT_TRUE(holds(arrays, v, [&](const Extents& i) {
          return is_in(region, i) ? value_at<T>(small_shape, i) : T(-1);
        }));
      }
    std::vector<T> all(n_points);
    gather(arrays, u.data(), all.data());
    EXPECT_EQ(all, part_of<T>(regions[0]));
    auto v = make_array<T>(arrays, [](const Extents&) { return T(-1); });
    scatter(arrays, all.data(), p - 1, v.data());
    EXPECT_TRUE(holds(arrays, v, [&](const Extents& i) { return value_at<T>(small_shape, i); }));
  }
}

TEST(Moves, GatherAndScatterAreRight) {
  expect_gathers_and_scatters<float>();
  expect_gathers_and_scatters<double>();
  expect_gathers_and_scatters<std::complex<double>>();
}

TEST(Moves, EveryProcessReadsAndWritesItsOwnBox) {
  const int p = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
  for (const Distribution& arrays : array_cases(small_shape, element_type<double>())) {
    const auto u = make_array<double>(arrays);
    const Box& wanted = regions[static_cast<std::size_t>(rank) % regions.size()];
    std::vector<double> out(static_cast<std::size_t>(wanted.n_points()));
    read_box(arrays, u.data(), wanted, out.data());
    EXPECT_EQ(out, part_of<double>(wanted));
    // Process r writes what remains modulo p along axis 2: in several calls one index each.
    auto v = make_array<double>(arrays, [](const Extents&) { return -1.0; });
    for (Index first = 0; first < small_shape[2]; first += p) {
      const Index k = std::min<Index>(first + rank, small_shape[2]),
                  end = std::min<Index>(k + 1, small_shape[2]);
      const Box mine{{{0, 7}, {1, 5}, {k, end}}};
      const std::vector<double> in = part_of<double>(mine);
      write_box(arrays, mine, in.data(), v.data());
    }
    EXPECT_TRUE(holds(arrays, v,
                      [&](const Extents& i) { return i[1] == 0 ? -1.0 : value_at<double>(small_shape, i); }));
  }
}

template <class T>
void expect_redistributions() {
  const std::vector<Distribution> cases = array_cases(small_shape, element_type<T>());
  for (const Distribution& from : cases)
    for (const Distribution& to : cases) {
      const auto u = make_array<T>(from);
      std::vector<T> v(static_cast<std::size_t>(to.memory_elements()), T(std::nanf("")));
      redistribute(from, u.data(), to, v.data());
      EXPECT_TRUE(holds(to, v, [&](const Extents& i) { return value_at<T>(small_shape, i); }));
    }
}

TEST(Moves, RedistributionsBetweenAllKindsAreRight) {
  expect_redistributions<float>();
  expect_redistributions<std::complex<float>>();
  expect_redistributions<std::complex<double>>();
}

// Boxes of many pieces, more than are under way at a time.
TEST(Moves, LargeArraysTravelInPieces) {
  const int p = size_of(MPI_COMM_WORLD);
  const Extents large = {130, 70, 90};
  const Distribution from(MPI_COMM_WORLD, {large, {{p}}, {0}, {}, {1, 0, 1}}, element_type<double>());
  const Distribution to(MPI_COMM_WORLD, {large, {{p}}, {1}, {}}, element_type<double>(), {2, 1, 0});
  const auto value = [&](const Extents& i) { return value_at<double>(large, i); };
  const auto u = make_array<double>(from, value);
  std::vector<double> v(static_cast<std::size_t>(to.memory_elements()), 0.0);
  redistribute(from, u.data(), to, v.data());
  EXPECT_TRUE(holds(to, v, value));
  std::vector<double> all(static_cast<std::size_t>(130 * 70 * 90));
  gather(to, v.data(), all.data());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<double>(i + 1));
  auto w = make_array<double>(from, [](const Extents&) { return 0.0; });
  scatter(from, all.data(), 0, w.data());
  EXPECT_TRUE(holds(from, w, value));
}

TEST(Moves, AreRefusedInWords) {
  const int p = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
  const Layout rows{{2 * p, 4}, {{p}}, {0}, {}}, columns{{2 * p, 4}, {{p}}, {1}, {}};
  const Distribution arrays(MPI_COMM_WORLD, rows, element_type<double>());
  auto u = make_array<double>(arrays);
  std::vector<double> all(static_cast<std::size_t>(8 * p));
  const auto refused = [&](const std::vector<std::string>& words, auto&& call) {
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, words, call);
  };
  refused({"region [0,1)x[0,5)", "not in the array of shape", "length"}, [&] {
    gather(arrays, u.data(), {{{0, 1}, {0, 5}}}, all.data());
  });
  refused({"region", "not in the array"}, [&] { gather(arrays, u.data(), {{{0, 1}}}, all.data()); });
  refused({"there is no process " + std::to_string(p), "everywhere"},
          [&] { gather(arrays, u.data(), all.data(), p); });
  refused({"there is no process -1"}, [&] { scatter(arrays, all.data(), -1, u.data()); });
  refused({"process 0 has no memory", "elements"}, [&] { scatter(arrays, nullptr, 0, u.data()); });
  refused({"region", "not in the array"}, [&] {
    read_box(arrays, u.data(), {{{0, rank == p - 1 ? 99 : 1}, {0, 1}}}, all.data());
  });
  const Distribution other(MPI_COMM_WORLD, columns, element_type<float>());
  const Distribution smaller(MPI_COMM_WORLD, {{2 * p, 3}, {{p}}, {0}, {}}, element_type<double>());
  auto single = other.allocate<float>();
  refused({"type double", "to float", "convert"}, [&] { redistribute(arrays, u.data(), other, single); });
  auto small = smaller.allocate<double>();
  refused({"shape", "same shape"}, [&] { redistribute(arrays, u.data(), smaller, small); });
  refused({"overlap"}, [&] { redistribute(arrays, u.data(), arrays, u.data()); });
  if (p == 1) return;
  refused({"processes 0 and 1 both write", "do not overlap"}, [&] {
    write_box(arrays, {{{0, 1}, {0, 4}}}, all.data(), u.data());
  });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"region"}, [&] {
    gather(arrays, u.data(), {{{0, rank == 1 ? 2 : 1}, {0, 1}}}, all.data());
  });
  const Distribution alone(MPI_COMM_SELF, {{2 * p, 4}, {{1}}, {0}, {}}, element_type<double>());
  refused({"different communicators"}, [&] { redistribute(arrays, u.data(), alone, all.data()); });
}

}  // namespace
}  // namespace weft::test
