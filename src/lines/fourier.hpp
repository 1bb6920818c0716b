// Complex lines as lists of steps, products of up to three radices (Cooley and Tukey, Math. Comp. 19, 1965;
// decimation in frequency): after a step of radix a, lines of n / a points are left, of which line j has
// frequencies j, j + a, ...
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
    step.point = n / radix * in.point;
    if (radices.size() == 1) {
      const Form from = in.form(), to = out.form();
      const bool is_scaled = scale != 1 || (from == Form::rows && to == Form::rows);
      step.function = program_.table().at(from, to, is_scaled ? Factors::scale : Factors::none, radix);
      step.scale = static_cast<T>(scale);
      step.target = out.base;
      step.out = out.offset;
      set_frequencies(step, sign_, radix, out.point);
      set_groups(step, n_lines_, lines, in.line, out.line);
      return {step};
    }
    // Columns of what is left, one behind the other, with the lines side by side.
    const Index rest = n / radix, groups = (n_lines_ + lines - 1) / lines;
    const LinePlace columns{scratch, 0, 2 * groups * lines, 2};
    const Index column = apart<T>(rest * columns.point);
    program_.hold(scratch, radix * column);
    step.function = program_.table().at(in.form(), Form::columns, Factors::same, radix);
    step.factors = program_.step_factors(n, radix, sign_, scale);
    step.scale = static_cast<T>(scale);
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
    if (others.size() == 1) {
      others.front().count = radix;
      others.front().next_in = column;
      others.front().next_out = out.point;
      steps.push_back(others.front());
    } else {
      Index move[n_bases] = {};
      move[scratch] = column;
      move[out.base] = out.point;
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

// Lines of a block, a multiple of `group`, for lines of n complex points.
template <class T>
Index lines_of_block(Index group, Index n, const LinePlace& in, const LinePlace& out) {
  const auto is_far = [](const LinePlace& place) {
    return place.form() == Form::columns && place.point * static_cast<Index>(sizeof(T)) >= far_bytes;
  };
  Index wanted = block_bytes;
  if (!is_far(in) && !is_far(out))
    while (wanted > least_block_bytes && wanted * n > scratch_bytes) wanted /= 2;
  return std::max<Index>(1, wanted / static_cast<Index>(2 * sizeof(T)) / group) * group;
}

// Lines along memory as columns in scratch, where the table transposes: the place in which steps find or
// leave them. `n_points` complex ones. Else the same place.
template <class T>
LinePlace transposed(Program<T>& program, const LinePlace& place, Index n_points, Index n_lines,
                     Base scratch) {
  if (!program.table().transposes || place.form() != Form::rows) return place;
  const LinePlace columns{scratch, 0, apart<T>(2 * n_lines), 2};
  program.hold(scratch, n_points * columns.point);
  return columns;
}
// The step between a place and its transposed one; none where they are the same.
template <class T>
void add_transpose(const Program<T>& program, Steps<T>& steps, const LinePlace& from, const LinePlace& to,
                   Index n_points, Index n_lines) {
  if (from.base == to.base) return;
  const bool from_rows = from.form() == Form::rows;
  Step<T> step;
  step.function = program.table().transpose;
  step.source = from.base;
  step.in = from.offset;
  step.target = to.base;
  step.out = to.offset;
  step.others = from_rows ? n_points : n_lines;
  step.groups = from_rows ? n_lines : n_points;
  step.lane_in = from_rows ? from.line : from.point;
  step.frequency = from_rows ? to.point : to.line;
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
  blocks.move[out.base] += of_block * out.line;
  return blocks;
}

// `n_lines` complex lines, at least as many as a group has; sign: of the exponent.
template <class T>
LineBlocks<T> complex_lines(Program<T>& program, Index n, int sign, const LinePlace& in, const LinePlace& out,
                            Index n_lines, double scale) {
  // What the sides cost beside: columns that share a set of the cache.
  const auto collides = [&](const LinePlace& place, int radix) {
    return radix > 8 && place.form() == Form::columns &&
           n / radix * place.point * static_cast<Index>(sizeof(T)) % colliding_bytes == 0;
  };
  const std::vector<int> radices =
      n == 1
          ? std::vector<int>{1}
          : cheapest(n, 3, true, [&](int radix, bool is_first, bool is_last) {
              return collision_cost * ((is_first && collides(in, radix)) + (is_last && collides(out, radix)));
            }).radices;
  const bool is_short = n * program.table().lines <= most_gathered;
  const auto make = [&](Index lines, Index first) {
    const LinePlace from = at_line(in, first), to = at_line(out, first);
    const LinePlace begin = is_short ? from : transposed(program, from, n, lines, scratch_in);
    const LinePlace end = is_short ? to : transposed(program, to, n, lines, scratch_out);
    Steps<T> steps;
    add_transpose(program, steps, from, begin, n, lines);
    for (const Step<T>& step :
         LineSteps<T>(program, sign, lines).make(radices, n, begin, end, scale, scratch_first))
      steps.push_back(step);
    add_transpose(program, steps, end, to, n, lines);
    return steps;
  };
  const Index of_block = lines_of_block<T>(program.table().lines, n, in, out);
  if (radices.size() == 1 && (is_short || !program.table().transposes))
    return in_blocks<T>(n_lines, n_lines, in, out, make);
  return in_blocks<T>(n_lines, of_block, in, out, make);
}

// Complex lines along memory on both sides, with neighbouring points in the lanes; none if a radix of n is
// less than a group.
template <class T>
LineBlocks<T> lines_along(Program<T>& program, Index n, int sign, const LinePlace& in, const LinePlace& out,
                          Index n_lines, double scale) {
  const Index lines = program.table().lines;
  std::vector<int> radices = radices_of(n, 2);
  if (radices.empty()) radices = radices_of(n);
  if (radices.size() < 2 || scale != 1 || *std::min_element(radices.begin(), radices.end()) < lines)
    return {};
  const int a = radices.front(), c = radices.back();
  const Index b = radices.size() == 3 ? radices[1] : 1;
  // Lines of what is left after the first step, and after the second of three; a gap behind each.
  const Index rest = n / a, gap = 2 * lines, column = 2 * rest + gap, line = a * column;
  const Index last_column = b > 1 ? 2 * c + gap : column, last_line = b > 1 ? a * b * last_column : line;
  const int last_scratch = b > 1 ? scratch_second : scratch_first;
  const Index of_block = std::max<Index>(1, scratch_bytes / 2 / (line * static_cast<Index>(sizeof(T))));
  const auto with_lanes = [&](int radix, Index length) {
    Step<T> step;
    step.function = program.table().at(Form::columns, Form::columns, Factors::lanes, radix);
    step.factors = program.lane_factors(length, radix, sign);
    step.point = length / radix * 2;
    set_groups(step, length / radix, lines, 2, 2);
    return step;
  };
  const auto make = [&](Index count, Index from) {
    program.hold(scratch_first, count * line);
    Step<T> first = with_lanes(a, n);
    first.source = in.base;
    first.in = in.offset + from * in.line;
    first.target = scratch_first;
    first.next_in = in.line;
    first.next_out = line;
    first.count = count;
    set_frequencies(first, sign, a, column);
    Step<T> last;
    last.function = program.table().at(Form::rows, Form::columns, Factors::none, c);
    last.source = last_scratch;
    last.target = out.base;
    last.out = out.offset + from * out.line;
    last.point = 2;
    set_frequencies(last, sign, c, 2 * a * b);
    set_groups(last, a, lines, b * last_column, 2);
    if (b == 1) {
      last.next_in = line;
      last.next_out = out.line;
      last.count = count;
      return Steps<T>{first, last};
    }
    program.hold(scratch_second, count * last_line);
    Step<T> middle = with_lanes(static_cast<int>(b), rest);
    middle.source = scratch_first;
    middle.target = scratch_second;
    middle.next_in = column;
    middle.next_out = b * last_column;
    middle.count = count * a;
    set_frequencies(middle, sign, b, last_column);
    last.next_in = last_column;
    last.next_out = 2 * a;
    last.count = b;
    Index move[n_bases] = {};
    move[scratch_second] = last_line;
    move[out.base] = out.line;
    return Steps<T>{first, middle, program.loop({last}, count, move)};
  };
  return in_blocks<T>(n_lines, std::min(of_block, n_lines), in, out, make);
}

}  // namespace weft::inline lines
