// A step: a butterfly of one radix, applied to many sets of points. A transform is a list of steps, a value
// that planning makes; running a list decides nothing.
//
// A step makes `count` butterflies of a line, and each of them for `groups` groups of lines: as many lines as
// a vector holds. All distances are in numbers, not in elements.
#pragma once

#include "weft/layout.hpp"

namespace weft::inline codelets {

template <class T>
struct Step;
template <class T>
using StepFunction = void (*)(const Step<T>& step, T* const* bases);

// What lies side by side in memory: the lines of a group (columns); the points of a line, and `lane` is from
// line to line (rows); columns of which the upper half of the frequencies is written as the complex
// conjugates of the frequencies down from the end (mirror), as half of the modes of real lines; columns at
// distances of a table (table), and the same written around the cache (stream).
enum class Form { columns, rows, mirror, table, stream };
inline constexpr int n_forms = 5;
// What results are multiplied with: nothing; a scale; for each butterfly, a scale and the twiddle factors of
// a line that go on with `count`; twiddle factors of the lanes, which go on with `groups`.
enum class Factors { none, scale, same, lanes };

inline constexpr int n_bases = 12;
// Of a group that is written around the cache: a line of the cache.
template <class T>
inline constexpr Index streamed_lines = 64 / (2 * static_cast<Index>(sizeof(T)));

template <class T>
struct Step {
  StepFunction<T> function = nullptr;
  int source = 0, target = 0;       // numbers of the bases that it reads and writes
  Index in = 0, out = 0;            // where the first butterfly begins
  Index point = 0, frequency = 0;   // from point to point, from frequency to frequency
  Index next_in = 0, next_out = 0;  // to the next butterfly of a line
  Index count = 1;
  Index group_in = 0, group_out = 0;  // to the next group of lines
  Index groups = 1;
  Index last_in = 0, last_out = 0;  // where the last group begins, which may share lines with the one before
  Index lane_in = 0, lane_out = 0;  // from line to line, of rows
  // Bases that are tables of distances in bytes. `point` and `next_in`, or `frequency`, `next_out` and
  // `others`, are entries of the table then.
  int table_in = 0, table_out = 0;
  // Where the others begin to be counted: 0, and of a positive exponent, whose frequencies go down, after the
  // last one. Of real steps and the form `mirror`, see there.
  Index others = 0;
  T scale = 1;  // of what `factors` says, and of real steps
  const T* factors = nullptr;
  Index ahead = 0;  // memory so far behind what is read will be read soon, and is fetched; 0: nothing
  // Of a loop, a list that is run `count` times while the bases move.
  const Step* steps = nullptr;
  Index n_steps = 0;
  Index move[n_bases] = {};
};

template <class T>
inline void run(const Step<T>* steps, Index n, T* const* bases) {
  for (const Step<T>* end = steps + n; steps != end; ++steps) steps->function(*steps, bases);
}

template <class T>
void loop(const Step<T>& step, T* const* bases) {
  T* moved[n_bases];
  for (int i = 0; i < n_bases; ++i) moved[i] = bases[i];
  for (Index i = step.count;;) {
    run(step.steps, step.n_steps, moved);
    if (--i == 0) return;
    for (int k = 0; k < n_bases; ++k) moved[k] += step.move[k];
  }
}

}  // namespace weft::inline codelets
