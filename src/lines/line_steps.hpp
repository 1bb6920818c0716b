// What lists of complex lines are made of: radices, the steps of a block of lines, moves, and blocks.
#pragma once

#include <algorithm>

#include "lines/costs.hpp"
#include "lines/program.hpp"

namespace weft::inline lines {

// The cheapest radices of n with at most `n_steps` of them; cost 0: none.
struct CheapestRadices {
  std::vector<int> radices;
  double cost = 0;
};
template <class Extra>
CheapestRadices cheapest(Index n, int n_steps, bool is_first, const Extra& extra) {
  CheapestRadices best;
  const auto take = [&](CheapestRadices other) {
    if (best.cost == 0 || other.cost < best.cost) best = std::move(other);
  };
  for (const RadixCost& row : radix_costs) {
    if (row.radix == n) take({{row.radix}, row.plain + extra(row.radix, is_first, true)});
    if (n_steps == 1 || row.radix == n || n % row.radix != 0) continue;
    CheapestRadices rest = cheapest(n / row.radix, n_steps - 1, false, extra);
    if (rest.cost == 0) continue;
    rest.radices.insert(rest.radices.begin(), row.radix);
    rest.cost += row.with_factors + step_cost + extra(row.radix, is_first, false);
    take(std::move(rest));
  }
  return best;
}

// Frequency k of r is at k `apart`, or, of a positive exponent, at (r - k) `apart`.
template <class T>
void set_frequencies(Step<T>& step, int sign, Index radix, Index apart) {
  step.frequency = sign < 0 ? apart : -apart;
  step.others = sign < 0 ? 0 : radix * apart;
}

// Groups of `lines` lines on both sides; the last one begins so that it ends with the last line.
template <class T>
void set_groups(Step<T>& step, Index n_lines, Index lines, Index line_in, Index line_out) {
  step.groups = (n_lines + lines - 1) / lines;
  step.group_in = lines * line_in;
  step.group_out = lines * line_out;
  step.last_in = (n_lines - lines) * line_in;
  step.last_out = (n_lines - lines) * line_out;
  step.lane_in = line_in;
  step.lane_out = line_out;
}

// Numbers from one column of scratch to the next, with a gap where equal places would collide in the cache.
template <class T>
Index apart(Index numbers) {
  const Index bytes = numbers * static_cast<Index>(sizeof(T));
  return bytes % collision_bytes == 0 ? numbers + gap_bytes / static_cast<Index>(sizeof(T)) : numbers;
}

// Of the only step of lines, or of the last one.
template <class T>
StepFunction<T> last_function(const StepTable<T>& table, int radix, Form from, Form to, bool is_scaled) {
  const bool scales = is_scaled || (from == Form::rows && to == Form::rows);
  return table.at(from, to, scales ? Factors::scale : Factors::none, radix);
}

// The last step of `n_lines` lines, whose place `in` says only what lies in the lanes. What is no whole line
// of the cache is not written around it, but by a step of its own.
template <class T>
Steps<T> last_steps(const StepTable<T>& table, Step<T> step, int radix, const LinePlace& in,
                    const LinePlace& out, Index n_lines) {
  const Index lines = table.lines, of_group = out.streams ? codelets::streamed_lines<T> : lines;
  const Index first = out.streams ? n_lines / of_group * of_group : n_lines;
  step.target = out.base;
  step.out = out.offset;
  step.table_out = out.table;
  Steps<T> steps;
  const auto add = [&](Index begin, Index n, Index group, const LinePlace& to) {
    Step<T> part = step;
    part.function = last_function(table, radix, in.form(), to.form(), step.scale != 1);
    part.in += begin * in.line;
    part.out += begin * out.line;
    set_groups(part, n, group, in.line, out.line);
    steps.push_back(part);
  };
  if (first > 0) add(0, first, of_group, out);
  LinePlace cached = out;
  cached.streams = false;
  const Index begin = std::min(first, n_lines - lines);
  if (first < n_lines) add(begin, n_lines - begin, lines, cached);
  return steps;
}
// What moves an output from one point to another, where each has steps of its own.
template <class T>
void set_move(Index* move, const LinePlace& out, Index points) {
  if (out.table != 0)
    move[out.table] = points * static_cast<Index>(sizeof(Index) / sizeof(T));
  else
    move[out.base] = points;
}

// The steps of some lines that are in scratch together.
template <class T>
class LineSteps {
 public:
  LineSteps(Program<T>& program, int sign, Index n_lines)
      : program_(program), sign_(sign), n_lines_(n_lines) {}

  Steps<T> make(const std::vector<int>& radices, Index n, const LinePlace& in, const LinePlace& out,
                double scale, int scratch) {
    const int radix = radices.front();
    const Index lines = program_.table().lines;
    Step<T> step;
    step.source = in.base;
    step.in = in.offset;
    step.table_in = in.table;
    step.point = n / radix * in.point;
    step.scale = static_cast<T>(scale);
    if (radices.size() == 1) {
      set_frequencies(step, sign_, radix, out.point);
      return last_steps(program_.table(), step, radix, in, out, n_lines_);
    }
    // Columns of what is left, one behind the other, with the lines side by side.
    const Index rest = n / radix, groups = (n_lines_ + lines - 1) / lines;
    const LinePlace columns{scratch, 0, 2 * groups * lines, 2};
    const Index column = apart<T>(rest * columns.point);
    program_.hold(scratch, radix * column);
    step.function = program_.table().at(in.form(), Form::columns, Factors::same, radix);
    step.factors = program_.step_factors(n, radix, sign_, scale);
    step.target = scratch;
    step.next_in = in.point;
    step.next_out = columns.point;
    step.count = rest;
    set_frequencies(step, sign_, radix, column);
    set_groups(step, n_lines_, lines, in.line, 2);
    Steps<T> steps{step};
    LinePlace of_column = out;
    of_column.point = radix * out.point;
    Steps<T> others = make({radices.begin() + 1, radices.end()}, rest, columns, of_column, 1, scratch + 1);
    if (radices.size() == 2) {
      for (Step<T>& other : others) {
        other.count = radix;
        other.next_in = column;
        other.next_out = out.point;
        steps.push_back(other);
      }
    } else {
      Index move[n_bases] = {};
      move[scratch] = column;
      set_move<T>(move, out, out.point);
      steps.push_back(program_.loop(std::move(others), radix, move));
    }
    return steps;
  }

 private:
  Program<T>& program_;
  int sign_;
  Index n_lines_;
};

inline LinePlace at_line(LinePlace place, Index line) {
  place.offset += line * place.line;
  return place;
}

// The radices of at most so many steps of a complex line of n points, where nothing but arithmetic counts;
// empty: n has no such factors.
inline std::vector<int> radices_of(Index n, int n_steps = 3) {
  if (n == 1) return {1};
  return cheapest(n, n_steps, true, [](int, bool, bool) { return 0.0; }).radices;
}

// As many lines, a multiple of `group`, as have complex points of so many bytes together.
template <class T>
Index lines_of_bytes(Index group, Index bytes) {
  return std::max<Index>(1, bytes / static_cast<Index>(2 * sizeof(T)) / group) * group;
}
// Lines of a block for lines of n complex points.
template <class T>
Index lines_of_block(Index group, Index n, const LinePlace& in, const LinePlace& out) {
  const auto is_far = [](const LinePlace& place) {
    return place.table != 0 ||
           (place.form() == Form::columns && place.point * static_cast<Index>(sizeof(T)) >= far_bytes);
  };
  Index wanted = block_bytes;
  if (!is_far(in) && !is_far(out))
    while (wanted > least_block_bytes && wanted * n > scratch_bytes) wanted /= 2;
  return lines_of_bytes<T>(group, wanted);
}

// Columns of so many points in scratch.
template <class T>
LinePlace columns_in(Program<T>& program, Index n_points, Index n_lines, Base scratch) {
  const LinePlace columns{scratch, 0, apart<T>(2 * n_lines), 2};
  program.hold(scratch, n_points * columns.point);
  return columns;
}
template <class T>
bool is_transposed(const Program<T>& program, const LinePlace& place) {
  return program.table().transposes && place.form() == Form::rows && place.point == 2;
}
// Lines along memory as columns in scratch, where the table transposes: the place in which steps find or
// leave them. `n_points` complex ones. Else the same place.
template <class T>
LinePlace transposed(Program<T>& program, const LinePlace& place, Index n_points, Index n_lines,
                     Base scratch) {
  return is_transposed(program, place) ? columns_in(program, n_points, n_lines, scratch) : place;
}
// The step that moves `n_points` points of lines from one place to another; none where they are the same.
template <class T>
void add_move(const Program<T>& program, Steps<T>& steps, const LinePlace& from, const LinePlace& to,
              Index n_points, Index n_lines) {
  if (from.base == to.base) return;
  Step<T> step;
  step.source = from.base;
  step.in = from.offset;
  step.target = to.base;
  step.out = to.offset;
  const bool from_rows = from.form() == Form::rows;
  const LinePlace& rows = from_rows ? from : to;
  if (rows.form() == Form::rows && rows.point == 2 && program.table().lines > 1) {
    step.function = program.table().transpose;
    step.others = from_rows ? n_points : n_lines;
    step.groups = from_rows ? n_lines : n_points;
    step.lane_in = from_rows ? from.line : from.point;
    step.frequency = from_rows ? to.point : to.line;
  } else {
    step.function = program.table().at(from.form(), to.form(), Factors::none, 1);
    step.count = n_points;
    step.next_in = from.point;
    step.next_out = to.point;
    set_groups(step, n_lines, Index{program.table().lines}, from.line, to.line);
  }
  steps.push_back(step);
}

// `make(n, first)`: the steps of n lines from line `first` on. Both sides have a move for each line.
template <class T, class Make>
LineBlocks<T> in_blocks(Index n_lines, Index of_block, const LinePlace& in, const LinePlace& out,
                        const Make& make) {
  LineBlocks<T> blocks;
  // The rest is not shorter than a block: a group of it that is not full begins inside it.
  blocks.n = n_lines % of_block == 0 ? n_lines / of_block : std::max<Index>(0, n_lines / of_block - 1);
  if (blocks.n > 0) blocks.steps = make(of_block, Index{0});
  const Index done = blocks.n * of_block;
  if (done < n_lines) blocks.rest = make(n_lines - done, done);
  blocks.move[in.base] = of_block * in.line;
  blocks.move[out.base] = of_block * out.line;
  return blocks;
}

}  // namespace weft::inline lines
