// Every sweep of a plan reads and writes inside memory that is there, for any process, without talking.
//
// Random problems with every row of the table of exchanges: the views of each sweep cover its array once,
// all fields of all pieces lie inside the user's arrays, the buffers and the segments of the windows as they
// will be allocated, and what goes straight into the user's output lies where the user will look for it.

#include "plan/blueprint.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "any_layout.hpp"
#include "geometry/axis_kinds.hpp"
#include "oracle.hpp"
#include "views.hpp"
#include "weft/error.hpp"

namespace weft::test {
namespace {

struct Drawing {
  Problem problem;
  Settings settings;
  Choice choice;
  std::vector<Blueprint> blueprints;  // by rank
};

Drawing any_drawing() {
  Drawing d;
  Problem& p = d.problem;
  const int n_processes = between(1, 9);
  const int n_axes = n_processes == 1 ? between(1, 5) : between(2, 5);
  p.shape = any_shape(n_axes, 1500);
  p.transform = one_of<Transform>({Transform::c2c, Transform::r2c, Transform::none});
  p.precision = one_of<Precision>({Precision::single_, Precision::double_});
  if (p.transform != Transform::none && one_in(3)) {
    p.axes = any_order(n_axes);
    p.axes.resize(static_cast<std::size_t>(between(1, n_axes)));
  }
  if (p.transform != Transform::none && one_in(3)) {
    p.kept = p.shape;
    for (int axis : weft::transformed_axes(p)) {
      Index& length = p.kept[static_cast<std::size_t>(axis)];
      length = between(1, static_cast<int>(length));
    }
  }
  p.n_fields = one_in(2) ? 1 : between(2, 3);
  p.output = one_of<Output>({Output::last, Output::input});
  p.real_elements = p.transform == Transform::none && one_in(2);
  if (one_in(3)) p.points = any_layout(p.shape, n_processes);
  if (one_in(3)) p.modes = any_layout(modes_shape(p), n_processes);
  d.settings.exchange = one_of(exchange_names());
  const bool is_pipelined = one_in(2) && find_exchange(d.settings.exchange).in_strips;
  if (is_pipelined)
    d.settings.exchange = "pipelined:" + d.settings.exchange + ":" + std::to_string(between(1, 4));
  if (one_in(4)) d.settings.lump = between(1, 3);
  d.settings.backend = "fftw";
  d.settings.in_place = one_in(4);
  d.settings.overwrite_input = one_in(3);
  d.settings.shared_arrays = one_in(3);
  const bool may_be_low = d.settings.in_place && !is_pipelined && !d.settings.lump;
  if (may_be_low && one_in(2)) d.settings.low_memory_bytes = between(1, 20000);
  const std::vector<int> one_node(static_cast<std::size_t>(n_processes), 0);
  d.choice = decide(p, n_processes, d.settings, {one_node, true});
  try {
    make_blueprint(p, 0, d.settings, d.choice, one_node);
  } catch (const Error&) {  // some problems cannot be done in so little
    d.settings.low_memory_bytes = Index{32} << 20;
  }
  for (int rank = 0; rank < n_processes; ++rank)
    d.blueprints.push_back(make_blueprint(p, rank, d.settings, d.choice, one_node));
  return d;
}

// What one direction of one process does with memory.
class Audit {
 public:
  Audit(const Drawing& drawing, int rank, bool forward)
      : drawing_(drawing),
        blueprint_(drawing.blueprints[static_cast<std::size_t>(rank)]),
        rank_(rank),
        direction_(forward ? blueprint_.forward : blueprint_.backward),
        input_(forward ? blueprint_.points_storage : blueprint_.modes_storage),
        output_(forward ? blueprint_.modes_storage : blueprint_.points_storage) {
    const std::size_t last = direction_.sweeps.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      const LocalSweep& sweep = direction_.sweeps[i].sweep;
      if (!direction_.sweeps[i].runs) continue;
      const std::string name = "sweep " + std::to_string(i);
      judge(name + " reads", sweep.source, sweep.from,
            element_bytes(drawing.problem.precision, sweep.from_real));
      judge(name + " writes", sweep.target, sweep.to,
            element_bytes(drawing.problem.precision, sweep.to_real));
      for (const LocalSweep& strip : direction_.sweeps[i].strips) {
        judge(name + " of a strip reads", strip.source, strip.from,
              element_bytes(drawing.problem.precision, strip.from_real));
        judge(name + " of a strip writes", strip.target, strip.to,
              element_bytes(drawing.problem.precision, strip.to_real));
      }
      judge_strips(i);
      if (i < last && direction_.moves[i].to.is_user) judge_own_block(name, sweep, direction_.moves[i].move);
    }
    for (const MoveStep& step : direction_.moves) {
      if (step.from.is_user)
        expect(step.from.storage == input_, "an exchange takes the input for something else");
      if (step.to.is_user)
        expect(step.to.storage == output_, "an exchange takes the output for something else");
    }
  }
  const std::string& complaint() const { return complaint_; }

 private:
  void expect(bool holds, const std::string& otherwise) {
    if (!holds && complaint_.empty()) complaint_ = otherwise;
  }

  // Bytes of the user's arrays, as the elements that they hold say.
  Index user_bytes(const Storage& storage, bool at_points) const {
    const Problem& p = drawing_.problem;
    return storage.n_elements() * (at_points ? points_element(p) : modes_element(p)).bytes();
  }
  Index bytes_of(Slot slot) const {
    const bool forward = &direction_ == &blueprint_.forward;
    const Index in = user_bytes(input_, forward), out = user_bytes(output_, !forward);
    if (slot == input_slot || slot == output_slot)
      return drawing_.settings.in_place ? blueprint_.array_bytes : slot == input_slot ? in : out;
    if (slot < first_buffer_slot + most_buffers) {
      const auto buffer = static_cast<std::size_t>(slot - first_buffer_slot);
      return buffer < blueprint_.buffer_bytes.size() ? blueprint_.buffer_bytes[buffer] : 0;
    }
    for (std::size_t w = 0; w < blueprint_.windows.size(); ++w) {
      const WindowPlan& window = blueprint_.windows[w];
      const Slot member = slot - window.first_slot;
      if (member < 0 || member >= static_cast<Slot>(window.group.size())) continue;
      const int owner = window.group[static_cast<std::size_t>(member)];
      return drawing_.blueprints[static_cast<std::size_t>(owner)].windows[w].bytes;
    }
    return 0;
  }

  void judge(const std::string& who, const View& view, const Extents& shape, Index element) {
    for (Index field = 0; field < blueprint_.fields_of_lump; ++field) {
      std::vector<int> times(static_cast<std::size_t>(product(shape)), 0);
      for_each_element(view, shape, field, [&](Index position, Slot slot, Index offset) {
        ++times[static_cast<std::size_t>(position)];
        expect(slot >= 0 && slot < blueprint_.n_slots, who + " a slot that is not there");
        expect(offset >= 0 && (offset + 1) * element <= bytes_of(slot),
               who + " beyond slot " + std::to_string(slot));
      });
      expect(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }),
             who + " not the whole array, once");
    }
  }

  // While strips travel, what a sweep of other strips reads or writes is not what MPI writes or reads.
  void judge_strips(std::size_t i) {
    const SweepStep& step = direction_.sweeps[i];
    if (step.cutting == Cutting::none) return;
    const bool after = step.cutting == Cutting::after;
    const MoveStep& move = direction_.moves[after ? i : i - 1];
    const std::string name = "sweep " + std::to_string(i);
    expect(step.strips.size() == static_cast<std::size_t>(n_strips(move.move)), name + " has other strips");
    Index points = 0;
    for (const LocalSweep& strip : step.strips) points += product(strip.from);
    expect(points == product(step.sweep.from), name + " does not do all of the array in its strips");
    const auto memory = [&](Slot slot) {
      return drawing_.settings.in_place && slot == output_slot ? input_slot : slot;
    };
    for (const Piece& piece : (after ? step.sweep.source : step.sweep.target).pieces)
      for (const Slot travelling : {move.send, move.receive})
        expect(memory(piece.slot) != memory(travelling), name + " works on memory of strips that travel");
  }

  // The own block of a move that ends in the user's array must be where the array has it, for every field
  // (the address of the slot is that of the field already).
  void judge_own_block(const std::string& name, const LocalSweep& sweep, const Redistribution& move) {
    const Box before = box_of(move.from, rank_), after = box_of(move.to, rank_);
    const View& view = sweep.target;
    for (const Piece& piece : view.pieces) {
      if (piece.slot != output_slot) continue;
      Index offset = 0;
      for (int a = 0; a < after.n_axes(); ++a)
        offset +=
            (piece.box.ranges[a].begin + before.ranges[a].begin - after.ranges[a].begin) * output_.strides[a];
      expect(piece.offset == offset && piece.field_stride == 0,
             name + " writes its own block to another place");
      for (int a = 0; a < after.n_axes(); ++a)
        expect(piece.box.ranges[a].size() == 1 || piece.strides[a] == output_.strides[a],
               name + " writes its own block with other strides");
    }
  }

  const Drawing& drawing_;
  const Blueprint& blueprint_;
  int rank_;
  const Direction& direction_;
  const Storage &input_, &output_;
  std::string complaint_;
};

RC_GTEST_PROP(Blueprint, KeepsEverySweepInsideItsMemory, ()) {
  const Drawing drawing = any_drawing();
  for (int rank = 0; rank < static_cast<int>(drawing.blueprints.size()); ++rank)
    for (bool forward : {true, false}) {
      const std::string complaint = Audit(drawing, rank, forward).complaint();
      if (complaint.empty()) continue;
      const Problem& p = drawing.problem;
      RC_FAIL(complaint + (forward ? " forward" : " backward") + " on process " + std::to_string(rank) +
              " of " + to_text(p.shape) + ", " + std::to_string(p.n_fields) + " fields, choice " +
              to_text(drawing.choice) + ", " + to_text(drawing.blueprints.front().points) + " -> " +
              to_text(drawing.blueprints.front().modes));
    }
}

// Both directions of a move share one window: each process's segment holds what either writes. They are done
// by one row, but where the user's arrays may be shared.
RC_GTEST_PROP(Blueprint, GivesAMoveAndItsReverseOneWindow, ()) {
  const Drawing drawing = any_drawing();
  for (const Blueprint& blueprint : drawing.blueprints)
    for (std::size_t i = 0; i < blueprint.forward.moves.size(); ++i) {
      const MoveStep &there = blueprint.forward.moves[i],
                     &back = blueprint.backward.moves[blueprint.backward.moves.size() - 1 - i];
      RC_ASSERT(there.window == back.window);
      const bool direct =
          blueprint.forward.sweeps[i].only_private || blueprint.forward.sweeps[i + 1].only_private;
      RC_ASSERT(direct || there.row == back.row);
      RC_ASSERT(!direct || (drawing.settings.shared_arrays && !drawing.settings.in_place));
      RC_ASSERT((there.window >= 0) == (there.row->window_group != nullptr));
    }
}

// Two fields of more than 2 MiB each push each other out of the cache as one of more than 4 MiB does itself.
TEST(Blueprint, WritesAroundTheCacheWhatAllFieldsOfACallWrite) {
  const auto streams = [](Index n_planes, int n_fields) {
    Problem problem = c2c({n_planes, 64, 64});
    problem.n_fields = n_fields;
    const Settings settings = settings_of(Options{});
    const std::vector<int> one_node = {0};
    const Choice choice = decide(problem, 1, settings, {one_node, true});
    bool all = true, none = true;
    for (const SweepStep& step : make_blueprint(problem, 0, settings, choice, one_node).forward.sweeps)
      (step.sweep.stream ? none : all) = false;
    EXPECT_TRUE(all || none);
    return all;
  };
  EXPECT_FALSE(streams(32, 1));
  EXPECT_FALSE(streams(32, 2));
  EXPECT_TRUE(streams(33, 2));
  EXPECT_FALSE(streams(8, 8));
  EXPECT_TRUE(streams(8, 9));
  EXPECT_FALSE(streams(64, 1));
  EXPECT_TRUE(streams(65, 1));
}

}  // namespace
}  // namespace weft::test
