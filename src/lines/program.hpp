// A program of steps: what planning makes of lines and arrays, and all that the steps point to.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "base/arena.hpp"
#include "codelets/table.hpp"

namespace weft::inline lines {

template <class T>
using Steps = std::vector<Step<T>>;

// The bases of steps: an array from one visit to the next, a plane of each thread, tables of distances of the
// input and of the output, and scratch of each thread, for lines between their steps.
enum Base : int {
  input,
  output,
  between,
  plane,
  in_table,
  out_table,
  scratch_first,
  scratch_second,
  scratch_of_halves,
  scratch_of_reals,
  scratch_in,
  scratch_out
};
inline constexpr int n_scratches = n_bases - scratch_first;

// Where lines are, in numbers: lines side by side have `line` 2, those along memory `point` 2. Of lines whose
// points are at distances of a table, `point` counts its entries; they lie side by side or along memory as
// well.
struct LinePlace {
  int base = input;
  Index offset = 0;
  Index point = 2, line = 2;
  int table = 0;         // a base; 0: none
  bool streams = false;  // into a table
  bool is_across() const { return line == 2; }
  Form form() const {
    if (table != 0) return streams ? Form::stream : Form::table;
    return line == 2 ? Form::columns : Form::rows;
  }
};

// Lines in blocks that use the same scratch one after the other: `n` times `steps`, while the bases move, and
// once `rest`, whose places count from the first block. No two blocks write the same lines.
template <class T>
struct LineBlocks {
  Index n = 0;
  Steps<T> steps, rest;
  Index move[n_bases] = {};
  bool empty() const { return n == 0 && rest.empty(); }
};

template <class T>
class Program {
 public:
  explicit Program(const StepTable<T>& table) : table_(&table) {}
  const StepTable<T>& table() const { return *table_; }

  // Of a step of `radix` with which a line of n points begins: exp(sign 2 pi i j m / n) times the scale, for
  // m < n / radix and 0 < j < radix. Frequencies go down where the sign is positive.
  const T* step_factors(Index n, int radix, int sign, double scale);
  // The same of lines along memory: m are the lanes of vectors.
  const T* lane_factors(Index n, int radix, int sign);
  // (cos, sin) of exp(sign 2 pi i j m / n) times the scale for m < n / a and 0 < j < a / 2, for real lines;
  // the cosines of so many m together, and their sines.
  const T* real_factors(Index n, int a, int sign, double scale, int together = 1);
  // (cos, sin) of exp(sign 2 pi i k / n) for 0 < k <= n / 4.
  const T* half_factors(Index n, int sign);

  Step<T> loop(Steps<T> steps, Index count, const Index* move);
  Steps<T>& steps_of(const Step<T>& loop);
  void append(Steps<T>& steps, const LineBlocks<T>& blocks);

  // Scratch number `which` has at least so many numbers.
  void hold(int which, Index numbers);
  Index scratch_numbers() const;
  T* scratch(int which, T* first) const;  // where it begins

 private:
  enum class Kind { step, lane, real, real_lane, half };
  using Key = std::tuple<Kind, Index, int, int, double>;
  // The numbers of a key, which are filled by `fill(first)` when they are asked for the first time.
  template <class Fill>
  const T* numbers(const Key& key, Index n, const Fill& fill);

  const StepTable<T>* table_;
  std::vector<std::unique_ptr<Steps<T>>> loops_;
  Arena arena_;
  std::map<Key, const T*> factors_;
  Index scratch_[n_scratches] = {};
};

extern template class Program<double>;
extern template class Program<float>;

}  // namespace weft::inline lines
