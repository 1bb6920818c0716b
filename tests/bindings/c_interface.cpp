// The interface of C beside that of C++: every function gives what the C++ call gives, for a table of
// problems.

#include <gtest/gtest.h>

#include <cstring>

#include "agree.hpp"
#include "blocks.hpp"
#include "c_calls.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
using Numbers = std::vector<int>;

// A problem by text keys, and the same in C++.
struct Pair {
  const char* transform;
  Extents shape;
  std::vector<std::pair<const char*, const char*>> keys;
  std::vector<std::pair<const char*, const char*>> options;
  Problem expected;
};

Problem with(Problem problem, void (*change)(Problem&)) {
  change(problem);
  return problem;
}

std::vector<Pair> pairs() {
  return {
      {"r2c", {12, 10, 9}, {}, {}, r2c({12, 10, 9})},
      {"c2c",
       {5, 4, 3, 2},
       {{"precision", "single"}},
       {{"exchange", "alltoallw"}},
       c2c({5, 4, 3, 2}, Precision::single_)},
      {"r2c",
       {8, 6, 7},
       {{"axes", "2,0"},
        {"sign", "+1"},
        {"norm", "ortho"},
        {"n_fields", "3"},
        {"output", "input"},
        {"order", "C"}},
       {{"exchange", "alltoallv"}},
       with(r2c({8, 6, 7}),
            [](Problem& q) {
              q.axes = {2, 0}, q.sign = 1, q.norm = Norm::ortho, q.n_fields = 3;
              q.output = Output::input, q.order = Order::c;
            })},
      {"r2r",
       {8, 9, 6},
       {{"kinds", "dst1,chebyshev,dct2"}},
       {},
       r2r({8, 9, 6}, {AxisKind::dst1, AxisKind::chebyshev, AxisKind::dct2})},
      {"r2c",
       {9, 8, 6},
       {{"kept", "6,8,4"}},
       {},
       with(r2c({9, 8, 6}), [](Problem& q) { set(q, "kept", "6,8,4"); })},
      {"c2c", {9, 8, 7}, {}, {{"in_place", "yes"}}, c2c({9, 8, 7})},
      {"r2c", {9, 8, 7}, {}, {{"in_place", "yes"}}, r2c({9, 8, 7})},
      {"r2c",
       {8, 6, 7},
       {{"output", "input"}},
       {{"arrays", "shared"}},
       with(r2c({8, 6, 7}), [](Problem& q) { q.output = Output::input; })},
      {"r2c", {9, 8, 7}, {}, {{"in_place", "yes"}, {"memory", "low"}}, r2c({9, 8, 7})},
      {"c2c", {12, 24}, {}, {{"deal", "cycles"}}, c2c({12, 24})},
  };
}

// The handles of one pair, and the C++ plan.
struct BothPlans {
  explicit BothPlans(const Pair& pair) {
    EXPECT_EQ(WEFT_SUCCESS, weft_problem_create(&problem, pair.transform, static_cast<int>(pair.shape.size()),
                                                pair.shape.data()));
    for (const auto& [key, value] : pair.keys)
      EXPECT_EQ(WEFT_SUCCESS, weft_problem_set(problem, key, value)) << weft_last_error();
    EXPECT_EQ(WEFT_SUCCESS, weft_options_create(&options));
    for (const auto& [key, value] : pair.options) {
      EXPECT_EQ(WEFT_SUCCESS, weft_options_set(options, key, value)) << weft_last_error();
      cpp_options.set(key, value);
    }
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_create(&c, problem, MPI_COMM_WORLD, options)) << weft_last_error();
    cpp = std::make_unique<Plan>(pair.expected, MPI_COMM_WORLD, cpp_options);
  }
  ~BothPlans() {
    EXPECT_EQ(WEFT_SUCCESS, weft_plan_free(&c)) << weft_last_error();
    weft_problem_free(&problem);
    weft_options_free(&options);
    EXPECT_EQ(nullptr, c);
    EXPECT_EQ(nullptr, problem);
    EXPECT_EQ(nullptr, options);
  }
  weft_problem* problem = nullptr;
  weft_options* options = nullptr;
  Options cpp_options;
  weft_plan* c = nullptr;
  std::unique_ptr<Plan> cpp;
};

void expect_box(const Box& box, const std::int64_t* begin, const std::int64_t* end) {
  for (std::size_t axis = 0; axis < box.ranges.size(); ++axis)
    EXPECT_EQ(box.ranges[axis], (Range{begin[axis], end[axis]}));
}

void expect_storage(const Storage& storage, const std::int64_t* shape, const int* order,
                    const std::int64_t* strides, std::int64_t n_elements) {
  const std::size_t n = storage.shape.size();
  EXPECT_EQ(storage.shape, Extents(shape, shape + n));
  EXPECT_EQ(storage.order, Axes(order, order + n));
  EXPECT_EQ(storage.strides, Extents(strides, strides + n));
  EXPECT_EQ(storage.n_elements(), n_elements);
}

TEST(CInterface, SaysOfAPlanWhatCppSays) {
  for (const Pair& pair : pairs()) {
    BothPlans both(pair);
    const Plan& cpp = *both.cpp;
    int n_axes = 0, rank = -1, shares_arrays = -1;
    std::int64_t bytes = 0;
    ASSERT_SUCCESS(weft_plan_n_axes(both.c, &n_axes));
    ASSERT_EQ(n_axes, cpp.points_layout().n_axes());
    std::int64_t cycles[WEFT_MAX_AXES];
    ASSERT_SUCCESS(weft_plan_cycles(both.c, &n_axes, cycles));
    ASSERT_EQ(n_axes, static_cast<int>(pair.shape.size()));
    EXPECT_EQ(cpp.description().cycles, Extents(cycles, cycles + n_axes));
    ASSERT_SUCCESS(weft_plan_rank(both.c, &rank));
    EXPECT_EQ(rank, cpp.rank());
    ASSERT_SUCCESS(weft_plan_shares_arrays(both.c, &shares_arrays));
    EXPECT_EQ(shares_arrays != 0, cpp.shares_arrays());
    ASSERT_SUCCESS(weft_plan_in_place_bytes(both.c, &bytes));
    EXPECT_EQ(bytes, cpp.in_place_bytes());
    ASSERT_SUCCESS(weft_plan_allocated_bytes(both.c, &bytes));
    EXPECT_EQ(bytes, cpp.allocated_bytes());
    for (int side : {WEFT_POINTS, WEFT_MODES}) {
      std::int64_t begin[WEFT_MAX_AXES], end[WEFT_MAX_AXES], shape[WEFT_MAX_AXES], strides[WEFT_MAX_AXES],
          n = 0;
      int order[WEFT_MAX_AXES];
      ASSERT_SUCCESS(weft_plan_box(both.c, side, begin, end));
      expect_box(side == WEFT_POINTS ? cpp.points_box() : cpp.modes_box(), begin, end);
      ASSERT_SUCCESS(weft_plan_storage(both.c, side, shape, order, strides, &n));
      expect_storage(side == WEFT_POINTS ? cpp.points_storage() : cpp.modes_storage(), shape, order, strides,
                     n);
      ASSERT_SUCCESS(weft_plan_box(both.c, side, nullptr, nullptr)) << "nothing is wanted";
      ASSERT_SUCCESS(weft_plan_storage(both.c, side, nullptr, nullptr, nullptr, nullptr));
      int element = 0, real = -1, is_double = -1;
      ASSERT_SUCCESS(weft_plan_element(both.c, side, &element, &real, &is_double));
      EXPECT_EQ(real, side == WEFT_POINTS ? points_are_real(pair.expected) : modes_are_real(pair.expected));
      EXPECT_EQ(is_double, pair.expected.precision == Precision::double_);
      EXPECT_EQ(element, (is_double ? 8 : 4) * (real ? 1 : 2));
      weft_layout* layout = nullptr;
      ASSERT_SUCCESS(weft_plan_layout(both.c, side, &layout));
      const Layout& expected = side == WEFT_POINTS ? cpp.points_layout() : cpp.modes_layout();
      const char* text = nullptr;
      ASSERT_SUCCESS(weft_layout_text(layout, &text));
      EXPECT_EQ(to_text(expected), text);
      for (int other = 0; other < p(); ++other) {
        ASSERT_SUCCESS(weft_layout_box(layout, other, begin, end));
        expect_box(box_of(expected, other), begin, end);
      }
      weft_layout_free(&layout);
      EXPECT_EQ(nullptr, layout);
      ASSERT_SUCCESS(weft_problem_shape(both.problem, side, &n_axes, shape));
      if (expected.n_axes() == n_axes) {
        EXPECT_EQ(expected.shape, Extents(shape, shape + n_axes));
      }
    }
    const char* text = nullptr;
    ASSERT_SUCCESS(weft_plan_choice(both.c, &text));
    EXPECT_EQ(to_text(cpp.choice()), text);
    ASSERT_SUCCESS(weft_plan_explain(both.c, &text));
    EXPECT_EQ(cpp.explain(), text);
    for (int axis : pair.expected.axes.empty() ? Axes{0} : pair.expected.axes) {
      const std::vector<Index> expected = cpp.wavenumbers(axis);
      std::vector<std::int64_t> found(expected.size() + 1, -99);
      ASSERT_SUCCESS(weft_plan_wavenumbers(both.c, axis, found.data()));
      EXPECT_EQ(found.back(), -99) << "no more than the local length";
      found.pop_back();
      EXPECT_EQ(expected, found);
    }
  }
}

TEST(CInterface, HasTheKeysOfProblemsAndOptions) {
  for (const Pair& pair : pairs()) {
    BothPlans both(pair);
    for (const OptionRow& row : problem_table()) {
      const char* value = nullptr;
      ASSERT_SUCCESS(weft_problem_get(both.problem, row.key.c_str(), &value));
      EXPECT_EQ(get(pair.expected, row.key), value) << row.key;
      ASSERT_SUCCESS(weft_plan_get(both.c, row.key.c_str(), &value));
      EXPECT_EQ(get(pair.expected, row.key), value) << row.key;
    }
    for (const OptionRow& row : option_table()) {
      const char* value = nullptr;
      ASSERT_SUCCESS(weft_options_get(both.options, row.key.c_str(), &value));
      EXPECT_EQ(both.cpp_options.get(row.key), value);
    }
  }
}

// Element by element the bits of C++, for one field and for as many as the plan has.
TEST(CInterface, TransformsAsCppDoes) {
  for (const Pair& pair : pairs()) {
    BothPlans both(pair);
    const bool in_place = both.cpp->is_in_place();
    const int n_fields = pair.expected.n_fields;
    int point_bytes = 0, mode_bytes = 0;
    ASSERT_SUCCESS(weft_plan_element(both.c, WEFT_POINTS, &point_bytes, nullptr, nullptr));
    ASSERT_SUCCESS(weft_plan_element(both.c, WEFT_MODES, &mode_bytes, nullptr, nullptr));
    const auto bytes_at_points =
        static_cast<std::size_t>(both.cpp->points_storage().n_elements() * point_bytes);
    const auto bytes_at_modes = static_cast<std::size_t>(both.cpp->modes_storage().n_elements() * mode_bytes);
    std::vector<void*> points(n_fields), modes(n_fields), expected_points(n_fields), expected_modes(n_fields);
    for (int f = 0; f < n_fields; ++f)
      for (auto* fields : {&points, &expected_points}) {
        auto& partners = fields == &points ? modes : expected_modes;
        ASSERT_SUCCESS(weft_plan_allocate(both.c, WEFT_POINTS, &(*fields)[f]));
        ASSERT_EQ(0u, reinterpret_cast<std::uintptr_t>((*fields)[f]) % 64);
        if (in_place)
          partners[f] = (*fields)[f];
        else
          ASSERT_SUCCESS(weft_plan_allocate(both.c, WEFT_MODES, &partners[f]));
        // Any bits of moderate numbers will do: both get the same.
        const std::size_t n_reals = bytes_at_points / (pair.expected.precision == Precision::double_ ? 8 : 4);
        for (std::size_t i = 0; i < n_reals; ++i) {
          const double value = std::sin(static_cast<double>(1 + i + 7 * f) * (1 + both.cpp->rank()));
          if (pair.expected.precision == Precision::double_)
            static_cast<double*>((*fields)[f])[i] = value;
          else
            static_cast<float*>((*fields)[f])[i] = static_cast<float>(value);
        }
      }
    const std::vector<const void*> in(points.begin(), points.end()),
        expected_in(expected_points.begin(), expected_points.end());
    ASSERT_SUCCESS(weft_forward_fields(both.c, n_fields, in.data(), modes.data()));
    both.cpp->forward_fields(expected_in, expected_modes);
    for (int f = 0; f < n_fields; ++f)
      EXPECT_EQ(0, std::memcmp(modes[f], expected_modes[f], bytes_at_modes)) << f;
    int n_times = 0;
    ASSERT_SUCCESS(weft_plan_n_times(both.c, &n_times));
    EXPECT_EQ(n_times, static_cast<int>(both.cpp->times().size()));
    for (int i = 0; i < n_times; ++i) {
      const char* name = nullptr;
      double seconds = -1;
      ASSERT_SUCCESS(weft_plan_time(both.c, i, &name, &seconds));
      EXPECT_EQ(both.cpp->times()[i].name, name);
      EXPECT_GE(seconds, 0);
    }
    EXPECT_EQ(WEFT_INVALID_ARGUMENT, weft_plan_time(both.c, n_times, nullptr, nullptr));

    const std::vector<const void*> back(modes.begin(), modes.end());
    ASSERT_SUCCESS(weft_backward_fields(both.c, n_fields, back.data(), points.data()));
    const std::vector<const void*> expected_back(expected_modes.begin(), expected_modes.end());
    both.cpp->backward_fields(expected_back, expected_points);
    for (int f = 0; f < n_fields; ++f)
      EXPECT_EQ(0, std::memcmp(points[f], expected_points[f], bytes_at_points)) << f;

    ASSERT_SUCCESS(weft_forward(both.c, points[0], modes[0]));
    both.cpp->forward(expected_points[0], expected_modes[0]);
    EXPECT_EQ(0, std::memcmp(modes[0], expected_modes[0], bytes_at_modes));
    ASSERT_SUCCESS(weft_backward(both.c, modes[0], points[0]));
    both.cpp->backward(expected_modes[0], expected_points[0]);
    EXPECT_EQ(0, std::memcmp(points[0], expected_points[0], bytes_at_points));
    for (int f = 0; f < n_fields; ++f)
      for (auto* fields : {&points, &expected_points}) {
        if (!in_place) weft_array_free((fields == &points ? modes : expected_modes)[f]);
        weft_array_free((*fields)[f]);
      }
  }
}

TEST(CInterface, RedistributesBetweenOwnLayouts) {
  const Extents shape = {7, 6};
  const Numbers grid = {p()};
  Extents blocks(static_cast<std::size_t>(p()), 0);
  blocks.back() = 7;  // everything on the last process
  weft_layout *from = nullptr, *to = nullptr;
  const int rows = 0, columns = 1;
  ASSERT_SUCCESS(weft_layout_create(&from, 2, shape.data(), 1, grid.data(), &rows));
  ASSERT_SUCCESS(weft_layout_set_blocks(from, 0, p(), blocks.data()));
  ASSERT_SUCCESS(weft_layout_create(&to, 2, shape.data(), 1, grid.data(), &columns));
  int n_axes = 0, n_dims = 0, dims[WEFT_MAX_AXES], cut[WEFT_MAX_AXES];
  std::int64_t lengths[WEFT_MAX_AXES];
  ASSERT_SUCCESS(weft_layout_shape(to, &n_axes, lengths));
  EXPECT_EQ(shape, Extents(lengths, lengths + n_axes));
  ASSERT_SUCCESS(weft_layout_grid(to, &n_dims, dims, cut));
  EXPECT_EQ(grid, Numbers(dims, dims + n_dims));
  EXPECT_EQ(cut[0], 1);

  weft_problem* problem = nullptr;
  ASSERT_SUCCESS(weft_problem_create(&problem, "none", 2, shape.data()));
  ASSERT_SUCCESS(weft_problem_set(problem, "real_elements", "yes"));
  ASSERT_SUCCESS(weft_problem_set_layout(problem, WEFT_POINTS, from));
  ASSERT_SUCCESS(weft_problem_set_layout(problem, WEFT_MODES, to));
  weft_layout_free(&from);
  weft_layout_free(&to);
  weft_plan* plan = nullptr;
  ASSERT_SUCCESS(weft_plan_create_f(&plan, problem, MPI_Comm_c2f(MPI_COMM_WORLD), nullptr));
  weft_problem_free(&problem);
  void *in = nullptr, *out = nullptr;
  ASSERT_SUCCESS(weft_plan_allocate(plan, WEFT_POINTS, &in));
  ASSERT_SUCCESS(weft_plan_allocate(plan, WEFT_MODES, &out));
  if (rank_in(MPI_COMM_WORLD) == p() - 1)
    for (int i = 0; i < 42; ++i) static_cast<double*>(in)[i] = i;
  ASSERT_SUCCESS(weft_forward(plan, in, out));
  std::int64_t begin[2], end[2], strides[2];
  ASSERT_SUCCESS(weft_plan_box(plan, WEFT_MODES, begin, end));
  ASSERT_SUCCESS(weft_plan_storage(plan, WEFT_MODES, nullptr, nullptr, strides, nullptr));
  for (std::int64_t i = begin[0]; i < end[0]; ++i)
    for (std::int64_t j = begin[1]; j < end[1]; ++j)
      EXPECT_EQ(static_cast<double*>(out)[(i - begin[0]) * strides[0] + (j - begin[1]) * strides[1]],
                static_cast<double>(i * 6 + j));
  weft_array_free(in);
  weft_array_free(out);
  ASSERT_SUCCESS(weft_plan_free(&plan));
}

TEST(CInterface, DescribesWithoutMakingAPlan) {
  for (const Pair& pair : pairs()) {
    BothPlans both(pair);
    const Description expected = describe(pair.expected, 6, 4, both.cpp_options, 3);
    weft_description* description = nullptr;
    ASSERT_SUCCESS(weft_describe(&description, both.problem, 6, 4, both.options, 3));
    const char* text = nullptr;
    ASSERT_SUCCESS(weft_description_choice(description, &text));
    EXPECT_EQ(to_text(expected.choice), text);
    std::int64_t stages = 0, windows = 0, tiles = 0;
    ASSERT_SUCCESS(weft_description_memory(description, &stages, &windows, &tiles));
    EXPECT_EQ((Extents{expected.memory.stages, expected.memory.windows, expected.memory.tiles}),
              (Extents{stages, windows, tiles}));
    int n_axes = 0;
    ASSERT_SUCCESS(weft_description_n_axes(description, &n_axes));
    EXPECT_EQ(n_axes, expected.modes.n_axes());
    for (int side : {WEFT_POINTS, WEFT_MODES}) {
      std::int64_t begin[WEFT_MAX_AXES], end[WEFT_MAX_AXES], shape[WEFT_MAX_AXES], strides[WEFT_MAX_AXES],
          n = 0;
      int order[WEFT_MAX_AXES];
      ASSERT_SUCCESS(weft_description_box(description, side, begin, end));
      expect_box(side == WEFT_POINTS ? expected.points_box : expected.modes_box, begin, end);
      ASSERT_SUCCESS(weft_description_storage(description, side, shape, order, strides, &n));
      expect_storage(side == WEFT_POINTS ? expected.points_storage : expected.modes_storage, shape, order,
                     strides, n);
      weft_layout* layout = nullptr;
      ASSERT_SUCCESS(weft_description_layout(description, side, &layout));
      ASSERT_SUCCESS(weft_layout_text(layout, &text));
      EXPECT_EQ(to_text(side == WEFT_POINTS ? expected.points : expected.modes), text);
      weft_layout_free(&layout);
    }
    for (int direction : {WEFT_FORWARD, WEFT_BACKWARD}) {
      const Counts& counts = direction == WEFT_FORWARD ? expected.forward : expected.backward;
      int n_sweeps = 0, n_exchanges = 0;
      ASSERT_SUCCESS(weft_description_n_steps(description, direction, &n_sweeps, &n_exchanges));
      ASSERT_EQ(n_sweeps, static_cast<int>(counts.sweeps.size()));
      ASSERT_EQ(n_exchanges, static_cast<int>(counts.exchanges.size()));
      for (int i = 0; i < n_sweeps; ++i) {
        int axes[WEFT_MAX_AXES];
        std::int64_t read = 0, written = 0;
        ASSERT_SUCCESS(weft_description_sweep(description, direction, i, &n_axes, axes, &read, &written));
        EXPECT_EQ(counts.sweeps[i].axes, Axes(axes, axes + n_axes));
        EXPECT_EQ(counts.sweeps[i].bytes_read, read);
        EXPECT_EQ(counts.sweeps[i].bytes_written, written);
      }
      for (int i = 0; i < n_exchanges; ++i) {
        const ExchangeCounts& exchange = counts.exchanges[i];
        std::int64_t messages = 0, sent = 0, peer = 0, flags = 0;
        ASSERT_SUCCESS(
            weft_description_exchange(description, direction, i, &text, &messages, &sent, &peer, &flags));
        EXPECT_EQ(exchange.exchange, text);
        EXPECT_EQ((Extents{exchange.messages, exchange.bytes_sent, exchange.peer_bytes, exchange.flags}),
                  (Extents{messages, sent, peer, flags}));
      }
    }
    weft_description_free(&description);
    EXPECT_EQ(nullptr, description);
    ASSERT_SUCCESS(weft_plan_description(both.c, &description));
    ASSERT_SUCCESS(weft_description_choice(description, &text));
    EXPECT_EQ(to_text(both.cpp->choice()), text);
    weft_description_free(&description);
  }
}

}  // namespace
}  // namespace weft::test
