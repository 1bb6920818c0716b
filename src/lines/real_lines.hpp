// Real lines as lists of steps: in registers; in two steps of real columns (Sorensen, Jones, Heideman and
// Burrus, IEEE Trans. ASSP 35, 1987); else as complex lines of half as many points and a step that separates
// their modes (Cooley, Lewis and Welch, J. Sound Vib. 12, 1970).
#pragma once

#include "lines/fourier.hpp"

namespace weft::inline lines {

// Real lines along memory to their n / 2 + 1 modes, which lie side by side from line to line; and back, from
// modes that lie anyhow. At least as many lines as a real group has.
template <class T>
class RealLines {
 public:
  // `back`: from modes to points. The sign is that of the exponent.
  RealLines(Program<T>& program, Index n, int sign, bool back, double scale)
      : program_(program), table_(program.table()), n_(n), sign_(sign), back_(back), scale_(scale) {
    const bool is_usual = (sign < 0) != back;
    if (is_usual) {
      is_one_ = n <= most_radix && table_.at(RealStep::line, static_cast<int>(n)) != nullptr;
      if (!is_one_) find_factors();
    }
  }

  LineBlocks<T> blocks(const LinePlace& in, const LinePlace& out, Index n_lines) {
    const Index lanes = table_.lanes;
    const Index of_block = is_gathered() ? n_lines : lines_of_block<T>(lanes, n_, {}, {});
    return in_blocks<T>(n_lines, of_block, in, out, [&](Index lines, Index first) {
      LinePlace from = in, to = out;
      from.offset += first * in.line;
      to.offset += first * out.line;
      n_lines_ = lines;
      // Points in pairs, or half as many complex ones; n / 2 + 1 modes.
      const Index n_in = back_ ? n_ / 2 + 1 : n_ / 2, n_out = n_ + 1 - n_in;
      if (!back_) from.point = 2;
      if (back_) to.point = 2;
      const LinePlace begin = is_gathered() ? from : transposed(program_, from, n_in, lines, scratch_in);
      const LinePlace end = is_gathered() ? to : transposed(program_, to, n_out, lines, scratch_out);
      Steps<T> steps;
      add_transpose(program_, steps, from, begin, n_in, lines);
      for (const Step<T>& step : steps_of(begin, end)) steps.push_back(step);
      add_transpose(program_, steps, end, to, n_out, lines);
      return steps;
    });
  }

 private:
  bool is_gathered() const { return is_one_ && (!table_.transposes || n_ * table_.lines <= most_gathered); }
  Steps<T> steps_of(const LinePlace& in, const LinePlace& out) {
    if (is_one_) return {one_step(in, out)};
    if (a_ != 0) return back_ ? columns_back(in, out) : columns(in, out);
    return back_ ? halves_back(in, out) : halves(in, out);
  }

  // A first radix of 4 or 8 leaves registers for its factors.
  void find_factors() {
    for (const int a : {8, 4, 12, 16, 6, 10}) {
      const int b = n_ % a == 0 && n_ / a <= most_radix ? static_cast<int>(n_ / a) : 1;
      if (a_ != 0 || b % 2 != 0 || b < (a == 8 ? 6 : 4) || table_.at(RealStep::pair, b) == nullptr) continue;
      a_ = a;
      b_ = b;
    }
  }

  Step<T> step(StepFunction<T> function, int source, Index in, int target, Index out) const {
    Step<T> step;
    step.function = function;
    step.source = source;
    step.in = in;
    step.target = target;
    step.out = out;
    return step;
  }
  // Groups of real lines, of which the last begins so that it ends with the last line. In scratch they lie
  // one behind the other.
  void set_groups(Step<T>& step, Index line_in, Index line_out, bool from_scratch, bool to_scratch) const {
    const Index lanes = table_.lanes, groups = (n_lines_ + lanes - 1) / lanes;
    step.groups = groups;
    step.group_in = lanes * line_in;
    step.group_out = lanes * line_out;
    step.last_in = (from_scratch ? (groups - 1) * lanes : n_lines_ - lanes) * line_in;
    step.last_out = (to_scratch ? (groups - 1) * lanes : n_lines_ - lanes) * line_out;
    step.lane_in = line_in;
    step.lane_out = line_out;
  }

  Step<T> one_step(const LinePlace& in, const LinePlace& out) const {
    const RealStep gathered = back_ ? RealStep::line_back : RealStep::line,
                   of_columns = back_ ? RealStep::line_of_columns_back : RealStep::line_of_columns;
    const bool is_of_columns = in.form() == Form::columns && out.form() == Form::columns;
    Step<T> only = step(table_.at(is_of_columns ? of_columns : gathered, static_cast<int>(n_)), in.base,
                        in.offset, out.base, out.offset);
    only.scale = static_cast<T>(scale_);
    only.point = in.point;
    only.frequency = out.point;
    set_groups(only, in.line, out.line, false, false);
    return only;
  }

  // Scratch of the columns: of each point, a complex number of each line of all groups.
  void hold_columns() {
    const Index lanes = table_.lanes;
    point_ = (n_lines_ + lanes - 1) / lanes * 2 * lanes;
    column_ = apart<T>(b_ * point_);
    program_.hold(scratch_first, a_ / 2 * column_);
  }

  Steps<T> columns(const LinePlace& in, const LinePlace& out) {
    hold_columns();
    const int a = a_, b = b_, scratch = scratch_first;
    Step<T> first = step(table_.at(RealStep::first, a), in.base, in.offset, scratch, 0);
    first.factors = program_.real_factors(n_, a, -1, scale_);
    first.scale = static_cast<T>(scale_);
    first.point = b / 2 * in.point;
    first.frequency = column_;
    first.next_in = in.point;
    first.next_out = 2 * point_;
    first.count = b / 2;
    set_groups(first, in.line, 2, false, true);
    Step<T> pair = step(table_.at(RealStep::pair, b), scratch, 0, out.base, out.offset);
    pair.point = point_;
    pair.frequency = a * out.point;
    pair.others = a / 2 * out.point;
    set_groups(pair, 2, 2, true, false);
    Steps<T> steps{first, pair};
    // Groups of complex lines; those of a last group of real lines that is not full are elsewhere on both
    // sides.
    const Index lanes = table_.lanes, full = n_lines_ / lanes * lanes,
                scratch_last = (first.groups - 1) * lanes;
    add_columns(steps, full, 0, out, 0);
    if (full < n_lines_) add_columns(steps, lanes, 2 * scratch_last, out, 2 * (n_lines_ - lanes));
    return steps;
  }
  void add_columns(Steps<T>& steps, Index n_lines, Index from, const LinePlace& out, Index to) const {
    const int a = a_, b = b_;
    Step<T> others = step(table_.at(Form::columns, Form::mirror, Factors::none, b), scratch_first,
                          column_ + from, out.base, out.offset + out.point + to);
    others.point = point_;
    others.next_in = column_;
    others.frequency = a * out.point;
    others.next_out = out.point;
    others.others = (n_ - 2) * out.point;
    others.count = a / 2 - 1;
    others.groups = n_lines / table_.lines;
    others.group_in = others.group_out = 2 * table_.lines;
    others.last_in = others.last_out = 2 * (n_lines - table_.lines);
    steps.push_back(others);
  }

  Steps<T> columns_back(const LinePlace& in, const LinePlace& out) {
    hold_columns();
    const int a = a_, b = b_, scratch = scratch_first;
    Step<T> pair = step(table_.at(RealStep::pair_back, b), in.base, in.offset, scratch, 0);
    pair.point = a * in.point;
    pair.others = a / 2 * in.point;
    pair.frequency = point_;
    set_groups(pair, in.line, 2, false, true);
    Step<T> others =
        step(table_.at(RealStep::column_back, b), in.base, in.offset + in.point, scratch, column_);
    others.point = a * in.point;
    others.next_in = in.point;
    others.others = (n_ - 2) * in.point;
    others.frequency = point_;
    others.next_out = column_;
    others.count = a / 2 - 1;
    set_groups(others, in.line, 2, false, true);
    Step<T> last = step(table_.at(RealStep::last_back, a), scratch, 0, out.base, out.offset);
    last.factors = program_.real_factors(n_, a, 1, scale_);
    last.scale = static_cast<T>(scale_);
    last.point = column_;
    last.next_in = 2 * point_;
    last.frequency = b / 2 * out.point;
    last.next_out = out.point;
    last.count = b / 2;
    set_groups(last, 2, out.line, true, false);
    return {pair, others, last};
  }

  // Half as many complex points: along memory where the other side is and their lines can be, else side by
  // side.
  LinePlace half_place(const LinePlace& other) {
    const Index row = apart<T>(n_);
    LinePlace place{scratch_of_halves, 0, 2, row};
    if (other.form() != Form::rows || lines_along(program_, n_ / 2, sign_, place, place, 1, 1).n == 0)
      place = {scratch_of_halves, 0, 2 * n_lines_, 2};
    program_.hold(place.base, place.point == 2 ? n_lines_ * row : n_ / 2 * place.point);
    return place;
  }
  Steps<T> complex_steps(const LinePlace& in, const LinePlace& out) {
    Steps<T> steps;
    const bool is_along = in.form() == Form::rows && out.form() == Form::rows;
    program_.append(steps, is_along ? lines_along(program_, n_ / 2, sign_, in, out, n_lines_, 1)
                                    : complex_lines(program_, n_ / 2, sign_, in, out, n_lines_, 1));
    return steps;
  }
  Step<T> half_step(StepFunction<T> function, const LinePlace& in, const LinePlace& out, Index others,
                    int sign) {
    Step<T> step = this->step(function, in.base, in.offset, out.base, out.offset);
    step.scale = static_cast<T>(scale_);
    step.point = in.point;
    step.frequency = out.point;
    step.others = others;
    step.count = n_ / 4;
    step.factors = program_.half_factors(n_, sign);
    set_groups(step, in.line, out.line, false, false);
    return step;
  }
  Steps<T> halves(const LinePlace& in, const LinePlace& out) {
    const LinePlace half = half_place(in);
    Steps<T> steps = complex_steps(in, half);
    steps.push_back(half_step(table_.separate, half, out, n_ / 2 * out.point, sign_));
    return steps;
  }
  Steps<T> halves_back(const LinePlace& in, const LinePlace& out) {
    const LinePlace half = half_place(out);
    Steps<T> steps{half_step(table_.combine, in, half, n_ / 2 * in.point, sign_)};
    for (Step<T>& step : complex_steps(half, out)) steps.push_back(step);
    return steps;
  }

  Program<T>& program_;
  const StepTable<T>& table_;
  Index n_;
  int sign_;
  bool back_;
  double scale_;
  bool is_one_ = false;
  int a_ = 0, b_ = 1;  // n = a b for two steps of real columns; a = 0: none
  Index n_lines_ = 0, point_ = 0, column_ = 0;
};

// Is there a list for real lines of n points?
inline bool has_real_lines(Index n) { return n >= 2 && n % 2 == 0 && !radices_of(n / 2).empty(); }

}  // namespace weft::inline lines
