// Row passes: the transform of a group of lines, as many as vectors have lanes, whose points lie along
// vectors on one side, in two passes through memory.
//
// Point m + b k of a line of a * b points, m < b, k < a, gives frequency j + a q. The pass *along* the lines
// transforms over k, as many neighbouring m as a vector has lanes, of one line at a time. The pass *across*
// them transforms over m; its lanes are lines, and squares of numbers are transposed in registers on the way.
// Back from frequencies the pass across is the first one. Column j of a line is what belongs to frequencies
// j + a q; those of real lines are the columns 0 and a / 2, which stay real, and those between.
//
// Long lines have two passes along them, the second one in each column of the first. Complex lines that lie
// along vectors on both sides go through the pass across one by one: its lanes are neighbouring columns,
// whose frequencies are neighbours in memory.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "codelets/constants.hpp"
#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// Where columns are: the vectors of a line are `block` apart, those of the next line `line`.
template <class T>
struct Columns {
  T* first;
  Index line, block, column;
};

// Where frequencies of lines side by side are: a fixed distance apart, from the first one;
template <class T>
struct StridedPoints {
  using At = T*;
  using Rest = Index;
  T* first;
  Index step;
  static constexpr Rest rest = 0;
  At at(Index f) const { return first + f * step; }
};
// or at addresses of a table.
struct TableRows {
  const char* const* rows;
  Index offset, ahead = 0;  // bytes
};
template <class T>
struct TablePoints {
  using At = Index;
  using Rest = const TableRows&;
  static constexpr Index step = 1;
  TableRows rest;
  At at(Index f) const { return f; }
};

// What the passes of so many points do. Columns but the first begin at `others` and are `column` apart.
template <class T>
struct AlongFunctions {
  using Run = void (*)(const T* twiddles, int across, const T* const* lines, int n_lines, Index ahead,
                       T* columns, Index line, Index block, Index others, Index column);
  using Back = void (*)(const T* twiddles, int across, const T* columns, Index line, Index block,
                        Index others, Index column, T* const* lines, int n_lines, T scale);
  struct Backs {
    Back complex, reals;
  };
  Run from_split, from_rows, from_reals;
  Back to_split;
  Backs to_rows, stream_to_rows;
};

// Of one column: `a` are its frequencies, or those up from j and `b` those down from a - j of real lines, and
// of complex ones `a` frequency j and `b` those from j + a. `re`, `im`: factors of the parts.
// Scalars in place of structures: what is stored for a call and loaded at once costs more than it does.
template <class T, template <class> class Points>
struct AcrossTo {
  using At = typename Points<T>::At;
  using Run = void (*)(const T* in, Index line, Index block, At a, At b, Index apart,
                       typename Points<T>::Rest rest, T re, T im);
  Run complex = nullptr, first = nullptr, middle = nullptr, pair = nullptr;
};
template <class T, template <class> class Points>
struct AcrossFrom {
  using At = typename Points<T>::At;
  using Run = void (*)(At a, At b, Index apart, typename Points<T>::Rest rest, T re, T im, T* out, Index line,
                       Index block);
  Run complex = nullptr, first = nullptr, middle = nullptr, pair = nullptr;
};
template <class T>
struct AcrossFunctions {
  // To a line along memory: frequencies of half the lanes, and those of the others `second` further.
  using ToLine = void (*)(const T* in, Index line, Index block, T* a, T* b, Index apart, Index second,
                          T scale);
  ToLine to_line, stream_to_line;
  AcrossTo<T, StridedPoints> to_split;
  AcrossTo<T, TablePoints> to_table, stream_to_table;
  AcrossFrom<T, StridedPoints> from_split;
  AcrossFrom<T, TablePoints> from_table;
};

// Numbers in vectors of any length.
template <class T>
struct alignas(64) LineOfNumbers {
  T numbers[64 / sizeof(T)];
};
template <class T>
std::vector<LineOfNumbers<T>> in_lines(const std::vector<T>& numbers);
template <class T>
const T* first_of(const std::vector<LineOfNumbers<T>>& lines) {
  return lines.empty() ? nullptr : &lines.front().numbers[0];
}
// Adds a vector of cosines and one of negative sines of 2 pi k / n, k = factor * point_of(lane).
template <class T, class PointOf>
void add_roots(std::vector<T>& numbers, Index n, Index factor, Index lanes, const PointOf& point_of) {
  for (const bool is_sine : {false, true})
    for (Index lane = 0; lane < lanes; ++lane) {
      const Index turn = factor * point_of(lane) % n;
      numbers.push_back(static_cast<T>(is_sine ? -root_sin(turn, n) : root_cos(turn, n)));
    }
}

// Of vectors of so many lanes; null where `across` is no multiple of them.
struct VectorLanes {
  int most = 1,
      half = 1;  // of the longest vectors of this processor, and of half the length if there are any
};
VectorLanes vector_lanes(double);
VectorLanes vector_lanes(float);
// The instruction set that this processor takes, by highway's name.
const char* vector_target(double);
const char* vector_target(float);
const AlongFunctions<double>* along_functions(double, int along, int lanes);
const AlongFunctions<float>* along_functions(float, int along, int lanes);
const AcrossFunctions<double>* across_functions(double, int across, int lanes);
const AcrossFunctions<float>* across_functions(float, int across, int lanes);

// The passes of lines of n points.
template <class T>
class RowPasses {
 public:
  RowPasses() = default;
  // None if n has no such factors. Long real lines are complex ones of half as many points.
  RowPasses(Kind kind, Index n, bool is_positive, int lanes);
  explicit operator bool() const { return across_points_ > 0; }
  // Real lines whose passes are those of a complex line, its parts the even and the odd points?
  bool are_halves() const { return are_halves_; }
  // Can complex lines of n points be transformed one by one?
  static bool has_lines(Index n, int lanes);
  bool has_lines() const { return lines_together_ > 0; }
  Index lines_at_once() const { return lines_at_once_; }
  int lanes() const { return lanes_; }
  Index columns_numbers() const {
    return std::max<Index>(lanes_, lines_at_once_) * columns_of_lines(nullptr, 1).line;
  }
  const AlongFunctions<T>& along() const { return *along_[0].functions; }
  const AcrossFunctions<T>& across() const { return *across_; }

  // Where columns are in scratch: the vectors of lines beside each other; those of long lines one after the
  // other, for the second pass along them.
  Columns<T> columns(T* scratch) const {
    const Index point = 2 * lanes_;
    if (n_passes_ == 1) return {scratch, point, lanes_ * point, across_points_ * point};
    return columns_of_lines(scratch, 1);
  }
  // `run`: of the first pass.
  void run_along(typename AlongFunctions<T>::Run run, const T* const* lines, int n_lines, Index ahead,
                 const Columns<T>& columns) const;
  void run_back(typename AlongFunctions<T>::Back run, const Columns<T>& columns, T* const* lines, int n_lines,
                T scale) const;

  // The pass across, of all columns.
  template <template <class> class Points>
  void run_across(const AcrossTo<T, Points>& to, const Columns<T>& in, const Points<T>& out, T scale) const;
  template <template <class> class Points>
  void run_across(const AcrossFrom<T, Points>& from, const Points<T>& in, const Columns<T>& out,
                  T scale) const;

  // Complex lines along vectors on both sides, `in(line)` and `out(line)` are their addresses.
  template <class In, class Out>
  void run_lines(typename AlongFunctions<T>::Run run, typename AcrossFunctions<T>::ToLine to_line,
                 const In& in, const Out& out, Index n_lines, Index ahead, T scale, T* scratch) const;

 private:
  struct Along {
    int points = 1, across = 1;  // points of a column after this pass
    const AlongFunctions<T>* functions = nullptr;
    std::vector<LineOfNumbers<T>> twiddles;  // [across / lanes][columns with twiddles][2][lanes]
  };
  static constexpr Index most_points = 16, most_lines = 8;
  static Index point_of(Index m) { return 2 * m; }
  void leave_lines(const Columns<T>& columns, T* const* out, Index n_lines,
                   typename AcrossFunctions<T>::ToLine to_line, T scale) const;
  // Of line after line; a gap after each column, and after so many lines another one.
  Columns<T> columns_of_lines(T* scratch, int n_gaps) const {
    const Index point = 2 * lanes_, column = point_of(along_[0].across) + (n_passes_ > 1 ? point : 0);
    return {scratch, along_[0].points * column + n_gaps * point, point, column};
  }
  bool find_factors(Index n, bool is_real);
  int find_lines_together() const {
    return along_[0].points % lanes_ == 0 ? 1 : along_[0].points * 2 == lanes_ ? 2 : 0;
  }
  void make_along(Along& pass, Index n, bool is_real);
  Index n_columns() const { return Index{along_[0].points} * along_[1].points; }
  // A positive exponent takes columns, and the frequencies of each, backwards: those of -j. Real lines have
  // conjugates in their place.
  bool is_backwards() const { return kind_ == Kind::c2c && is_positive_; }
  Index others(const Along& pass, Index column) const { return is_backwards() ? pass.points * column : 0; }
  Index apart(Index column) const { return is_backwards() ? -column : column; }
  // The second frequency of the column of frequency f.
  Index second_of(Index f) const { return f + (is_backwards() ? across_points_ - 1 : 1) * n_columns(); }

  // Calls work(column, first of its frequencies).
  template <class Work>
  void for_columns(const Columns<T>& columns, const Work& work) const {
    const Index second = point_of(across_points_);
    for (int i = 0; i < along_[1].points; ++i)
      for (int j = 0; j < along_[0].points; ++j)
        work(columns.first + j * columns.column + i * second, j + Index{along_[0].points} * i);
  }

  Kind kind_ = Kind::c2c;
  bool is_positive_ = false, are_halves_ = false;
  int lanes_ = 1, n_passes_ = 1, across_points_ = 0;
  int lines_together_ = 0;      // in the vectors of the pass across
  Index lines_at_once_ = 0;     // that a function gets
  std::array<Along, 2> along_;  // of which short lines have one
  const AcrossFunctions<T>* across_ = nullptr;
};

template <class T>
template <template <class> class Points>
void RowPasses<T>::run_across(const AcrossTo<T, Points>& to, const Columns<T>& in, const Points<T>& out,
                              T scale) const {
  const Index a = n_columns(), step = a * out.step;
  if (kind_ == Kind::c2c)
    return for_columns(in, [&](T* column, Index f) {
      to.complex(column, in.line, in.block, out.at(f), out.at(second_of(f)), apart(step), out.rest, scale,
                 scale);
    });
  const T im = is_positive_ ? -scale : scale;
  to.first(in.first, in.line, in.block, out.at(0), out.at(0), step, out.rest, scale, im);
  if (a % 2 == 0)
    to.middle(in.first + a / 2 * in.column, in.line, in.block, out.at(a / 2), out.at(a / 2), step, out.rest,
              scale, im);
  for (Index j = 1; 2 * j < a; ++j)
    to.pair(in.first + j * in.column, in.line, in.block, out.at(j), out.at(a - j), step, out.rest, scale, im);
}

template <class T>
template <template <class> class Points>
void RowPasses<T>::run_across(const AcrossFrom<T, Points>& from, const Points<T>& in, const Columns<T>& out,
                              T scale) const {
  const Index a = n_columns(), step = a * in.step;
  if (kind_ == Kind::c2c)
    return for_columns(out, [&](T* column, Index f) {
      from.complex(in.at(f), in.at(second_of(f)), apart(step), in.rest, scale, scale, column, out.line,
                   out.block);
    });
  const T im = is_positive_ ? scale : -scale;
  from.first(in.at(0), in.at(0), step, in.rest, scale, im, out.first, out.line, out.block);
  if (a % 2 == 0)
    from.middle(in.at(a / 2), in.at(a / 2), step, in.rest, scale, im, out.first + a / 2 * out.column,
                out.line, out.block);
  for (Index j = 1; 2 * j < a; ++j)
    from.pair(in.at(j), in.at(a - j), step, in.rest, scale, im, out.first + j * out.column, out.line,
              out.block);
}

template <class T>
template <class In, class Out>
void RowPasses<T>::run_lines(typename AlongFunctions<T>::Run run, typename AcrossFunctions<T>::ToLine to_line,
                             const In& in, const Out& out, Index n_lines, Index ahead, T scale,
                             T* scratch) const {
  const Columns<T> columns = columns_of_lines(scratch, 0);  // columns of two lines are one row of columns
  const T* from[most_lines];
  T* to[most_lines];
  for (Index line = 0; line < n_lines; line += lines_at_once_) {
    const Index n = std::min<Index>(lines_at_once_, n_lines - line), n_filled = n + n % lines_together_;
    for (Index i = 0; i < n_filled; ++i) {
      from[i] = in(line + std::min(i, n - 1));
      to[i] = out(line + std::min(i, n - 1));
    }
    run_along(run, from, static_cast<int>(n_filled), ahead, columns);
    leave_lines(columns, to, n_filled, to_line, scale);
  }
}

}  // namespace weft::inline kernels
