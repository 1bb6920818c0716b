// Row passes: the transform of a group of lines, as many as vectors have lanes, whose points lie along
// vectors on one side, in two passes through memory.
//
// Point m + b k of a line of a * b points, m < b, k < a, gives frequency j + a q. The pass *along* the lines
// transforms over k, as many neighbouring m as a vector has lanes, of one line at a time. The pass *across*
// them transforms over m; its lanes are lines, and squares of numbers are transposed in registers on the way.
// Back from frequencies the pass across is the first one. Column j of a line is what belongs to frequencies
// j + a q; those of real lines are the columns 0 and a / 2, which stay real, and those between.
#pragma once

#include <vector>

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// Where columns are: the vectors of a line are `block` apart, those of the next line `line`.
template <class T>
struct Columns {
  T* first;
  Index line, block, column;
};

// Where frequencies of lines side by side are: a fixed distance apart, from the first one; numbers `rest` of
// them are fetched early if that is not 0;
template <class T>
struct StridedPoints {
  using At = T*;
  using Rest = Index;
  T* first;
  Index step;
  Rest rest = 0;
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

// What the passes of so many points do.
template <class T>
struct AlongFunctions {
  using Run = void (*)(const T* twiddles, int across, const T* const* lines, Index ahead, T* columns);
  using Back = void (*)(const T* twiddles, int across, const T* columns, T* const* lines, int n_lines,
                        T scale);
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
  AcrossTo<T, StridedPoints> to_split, to_columns, rows_to_split, rows_to_columns;  // rows: of one column
  AcrossTo<T, TablePoints> to_table, stream_to_table;
  AcrossFrom<T, StridedPoints> from_split, from_columns, split_to_rows, columns_to_rows;
  AcrossFrom<T, TablePoints> from_table;
};

// Of vectors of so many lanes; null where `across` is no multiple of them.
struct VectorLanes {
  int most = 1,
      half = 1;  // of the longest vectors of this processor, and of half the length if there are any
};
VectorLanes vector_lanes(double);
VectorLanes vector_lanes(float);
const AlongFunctions<double>* along_functions(double, int along, int lanes);
const AlongFunctions<float>* along_functions(float, int along, int lanes);
const AcrossFunctions<double>* across_functions(double, int across, int lanes);
const AcrossFunctions<float>* across_functions(float, int across, int lanes);

// The passes of lines of n points.
template <class T>
class RowPasses {
 public:
  RowPasses() = default;
  // None if n has no such factors.
  RowPasses(Kind kind, Index n, bool is_positive, int lanes);
  explicit operator bool() const { return across_points_ > 0; }
  bool is_one_column() const { return along_points_ == 1; }
  int lanes() const { return lanes_; }
  Index columns_numbers() const { return Index{2} * lanes_ * along_points_ * across_points_; }
  const AlongFunctions<T>& along() const { return *along_; }
  const AcrossFunctions<T>& across() const { return *across_; }

  // Where columns are in scratch.
  Columns<T> columns(T* scratch) const {
    const Index point = 2 * lanes_;
    return {scratch, point, lanes_ * point, across_points_ * point};
  }
  void run_along(typename AlongFunctions<T>::Run run, const T* const* lines, Index ahead, T* columns) const {
    run(twiddles(), across_points_, lines, ahead, columns);
  }
  void run_back(typename AlongFunctions<T>::Back run, const T* columns, T* const* lines, int n_lines,
                T scale) const {
    run(twiddles(), across_points_, columns, lines, n_lines, scale);
  }

  // The pass across, of all columns.
  template <template <class> class Points>
  void run_across(const AcrossTo<T, Points>& to, const Columns<T>& in, const Points<T>& out, T scale) const;
  template <template <class> class Points>
  void run_across(const AcrossFrom<T, Points>& from, const Points<T>& in, const Columns<T>& out,
                  T scale) const;

 private:
  struct alignas(64) Numbers {
    T numbers[64 / sizeof(T)];
  };
  const T* twiddles() const { return twiddles_.empty() ? nullptr : &twiddles_.front().numbers[0]; }
  // Frequencies of a positive exponent are those of -f.
  Index place(Index f) const { return is_positive_ && f != 0 ? n_ - f : f; }

  Kind kind_ = Kind::c2c;
  Index n_ = 1;
  bool is_positive_ = false;
  int lanes_ = 1, along_points_ = 1, across_points_ = 0;
  std::vector<Numbers> twiddles_;  // [across / lanes][columns with twiddles][2][lanes]
  const AlongFunctions<T>* along_ = nullptr;
  const AcrossFunctions<T>* across_ = nullptr;
};

template <class T>
template <template <class> class Points>
void RowPasses<T>::run_across(const AcrossTo<T, Points>& to, const Columns<T>& in, const Points<T>& out,
                              T scale) const {
  const int a = along_points_;
  const Index apart = a * out.step;
  if (kind_ == Kind::c2c) {
    for (int j = 0; j < a; ++j)
      to.complex(in.first + j * in.column, in.line, in.block, out.at(place(j)), out.at(place(a + j)),
                 is_positive_ ? -apart : apart, out.rest, scale, scale);
    return;
  }
  const T im = is_positive_ ? -scale : scale;
  to.first(in.first, in.line, in.block, out.at(0), out.at(0), apart, out.rest, scale, im);
  if (a % 2 == 0)
    to.middle(in.first + a / 2 * in.column, in.line, in.block, out.at(a / 2), out.at(a / 2), apart, out.rest,
              scale, im);
  for (int j = 1; 2 * j < a; ++j)
    to.pair(in.first + j * in.column, in.line, in.block, out.at(j), out.at(a - j), apart, out.rest, scale,
            im);
}

template <class T>
template <template <class> class Points>
void RowPasses<T>::run_across(const AcrossFrom<T, Points>& from, const Points<T>& in, const Columns<T>& out,
                              T scale) const {
  const int a = along_points_;
  const Index apart = a * in.step;
  if (kind_ == Kind::c2c) {
    for (int j = 0; j < a; ++j)
      from.complex(in.at(place(j)), in.at(place(a + j)), is_positive_ ? -apart : apart, in.rest, scale, scale,
                   out.first + j * out.column, out.line, out.block);
    return;
  }
  const T im = is_positive_ ? scale : -scale;
  from.first(in.at(0), in.at(0), apart, in.rest, scale, im, out.first, out.line, out.block);
  if (a % 2 == 0)
    from.middle(in.at(a / 2), in.at(a / 2), apart, in.rest, scale, im, out.first + a / 2 * out.column,
                out.line, out.block);
  for (int j = 1; 2 * j < a; ++j)
    from.pair(in.at(j), in.at(a - j), apart, in.rest, scale, im, out.first + j * out.column, out.line,
              out.block);
}

}  // namespace weft::inline kernels
