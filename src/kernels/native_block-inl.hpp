// Block programs in vector code: the operations of a visit, group by group.
//
// A group of lines is brought to scratch (or its first pass reads memory), goes through at most three passes,
// and leaves from there (or its last pass writes memory).
#if defined(WEFT_KERNELS_NATIVE_BLOCK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_NATIVE_BLOCK_INL_HPP
#undef WEFT_KERNELS_NATIVE_BLOCK_INL_HPP
#else
#define WEFT_KERNELS_NATIVE_BLOCK_INL_HPP
#endif

#include "kernels/native_block_memory-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline kernels {

namespace HWY_NAMESPACE {

// One operation of units, with what is the same for all its groups.
template <class T>
class BlockRunner {
  static constexpr int lanes = n_lanes<T>;
  static constexpr Index point = point_numbers<T>;

 public:
  BlockRunner(const BlockProgram<T>& program, const BlockBuffers<T>& buffers, const BlockOperation<T>& op)
      : buffers_(buffers),
        op_(op),
        line_(program.lines[static_cast<std::size_t>(op.line)]),
        n_passes_(line_.passes.size()),
        is_complex_(line_.kind == Kind::c2c),
        first_(radix_row<T>(line_.passes.front().radix)),
        second_(radix_row<T>(line_.passes[n_passes_ > 2 ? 1 : 0].radix)),
        last_(radix_row<T>(line_.passes.back().radix)),
        row_passes_(line_.rows),
        begins_with_rows_(row_passes_ && lie_along(op.in.form)),
        ends_with_rows_(row_passes_ && lie_along(op.out.form)),
        is_by_lines_(begins_with_rows_ && ends_with_rows_ && row_passes_.has_lines() &&
                     (op.out.form == BlockForm::rows || row_passes_.has_split_lines())),
        is_direct_(row_passes_.is_one_column() && is_one_pass() && !row_passes_.are_halves()),
        rows_(buffers.scratch + program.rows_begin),
        before_{buffers.scratch, point, line_.in_is_padded},
        after_{buffers.scratch, point, line_.out_is_padded},
        in_order_{buffers.scratch, point, false},
        outputs_{{buffers.scratch, point, line_.out_is_padded},
                 line_.n,
                 n_passes_ > 1 ? line_.n / line_.passes.back().radix : 1,
                 is_complex_ ? line_.is_positive : line_.kind == Kind::c2r,
                 op.scale} {}

  void run(Index begin, Index end) {
    const Index in_step = step_of(op_.in), out_step = step_of(op_.out);
    const bool stays_split = op_.in.form == BlockForm::split && op_.out.form == BlockForm::split;
    for (Index unit = begin; unit < end; ++unit) {
      const T* in = place(op_.in, begin, unit);
      T* out = place(op_.out, begin, unit);
      if (stays_split && is_complex_ && n_passes_ == 1) {
        outputs_.points = {out, op_.out.point, false};
        last_.to_split({in, op_.in.point, false}, 0, 1, 1, 0, outputs_,
                       {(op_.n_lines + lanes - 1) / lanes, op_.in.group, op_.out.group});
        continue;
      }
      const Index n_lines =
          op_.n_all > 0 ? std::min(op_.n_lines, op_.n_all - unit * op_.n_lines) : op_.n_lines;
      if (is_by_lines_)
        run_lines(in, out, n_lines);
      else
        for (Index line = 0; line < n_lines; line += lanes, in += in_step, out += out_step)
          run_group(in, out, static_cast<int>(std::min<Index>(lanes, n_lines - line)));
    }
  }

 private:
  T* place(const BlockPlace& p, Index begin, Index unit) const {
    return buffers_.first[static_cast<std::size_t>(p.buffer)] +
           (p.buffer == BlockBuffer::batch ? unit - begin : unit) * p.unit;
  }
  // Numbers from one group to the next.
  static Index step_of(const BlockPlace& p) {
    switch (p.form) {
      case BlockForm::rows:
      case BlockForm::split_rows:
        return lanes * p.line;
      case BlockForm::columns:
        return point;
      case BlockForm::split:
        return p.group;
    }
    return 0;
  }

  // From memory to memory in the pass across the lines, if theirs are full groups?
  bool is_one_pass() const {
    return begins_with_rows_ ? !lie_along(op_.out.form) : ends_with_rows_ && !lie_along(op_.in.form);
  }
  static bool lie_along(BlockForm form) { return form == BlockForm::rows || form == BlockForm::split_rows; }

  void run_lines(const T* in, T* out, Index n_lines) const {
    const AlongFunctions<T>& along = row_passes_.along();
    const AcrossFunctions<T>& across = row_passes_.across();
    row_passes_.run_lines(
        op_.in.form == BlockForm::rows ? along.from_rows : along.from_split,
        op_.out.form == BlockForm::rows ? across.to_line : across.to_split_line,
        [&](Index i) { return in + i * op_.in.line; }, [&](Index i) { return out + i * op_.out.line; },
        n_lines, 0, op_.scale, rows_);
  }

  HWY_INLINE void run_group(const T* in, T* out, int count) {
    if (is_direct_ && count == lanes)
      run_direct(in, out);
    else if (begins_with_rows_)
      begin_with_rows(in, out, count);
    else if (ends_with_rows_)
      end_with_rows(in, out, count);
    else if (is_complex_ && n_passes_ == 1 && count == lanes && op_.in.form == BlockForm::columns &&
             !lie_along(op_.out.form))
      run_only_pass(in, out);
    else
      run_passes(in, out, count);
  }

  HWY_INLINE void run_only_pass(const T* in, T* out) {
    outputs_.points = {out, op_.out.point, false};
    (op_.out.form == BlockForm::split ? first_.columns_to_split : first_.columns_to_columns)(in, op_.in.point,
                                                                                             outputs_);
  }

  // A full group that goes from memory to memory in the pass across.
  HWY_INLINE void run_direct(const T* in, T* out) {
    const AcrossFunctions<T>& across = row_passes_.across();
    const BlockPlace& side = begins_with_rows_ ? op_.in : op_.out;
    const Columns<T> columns{begins_with_rows_ ? const_cast<T*>(in) : out, side.line,
                             is_complex_ ? point : lanes, 0};
    const bool are_rows = is_complex_ && side.form == BlockForm::rows;
    if (begins_with_rows_) {
      const bool to_columns = op_.out.form == BlockForm::columns;
      leave_columns(are_rows ? (to_columns ? across.rows_to_columns : across.rows_to_split)
                             : (to_columns ? across.to_columns : across.to_split),
                    columns, out, op_.out.point);
    } else {
      const bool from_columns = op_.in.form == BlockForm::columns;
      enter_columns(are_rows ? (from_columns ? across.columns_to_rows : across.split_to_rows)
                             : (from_columns ? across.from_columns : across.from_split),
                    in, op_.in.point, columns, op_.scale);
    }
  }

  // The pass across, to and from frequencies that are `step` apart.
  HWY_INLINE void leave_columns(const AcrossTo<T, StridedPoints>& to, const Columns<T>& columns, T* out,
                                Index step) {
    row_passes_.run_across(to, columns, StridedPoints<T>{out, step, op_.out.ahead}, op_.scale);
  }
  HWY_INLINE void enter_columns(const AcrossFrom<T, StridedPoints>& from, const T* in, Index step,
                                const Columns<T>& columns, T scale) {
    row_passes_.run_across(from, StridedPoints<T>{const_cast<T*>(in), step, op_.in.ahead}, columns, scale);
  }

  HWY_INLINE void begin_with_rows(const T* in, T* out, int count) {
    const AlongFunctions<T>& along = row_passes_.along();
    const AcrossFunctions<T>& across = row_passes_.across();
    const T* lines[lanes];
    for (int i = 0; i < lanes; ++i) lines[i] = in + std::min(i, count - 1) * op_.in.line;
    const Columns<T> columns = row_passes_.columns(rows_);
    row_passes_.run_along(op_.in.form == BlockForm::split_rows      ? along.from_split
                          : is_complex_ || row_passes_.are_halves() ? along.from_rows
                                                                    : along.from_reals,
                          lines, lanes, 0, columns);
    if (row_passes_.are_halves()) {
      row_passes_.run_across(across.to_split, columns, StridedPoints<T>{in_order_.first, point}, T{1});
      return separate(line_, op_.scale, in_order_, out, op_.out.point);
    }
    if (op_.out.form == BlockForm::split) return leave_columns(across.to_split, columns, out, op_.out.point);
    if (op_.out.form == BlockForm::columns && count == lanes)
      return leave_columns(across.to_columns, columns, out, op_.out.point);
    leave_columns(across.to_split, columns, in_order_.first, point);
    store(in_order_, out, count);
  }

  HWY_INLINE void end_with_rows(const T* in, T* out, int count) {
    const AlongFunctions<T>& along = row_passes_.along();
    const AcrossFunctions<T>& across = row_passes_.across();
    const Columns<T> columns = row_passes_.columns(rows_);
    if (row_passes_.are_halves()) {
      combine(line_, in_order_, in, op_.in.point);
      enter_columns(across.from_split, in_order_.first, point, columns, T{1});
    } else if (op_.in.form == BlockForm::split) {
      enter_columns(across.from_split, in, op_.in.point, columns, T{1});
    } else if (op_.in.form == BlockForm::columns && count == lanes) {
      enter_columns(across.from_columns, in, op_.in.point, columns, T{1});
    } else {
      load(in, count, in_order_);
      enter_columns(across.from_split, in_order_.first, point, columns, T{1});
    }
    T* lines[lanes];
    for (int i = 0; i < count; ++i) lines[i] = out + i * op_.out.line;
    row_passes_.run_back(op_.out.form == BlockForm::split_rows     ? along.to_split
                         : is_complex_ || row_passes_.are_halves() ? along.to_rows.complex
                                                                   : along.to_rows.reals,
                         columns, lines, count, op_.scale);
  }

  HWY_INLINE void run_passes(const T* in, T* out, int count) {
    const bool is_full = count == lanes;
    const bool from_columns = is_complex_ && op_.in.form == BlockForm::columns && is_full && n_passes_ > 1;
    const bool to_columns = is_complex_ && op_.out.form == BlockForm::columns && is_full;
    Points<const T> source{before_.first, before_.step, before_.padded};
    if (from_columns || (is_complex_ && op_.in.form == BlockForm::split))
      source = {in, op_.in.point, false};
    else if (line_.kind == Kind::c2r)
      combine(line_, before_, in, op_.in.point);
    else
      load(in, count, before_);
    const bool writes = to_columns || (is_complex_ && op_.out.form == BlockForm::split);
    outputs_.points = writes ? Points<T>{out, op_.out.point, false} : after_;
    transform(source, from_columns, to_columns);
    if (line_.kind == Kind::r2c)
      separate(line_, op_.scale, after_, out, op_.out.point);
    else if (!writes)
      store(after_, out, count);
  }

  HWY_INLINE void transform(Points<const T> source, bool from_columns, bool to_columns) {
    Index n_outer = 1, n_inner = 1, inner = 0;
    if (n_passes_ > 1) {
      (from_columns ? first_.from_columns : first_.from_split)(line_.passes[0], source, rows_, line_.row);
      n_outer = line_.passes.front().radix;
      source = {rows_, point, false};
    }
    if (n_passes_ > 2) {
      const NativePass<T>& pass = line_.passes[1];
      for (Index j = 0; j < n_outer; ++j) {
        T* row = rows_ + j * line_.row * point;
        second_.from_split(pass, {row, point, false}, row, pass.m);
      }
      n_inner = line_.passes[1].radix;
      inner = pass.m;
    }
    (to_columns ? last_.to_columns : last_.to_split)(source, line_.row, n_outer, n_inner, inner, outputs_,
                                                     {});
  }

  void load(const T* in, int count, const Points<T> to) const {
    switch (op_.in.form) {
      case BlockForm::rows:
        return load_rows(in, op_.in.line, 2 * line_.n, count, to);
      case BlockForm::split_rows:
        return load_split_rows(in, op_.in.line, line_.n, count, to);
      case BlockForm::columns:
        return load_columns(in, op_.in.point, line_.n, count, to);
      case BlockForm::split:  // of complex lines, which are read where they are
        return;
    }
  }

  void store(const Points<T> from, T* out, int count) const {
    if (op_.out.form == BlockForm::rows)
      return store_rows(from, op_.scale, out, op_.out.line, 2 * line_.n, count);
    if (op_.out.form == BlockForm::split_rows)
      return store_split_rows(from, out, op_.out.line, line_.n, count);
    store_columns(from, op_.scale, out, op_.out.point, line_.n, count);
  }

  const BlockBuffers<T>& buffers_;
  const BlockOperation<T>& op_;
  const BlockLine<T>& line_;
  const std::size_t n_passes_;
  const bool is_complex_;
  const RadixRow<T>&first_, &second_, &last_;
  const RowPasses<T>& row_passes_;
  const bool begins_with_rows_, ends_with_rows_, is_by_lines_, is_direct_;
  T* const rows_;  // scratch between passes
  // Scratch before the first pass and after the last, and where row passes read and write it.
  const Points<T> before_, after_, in_order_;
  Outputs<T> outputs_;
};

template <class T>
void run_visit_of(const BlockProgram<T>& program, const BlockVisit<T>& visit, Index begin, Index end,
                  const BlockBuffers<T>& buffers) {
  for (Index first = begin; first < end; first += visit.batch)
    for (const BlockOperation<T>& operation : visit.operations)
      BlockRunner<T>(program, buffers, operation).run(first, std::min(first + visit.batch, end));
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline kernels
HWY_AFTER_NAMESPACE();
#endif
