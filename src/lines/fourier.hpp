// Complex lines as lists of steps, products of up to three radices (Cooley and Tukey, Math. Comp. 19, 1965;
// decimation in frequency): after a step of radix a, lines of n / a points are left, of which line j has
// frequencies j, j + a, ...
#pragma once

#include "lines/line_steps.hpp"

namespace weft::inline lines {

// Complex lines from rows, with neighbouring points in the lanes of all steps but the last one: its lanes are
// lines where the results are columns, else neighbouring frequencies. None if there are not so many of them.
template <class T>
LineBlocks<T> lines_along(Program<T>& program, Index n, int sign, const LinePlace& in, const LinePlace& out,
                          Index n_lines, double scale) {
  const Index lines = program.table().lines;
  // What lanes cost that are not filled: of points in the first step, and of squares in the last one.
  const auto idle = [&](Index length) {
    const Index unfilled = (lines - length % lines) % lines;
    return idle_cost * static_cast<double>(unfilled) / static_cast<double>(length);
  };
  const auto radices_within = [&](int n_steps) {
    return cheapest(n, n_steps, true,
                    [&](int radix, bool is_first, bool is_last) {
                      return is_first == is_last ? 0 : idle(is_first ? n / radix : radix);
                    })
        .radices;
  };
  std::vector<int> radices = radices_within(2);
  if (radices.empty()) radices = radices_within(3);
  const bool to_columns = out.is_across(), has_table = out.table != 0;
  if (in.form() != Form::rows || radices.size() < 2 || n / radices.front() < lines ||
      radices.back() < lines || (to_columns ? n_lines : radices.front()) < lines || in.point != 2 ||
      (!to_columns && !has_table && out.point != 2) ||
      (!to_columns && has_table && radices.front() % codelets::streamed_lines<T> != 0))
    return {};
  const int a = radices.front(), c = radices.back();
  const Index b = radices.size() == 3 ? radices[1] : 1;
  // Lines of what is left after the first step, and after the second of three; a gap behind each.
  const Index rest = n / a, gap = 2 * lines, column = 2 * rest + gap, line = a * column;
  // The second of three steps is in place, where no group of points shares some with the one before.
  const bool is_in_place = c % lines == 0;
  const Index last_column = b == 1 ? column : is_in_place ? 2 * c : 2 * c + gap;
  const Index of_block = to_columns
                             ? lines_of_bytes<T>(lines, has_table ? block_bytes : row_block_bytes)
                             : std::max<Index>(1, scratch_bytes / (line * static_cast<Index>(sizeof(T))));
  // Of three steps to rows, the last two take so many columns at a time that these stay in the first level.
  Index together = a;
  const Index least = has_table ? codelets::streamed_lines<T> : lines;
  while (b > 1 && together % (2 * least) == 0 &&
         together * b * last_column * static_cast<Index>(sizeof(T)) > scratch_bytes)
    together /= 2;
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
    // Of the last step: what lies in its lanes, and what it does one after the other.
    struct {
      Index n, in, out;
    } lanes{together, column, 2}, others{count, line, out.line};
    if (to_columns) lanes = {count, line, 2}, others = {a, column, out.point};
    const bool is_looped = b == 1 && !to_columns && has_table;  // entries of a table lead to no other line
    Step<T> last;
    last.scale = static_cast<T>(scale);
    last.source = b == 1 || is_in_place ? scratch_first : scratch_second;
    last.point = 2;
    last.next_in = b == 1 ? others.in : last_column;
    last.next_out = b == 1 ? others.out : a * out.point;
    last.count = is_looped ? 1 : b == 1 ? others.n : b;
    set_frequencies(last, sign, c, a * b * out.point);
    const LinePlace rows{last.source, 0, 2, b == 1 || is_in_place ? lanes.in : b * last_column};
    LinePlace columns = at_line(out, from);
    columns.line = lanes.out;
    Steps<T> lasts = last_steps(program.table(), last, c, rows, columns, lanes.n);
    Index move[n_bases] = {}, move_lines[n_bases] = {};
    move_lines[scratch_first] = line;
    move_lines[out.base] = out.line;
    if (is_looped) return Steps<T>{first, program.loop(lasts, count, move_lines)};
    if (b == 1) {
      lasts.insert(lasts.begin(), first);
      return lasts;
    }
    Step<T> middle = with_lanes(static_cast<int>(b), rest);
    middle.source = scratch_first;
    middle.target = last.source;
    middle.next_in = lanes.in;
    middle.next_out = rows.line;
    middle.count = lanes.n;
    if (!is_in_place) program.hold(scratch_second, lanes.n * middle.next_out);
    set_frequencies(middle, sign, b, last_column);
    lasts.insert(lasts.begin(), middle);
    if (to_columns) {
      move[scratch_first] = others.in;
      set_move<T>(move, out, others.out);
      return Steps<T>{first, program.loop(lasts, others.n, move)};
    }
    if (together == a) return Steps<T>{first, program.loop(lasts, count, move_lines)};
    move[scratch_first] = together * column;
    move[out.base] = together * 2;
    return Steps<T>{first, program.loop({program.loop(lasts, a / together, move)}, count, move_lines)};
  };
  return in_blocks<T>(n_lines, std::min(of_block, n_lines), in, out, make);
}

// Lines whose only step writes them where they were read, `make(n, first)`: the last group, which may share
// lines with others, is transformed to scratch before these are written.
template <class T, class Make>
LineBlocks<T> one_step_in_place(Program<T>& program, const Make& make, Index n, const LinePlace& place,
                                Index n_lines) {
  LineBlocks<T> blocks;
  const Index group = program.table().lines, full = n_lines / group * group, last = n_lines - group;
  const LinePlace columns = columns_in(program, n, group, scratch_second);
  if (full < n_lines) blocks.rest = make(group, last, columns);
  for (const Step<T>& step : make(full, 0, place)) blocks.rest.push_back(step);
  if (full < n_lines) add_move(program, blocks.rest, columns, at_line(place, last), n, group);
  return blocks;
}

// `n_lines` complex lines, at least as many as a group has; sign: of the exponent. Lines with the same base
// on both sides are written where they were read.
template <class T>
LineBlocks<T> complex_lines(Program<T>& program, Index n, int sign, const LinePlace& in, const LinePlace& out,
                            Index n_lines, double scale) {
  if (LineBlocks<T> along = lines_along(program, n, sign, in, out, n_lines, scale);
      !along.empty() || (out.table != 0 && !out.is_across()))
    return along;
  // What the sides cost beside: columns that share a set of the cache.
  const auto collides = [&](const LinePlace& place, int radix) {
    return radix > 8 && place.form() == Form::columns &&
           n / radix * place.point * static_cast<Index>(sizeof(T)) % colliding_bytes == 0;
  };
  std::vector<int> radices =
      n == 1
          ? std::vector<int>{1}
          : cheapest(n, 3, true, [&](int radix, bool is_first, bool is_last) {
              return collision_cost * ((is_first && collides(in, radix)) + (is_last && collides(out, radix)));
            }).radices;
  // One step takes whole lines that lie in rows.
  const StepTable<T>& table = program.table();
  if (radices.size() == 1 &&
      ((in.form() == Form::rows && in.point != 2) ||
       last_function(table, radices.front(), in.form(), out.form(), scale != 1) == nullptr))
    radices.push_back(1);
  // Short lines are gathered. A step that takes whole lines transposes them itself.
  const Index group = table.lines;
  const bool is_one = radices.size() == 1, is_short = n * group <= most_gathered;
  const bool from_rows = is_short || (is_one && n >= group);
  const auto make_to = [&](Index lines, Index first, const LinePlace& to) {
    const LinePlace from = at_line(in, first);
    const LinePlace begin = from_rows ? from : transposed(program, from, n, lines, scratch_in);
    const LinePlace end = is_short ? to : transposed(program, to, n, lines, scratch_out);
    Steps<T> steps;
    add_move(program, steps, from, begin, n, lines);
    for (const Step<T>& step :
         LineSteps<T>(program, sign, lines).make(radices, n, begin, end, scale, scratch_first))
      steps.push_back(step);
    add_move(program, steps, end, to, n, lines);
    return steps;
  };
  const auto make = [&](Index lines, Index first) { return make_to(lines, first, at_line(out, first)); };
  const Index of_block = lines_of_block<T>(group, n, in, out);
  if (is_one && in.base == out.base) return one_step_in_place<T>(program, make_to, n, in, n_lines);
  if (is_one && (!table.transposes || is_short || (from_rows && out.form() != Form::rows)))
    return in_blocks<T>(n_lines, n_lines, in, out, make);
  return in_blocks<T>(n_lines, of_block, in, out, make);
}

}  // namespace weft::inline lines
