// Block kernels of the native backend: programs of operations on lines.
//
// A visit consists of units (a plane each), and a unit of operations: all lines of one axis of that unit,
// from one place to another. Between operations the array is split into groups of as many lines as a vector
// has lanes: of each point the real parts of the group, then the imaginary parts. So an operation exchanges
// lanes on one of its sides at most.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "kernels/block.hpp"
#include "kernels/native.hpp"
#include "kernels/native_rows.hpp"

namespace weft::inline kernels {

// The transform of one line.
template <class T>
struct BlockLine {
  static constexpr std::size_t most_passes = 3;
  Kind kind = Kind::c2c;
  Index n = 1;               // complex points inside: half the points of real lines
  bool is_positive = false;  // sign of the exponent
  std::vector<NativePass<T>> passes;
  Index row = 1;               // points in scratch from one transform to the next, after the first pass
  bool in_is_padded = false;   // a gap after every eighth point in scratch, before the first pass
  bool out_is_padded = false;  // and after the last
  std::vector<T> real_roots;   // [n / 2 + 1]: exp(-2 pi i k / (2 n)), for r2c and c2r
  RowPasses<T> rows;
};

// How lines lie in memory; distances in numbers, not in elements. Real lines are rows on the side of their
// points, and split on the other.
enum class BlockForm {
  rows,        // points of a line side by side; `line` from line to line
  columns,     // lines side by side; `point` from point to point
  split,       // groups of lines, real and imaginary parts apart; `point` from point to point, `group` from
               // group to group
  split_rows,  // lines along the groups of a split array: their points are its lanes; `line` from line to
               // line. Only of complex lines
};

// `batch`: of each thread, for the units of a batch.
enum class BlockBuffer { input, output, between, batch };

struct BlockPlace {
  BlockBuffer buffer = BlockBuffer::input;
  BlockForm form = BlockForm::rows;
  Index unit = 0;  // from unit to unit
  Index point = 0, line = 0, group = 0;
  Index ahead = 0;  // from a group to the one that is fetched while this one is read or written; 0: none
};

// Lines of one axis: those of a unit, or `n_lines` of `n_all` if units are parts of them.
template <class T>
struct BlockOperation {
  int line = 0;  // which of the program
  Index n_lines = 1;
  BlockPlace in, out;
  T scale = 1;
  Index n_all = 0;  // 0: each unit has n_lines
};

template <class T>
struct BlockVisit {
  Index n_units = 1;
  Index batch = 1;  // units that go through an operation before the next one
  std::vector<BlockOperation<T>> operations;
};

template <class T>
struct BlockProgram {
  std::vector<BlockLine<T>> lines;
  std::vector<BlockVisit<T>> visits;
  bool has_half_vectors = false;      // its groups are those of vectors of half the length
  Index between = 0, batch = 0;       // numbers of these buffers
  Index scratch = 0, rows_begin = 0;  // numbers of each thread; where what is between passes begins
};

template <class T>
struct BlockBuffers {
  std::array<T*, 4> first;  // by BlockBuffer
  T* scratch = nullptr;
};

// Units begin to end - 1 of a visit.
void run_visit(const BlockProgram<double>& program, const BlockVisit<double>& visit, Index begin, Index end,
               const BlockBuffers<double>& buffers);
void run_visit(const BlockProgram<float>& program, const BlockVisit<float>& visit, Index begin, Index end,
               const BlockBuffers<float>& buffers);

// Null: the native backend has no block kernel for this.
std::unique_ptr<BlockKernel> make_native_block(const BlockSpec& spec);

}  // namespace weft::inline kernels
