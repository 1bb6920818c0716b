// The table of steps, one for each precision and instruction set.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "codelets/step.hpp"

namespace weft::inline codelets {

// Radices of complex steps, of first steps of real lines, and of steps of their columns.
using Radices = std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16>;
using RealRadices = std::integer_sequence<int, 2, 4, 6, 8, 10, 12, 16>;
using ColumnRadices = std::integer_sequence<int, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16>;
inline constexpr int most_radix = 16;

enum class RealStep {
  line,
  line_back,
  line_of_columns,
  line_of_columns_back,
  first,
  last_back,
  pair,
  pair_back,
  column_back
};

template <class T>
struct StepTable {
  using Row = std::array<StepFunction<T>, most_radix + 1>;                 // by radix; null: there is none
  std::int64_t target = 0;                                                 // of highway
  int lines = 1;                                                           // of a complex group,
  int lanes = 1;                                                           // of a real one
  std::array<std::array<std::array<Row, 4>, n_forms>, n_forms> complex{};  // by Form, Form and Factors
  std::array<std::array<Row, 9>, 2> real{};  // of lines in the lanes, or points along lines; by RealStep
  StepFunction<T> separate = nullptr, combine = nullptr;
  StepFunction<T> separate_along = nullptr, combine_along = nullptr;
  StepFunction<T> transpose = nullptr, transpose_reals = nullptr;
  // Lines along memory that no step takes as rows are transposed before and after their steps, else gathered.
  bool transposes = false;
  void (*make_factor)(T* to, double re, double im) = nullptr;  // of `factors`, Factors::same
  void (*make_lane_factor)(T* to, int line, double re, double im) = nullptr;
  int factor_numbers = 2, lane_factor_numbers = 2;

  StepFunction<T> at(Form from, Form to, Factors factors, int radix) const {
    return complex[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]
                  [static_cast<std::size_t>(factors)][static_cast<std::size_t>(radix)];
  }
  StepFunction<T> at(RealStep step, int radix, bool along = false) const {
    return real[along ? 1 : 0][static_cast<std::size_t>(step)][static_cast<std::size_t>(radix)];
  }
};

// The tables of this processor's instruction sets that differ in the length of their vectors, the longest
// ones first; null behind the last.
std::array<const StepTable<double>*, 4> step_tables(double);
std::array<const StepTable<float>*, 4> step_tables(float);

}  // namespace weft::inline codelets
