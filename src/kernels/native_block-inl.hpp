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
  using Z = ZOf<T>;
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
        rows_(buffers.scratch + program.rows_begin),
        before_{buffers.scratch, point, line_.in_is_padded},
        after_{buffers.scratch, point, line_.out_is_padded},
        outputs_{after_, line_.n, n_passes_ > 1 ? line_.n / line_.passes.back().radix : 1,
                 is_complex_ ? line_.is_positive : line_.kind == Kind::c2r, op.scale} {}

  void run(Index begin, Index end) {
    const Index in_step = step_of(op_.in, line_.kind == Kind::r2c),
                out_step = step_of(op_.out, line_.kind == Kind::c2r);
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
  static Index step_of(const BlockPlace& p, bool is_real) {
    switch (p.form) {
      case BlockForm::rows:
      case BlockForm::split_rows:
        return lanes * p.line;
      case BlockForm::columns:
        return (is_real ? 1 : 2) * lanes;
      case BlockForm::split:
        return p.group;
    }
    return 0;
  }

  HWY_INLINE void run_group(const T* in, T* out, int count) {
    if (is_complex_ && n_passes_ == 1 && count == lanes && run_only_pass(in, out)) return;
    if (line_.kind == Kind::r2c && n_passes_ == 1 && op_.in.form == BlockForm::rows &&
        op_.out.form == BlockForm::split) {
      first_.real(RowSource<T>(in, op_.in.line, count), out, op_.out.point, op_.scale,
                  line_.is_positive ? T{-1} : T{1});
    } else if (line_.kind == Kind::c2r && n_passes_ == 1 && op_.in.form == BlockForm::split) {
      first_.real_back(in, before_.first, op_.in.point, 1, line_.is_positive ? T{1} : T{-1});
      store(out, count);
    } else {
      run_passes(in, out, count);
    }
  }

  // True if a full group of complex lines went from memory to memory.
  HWY_INLINE bool run_only_pass(const T* in, T* out) {
    const bool to_split = op_.out.form == BlockForm::split;
    if (!to_split && op_.out.form != BlockForm::columns) return false;
    outputs_.points = {out, op_.out.point, false};
    switch (op_.in.form) {
      case BlockForm::columns:
        (to_split ? first_.columns_to_split : first_.columns_to_columns)({in, op_.in.point}, outputs_);
        return true;
      case BlockForm::split_rows:
        (to_split ? first_.split_rows_to_split : first_.split_rows_to_columns)(
            SplitRowSource<T>(in, op_.in.line, lanes), outputs_);
        return true;
      case BlockForm::rows:
        if (to_split) first_.rows_to_split(RowSource<T>(in, op_.in.line, lanes), outputs_);
        return to_split;
      case BlockForm::split:
        return false;
    }
    return false;
  }

  HWY_INLINE void run_passes(const T* in, T* out, int count) {
    const bool is_full = count == lanes;
    const bool from_columns = is_complex_ && op_.in.form == BlockForm::columns && is_full && n_passes_ > 1;
    const bool to_columns = is_complex_ && op_.out.form == BlockForm::columns && is_full;
    Points<const T> source{before_.first, before_.step, before_.padded};
    if (from_columns || (is_complex_ && op_.in.form == BlockForm::split))
      source = {in, op_.in.point, false};
    else if (line_.kind == Kind::c2r)
      combine_to_scratch(in, count);
    else
      load(in, count);
    const bool writes = to_columns || (is_complex_ && op_.out.form == BlockForm::split);
    outputs_.points = writes ? Points<T>{out, op_.out.point, false} : after_;
    transform(source, from_columns, to_columns);
    if (line_.kind == Kind::r2c)
      separate_from_scratch(out, count);
    else if (!writes)
      store(out, count);
  }

  HWY_INLINE void transform(Points<const T> source, bool from_columns, bool to_columns) {
    Index n_outer = 1, n_inner = 1, inner = 0;
    if (n_passes_ > 1) {
      (from_columns ? first_.from_columns : first_.from_split)(line_.passes[0], source, rows_, line_.row);
      n_outer = first_.radix;
      source = {rows_, point, false};
    }
    if (n_passes_ > 2) {
      const NativePass<T>& pass = line_.passes[1];
      for (Index j = 0; j < n_outer; ++j) {
        T* row = rows_ + j * line_.row * point;
        second_.from_split(pass, {row, point, false}, row, pass.m);
      }
      n_inner = second_.radix;
      inner = pass.m;
    }
    (to_columns ? last_.to_columns : last_.to_split)(source, line_.row, n_outer, n_inner, inner, outputs_,
                                                     {});
  }

  void load(const T* in, int count) const {
    switch (op_.in.form) {
      case BlockForm::rows:
        return load_rows(in, op_.in.line, 2 * line_.n, count, before_);
      case BlockForm::split_rows:
        return load_split_rows(in, op_.in.line, line_.n, count, before_);
      case BlockForm::columns:
        return (line_.kind == Kind::r2c ? load_real_columns<T> : load_columns<T>)(in, op_.in.point, line_.n,
                                                                                  count, before_);
      case BlockForm::split:  // of complex lines, which are read where they are
        return;
    }
  }

  void store(T* out, int count) const {
    if (op_.out.form == BlockForm::rows)
      return store_rows(after_, op_.scale, out, op_.out.line, 2 * line_.n, count);
    (line_.kind == Kind::c2r ? store_real_columns<T> : store_columns<T>)(after_, op_.scale, out,
                                                                         op_.out.point, line_.n, count);
  }

  void separate_from_scratch(T* out, int count) const {
    const Index step = op_.out.point;
    if (op_.out.form == BlockForm::split)
      return separate(line_, op_.scale, after_,
                      [&](Index k, Z z) WEFT_IN_REGISTERS { store_point(z, out + k * step); });
    if (op_.out.form == BlockForm::columns)
      return separate(line_, op_.scale, after_,
                      [&](Index k, Z z) WEFT_IN_REGISTERS { store_column(z, out + k * step, count, T{1}); });
    separate(line_, op_.scale, after_, [&](Index k, Z z) WEFT_IN_REGISTERS { store_point(z, after_.at(k)); });
    store_rows(after_, T{1}, out, op_.out.line, 2 * line_.n + 2, count);
  }

  void combine_to_scratch(const T* in, int count) const {
    const Index step = op_.in.point;
    if (op_.in.form == BlockForm::split)
      return combine(line_, before_, [&](Index k) WEFT_IN_REGISTERS { return load_point<T>(in + k * step); });
    if (op_.in.form == BlockForm::columns)
      return combine(line_, before_,
                     [&](Index k) WEFT_IN_REGISTERS { return load_column<T>(in + k * step, count); });
    if (op_.in.form == BlockForm::rows)
      load_rows(in, op_.in.line, 2 * line_.n + 2, count, before_);
    else
      load_split_rows(in, op_.in.line, line_.n + 1, count, before_);
    combine(line_, before_, [&](Index k) WEFT_IN_REGISTERS { return load_point<T>(before_.at(k)); });
  }

  const BlockBuffers<T>& buffers_;
  const BlockOperation<T>& op_;
  const BlockLine<T>& line_;
  const std::size_t n_passes_;
  const bool is_complex_;
  const RadixRow<T>&first_, &second_, &last_;
  T* const rows_;                   // scratch between passes
  const Points<T> before_, after_;  // scratch before the first and after the last
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
