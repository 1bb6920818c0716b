// A sweep alone, from any view to any view, against the definition.
//
// Source and target are cut into random pieces that lie in several slots with strides of their own, as
// messages, windows and buffers do; several fields lie side by side. Zero to three axes, real or
// complex, forward or backward. Nothing but the elements of the target may change, scratch memory has
// exactly the size that the tiling asks for, and the error is that of a good FFT (zero for a copy). All of it
// by one thread and by several: the bits are the same.

#include "sweep/sweep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "any_layout.hpp"
#include "base/processors.hpp"
#include "blocks.hpp"
#include "geometry/storage.hpp"
#include "kernels/kernel.hpp"
#include "one_axis.hpp"
#include "sanitizer_step.hpp"
#include "sweep/block_sweep.hpp"
#include "usable.hpp"
#include "views.hpp"

namespace weft::test {
namespace {

constexpr int most_slots = 3;

// One side of a sweep: a view, and the memory of its slots.
class Arrays {
 public:
  Arrays(const Extents& shape, Element element, int n_fields)
      : shape_(shape), element_(element), n_fields_(n_fields) {}

  // The local array as one piece in memory order `order`, in slot 0.
  void lie_whole(const Axes& order) {
    view_ = whole_view(dense_storage(shape_, order), 0, product(shape_));
    allocate({product(shape_) * n_fields_}, false);
  }

  // Cut into a few boxes anyhow; pieces in any slots, in any order of axes, with gaps.
  void lie_in_pieces() {
    std::vector<Box> boxes{whole_box(shape_)};
    const int favourite = between(0, static_cast<int>(shape_.size()) - 1);
    for (int cuts = between(0, 5); cuts > 0; --cuts)
      cut_one(boxes, one_in(2) ? favourite : between(0, static_cast<int>(shape_.size()) - 1));
    std::vector<Index> sizes(most_slots, 0);
    for (const Box& box : boxes) {
      if (box.empty()) continue;
      Storage storage{box.shape(), any_order(box.n_axes()), Extents(box.ranges.size())};
      Index stride = one_in(6) ? 2 : 1;
      for (std::size_t i = storage.order.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(storage.order[i]);
        storage.strides[axis] = stride;
        stride = stride * storage.shape[axis] + (one_in(3) ? between(1, 5) : 0);
      }
      const int slot = between(0, most_slots - 1);
      Index& end = sizes[static_cast<std::size_t>(slot)];
      const Index start = end + between(0, 3), span = storage.n_elements() + between(0, 3);
      view_.pieces.push_back({box, slot, start, storage.strides, span});
      end = start + n_fields_ * span;
    }
    allocate(sizes, one_in(2));
  }

  void put_field(const GlobalField& field, Index number) {
    for_each_element(view_, shape_, number, [&](Index position, Slot slot, Index offset) {
      write(slot, offset, field.values[static_cast<std::size_t>(position)]);
    });
  }
  Misfit misfit_of(const GlobalField& field, Index number) const {
    Misfit sum;
    for_each_element(view_, shape_, number, [&](Index position, Slot slot, Index offset) {
      const Complex wanted = field.values[static_cast<std::size_t>(position)];
      const Complex found = slots_[static_cast<std::size_t>(slot)].value(offset);
      sum += Misfit{static_cast<double>(std::norm(found - wanted)), static_cast<double>(std::norm(wanted))};
    });
    return sum;
  }

  // All bytes of all slots, with those of the view's elements left out.
  std::vector<std::byte> gaps() const {
    std::vector<std::byte> all;
    std::vector<std::size_t> starts;
    for (const Block& slot : slots_) {
      starts.push_back(all.size());
      all.insert(all.end(), slot.bytes().begin(), slot.bytes().end());
    }
    const auto size = static_cast<std::size_t>(element_.bytes());
    for (Index field = 0; field < n_fields_; ++field)
      for_each_element(view_, shape_, field, [&](Index, Slot slot, Index offset) {
        std::memset(&all[starts[static_cast<std::size_t>(slot)] + static_cast<std::size_t>(offset) * size], 0,
                    size);
      });
    return all;
  }
  std::vector<std::byte> bytes() const {
    std::vector<std::byte> all;
    for (const Block& slot : slots_) all.insert(all.end(), slot.bytes().begin(), slot.bytes().end());
    return all;
  }
  bool guards_intact() const {
    return std::all_of(slots_.begin(), slots_.end(), [](const Block& slot) { return slot.guards_intact(); });
  }
  void forget() {
    for (Block& slot : slots_) slot.forget();
  }
  void add_places(std::vector<Place>& places) {
    for (Block& slot : slots_) places.emplace_back(static_cast<char*>(slot.data()));
  }
  // The view with its slots numbered from `first`.
  View view(Slot first) const {
    View moved = view_;
    for (Piece& piece : moved.pieces) piece.slot += first;
    return moved;
  }
  int n_slots() const { return static_cast<int>(slots_.size()); }

 private:
  static void cut_one(std::vector<Box>& boxes, int axis) {
    Box& first = boxes[static_cast<std::size_t>(between(0, static_cast<int>(boxes.size()) - 1))];
    Box second = first;
    Range& whole = first.ranges[static_cast<std::size_t>(axis)];
    const Index middle = whole.begin + between(0, static_cast<int>(whole.size()));
    second.ranges[static_cast<std::size_t>(axis)].begin = middle;
    whole.end = middle;
    boxes.push_back(second);
  }
  void allocate(const std::vector<Index>& elements, bool misaligned) {
    for (Index n : elements) slots_.emplace_back(n * element_.bytes(), element_, misaligned);
  }
  void write(Slot slot, Index offset, Complex value) {
    char* at = static_cast<char*>(slots_[static_cast<std::size_t>(slot)].data()) + offset * element_.bytes();
    const double doubles[] = {static_cast<double>(value.real()), static_cast<double>(value.imag())};
    const float floats[] = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
    const bool is_double = element_.precision == Precision::double_;
    std::memcpy(at, is_double ? static_cast<const void*>(doubles) : floats,
                static_cast<std::size_t>(element_.bytes()));
  }

  Extents shape_;
  Element element_;
  int n_fields_;
  View view_;
  std::vector<Block> slots_;
};

struct SweepCase {
  LocalSweep sweep;
  int n_fields = 1;
  bool in_pieces = false;
  Axes from_order, to_order;  // in memory, when not in pieces
  std::string backend = {};   // empty: the standard one
  bool by_blocks = false;     // by its block kernel, else by tiles
  // After one thread. Fewer than processors, and more; more than there are blocks.
  std::vector<int> thread_counts = {2, 3, 5};
};

// A sweep over `points` along `axes`; of a real one the first axis is the real one (backward: the last).
SweepCase case_of(const Extents& points, const Axes& axes, bool real, bool backward) {
  SweepCase c;
  LocalSweep& sweep = c.sweep;
  Extents modes = points;
  if (real && !axes.empty()) {
    Index& length = modes[static_cast<std::size_t>(axes.front())];
    length = length / 2 + 1;
  }
  for (int axis : axes) {
    const Kind real_kind = backward ? Kind::c2r : Kind::r2c;
    sweep.axes.push_back({real && axis == axes.front() ? real_kind : Kind::c2c, axis,
                          points[static_cast<std::size_t>(axis)], backward ? 1 : -1});
  }
  if (backward) std::reverse(sweep.axes.begin(), sweep.axes.end());
  sweep.from = backward ? modes : points;
  sweep.to = backward ? points : modes;
  sweep.from_real = real && (axes.empty() || !backward);
  sweep.to_real = real && (axes.empty() || backward);
  c.from_order.resize(points.size());
  std::iota(c.from_order.begin(), c.from_order.end(), 0);
  c.to_order = c.from_order;
  return c;
}

// From slot 0 to slot 1, both dense in C order.
LocalSweep with_whole_sides(LocalSweep sweep) {
  sweep.source = whole_view(dense_storage(sweep.from, c_order(static_cast<int>(sweep.from.size()))), 0, 0);
  sweep.target = whole_view(dense_storage(sweep.to, c_order(static_cast<int>(sweep.to.size()))), 1, 0);
  return sweep;
}

std::string words_of_sweep(const SweepCase& c) {
  std::string text = to_text(c.sweep.from) + " to " + to_text(c.sweep.to) + ", axes";
  for (const AxisTransform& t : c.sweep.axes) text += " " + std::to_string(t.axis);
  return text + (c.sweep.precision == Precision::double_ ? ", double" : ", single") +
         (c.in_pieces ? ", in pieces" : "") + (c.sweep.stream ? ", streamed" : "") + ", " +
         std::to_string(c.n_fields) + " fields";
}

// What the threads of a sweep work in: exactly as much as the tiling or the block kernel asks for.
class Scratch {
 public:
  Scratch(const Blocks& blocks, Precision precision, int n_threads) {
    const BlockKernel& kernel = *blocks.kernel;
    for (int thread = 0; thread < n_threads; ++thread)
      for (Index bytes : {kernel.batch_bytes(), kernel.scratch_bytes(),
                          thread == 0 || blocks.n > 1 ? kernel.between_bytes() : 0})
        blocks_.emplace_back(bytes, Element{true, precision});
  }
  Scratch(const LocalSweep& sweep, int n_threads) {
    const Tiling tiling = make_tiling(sweep);
    const Element any{true, sweep.precision};
    for (int thread = 0; thread < n_threads; ++thread) {
      const bool has_block = thread == 0 || has_blocks_of_its_own(tiling, n_threads);
      for (Index bytes : {tiling.in_bytes, tiling.out_bytes, has_block ? tiling.block_bytes : 0})
        blocks_.emplace_back(bytes, any);
    }
  }
  std::vector<Workspace> workspaces() {
    std::vector<Workspace> all;
    const auto memory = [&](std::size_t i) { return static_cast<char*>(blocks_[i].data()); };
    for (std::size_t i = 0; i < blocks_.size(); i += 3)
      all.push_back({memory(i), memory(i + 1), memory(i + 2)});
    return all;
  }
  bool guards_intact() const {
    return std::all_of(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.guards_intact(); });
  }
  // Those that nobody has written to, as "2" for the block of thread 0, "3" for the first tile of thread 1.
  std::string untouched() const {
    std::string numbers;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      Block fresh(static_cast<Index>(blocks_[i].bytes().size()), blocks_[i].element());
      if (!fresh.bytes().empty() &&
          std::equal(fresh.bytes().begin(), fresh.bytes().end(), blocks_[i].bytes().begin()))
        numbers += " " + std::to_string(i);
    }
    return numbers;
  }

 private:
  std::vector<Block> blocks_;
};

// Kept for the sweep that was last asked for: its target may lie elsewhere.
const GlobalField& expected(const LocalSweep& sweep, const GlobalField& source) {
  static std::string known_words;
  static GlobalField known_source, known;
  std::string words = to_text(sweep.from) + " " + to_text(sweep.to) + " " + std::to_string(sweep.scale);
  for (const AxisTransform& t : sweep.axes)
    words += " " + std::to_string(static_cast<int>(t.kind)) + " " + std::to_string(t.axis) + " " +
             std::to_string(t.sign);
  if (words == known_words && source.values == known_source.values) return known;
  known_words = words;
  known_source = known = source;
  if (source.values.empty()) return known;
  for (const AxisTransform& t : sweep.axes) known = transformed(known, t.kind, t.axis, t.n, t.sign);
  for (Complex& value : known.values) value *= sweep.scale;
  return known;
}

std::string complaint_about_sweep(SweepCase c) {
  LocalSweep& sweep = c.sweep;
  Arrays from(sweep.from, {sweep.from_real, sweep.precision}, c.n_fields);
  Arrays to(sweep.to, {sweep.to_real, sweep.precision}, c.n_fields);
  if (c.in_pieces)
    from.lie_in_pieces(), to.lie_in_pieces();
  else
    from.lie_whole(c.from_order), to.lie_whole(c.to_order);
  std::vector<Place> slots;
  from.add_places(slots);
  to.add_places(slots);
  sweep.source = from.view(0);
  sweep.target = to.view(from.n_slots());

  std::vector<GlobalField> fields;
  for (int f = 0; f < c.n_fields; ++f) {
    fields.push_back(
        hashed_field(sweep.from, static_cast<std::uint64_t>(f + 5), sweep.from_real, sweep.precision));
    from.put_field(fields.back(), f);
  }
  sweep.backend = c.backend.empty() ? backend_table().front().name : c.backend;
  if (c.by_blocks && !blocks_of(sweep).kernel) return "has no block kernel: " + words_of_sweep(c);
  const std::vector<std::byte> source = from.bytes(), gaps = to.gaps();
  const auto run = [&](int n_threads) -> std::string {
    Team team(n_threads, n_processors_allowed());
    KernelCache kernels(n_threads);
    Scratch scratch =
        c.by_blocks ? Scratch(blocks_of(sweep), sweep.precision, n_threads) : Scratch(sweep, n_threads);
    const std::vector<Workspace> workspaces = scratch.workspaces();
    std::unique_ptr<AnySweep> machine;
    if (c.by_blocks)
      machine = std::make_unique<BlockSweep>(sweep, blocks_of(sweep), workspaces, team);
    else
      machine = std::make_unique<Sweep>(sweep, kernels, workspaces, team);
    for (int f = 0; f < c.n_fields; ++f) machine->run(slots, f);
    if (from.bytes() != source || !from.guards_intact()) return "changes its source";
    if (to.gaps() != gaps || !to.guards_intact()) return "writes outside its target";
    return scratch.guards_intact() ? "" : "writes outside its scratch memory";
  };
  std::string complaint = run(1);
  if (!complaint.empty()) return complaint + ": " + words_of_sweep(c);

  Extents lengths;
  for (const AxisTransform& t : sweep.axes) lengths.push_back(t.n);
  const double limit = sweep.axes.empty() ? 0 : tolerance_of(lengths, sweep.precision);
  for (int f = 0; f < c.n_fields; ++f) {
    const double error = to.misfit_of(expected(sweep, fields[static_cast<std::size_t>(f)]), f).relative();
    if (!(error <= limit))
      return "relative error " + std::to_string(error / (limit > 0 ? limit : 1)) +
             " times the limit in field " + std::to_string(f) + ": " + words_of_sweep(c);
  }
  const std::vector<std::byte> bits = to.bytes();
  for (int n_threads : c.thread_counts) {
    to.forget();
    complaint = run(n_threads);
    if (complaint.empty() && to.bytes() != bits) complaint = "has other bits than with one thread";
    if (!complaint.empty())
      return complaint + ": " + words_of_sweep(c) + ", " + std::to_string(n_threads) + " threads";
  }
  return "";
}

SweepCase any_case() {
  const int d = between(1, 5);
  Extents points = any_shape(d, 1500);
  Axes axes = any_order(d);
  axes.resize(static_cast<std::size_t>(between(0, std::min(3, d))));
  SweepCase c = case_of(points, axes, one_in(2), one_in(2));
  c.sweep.precision = one_of<Precision>({Precision::single_, Precision::double_});
  c.sweep.stream = one_in(3);
  if (!axes.empty()) c.sweep.scale = one_of<double>({1, 1, 0.125, 1.0 / 3});
  c.n_fields = one_in(3) ? between(2, 3) : 1;
  c.in_pieces = !one_in(4);
  c.backend = one_of<std::string>(usable({"native", "native", "fftw"}));
  c.thread_counts = {one_of<int>({2, 3, 5})};
  c.sweep.reproducible = one_in(4);
  if (one_in(4)) c.sweep.lines = between(1, 8);
  c.from_order = any_order(d);
  c.to_order = any_order(d);
  return c;
}

RC_GTEST_PROP(Sweep, TransformsAnyViewIntoAnyOther, ()) {
  for (int i = 0; i < 30; i += sanitizer_step) {
    const std::string complaint = complaint_about_sweep(any_case());
    if (!complaint.empty()) RC_FAIL(complaint);
  }
}

// Whole arrays and planes of others, of one and of several fields, on any number of threads.
TEST(BlockSweep, TransformsEachOfItsBlocks) {
  const auto judge = [](const Extents& points, const Axes& axes, const Axes& to_order, bool real) {
    for (const bool backward : {false, true}) {
      SweepCase c = case_of(points, axes, real, backward);
      c.sweep.scale = 0.5;
      c.n_fields = 2;
      c.by_blocks = true;
      (backward ? c.from_order : c.to_order) = to_order;
      EXPECT_EQ(complaint_about_sweep(c), "");
      c.sweep.precision = Precision::single_;
      EXPECT_EQ(complaint_about_sweep(c), "");
    }
  };
  judge({12, 10, 16}, {2, 1, 0}, {1, 2, 0}, true);
  judge({12, 10, 16}, {2, 1, 0}, {0, 1, 2}, true);
  judge({24, 18}, {1, 0}, {1, 0}, true);
  judge({7, 10, 16}, {2, 1}, {0, 1, 2}, true);
  judge({7, 10, 16}, {2, 1}, {0, 2, 1}, false);
  judge({10, 7, 16}, {2, 0}, {1, 2, 0}, true);
  judge({3, 5, 4, 6, 8}, {4, 3, 1}, {0, 2, 1, 3, 4}, true);
}

TEST(BlockSweep, MeasuresItsArithmetic) {
  SweepCase c = case_of({16, 16, 16}, {2, 1, 0}, true, false);
  const LocalSweep sweep = with_whole_sides(c.sweep);
  Scratch scratch(blocks_of(sweep), sweep.precision, 2);
  const std::vector<Workspace> workspaces = scratch.workspaces();
  Team team(2, n_processors_allowed());
  EXPECT_GT(BlockSweep(sweep, blocks_of(sweep), workspaces, team).measure_arithmetic(), 0);
  EXPECT_TRUE(scratch.guards_intact());
}

// 16 x 64 x 16 real points: the real axis is first, and the radices of the others multiply to their lengths.
// The last unit of a visit may have them again.
TEST(BlockSweep, ListsAndTimesItsSteps) {
  for (const Precision precision : {Precision::double_, Precision::single_}) {
    LocalSweep sweep = with_whole_sides(case_of({16, 64, 16}, {2, 1, 0}, true, false).sweep);
    sweep.precision = precision;
    Scratch scratch(blocks_of(sweep), precision, 1);
    const std::vector<Workspace> workspaces = scratch.workspaces();
    Team team(1);
    std::string text;
    int radices = 1;
    for (const KernelPart& part : BlockSweep(sweep, blocks_of(sweep), workspaces, team).measure_parts()) {
      EXPECT_GT(part.seconds, 0) << part.what;
      text += part.what + "\n";
      if (part.what.starts_with("complex ") && text.find("last unit") == std::string::npos)
        radices *= std::stoi(part.what.substr(8));
    }
    EXPECT_EQ(radices, 16 * 64) << text;
    EXPECT_TRUE(text.starts_with("visit 1: 16 unit(s)")) << text;
    EXPECT_LT(text.find("\nreal 16, "), text.find("\ncomplex ")) << text;
    EXPECT_NE(text.find("\nvisit 2: "), std::string::npos) << text;
  }
}

// Several blocks, several tiles, kernels that work on the block itself, long and short lines.
TEST(Sweep, TransformsArraysThatDoNotFitOneTile) {
  const std::vector<std::pair<Extents, Axes>> rows = {
      {{4, 64, 64}, {0, 2, 1}},  {{2, 16, 200}, {0, 2, 1}}, {{4, 64, 64}, {2, 1, 0}},
      {{16, 16, 16}, {0, 2, 1}}, {{30, 32, 36}, {2, 1}},    {{30, 32, 36}, {2, 0}},
      {{30, 32, 36}, {1, 0}},    {{30, 32, 36}, {1}},       {{2000, 3}, {0}},
      {{3, 2000}, {1, 0}},       {{41, 2, 43}, {0, 2}},     {{6, 7, 8, 9}, {1, 3, 2}},
      {{20, 1, 500}, {0, 1, 2}}};
  for (const auto& [points, axes] : rows)
    for (bool real : {false, true})
      for (bool backward : {false, true}) {
        SweepCase c = case_of(points, axes, real, backward);
        c.sweep.precision = real == backward ? Precision::double_ : Precision::single_;
        EXPECT_EQ("", complaint_about_sweep(c));
        std::reverse(c.to_order.begin(), c.to_order.end());
        EXPECT_EQ("", complaint_about_sweep(c)) << "target in reversed order";
      }
}

// A plan that FFTW measured may be another one each time; threads share it.
TEST(Sweep, HasTheSameBitsOnAllThreadsWithKernelsThatWereMeasured) {
  for (const Axes& axes : {Axes{1}, Axes{2, 1}, Axes{2, 0}}) {
    const LocalSweep sweep = with_whole_sides(case_of({12, 20, 30}, axes, true, false).sweep);
    const auto count = [](const Extents& shape, Index bytes) { return product(shape) * bytes; };
    const Element real{true, Precision::double_}, complex{false, Precision::double_};
    Block in(count(sweep.from, 8), real), out(count(sweep.to, 16), complex);
    put(hashed_field(sweep.from, 5, true, Precision::double_), whole_box(sweep.from),
        dense_storage(sweep.from, {0, 1, 2}), in);
    const Place slots[] = {static_cast<char*>(in.data()), static_cast<char*>(out.data())};
    Team team(3);
    Team alone(1);
    KernelCache kernels(3);
    Scratch scratch(sweep, 3), own(sweep, 1);
    Sweep(sweep, kernels, own.workspaces(), alone).run(slots, 0);
    const std::vector<std::byte> bits(out.bytes().begin(), out.bytes().end());
    out.forget();
    Sweep(sweep, kernels, scratch.workspaces(), team).run(slots, 0);
    EXPECT_TRUE(std::equal(bits.begin(), bits.end(), out.bytes().begin()));
  }
}

// Whatever the threads share by mistake is seldom seen in results.
TEST(Sweep, WorksInMemoryOfEachThread) {
  for (const std::string& backend : usable({"native", "fftw"})) {
    LocalSweep sweep = with_whole_sides(case_of({48, 20, 36}, {2, 1}, false, false).sweep);
    sweep.source.pieces.front().strides = dense_storage(sweep.from, {2, 1, 0}).strides;
    sweep.backend = backend;
    ASSERT_TRUE(has_blocks_of_its_own(make_tiling(sweep), 3));
    Scratch scratch(sweep, 3);
    Team team(3);
    KernelCache kernels(3);
    Sweep machine(sweep, kernels, scratch.workspaces(), team);
    for (int thread = 0; thread < 3 && backend == "native"; ++thread)
      std::memset(kernels.scratch(thread), 1, 64);
    Block in(product(sweep.from) * 16, {false, Precision::double_}),
        out(product(sweep.to) * 16, in.element());
    put(hashed_field(sweep.from, 5, false, Precision::double_), whole_box(sweep.from),
        dense_storage(sweep.from, {2, 1, 0}), in);
    const Place slots[] = {static_cast<char*>(in.data()), static_cast<char*>(out.data())};
    machine.run(slots, 0);
    for (int thread = 0; thread < 3 && backend == "native"; ++thread) {
      const char* memory = static_cast<const char*>(kernels.scratch(thread));
      EXPECT_LT(std::count(memory, memory + 64, 1), 64) << "scratch of thread " << thread;
    }
    // The native kernels read and write the rows of source and target themselves: there are no tiles.
    EXPECT_EQ(scratch.untouched(), backend == "native" ? " 0 1 3 4 6 7" : "");
  }
}

// Tiles are written where they were read, while other threads read and write theirs.
TEST(Sweep, InPlaceHasTheSameBitsOnAnyNumberOfThreads) {
  for (const std::string& backend : usable({"native", "fftw"}))
    for (const Axes& axes : {Axes{0}, Axes{1}, Axes{2}, Axes{2, 1}, Axes{0, 2}, Axes{2, 1, 0}}) {
      LocalSweep sweep = case_of({24, 20, 36}, axes, false, false).sweep;
      sweep.source = sweep.target = whole_view(dense_storage(sweep.from, {0, 1, 2}), 0, 0);
      sweep.in_place = true;
      sweep.backend = backend;
      const Element complex{false, Precision::double_};
      const GlobalField points = hashed_field(sweep.from, 5, false, Precision::double_);
      std::vector<std::byte> bits;
      for (int n_threads : {1, 2, 3, 5}) {
        Block array(product(sweep.from) * 16, complex);
        put(points, whole_box(sweep.from), dense_storage(sweep.from, {0, 1, 2}), array);
        const Place slots[] = {static_cast<char*>(array.data())};
        Team team(n_threads, n_processors_allowed());
        KernelCache kernels(n_threads);
        Scratch scratch(sweep, n_threads);
        Sweep(sweep, kernels, scratch.workspaces(), team).run(slots, 0);
        EXPECT_TRUE(array.guards_intact() && scratch.guards_intact());
        if (n_threads == 1) {
          EXPECT_LE(misfit(expected(sweep, points), whole_box(sweep.from),
                           dense_storage(sweep.from, {0, 1, 2}), array)
                        .relative(),
                    tolerance_of(sweep.from, Precision::double_));
          bits.assign(array.bytes().begin(), array.bytes().end());
        }
        EXPECT_TRUE(std::equal(bits.begin(), bits.end(), array.bytes().begin())) << n_threads << " threads";
      }
    }
}

TEST(Sweep, MeasuresItsArithmeticOnAnyNumberOfThreads) {
  for (const Axes& axes : {Axes{2}, Axes{2, 1}, Axes{2, 1, 0}})
    for (int n_threads : {1, 3}) {
      const LocalSweep sweep = with_whole_sides(case_of({16, 16, 16}, axes, false, false).sweep);
      Team team(n_threads);
      KernelCache kernels(n_threads);
      Scratch scratch(sweep, n_threads);
      EXPECT_GT(Sweep(sweep, kernels, scratch.workspaces(), team).measure_arithmetic(), 0);
      EXPECT_TRUE(scratch.guards_intact());
    }
}

TEST(Sweep, DoesNothingToAnEmptyArray) {
  for (const Axes& axes : {Axes{}, Axes{0}, Axes{2, 0}})
    for (bool backward : {false, true})
      EXPECT_EQ("", complaint_about_sweep(case_of({6, 0, 5}, axes, true, backward)));
}

}  // namespace
}  // namespace weft::test
