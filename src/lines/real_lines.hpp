// Real lines as lists of steps: in registers; in two steps of real columns (Sorensen, Jones, Heideman and
// Burrus, IEEE Trans. ASSP 35, 1987); else as complex lines of half as many points and a step that separates
// their modes (Cooley, Lewis and Welch, J. Sound Vib. 12, 1970).
#pragma once

#include "lines/fourier.hpp"

namespace weft::inline lines {

// Real lines to their n / 2 + 1 modes, and back. Points lie along memory or side by side, modes anyhow.
template <class T>
class RealLines {
 public:
  // `back`: from modes to points. The sign is that of the exponent.
  RealLines(Program<T>& program, Index n, int sign, bool back, double scale)
      : program_(program), table_(program.table()), n_(n), sign_(sign), back_(back), scale_(scale) {}

  // `least_lines`: that there are in other calls for lines that shall have the same bits. None where these
  // are fewer than a real group has, unless they can be transformed one by one.
  LineBlocks<T> blocks(const LinePlace& in, const LinePlace& out, Index n_lines, Index least_lines) {
    choose(in, out, least_lines);
    if (least_lines < table_.lanes && !is_single_) return {};
    const Index of_block =
        is_gathered() ? n_lines : std::min(n_lines, lines_of_block<T>(group(), n_, {}, {}));
    return in_blocks<T>(n_lines, of_block, in, out, [&](Index lines, Index first) {
      n_lines_ = lines;
      const LinePlace from = at_line(in, first), to = at_line(out, first);
      // Points in pairs, or half as many complex ones; n / 2 + 1 modes.
      const Index n_in = back_ ? n_ / 2 + 1 : n_ / 2, n_out = n_ + 1 - n_in;
      const LinePlace points = along_memory(back_ ? to : from);
      const LinePlace modes = back_ ? from : to;
      const LinePlace begin = place_of_steps(back_ ? modes : points, n_in, scratch_in);
      const LinePlace end = place_of_steps(back_ ? points : modes, n_out, scratch_out);
      Steps<T> steps;
      if (!back_) add_turn(steps, from, points);
      add_move(program_, steps, back_ ? modes : points, begin, n_in, lines);
      for (const Step<T>& step : steps_of(begin, end)) steps.push_back(step);
      add_move(program_, steps, end, back_ ? points : modes, n_out, lines);
      if (back_) add_turn(steps, points, to);
      return steps;
    });
  }

 private:
  void choose(const LinePlace& in, const LinePlace& out, Index least_lines) {
    const bool is_usual = (sign_ < 0) != back_, is_in_place = in.base == out.base;
    is_one_ = is_usual && !is_in_place && n_ <= most_radix &&
              table_.at(RealStep::line, static_cast<int>(n_)) != nullptr;
    if (is_usual && !is_one_) find_factors();
    const LinePlace &points = back_ ? out : in, &modes = back_ ? in : out;
    is_single_ = (least_lines < table_.lanes || is_halved() || n_ >= least_single) && points.point == 1 &&
                 modes.point == 2 && n_ / 4 >= table_.lanes &&
                 !lines_along(program_, n_ / 2, sign_, {input, 0, 2, n_}, {output, 0, 2, n_}, 1, 1).empty();
    if (is_single_) is_one_ = false, a_ = 0;
  }
  bool is_halved() const { return !is_one_ && a_ == 0; }
  Index group() const { return is_single_ ? 1 : table_.lanes; }
  // Points of lines side by side are turned on their way.
  LinePlace along_memory(const LinePlace& points) {
    LinePlace rows = points;
    if (points.point != 1) {
      rows = {scratch_of_reals, 0, 1, apart<T>(n_)};
      program_.hold(scratch_of_reals, n_lines_ * rows.line);
    }
    rows.point = 2;
    return rows;
  }
  void add_turn(Steps<T>& steps, const LinePlace& from, const LinePlace& to) const {
    if (from.base == to.base) return;
    const bool to_rows = to.base == scratch_of_reals;
    Step<T> turn = step(table_.transpose_reals, from.base, from.offset, to.base, to.offset);
    turn.others = to_rows ? n_lines_ : n_;
    turn.groups = to_rows ? n_ : n_lines_;
    turn.lane_in = to_rows ? from.point : from.line;
    turn.frequency = to_rows ? to.line : to.point;
    steps.push_back(turn);
  }
  // Where steps find or leave complex points: in columns, where they do not take rows; modes are left in
  // columns.
  LinePlace place_of_steps(const LinePlace& place, Index n_points, Base scratch) {
    const bool are_read = scratch == scratch_in, are_modes = are_read == back_;
    const bool are_gathered = is_gathered() || !table_.transposes;
    const bool takes_rows =
        are_modes ? are_read && are_gathered : are_gathered || is_along_ || (are_read && is_halved());
    if (is_single_ || takes_rows || place.form() == Form::columns) return place;
    return columns_in(program_, n_points, n_lines_, scratch);
  }
  bool is_gathered() const { return is_one_ && (!table_.transposes || n_ * table_.lines <= most_gathered); }
  Steps<T> steps_of(const LinePlace& in, const LinePlace& out) {
    if (is_one_) return {one_step(in, out)};
    if (is_single_) return back_ ? single_back(in, out) : single(in, out);
    if (a_ != 0) return back_ ? columns_back(in, out) : columns(in, out);
    return back_ ? halves_back(in, out) : halves(in, out);
  }

  // A first radix of 4 or 8 leaves registers for its factors.
  void find_factors() {
    for (const bool along : {true, false})
      for (const int a : {8, 4, 12, 16, 6, 10}) {
        const int b = n_ % a == 0 && n_ / a <= most_radix ? static_cast<int>(n_ / a) : 1;
        if (a_ != 0 || b % 2 != 0 || b < (a == 8 ? 6 : 4) || table_.at(RealStep::pair, b, along) == nullptr)
          continue;
        is_along_ = along;
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
  // Groups of lines, of which the last begins so that it ends with the last line. In scratch they lie one
  // behind the other.
  void set_groups(Step<T>& step, Index lanes, Index line_in, Index line_out, bool from_scratch,
                  bool to_scratch) const {
    lines::set_groups(step, n_lines_, lanes, line_in, line_out);
    if (from_scratch) step.last_in = (step.groups - 1) * step.group_in;
    if (to_scratch) step.last_out = (step.groups - 1) * step.group_out;
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
    lines::set_groups(only, n_lines_, table_.lanes, in.line, out.line);
    return only;
  }

  // Scratch of the columns: of each point, a complex number of each line of all groups; or the columns of a
  // line as rows, one line behind the other.
  void hold_columns() {
    const Index lanes = table_.lanes, groups = (n_lines_ + lanes - 1) / lanes;
    point_ = is_along_ ? 2 : groups * 2 * lanes;
    column_ = is_along_ ? 2 * b_ + lanes : apart<T>(b_ * point_);
    line_ = is_along_ ? a_ / 2 * column_ : 2;
    program_.hold(scratch_first, is_along_ ? n_lines_ * line_ : a_ / 2 * column_);
  }
  // The step between columns and real points, which takes as many points of a line at a time as a vector has
  // lanes, or two points of as many lines.
  Step<T> points_step(RealStep which, int sign) {
    Step<T> step;
    step.function = table_.at(which, a_, is_along_);
    step.factors = program_.real_factors(n_, a_, sign, scale_, is_along_ ? table_.lanes : 1);
    step.scale = static_cast<T>(scale_);
    step.count = b_ / (is_along_ ? table_.lanes : 2);
    return step;
  }

  Steps<T> columns(const LinePlace& in, const LinePlace& out) {
    hold_columns();
    const int a = a_, b = b_, scratch = scratch_first;
    const Index lanes = table_.lanes, together = is_along_ ? lanes : 2;
    Step<T> first = points_step(RealStep::first, -1);
    first.source = in.base;
    first.in = in.offset;
    first.target = scratch;
    first.point = b / 2 * in.point;
    first.frequency = column_;
    first.next_in = together / 2 * in.point;
    first.next_out = together * point_;
    set_groups(first, is_along_ ? 1 : lanes, in.line, line_, false, !is_along_);
    Step<T> pair = step(table_.at(RealStep::pair, b, is_along_), scratch, 0, out.base, out.offset);
    pair.point = point_;
    pair.frequency = a * out.point;
    pair.others = a / 2 * out.point;
    set_groups(pair, lanes, line_, 2, !is_along_, false);
    Steps<T> steps{first, pair};
    // Groups of complex lines; those of a last group of real lines that is not full are elsewhere on both
    // sides, where groups lie one behind the other.
    const Index full = is_along_ ? n_lines_ : n_lines_ / lanes * lanes,
                scratch_last = (pair.groups - 1) * lanes;
    add_columns(steps, full, 0, out, 0);
    if (full < n_lines_) add_columns(steps, lanes, 2 * scratch_last, out, 2 * (n_lines_ - lanes));
    return steps;
  }
  void add_columns(Steps<T>& steps, Index n_lines, Index from, const LinePlace& out, Index to) const {
    const int a = a_, b = b_;
    const Form form = is_along_ ? Form::rows : Form::columns;
    Step<T> others = step(table_.at(form, Form::mirror, Factors::none, b), scratch_first, column_ + from,
                          out.base, out.offset + out.point + to);
    others.point = point_;
    others.next_in = column_;
    others.frequency = a * out.point;
    others.next_out = out.point;
    others.others = (n_ - 2) * out.point;
    others.count = a / 2 - 1;
    lines::set_groups(others, n_lines, table_.lines, line_, 2);
    steps.push_back(others);
  }

  Steps<T> columns_back(const LinePlace& in, const LinePlace& out) {
    hold_columns();
    const int a = a_, b = b_, scratch = scratch_first;
    const Index lanes = table_.lanes, together = is_along_ ? lanes : 2;
    Step<T> pair = step(table_.at(RealStep::pair_back, b, is_along_), in.base, in.offset, scratch, 0);
    pair.point = a * in.point;
    pair.others = a / 2 * in.point;
    pair.frequency = point_;
    set_groups(pair, lanes, in.line, line_, false, !is_along_);
    Step<T> others =
        step(table_.at(RealStep::column_back, b, is_along_), in.base, in.offset + in.point, scratch, column_);
    others.point = a * in.point;
    others.next_in = in.point;
    others.others = (n_ - 2) * in.point;
    others.frequency = point_;
    others.next_out = column_;
    others.count = a / 2 - 1;
    set_groups(others, lanes, in.line, line_, false, !is_along_);
    Step<T> last = points_step(RealStep::last_back, 1);
    last.source = scratch;
    last.target = out.base;
    last.out = out.offset;
    last.point = column_;
    last.frequency = b / 2 * out.point;
    last.next_in = together * point_;
    last.next_out = together / 2 * out.point;
    set_groups(last, is_along_ ? 1 : lanes, line_, out.line, !is_along_, false);
    return {pair, others, last};
  }

  // Half as many complex points, side by side; back, along memory where the other side is and their lines can
  // be.
  LinePlace half_place(const LinePlace& other) {
    const Index row = apart<T>(n_);
    LinePlace place{scratch_of_halves, 0, 2, row};
    if (!back_ || other.form() != Form::rows ||
        lines_along(program_, n_ / 2, sign_, place, place, 1, 1).n == 0)
      place = {scratch_of_halves, 0, 2 * n_lines_, 2};
    program_.hold(place.base, place.point == 2 ? n_lines_ * row : n_ / 2 * place.point);
    return place;
  }
  Steps<T> complex_steps(const LinePlace& in, const LinePlace& out) {
    Steps<T> steps;
    program_.append(steps, complex_lines(program_, n_ / 2, sign_, in, out, n_lines_, 1));
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
    lines::set_groups(step, n_lines_, table_.lanes, in.line, out.line);
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

  // Line by line: neighbouring points in the lanes.
  LinePlace half_rows() {
    const LinePlace rows{scratch_of_halves, 0, 2, apart<T>(n_)};
    program_.hold(rows.base, n_lines_ * rows.line);
    return rows;
  }
  Step<T> single_step(StepFunction<T> function, const LinePlace& in, const LinePlace& out) {
    Step<T> step = half_step(function, in, out, n_, sign_);
    step.groups = n_lines_;
    step.group_in = in.line;
    step.group_out = out.line;
    return step;
  }
  Steps<T> single(const LinePlace& in, const LinePlace& out) {
    const LinePlace half = half_rows();
    Steps<T> steps = complex_steps(in, half);
    steps.push_back(single_step(table_.separate_along, half, out));
    return steps;
  }
  Steps<T> single_back(const LinePlace& in, const LinePlace& out) {
    const LinePlace half = half_rows();
    Steps<T> steps{single_step(table_.combine_along, in, half)};
    for (const Step<T>& step : complex_steps(half, out)) steps.push_back(step);
    return steps;
  }

  Program<T>& program_;
  const StepTable<T>& table_;
  Index n_;
  int sign_;
  bool back_;
  double scale_;
  bool is_one_ = false, is_single_ = false;
  int a_ = 0, b_ = 1;      // n = a b for two steps of real columns; a = 0: none
  bool is_along_ = false;  // with points of a line in the lanes of the step that has real points
  Index n_lines_ = 0, point_ = 0, column_ = 0, line_ = 2;
};

// Is there a list for real lines of n points?
inline bool has_real_lines(Index n) { return n >= 2 && n % 2 == 0 && !radices_of(n / 2).empty(); }

}  // namespace weft::inline lines
