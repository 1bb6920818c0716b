// Arrays of two and three axes as visits of lists of steps.
//
// A vector holds lines that are neighbours in memory, so the axis that is contiguous in memory is transformed
// when its lines come from rows and go to columns: an array is transposed while an axis of it is read, and
// nowhere else.
#include "lines/block.hpp"

#include <algorithm>

#include "lines/describe.hpp"
#include "lines/real_lines.hpp"

namespace weft::inline lines {

namespace {

// Units that are done one after the other or by several threads: `steps` with the bases moved by `move` for
// each unit before, or, of the last unit, `rest`, if that is another, with the bases where they are.
template <class T>
struct Visit {
  Index n_units = 1;
  Steps<T> steps, rest;
  Index move[n_bases] = {};
  Index merged = 0;  // so many units are butterflies of the same steps, one after the other
};

template <class T>
class Planner {
 public:
  Planner(const BlockSpec& spec, const StepTable<T>& table) : program(table), spec_(spec) {
    const int z = static_cast<int>(spec.axes.size()) - 1;
    is_real_ = spec.axes.back().kind != Kind::c2c;
    for (const BlockSpec::Axis& axis : spec.axes) n_.push_back(axis.n);
    n_modes_ = n_;
    if (is_real_) n_modes_.back() = n_.back() / 2 + 1;
    for (int a = 0; a <= z; ++a) {
      points_.push_back((is_real_ ? 1 : 2) * spec.points[static_cast<std::size_t>(a)]);
      modes_.push_back(2 * spec.modes[static_cast<std::size_t>(a)]);
    }
    const Axis q = static_cast<Axis>(std::find(spec.modes.begin(), spec.modes.end(), 1) - spec.modes.begin());
    if (z == 1 && is_real_)
      spec.forward ? real_plane(q) : real_plane_back(q);
    else if (z == 1)
      complex_plane(spec.forward ? 1 : q, spec.forward ? q : 1);
    else if (is_real_)
      spec.forward ? real_cube(q) : real_cube_back(q);
    else
      complex_cube(spec.forward ? 2 : q, spec.forward ? q : 2);
  }

  Program<T> program;
  std::vector<Visit<T>> visits;
  Index between_numbers = 0, plane_numbers = 0;
  bool fits = true;  // are there enough lines for the vectors?

 private:
  using Axis = std::size_t;
  int sign(Axis axis) const { return spec_.axes[axis].sign; }
  // Strides of the input and of the output.
  Index in(Axis axis) const { return (spec_.forward ? points_ : modes_)[axis]; }
  Index out(Axis axis) const { return (spec_.forward ? modes_ : points_)[axis]; }

  LineBlocks<T> complex(Axis axis, const LinePlace& from, const LinePlace& to, Index n_lines,
                        double scale = 1) {
    return of_lines(n_lines, program.table().lines,
                    [&] { return complex_lines(program, n_[axis], sign(axis), from, to, n_lines, scale); });
  }
  LineBlocks<T> along(Axis axis, const LinePlace& from, const LinePlace& to, Index n_lines) {
    return lines_along(program, n_[axis], sign(axis), from, to, n_lines, 1);
  }
  LineBlocks<T> real(const LinePlace& from, const LinePlace& to, Index n_lines, double scale = 1) {
    const Axis z = n_.size() - 1;
    return of_lines(n_lines, program.table().lanes, [&] {
      return RealLines<T>(program, n_[z], sign(z), !spec_.forward, scale).blocks(from, to, n_lines, n_lines);
    });
  }
  template <class Make>
  LineBlocks<T> of_lines(Index n_lines, Index group, const Make& make) {
    if (n_lines >= group) return make();
    fits = false;
    return {};
  }

  // A visit whose units are the blocks.
  void add_lines(const LineBlocks<T>& blocks) {
    Visit<T> visit;
    visit.n_units = blocks.n + (blocks.rest.empty() ? 0 : 1);
    visit.steps = blocks.n > 0 ? blocks.steps : blocks.rest;
    if (blocks.n > 0) visit.rest = blocks.rest;
    std::copy(blocks.move, blocks.move + n_bases, visit.move);
    visits.push_back(std::move(visit));
  }
  // A visit whose units are planes of an axis, `move_in` and `move_out` apart on both sides, with the
  // operations of a plane one after the other. `own`: numbers between them, of each thread.
  void add_planes(Index n_units, int from, Index move_in, int to, Index move_out, Index own,
                  const std::vector<LineBlocks<T>>& operations) {
    Visit<T> visit;
    visit.n_units = n_units;
    visit.move[from] = move_in;
    visit.move[to] = move_out;
    for (const LineBlocks<T>& blocks : operations) program.append(visit.steps, blocks);
    const Index own_bytes = std::max<Index>(1, own * static_cast<Index>(sizeof(T)));
    const Index merged = std::min(n_units, merged_bytes / own_bytes);
    const auto is_single = [](const Step<T>& step) {
      return step.n_steps == 0 && step.source < scratch_first && step.target < scratch_first;
    };
    if (merged > 1 && std::all_of(visit.steps.begin(), visit.steps.end(), is_single)) {
      visit.merged = merged;
      for (Step<T>& step : visit.steps) {
        step.next_in = step.source == plane ? own : visit.move[step.source];
        step.next_out = step.target == plane ? own : visit.move[step.target];
      }
    }
    plane_numbers = std::max(plane_numbers, own * std::max<Index>(1, visit.merged));
    visits.push_back(std::move(visit));
  }
  // Where columns of n elements begin, and the same for arrays between visits.
  static Index row_of(Index n) { return apart<T>(2 * n); }

  // Complex axes, contiguous in `p` on the way in and in `q` on the way out.
  void complex_plane(Axis p, Axis q) {
    const Axis x = 1 - p;
    const Index row = row_of(n_[x]), row_along = row_of(n_[p]);
    // Columns of the output whose points collide where a step of radix 8 writes them: rows are written
    // instead.
    const bool collide = n_[p] * out(p) * static_cast<Index>(sizeof(T)) % (8 * colliding_bytes) == 0;
    if (p != q && !collide) {
      between_numbers = n_[q] * row_along;
      add_lines(complex(q, {input, 0, in(q), 2}, {between, 0, row_along, 2}, n_[p]));
      add_lines(complex(p, {between, 0, 2, row_along}, {output, 0, out(p), 2}, n_[q], spec_.scale));
      return;
    }
    if (p != q) {
      between_numbers = n_[p] * row;
      add_lines(complex(p, {input, 0, 2, in(q)}, {between, 0, row, 2}, n_[q]));
      add_lines(complex(q, {between, 0, 2, row}, {output, 0, 2, out(p)}, n_[p], spec_.scale));
      return;
    }
    if (const LineBlocks<T> rows = along(p, {input, 0, 2, in(x)}, {between, 0, 2, row_along}, n_[x]);
        !rows.empty()) {
      between_numbers = n_[x] * row_along;
      add_lines(rows);
      add_lines(complex(x, {between, 0, row_along, 2}, {output, 0, out(x), 2}, n_[p], spec_.scale));
    } else {
      between_numbers = n_[p] * row;
      add_lines(complex(p, {input, 0, 2, in(x)}, {between, 0, row, 2}, n_[x]));
      add_lines(complex(x, {between, 0, 2, row}, {output, 0, out(x), 2}, n_[p], spec_.scale));
    }
  }
  void complex_cube(Axis p, Axis q) {
    if (p != q) {
      const Axis r = 3 - p - q;
      const Index row = row_of(n_[p]), slab = apart<T>(n_[r] * row), own_row = row;
      between_numbers = n_[q] * slab;
      add_planes(n_[q], input, in(q), between, slab, 0,
                 {complex(r, {input, 0, in(r), 2}, {between, 0, row, 2}, n_[p])});
      add_planes(n_[r], between, row, output, out(r), n_[q] * own_row,
                 {complex(q, {between, 0, slab, 2}, {plane, 0, own_row, 2}, n_[p]),
                  complex(p, {plane, 0, 2, own_row}, {output, 0, out(p), 2}, n_[q], spec_.scale)});
      return;
    }
    // C order: planes of the last two axes, and columns of the first, in which the modes are dense.
    const auto of_planes = [&](int from, Index plane_in, Index row_in, int to, Index plane_out, Index row_out,
                               double scale) {
      const Index along_row = row_of(n_[2]), across_row = row_of(n_[1]);
      const LineBlocks<T> rows = along(2, {from, 0, 2, row_in}, {plane, 0, 2, along_row}, n_[1]);
      if (!rows.empty())
        add_planes(n_[0], from, plane_in, to, plane_out, n_[1] * along_row,
                   {rows, complex(1, {plane, 0, along_row, 2}, {to, 0, row_out, 2}, n_[2], scale)});
      else
        add_planes(n_[0], from, plane_in, to, plane_out, n_[2] * across_row,
                   {complex(2, {from, 0, 2, row_in}, {plane, 0, across_row, 2}, n_[1]),
                    complex(1, {plane, 0, 2, across_row}, {to, 0, row_out, 2}, n_[2], scale)});
    };
    const Index n_columns = n_[1] * n_[2], row = 2 * n_[2], slab = apart<T>(n_[1] * row);
    between_numbers = n_[0] * slab;
    if (spec_.forward) {
      of_planes(input, in(0), in(1), between, slab, row, 1);
      add_lines(complex(0, {between, 0, slab, 2}, {output, 0, out(0), 2}, n_columns, spec_.scale));
    } else {
      add_lines(complex(0, {input, 0, in(0), 2}, {between, 0, slab, 2}, n_columns, spec_.scale));
      of_planes(between, slab, row, output, out(0), out(1), 1);
    }
  }

  // The last axis is real, the modes are contiguous in `q`.
  void real_plane(Axis q) {
    const Index row = row_of(n_[0]), n_z = n_modes_[1];
    between_numbers = n_z * row;
    add_lines(real({input, 0, 1, in(0)}, {between, 0, row, 2}, n_[0], spec_.scale));
    if (q == 1)
      add_lines(complex(0, {between, 0, 2, row}, {output, 0, out(0), 2}, n_z));
    else
      add_lines(rows_to_rows(0, {between, 0, 2, row}, {output, 0, 2, out(1)}, n_z));
  }
  void real_plane_back(Axis q) {
    const Index n_z = n_modes_[1];
    if (q == 1) {
      const Index row = row_of(n_z);
      between_numbers = n_[0] * row;
      add_lines(complex(0, {input, 0, in(0), 2}, {between, 0, row, 2}, n_z));
      add_lines(real({between, 0, 2, row}, {output, 0, 1, out(0)}, n_[0], spec_.scale));
    } else {
      const Index row = row_of(n_[0]);
      between_numbers = n_z * row;
      add_lines(rows_to_rows(0, {input, 0, 2, in(1)}, {between, 0, 2, row}, n_z));
      add_lines(real({between, 0, row, 2}, {output, 0, 1, out(0)}, n_[0], spec_.scale));
    }
  }
  LineBlocks<T> rows_to_rows(Axis axis, const LinePlace& from, const LinePlace& to, Index n_lines) {
    const LineBlocks<T> rows = along(axis, from, to, n_lines);
    return !rows.empty() ? rows : complex(axis, from, to, n_lines);
  }
  void real_cube(Axis q) {
    const Index n_z = n_modes_[2];
    if (q == 2) {
      const Index own_row = row_of(n_[1]), row = 2 * n_z, slab = apart<T>(n_[1] * row);
      between_numbers = n_[0] * slab;
      add_planes(n_[0], input, in(0), between, slab, n_z * own_row,
                 {real({input, 0, 1, in(1)}, {plane, 0, own_row, 2}, n_[1]),
                  complex(1, {plane, 0, 2, own_row}, {between, 0, row, 2}, n_z)});
      add_lines(complex(0, {between, 0, slab, 2}, {output, 0, out(0), 2}, n_[1] * n_z, spec_.scale));
      return;
    }
    const Axis a = 1 - q;
    const Index row = row_of(n_[a]), slab = apart<T>(n_[q] * row);
    between_numbers = n_z * slab;
    add_planes(n_[q], input, in(q), between, row, 0,
               {real({input, 0, 1, in(a)}, {between, 0, slab, 2}, n_[a])});
    add_planes(n_z, between, slab, output, out(2), n_[q] * row,
               {complex(q, {between, 0, row, 2}, {plane, 0, row, 2}, n_[a]),
                complex(a, {plane, 0, 2, row}, {output, 0, out(a), 2}, n_[q], spec_.scale)});
  }
  void real_cube_back(Axis q) {
    const Index n_z = n_modes_[2];
    if (q == 2) {
      const Index own_row = row_of(n_z), row = 2 * n_z, slab = apart<T>(n_[1] * row);
      between_numbers = n_[0] * slab;
      add_lines(complex(0, {input, 0, in(0), 2}, {between, 0, slab, 2}, n_[1] * n_z, spec_.scale));
      add_planes(n_[0], between, slab, output, out(0), n_[1] * own_row,
                 {complex(1, {between, 0, row, 2}, {plane, 0, own_row, 2}, n_z),
                  real({plane, 0, 2, own_row}, {output, 0, 1, out(1)}, n_[1])});
      return;
    }
    const Axis a = 1 - q;
    const Index row = row_of(n_[a]), own_row = row_of(n_[q]), slab = apart<T>(n_[q] * row);
    between_numbers = n_z * slab;
    add_planes(n_z, input, in(2), between, slab, n_[a] * own_row,
               {complex(a, {input, 0, in(a), 2}, {plane, 0, own_row, 2}, n_[q], spec_.scale),
                complex(q, {plane, 0, 2, own_row}, {between, 0, row, 2}, n_[a])});
    add_planes(n_[q], between, row, output, out(q), 0,
               {real({between, 0, slab, 2}, {output, 0, 1, out(a)}, n_[a])});
  }

  const BlockSpec& spec_;
  bool is_real_ = false;
  std::vector<Index> n_, n_modes_, points_, modes_;
};

template <class T>
class ProgramOfBlock : public BlockKernel {
 public:
  explicit ProgramOfBlock(Planner<T> planner)
      : program_(std::move(planner.program)),
        visits_(std::move(planner.visits)),
        between_(planner.between_numbers),
        plane_(planner.plane_numbers) {}
  Index between_bytes() const override { return bytes(between_); }
  Index batch_bytes() const override { return bytes(plane_); }
  Index scratch_bytes() const override { return bytes(program_.scratch_numbers()); }
  int n_visits() const override { return static_cast<int>(visits_.size()); }
  Index n_units(int visit) const override { return at(visit).n_units; }
  void run(int visit, Index begin, Index end, const void* in, void* out,
           const BlockMemory& memory) const override {
    run(at(visit), begin, end, bases_of(in, out, memory).data());
  }
  std::vector<KernelPart> measure_parts(const void* in, void* out, const BlockMemory& memory) const override {
    const auto bases = bases_of(in, out, memory);
    const auto seconds_of = [&](const Visit<T>& visit) {
      return least_seconds([&] { run(visit, 0, visit.n_units, bases.data()); });
    };
    std::vector<KernelPart> parts;
    const auto add = [&](const std::string& what, const Visit<T>& visit) {
      parts.push_back({what, 0, seconds_of(visit)});
      add_parts<T>(parts, program_.table(), visit.steps, 1, [&](const Step<T>& step) {
        Visit<T> alone = visit;
        alone.steps = {step};
        return seconds_of(alone);
      });
    };
    int number = 0;
    for (Visit<T> visit : visits_) {
      const std::string name = "visit " + std::to_string(++number);
      const Visit<T> last{1, std::exchange(visit.rest, {}), {}, {}, 0};
      if (!last.steps.empty()) --visit.n_units;
      add(name + ": " + std::to_string(visit.n_units) + " unit(s)" +
              (visit.merged > 0 ? ", " + std::to_string(visit.merged) + " at a time" : ""),
          visit);
      if (!last.steps.empty()) add(name + ", last unit", last);
    }
    return parts;
  }

 private:
  static Index bytes(Index numbers) { return numbers * static_cast<Index>(sizeof(T)); }
  std::array<T*, n_bases> bases_of(const void* in, void* out, const BlockMemory& memory) const {
    std::array<T*, n_bases> bases{static_cast<T*>(const_cast<void*>(in)), static_cast<T*>(out),
                                  static_cast<T*>(memory.between), static_cast<T*>(memory.batch)};
    for (int i = scratch_first; i < n_bases; ++i)
      bases[static_cast<std::size_t>(i)] = program_.scratch(i, static_cast<T*>(memory.scratch));
    return bases;
  }
  void run(const Visit<T>& which, Index begin, Index end, T* const* bases) const {
    if (which.merged > 0) return run_merged(which, begin, end, bases);
    const bool has_rest = end == which.n_units && !which.rest.empty();
    if (has_rest) codelets::run(which.rest.data(), std::ssize(which.rest), bases);
    for (Index unit = begin; unit < end - (has_rest ? 1 : 0); ++unit) {
      T* moved[n_bases];
      for (int i = 0; i < n_bases; ++i) moved[i] = bases[i] + unit * which.move[i];
      codelets::run(which.steps.data(), std::ssize(which.steps), moved);
    }
  }
  void run_merged(const Visit<T>& visit, Index begin, Index end, T* const* bases) const {
    for (Index unit = begin; unit < end; unit += visit.merged) {
      T* moved[n_bases];
      for (int i = 0; i < n_bases; ++i) moved[i] = bases[i] + unit * visit.move[i];
      for (const Step<T>& step : visit.steps) {
        Step<T> some = step;
        some.count = std::min(visit.merged, end - unit);
        some.function(some, moved);
      }
    }
  }
  const Visit<T>& at(int visit) const { return visits_[static_cast<std::size_t>(visit)]; }

  Program<T> program_;
  std::vector<Visit<T>> visits_;
  Index between_, plane_;
};

template <class T>
std::unique_ptr<BlockKernel> make(const BlockSpec& spec) {
  for (const StepTable<T>* table : step_tables(T{})) {
    if (table == nullptr) break;
    Planner<T> planner(spec, *table);
    if (planner.fits) return std::make_unique<ProgramOfBlock<T>>(std::move(planner));
  }
  return nullptr;
}

bool has_lines(const BlockSpec::Axis& axis) {
  if (axis.n < 2) return false;
  if (axis.kind == Kind::c2c) return !radices_of(axis.n).empty();
  return is_fourier(axis.kind) && has_real_lines(axis.n);
}

}  // namespace

std::unique_ptr<BlockKernel> make_block(const BlockSpec& spec) {
  const auto is_complex = [](const BlockSpec::Axis& axis) { return axis.kind == Kind::c2c; };
  if (spec.axes.size() < 2 || spec.axes.size() > 3 ||
      !std::all_of(spec.axes.begin(), spec.axes.end(), has_lines) ||
      !std::all_of(spec.axes.begin(), spec.axes.end() - 1, is_complex))
    return nullptr;
  if (spec.points.back() != 1 || std::count(spec.modes.begin(), spec.modes.end(), 1) == 0) return nullptr;
  // In C order, the columns of the first axis are side by side from row to row.
  const Index n_z = is_complex(spec.axes.back()) ? spec.axes.back().n : spec.axes.back().n / 2 + 1;
  if (spec.axes.size() == 3 && spec.modes[2] == 1 && spec.modes[1] != n_z) return nullptr;
  return spec.precision == Precision::double_ ? make<double>(spec) : make<float>(spec);
}

}  // namespace weft::inline lines
