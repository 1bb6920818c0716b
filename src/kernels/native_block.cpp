// Block kernels of the native backend: tables of lines, and the visits of arrays of two and three axes.
#include "kernels/native_block.hpp"

#include <algorithm>

namespace weft::inline kernels {

namespace {

constexpr Index batch_bytes_wanted = 16 << 10;  // half of the first level of cache
constexpr Index fetched_from = 1 << 20;         // bytes: the second level of cache
constexpr Index gap_from = 512;  // bytes: equal places of planes that are multiples of this collide

Index ceil_div(Index n, Index unit) { return (n + unit - 1) / unit; }

// Complex points inside a line.
Index complex_points(const BlockSpec::Axis& axis) { return axis.kind == Kind::c2c ? axis.n : axis.n / 2; }

bool has_line(const BlockSpec::Axis& axis) {
  if (axis.n < 2 || !is_fourier(axis.kind) || (axis.kind != Kind::c2c && axis.n % 2 != 0)) return false;
  const Index n = complex_points(axis);
  return has_native_factors(n) && native_radices(n).size() <= BlockLine<double>::most_passes;
}

template <class T>
BlockLine<T> make_line(const BlockSpec::Axis& axis, int lanes) {
  BlockLine<T> line;
  line.kind = axis.kind;
  line.n = complex_points(axis);
  line.is_positive = axis.sign > 0;
  line.passes = native_passes<T>(line.n);
  if (line.passes.empty()) line.passes.push_back({1, 1, 1, {}});
  if (line.passes.size() > 1) {
    const Index m = line.passes.front().m;
    line.row = m % 4 == 0 ? m + 1 : m;
    line.in_is_padded = m % 8 == 0;
    line.out_is_padded = line.n / line.passes.back().radix % 8 == 0;
  }
  line.rows = RowPasses<T>(axis.kind, axis.n, axis.sign > 0, lanes);
  if (axis.kind != Kind::c2c) line.real_roots = native_real_roots<T>(line.n);
  return line;
}

// Half vectors where rows of all axes fit into them, and longer ones are too long for an axis.
template <class T>
Index lanes_for(const BlockSpec& spec) {
  const VectorLanes lanes = vector_lanes(T{});
  const auto fits = [&](int n_lanes) {
    return std::all_of(spec.axes.begin(), spec.axes.end(), [&](const BlockSpec::Axis& axis) {
      return static_cast<bool>(RowPasses<T>(axis.kind, axis.n, false, n_lanes));
    });
  };
  return !fits(lanes.most) && fits(lanes.half) ? lanes.half : lanes.most;
}

// The program of a block. Groups of lines are those of axis `a` while the last axis (z) is transformed, and
// then of z or of the axis that is contiguous in the modes; `u` is the other axis of three.
template <class T>
class Programmer {
 public:
  explicit Programmer(const BlockSpec& spec)
      : spec_(spec), z_(static_cast<int>(spec.axes.size()) - 1), lanes_(lanes_for<T>(spec)) {
    program_.has_half_vectors = lanes_ < vector_lanes(T{}).most;
    const BlockSpec::Axis& z = spec.axes.back();
    n_z_ = z.kind == Kind::c2c ? z.n : z.n / 2 + 1;
    of_points_ = z.kind == Kind::c2c ? 2 : 1;
    for (const BlockSpec::Axis& axis : spec.axes)
      program_.lines.push_back(make_line<T>(axis, static_cast<int>(lanes_)));
  }

  BlockProgram<T> program() {
    if (z_ == 1)
      make_plane();
    else if (spec_.modes[2] == 1)
      make_cube_of_planes();
    else
      make_cube(spec_.modes[0] == 1 ? 0 : 1);
    Index most = 0, most_rows = 0;
    for (const BlockLine<T>& line : program_.lines) {
      most = std::max(most, line.n);
      most_rows =
          std::max({most_rows, line.passes.front().radix * line.row, line.rows.columns_numbers() / point_});
    }
    program_.rows_begin = (most + most / 8 + 2 * lanes_ + 2) * point_;
    program_.scratch = program_.rows_begin + most_rows * point_;
    return std::move(program_);
  }

 private:
  Index n(int axis) const { return spec_.axes[static_cast<std::size_t>(axis)].n; }
  Index groups_of(Index n_lines) const { return ceil_div(n_lines, lanes_); }
  Index points(int axis) const { return of_points_ * spec_.points[static_cast<std::size_t>(axis)]; }
  Index modes(int axis) const { return 2 * spec_.modes[static_cast<std::size_t>(axis)]; }
  BlockBuffer points_buffer() const { return spec_.forward ? BlockBuffer::input : BlockBuffer::output; }
  BlockBuffer modes_buffer() const { return spec_.forward ? BlockBuffer::output : BlockBuffer::input; }
  // Numbers from plane to plane, with a gap that spreads equal places of planes over the cache.
  Index spread(Index numbers) const {
    return numbers * static_cast<Index>(sizeof(T)) % gap_from == 0 ? numbers + point_ : numbers;
  }
  Index batch_of(Index unit_numbers) const {
    return std::max<Index>(1, batch_bytes_wanted / (unit_numbers * static_cast<Index>(sizeof(T))));
  }
  void add(Index n_units, Index batch, std::vector<BlockOperation<T>> operations) {
    program_.visits.push_back({n_units, batch, std::move(operations)});
  }

  // Three axes, modes of axis u side by side. Groups of axis a, then of u.
  void make_cube(int u) {
    const int a = 1 - u;
    const T scale = static_cast<T>(spec_.scale);
    const Index groups = groups_of(n(a)), plane = spread(n(u) * groups * point_), batch = batch_of(plane);
    const BlockPlace rows{points_buffer(), BlockForm::rows, points(u), 0, points(a), 0};
    // Points of a group lie in as many planes: beyond the cache, nothing but this fetches them early.
    const bool is_large = n_z_ * plane * static_cast<Index>(sizeof(T)) > fetched_from;
    const BlockPlace along_z{BlockBuffer::between, BlockForm::split, groups * point_, plane, 0, point_,
                             is_large ? point_ : 0};
    const BlockPlace along_u{BlockBuffer::between, BlockForm::split, plane, groups * point_, 0, point_};
    const BlockPlace columns{modes_buffer(), BlockForm::columns, modes(z_), modes(a), 0, 0};
    program_.between = n_z_ * plane;
    const BlockPlace along_a{BlockBuffer::between, BlockForm::split_rows, plane, 0, groups * point_, 0};
    if (spec_.forward) {
      add(n(u), n(u), {{z_, n(a), rows, along_z}});
      add(n_z_, batch, {{u, n(a), along_u, along_u}, {a, n(u), along_a, columns, scale}});
    } else {
      add(n_z_, batch, {{a, n(u), columns, along_a}, {u, n(a), along_u, along_u}});
      add(n(u), n(u), {{z_, n(a), along_z, rows, scale}});
    }
  }

  // Three axes, modes in C order: planes of the last two, then columns of the first in the array of the
  // modes.
  void make_cube_of_planes() {
    const T scale = static_cast<T>(spec_.scale);
    const Index n_columns = n(1) * n_z_, of_unit = std::max<Index>(lanes_, n_columns / 64 / lanes_ * lanes_);
    const Index n_units = ceil_div(n_columns, of_unit), groups = groups_of(n(1)) * point_;
    const Index own = spread(n_z_ * groups), batch = batch_of(own);
    const BlockPlace rows{points_buffer(), BlockForm::rows, points(0), 0, points(1), 0};
    const BlockPlace along_z{BlockBuffer::batch, BlockForm::split, own, groups, 0, point_};
    const BlockPlace along_y{BlockBuffer::batch, BlockForm::split_rows, own, 0, groups, 0};
    const BlockPlace down{modes_buffer(), BlockForm::columns, 2 * of_unit, modes(0), 0, 0};
    program_.batch = batch * own;
    if (spec_.forward) {
      const BlockPlace columns{BlockBuffer::output, BlockForm::columns, modes(0), modes(1), 0, 0};
      add(n(0), batch, {{2, n(1), rows, along_z}, {1, n_z_, along_y, columns}});
      add(n_units, 1, {{0, of_unit, down, down, scale, n_columns}});
    } else {
      const Index plane = spread(2 * n_columns);
      const BlockPlace to{BlockBuffer::between, BlockForm::columns, 2 * of_unit, plane, 0, 0};
      const BlockPlace columns{BlockBuffer::between, BlockForm::columns, plane, 2 * n_z_, 0, 0};
      program_.between = n(0) * plane;
      add(n_units, 1, {{0, of_unit, down, to, 1, n_columns}});
      add(n(0), batch, {{1, n_z_, columns, along_y}, {2, n(1), along_z, rows, scale}});
    }
  }

  // Two axes: groups of the first, then of z. Units are some groups of each.
  void make_plane() {
    const T scale = static_cast<T>(spec_.scale);
    const bool is_c_order = spec_.modes[1] == 1;
    const Index of_x = spread(groups_of(n(0)) * point_), x_units = groups_of(n(0)), z_units = groups_of(n_z_);
    const BlockPlace rows{points_buffer(), BlockForm::rows, lanes_ * points(0), 0, points(0), 0};
    const BlockPlace along_z{BlockBuffer::between, BlockForm::split, point_, of_x, 0, point_};
    const BlockPlace along_x{BlockBuffer::between, BlockForm::split_rows, lanes_ * of_x, 0, of_x, 0};
    const BlockPlace lines =
        is_c_order ? BlockPlace{modes_buffer(), BlockForm::columns, 2 * lanes_, modes(0), 0, 0}
                   : BlockPlace{modes_buffer(), BlockForm::rows, lanes_ * modes(1), 0, modes(1), 0};
    program_.between = n_z_ * of_x;
    if (spec_.forward) {
      add(x_units, x_units, {{1, lanes_, rows, along_z, 1, n(0)}});
      add(z_units, z_units, {{0, lanes_, along_x, lines, scale, n_z_}});
    } else {
      add(z_units, z_units, {{0, lanes_, lines, along_x, 1, n_z_}});
      add(x_units, x_units, {{1, lanes_, along_z, rows, scale, n(0)}});
    }
  }

  const BlockSpec& spec_;
  const int z_;
  const Index lanes_, point_ = 2 * lanes_;
  Index n_z_ = 1;        // modes of the last axis
  Index of_points_ = 1;  // numbers of a point
  BlockProgram<T> program_;
};

template <class T>
class NativeBlock : public BlockKernel {
 public:
  explicit NativeBlock(const BlockSpec& spec) : program_(Programmer<T>(spec).program()) {}
  Index between_bytes() const override { return bytes(program_.between); }
  Index batch_bytes() const override { return bytes(program_.batch); }
  Index scratch_bytes() const override { return bytes(program_.scratch); }
  int n_visits() const override { return static_cast<int>(program_.visits.size()); }
  Index n_units(int visit) const override { return at(visit).n_units; }
  void run(int visit, Index begin, Index end, const void* in, void* out,
           const BlockMemory& memory) const override {
    run_visit(program_, at(visit), begin, end,
              {{static_cast<T*>(const_cast<void*>(in)), static_cast<T*>(out), static_cast<T*>(memory.between),
                static_cast<T*>(memory.batch)},
               static_cast<T*>(memory.scratch)});
  }

 private:
  static Index bytes(Index numbers) { return numbers * static_cast<Index>(sizeof(T)); }
  const BlockVisit<T>& at(int visit) const { return program_.visits[static_cast<std::size_t>(visit)]; }
  BlockProgram<T> program_;
};

// Are the columns of the first axis side by side from plane to plane, in C order? In place, each plane of
// modes has the memory of one of points.
bool has_planes(const BlockSpec& spec) {
  const bool is_complex = spec.axes[2].kind == Kind::c2c;
  return spec.modes[1] == (is_complex ? spec.axes[2].n : spec.axes[2].n / 2 + 1) &&
         (!spec.in_place || !spec.forward || (is_complex && spec.points == spec.modes));
}

}  // namespace

std::unique_ptr<BlockKernel> make_native_block(const BlockSpec& spec) {
  if (spec.axes.size() < 2 || spec.axes.size() > 3 ||
      !std::all_of(spec.axes.begin(), spec.axes.end(), has_line))
    return nullptr;
  const auto is_complex = [](const BlockSpec::Axis& axis) { return axis.kind == Kind::c2c; };
  if (!std::all_of(spec.axes.begin(), spec.axes.end() - 1, is_complex)) return nullptr;
  if (spec.points.back() != 1 || std::count(spec.modes.begin(), spec.modes.end(), 1) == 0) return nullptr;
  if (spec.axes.size() == 3 && spec.modes[2] == 1 && !has_planes(spec)) return nullptr;
  if (spec.precision == Precision::double_) return std::make_unique<NativeBlock<double>>(spec);
  return std::make_unique<NativeBlock<float>>(spec);
}

}  // namespace weft::inline kernels
