// Routes: what is transformed where, without talking.
//
// A route is followed step by step, the way a process would: each sweep must start where the array is,
// each axis must be whole on every process when it is transformed, each move must start where the sweep
// before ended, and the array must end where the problem wants it. Random problems on any grid; counts
// of sweeps and moves as the contract states them: two and one for a slab, three and two for a pencil.

#include "route/route.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "any_layout.hpp"
#include "oracle.hpp"
#include "route/grid.hpp"
#include "weft/error.hpp"

namespace weft::test {
namespace {

struct Trip {
  Problem problem;
  ProcessGrid grid;
};

// Any layout; often with an axis that several grid dimensions cut, and own block sizes of local axes too.
Layout any_user_layout(const Extents& shape, int n_processes) {
  if (one_in(2)) return any_layout(shape, n_processes);
  Layout layout{shape, {any_factors(n_processes, between(1, 4))}, {}, {}};
  const int last = layout.n_axes() - 1, favourite = between(0, last);
  for (std::size_t g = 0; g < layout.grid.dims.size(); ++g)
    layout.cut.push_back(one_in(3) ? between(0, last) : favourite);
  layout.splits.resize(shape.size());
  for (int axis = 0; axis <= last; ++axis)
    if (n_parts(layout, axis) == 1 && one_in(2)) layout.splits[axis].block_sizes = {shape[axis]};
  return layout;
}

Trip any_trip() {
  Trip trip;
  Problem& p = trip.problem;
  const int n_processes = between(1, 48);
  const int d = n_processes == 1 ? between(1, 6) : between(2, 6);
  p.shape = any_shape(d, 3000);
  p.transform = one_of<Transform>({Transform::c2c, Transform::r2c, Transform::r2c, Transform::none});
  p.precision = one_of<Precision>({Precision::single_, Precision::double_});
  if (p.transform != Transform::none && one_in(2)) p.axes = any_order(d);
  if (one_in(2)) p.axes.resize(std::min<std::size_t>(p.axes.size(), static_cast<std::size_t>(between(1, d))));
  p.sign = one_of<int>({-1, 1});
  p.norm = one_of<Norm>({Norm::backward, Norm::ortho, Norm::forward});
  p.n_fields = between(1, 3);
  p.real_elements = p.transform == Transform::none && one_in(2);
  p.output = one_of<Output>({Output::last, Output::input});
  if (one_in(3)) p.points = any_user_layout(p.shape, n_processes);
  if (one_in(3)) p.modes = any_user_layout(modes_shape(p), n_processes);
  trip.grid = one_in(2) ? choose_grid(p, n_processes, 1)
                        : ProcessGrid{any_factors(n_processes, between(1, std::max(1, d - 1)))};
  return trip;
}

std::string in_words(const Route& route) {
  std::string text;
  for (std::size_t i = 0; i < route.sweeps.size(); ++i) {
    text += "[" + to_text(route.sweeps[i].from) + "; sweep";
    for (const AxisTransform& t : route.sweeps[i].axes) text += " " + std::to_string(t.axis);
    text += "; " + to_text(route.sweeps[i].to) + "] ";
  }
  return text;
}

// Follows a route and complains at the first step that cannot be made.
class Walk {
 public:
  explicit Walk(const Trip& trip) : trip_(trip), route_(make_route(trip.problem, trip.grid)) {
    expect(!route_.sweeps.empty() && route_.sweeps.size() == route_.moves.size() + 1,
           "moves are not between sweeps");
    if (!complaint_.empty()) return;
    is_real_ = trip.problem.transform == Transform::r2c || trip.problem.real_elements;
    layout_ = route_.sweeps.front().from;
    expect(layout_.shape == trip.problem.shape, "does not start at the points");
    for (std::size_t i = 0; i < route_.sweeps.size(); ++i) {
      sweep(route_.sweeps[i], i == 0 || i + 1 == route_.sweeps.size());
      if (i < route_.moves.size()) move(route_.moves[i]);
    }
    judge_ends();
    judge_scales();
  }
  std::string complaint() const { return complaint_.empty() ? "" : complaint_ + ": " + in_words(route_); }

 private:
  void expect(bool holds, const std::string& otherwise) {
    if (!holds && complaint_.empty()) complaint_ = otherwise;
  }

  void sweep(const SweepSpec& spec, bool at_an_end) {
    expect(spec.from == layout_, "a sweep does not start where the array is");
    expect(spec.from_real == is_real_, "a sweep reads the wrong kind of elements");
    expect(!spec.axes.empty() || at_an_end || trip_.problem.points, "a copy stands between transforms");
    for (const AxisTransform& t : spec.axes) {
      const std::string axis = "axis " + std::to_string(t.axis);
      const bool is_real_axis = t.axis == real_axis(trip_.problem);
      expect(n_parts(spec.from, t.axis) == 1, axis + " is cut where it is transformed");
      expect(t.n == trip_.problem.shape[t.axis] && t.sign == trip_.problem.sign,
             axis + " has another length or sign");
      expect(std::count(done_.begin(), done_.end(), t.axis) == 0, axis + " is transformed twice");
      expect(t.kind == (is_real_axis ? Kind::r2c : Kind::c2c), axis + " has another kind of transform");
      expect(is_real_axis == is_real_, axis + " is not the real axis, or does not come first");
      if (is_real_axis) layout_.shape[t.axis] = t.n / 2 + 1;
      is_real_ = false;
      done_.push_back(t.axis);
    }
    expect(spec.to_real == (is_real_ || trip_.problem.real_elements),
           "a sweep writes the wrong kind of elements");
    expect(spec.to.shape == layout_.shape, "a sweep changes the wrong lengths");
    for (int rank = 0; rank < spec.from.n_processes(); ++rank) {
      const Box before = box_of(spec.from, rank), after = box_of(spec.to, rank);
      for (int a = 0; a < before.n_axes(); ++a)
        if (n_parts(spec.from, a) > 1 || spec.from.shape[a] == spec.to.shape[a])
          expect(before.ranges[a] == after.ranges[a], "a sweep moves points between processes");
    }
    layout_ = spec.to;
  }

  void move(const Redistribution& move) {
    expect(move.from == layout_, "a move does not start where the sweep ended");
    expect(move.to.shape == layout_.shape, "a move changes the shape");
    expect(move.to.n_processes() == layout_.n_processes(), "a move changes the number of processes");
    expect(move.element_bytes == element_bytes(trip_.problem.precision, is_real_),
           "elements of a move have another size");
    expect(move.n_fields == trip_.problem.n_fields, "a move takes another number of fields");
    try {
      check(move.to);
    } catch (const Error& error) {
      expect(false, error.what());
    }
    layout_ = move.to;
  }

  void judge_ends() {
    const Problem& p = trip_.problem;
    const Layout& first = route_.sweeps.front().from;
    Axes all = test::transformed_axes(p), done = done_;
    std::sort(all.begin(), all.end());
    std::sort(done.begin(), done.end());
    expect(done == all, "not every axis is transformed");
    if (p.points) expect(first == *p.points, "does not start in the problem's layout");
    if (p.modes) expect(layout_ == *p.modes, "does not end in the problem's layout");
    if (!p.points)
      for (std::size_t g = 0; g < trip_.grid.dims.size(); ++g)
        expect(first.grid == trip_.grid && (first.grid.dims[g] == 1 || first.cut[g] == static_cast<int>(g)),
               "points are not cut on axes 0 to k-1");
    if (!p.modes && p.output == Output::input)
      expect(layout_.grid == first.grid && layout_.cut == first.cut, "modes are not cut like the points");
    if (!p.modes && p.output == Output::input)
      for (std::size_t a = 0; a < first.splits.size(); ++a)
        if (static_cast<int>(a) != real_axis(p))
          expect(layout_.splits[a] == first.splits[a], "modes are not divided like the points");
  }

  // Every value is multiplied once in each direction, and only by a sweep that transforms.
  void judge_scales() {
    double n = 1, forward = 1, backward = 1;
    for (int axis : test::transformed_axes(trip_.problem))
      n *= static_cast<double>(trip_.problem.shape[axis]);
    for (const SweepSpec& spec : route_.sweeps) {
      expect(!spec.axes.empty() || (spec.scale == 1 && spec.inverse_scale == 1), "a copy scales");
      forward *= spec.scale;
      backward *= spec.inverse_scale;
    }
    const Norm norm = trip_.problem.norm;
    const double wanted = norm == Norm::ortho ? 1 / std::sqrt(n) : norm == Norm::forward ? 1 / n : 1;
    expect(std::abs(forward / wanted - 1) < 1e-15, "forward is scaled by " + std::to_string(forward));
    expect(std::abs(forward * backward * n - 1) < 1e-15, "backward is scaled by " + std::to_string(backward));
  }

  const Trip& trip_;
  Route route_;
  Layout layout_;
  bool is_real_ = false;
  Axes done_;
  std::string complaint_;
};

RC_GTEST_PROP(Route, TransformsEveryAxisOnceWhereItIsWholeAndEndsWhereItShould, ()) {
  for (int i = 0; i < 20; ++i) {
    const std::string complaint = Walk(any_trip()).complaint();
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

bool same(const AxisTransform& a, const AxisTransform& b) {
  return a.kind == b.kind && a.axis == b.axis && a.n == b.n && a.sign == b.sign;
}
bool same(const Redistribution& a, const Redistribution& b) {
  return a.from == b.from && a.to == b.to && a.element_bytes == b.element_bytes && a.n_fields == b.n_fields;
}
template <class T>
bool all_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}
bool same(const SweepSpec& a, const SweepSpec& b) {
  return all_same(a.axes, b.axes) && a.from == b.from && a.to == b.to && a.from_real == b.from_real &&
         a.to_real == b.to_real && a.scale == b.scale && a.inverse_scale == b.inverse_scale;
}

RC_GTEST_PROP(Route, IsTheSameWhenReversedTwice, ()) {
  const Trip trip = any_trip();
  const Route route = make_route(trip.problem, trip.grid), twice = reversed(reversed(route));
  const auto same_sweep = [](const SweepSpec& a, const SweepSpec& b) { return same(a, b); };
  RC_ASSERT(std::equal(twice.sweeps.begin(), twice.sweeps.end(), route.sweeps.begin(), route.sweeps.end(),
                       same_sweep));
  RC_ASSERT(all_same(twice.moves, route.moves));
}

RC_GTEST_PROP(Route, RunsBackwardFromTheLastStepToTheFirst, ()) {
  const Trip trip = any_trip();
  const Route route = make_route(trip.problem, trip.grid), back = reversed(route);
  RC_ASSERT(back.sweeps.size() == route.sweeps.size() && back.moves.size() == route.moves.size());
  for (std::size_t i = 0; i < route.sweeps.size(); ++i) {
    const SweepSpec &there = route.sweeps[route.sweeps.size() - 1 - i], &here = back.sweeps[i];
    RC_ASSERT(here.from == there.to && here.to == there.from && here.scale == there.inverse_scale);
    RC_ASSERT(here.from_real == there.to_real && here.to_real == there.from_real);
    RC_ASSERT(here.axes.size() == there.axes.size());
    for (std::size_t j = 0; j < here.axes.size(); ++j) {
      const AxisTransform& undone = there.axes[there.axes.size() - 1 - j];
      const Kind kind = undone.kind == Kind::r2c ? Kind::c2r : Kind::c2c;
      RC_ASSERT(same(here.axes[j], {kind, undone.axis, undone.n, -undone.sign}));
    }
  }
  for (std::size_t i = 0; i < route.moves.size(); ++i) {
    const Redistribution& there = route.moves[route.moves.size() - 1 - i];
    RC_ASSERT(same(back.moves[i], {there.to, there.from, there.element_bytes, there.n_fields}));
  }
}

// All axes transformed, arrays small: the fewest sweeps there are, no copies, modes cut on axes 1 to k.
TEST(Route, HasAsManyMovesAsTheGridHasDimensions) {
  for (int d = 2; d <= 6; ++d)
    for (int k = 1; k < d; ++k)
      for (const std::vector<int>& sides : std::vector<std::vector<int>>{{2, 3, 2, 3, 2}, {3, 2, 3, 2, 2}})
        for (bool real : {false, true}) {
          Extents shape{9, 7, 6, 8, 5, 7};
          shape.resize(static_cast<std::size_t>(d));
          ProcessGrid grid{{sides.begin(), sides.begin() + k}};
          const Route route = make_route(real ? r2c(shape) : c2c(shape), grid);
          SCOPED_TRACE(in_words(route));
          EXPECT_EQ(route.moves.size(), static_cast<std::size_t>(k));
          EXPECT_EQ(route.sweeps.size(), static_cast<std::size_t>(k) + 1);
          for (const SweepSpec& sweep : route.sweeps) EXPECT_FALSE(sweep.axes.empty());
          for (int g = 0; g < k; ++g) EXPECT_EQ(route.sweeps.back().to.cut[g], g + 1);
        }
}

// Own block sizes belong to an axis as it was cut: axes that are cut anew are divided evenly.
TEST(Route, ForgetsOwnBlockSizesOfAxesThatItCutsAnew) {
  Trip trip{c2c({8, 5, 4, 6}), {{2, 2, 2}}};
  trip.problem.points = Layout{trip.problem.shape, {{2, 2, 2}}, {0, 0, 0}, {{}, {{5}}, {{4}}, {{6}}}};
  EXPECT_EQ("", Walk(trip).complaint());
}

TEST(Route, WithAStageAtItsEndIsTheSameAndACopy) {
  for (const Problem& problem : {c2c({9, 7, 6}), r2c({9, 7, 6})}) {
    const Route route = make_route(problem, {{1}}), longer = with_buffer(route);
    EXPECT_TRUE(same(route.sweeps.back(), longer.sweeps[longer.sweeps.size() - 2]));
    EXPECT_TRUE(longer.sweeps.back().axes.empty());
    EXPECT_EQ(longer.moves.size(), longer.sweeps.size() - 1);
    EXPECT_TRUE(same(longer.moves.back(), {route.sweeps.back().to, route.sweeps.back().to, 16, 1}));
    EXPECT_TRUE(longer.sweeps.back().from == route.sweeps.back().to &&
                longer.sweeps.back().to == route.sweeps.back().to);
  }
}

// What doc/conventions.md says of axes that are not transformed.
TEST(Route, MovesNothingWhereThePointsAreCutOnAnAxisThatIsNotTransformed) {
  Problem problem = c2c({64, 32, 16});
  problem.axes = {0, 1};
  EXPECT_EQ(make_route(problem, {{2}}).moves.size(), 1U);
  problem.points = Layout{problem.shape, {{2}}, {2}, {}};
  const Route route = make_route(problem, choose_grid(problem, 2, 2));
  EXPECT_EQ(route.moves.size(), 0U);
  EXPECT_EQ(route.sweeps.size(), 1U);
}

TEST(Route, OfOneProcessMovesNothing) {
  for (const Extents& shape : {Extents{12}, Extents{9, 7}, Extents{9, 7, 6}}) {
    const Route route = make_route(c2c(shape), {{1}});
    for (const Redistribution& move : route.moves) EXPECT_TRUE(is_local(move));
    EXPECT_EQ(route.sweeps.size(), 1U) << in_words(route);
  }
}

// A plane that is the whole array is a third array in cache.
TEST(Route, TransformsALargeArrayOfTwoAxesInTwoSweeps) {
  const auto axes_of_sweeps = [](const Extents& shape) {
    std::vector<std::size_t> n;
    for (const SweepSpec& sweep : make_route(c2c(shape), {{1}}).sweeps) n.push_back(sweep.axes.size());
    return n;
  };
  EXPECT_EQ(axes_of_sweeps({512, 512}), (std::vector<std::size_t>{2}));
  EXPECT_EQ(axes_of_sweeps({1024, 1024}), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(axes_of_sweeps({2, 1024, 1024}), (std::vector<std::size_t>{2, 1}));
}

}  // namespace
}  // namespace weft::test
