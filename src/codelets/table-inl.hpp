// The table of steps of WEFT_NUMBER, compiled once for each instruction set by google/highway and chosen when
// a plan is made.
//
// Included at the end of a file that is HWY_TARGET_INCLUDE and defines WEFT_NUMBER. No include guard: it is
// read once for every target.
#include "codelets/targets.hpp"
// After that:
#include <hwy/foreach_target.h>
// After foreach_target:
#include "codelets/complex_steps-inl.hpp"
#include "codelets/halves-inl.hpp"
#include "codelets/real_steps-inl.hpp"
#include "codelets/table.hpp"

HWY_BEFORE_NAMESPACE();
namespace weft::inline codelets {

namespace HWY_NAMESPACE {

template <Form from, Form to, Factors factors, class T, int... radices>
constexpr void add_complex(StepTable<T>& table, std::integer_sequence<int, radices...>) {
  auto& row = table.complex[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]
                           [static_cast<std::size_t>(factors)];
  ((row[radices] = complex_step<radices, from, to, factors, T>), ...);
}

template <class T, int... radices>
constexpr void add_real(StepTable<T>& table, std::integer_sequence<int, radices...>) {
  auto& lines = table.real[0];
  ((lines[static_cast<std::size_t>(RealStep::line)][radices] = real_line<radices, false, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::line_back)][radices] = real_line_back<radices, false, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::line_of_columns)][radices] = real_line<radices, true, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::line_of_columns_back)][radices] =
        real_line_back<radices, true, T>),
   ...);
  ((lines[static_cast<std::size_t>(RealStep::first)][radices] = real_first<radices, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::last_back)][radices] = real_last_back<radices, T>), ...);
}
template <class T, int... radices>
constexpr void add_columns(StepTable<T>& table, std::integer_sequence<int, radices...>) {
  auto& lines = table.real[0];
  ((lines[static_cast<std::size_t>(RealStep::pair)][radices] = real_pair<radices, false, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::pair_back)][radices] = real_pair_back<radices, false, T>), ...);
  ((lines[static_cast<std::size_t>(RealStep::column_back)][radices] = real_column_back<radices, false, T>),
   ...);
}
// With points along lines: columns are whole vectors of them.
template <int radix, class T>
constexpr void add_along(StepTable<T>& table) {
  auto& lines = table.real[1];
  lines[static_cast<std::size_t>(RealStep::first)][radix] = real_first_along<radix, T>;
  lines[static_cast<std::size_t>(RealStep::last_back)][radix] = real_last_back_along<radix, T>;
  if constexpr (n_lanes<T> != 1 && radix % n_lanes<T> == 0) {
    lines[static_cast<std::size_t>(RealStep::pair)][radix] = real_pair<radix, true, T>;
    lines[static_cast<std::size_t>(RealStep::pair_back)][radix] = real_pair_back<radix, true, T>;
    lines[static_cast<std::size_t>(RealStep::column_back)][radix] = real_column_back<radix, true, T>;
    add_complex<Form::rows, Form::mirror, Factors::none>(table, std::integer_sequence<int, radix>{});
  }
}
template <class T, int... radices>
constexpr void add_along(StepTable<T>& table, std::integer_sequence<int, radices...>) {
  (add_along<radices>(table), ...);
}

template <class T>
void make_factor(T* to, double re, double im) {
  for (int i = 0; i < factor_numbers<T> / 2; ++i) {
    to[i] = static_cast<T>(re);
    to[factor_numbers<T> / 2 + i] = static_cast<T>(HWY_TARGET != HWY_SCALAR && i % 2 == 0 ? -im : im);
  }
}
template <class T>
void make_lane_factor(T* to, int line, double re, double im) {
  constexpr int each = lane_factor_numbers<T> / 2 / lines_of<T>;
  for (int i = line * each; i < (line + 1) * each; ++i) {
    to[i] = static_cast<T>(re);
    to[lane_factor_numbers<T> / 2 + i] = static_cast<T>(HWY_TARGET != HWY_SCALAR && i % 2 == 0 ? -im : im);
  }
}

template <class T>
constexpr StepTable<T> make_table() {
  StepTable<T> table;
  table.target = HWY_TARGET;
  table.lines = lines_of<T>;
  table.lanes = n_lanes<T>;
  add_complex<Form::columns, Form::columns, Factors::none>(table, Radices{});
  add_complex<Form::columns, Form::columns, Factors::scale>(table, Radices{});
  add_complex<Form::columns, Form::columns, Factors::same>(table, Radices{});
  add_complex<Form::columns, Form::columns, Factors::lanes>(table, Radices{});
  add_complex<Form::rows, Form::columns, Factors::none>(table, Radices{});
  add_complex<Form::rows, Form::columns, Factors::scale>(table, Radices{});
  add_complex<Form::rows, Form::columns, Factors::same>(table, Radices{});
  add_complex<Form::columns, Form::rows, Factors::none>(table, Radices{});
  add_complex<Form::columns, Form::rows, Factors::scale>(table, Radices{});
  add_complex<Form::rows, Form::rows, Factors::scale>(table, Radices{});
  add_complex<Form::columns, Form::mirror, Factors::none>(table, ColumnRadices{});
  add_complex<Form::table, Form::columns, Factors::same>(table, Radices{});
  add_complex<Form::columns, Form::table, Factors::none>(table, Radices{});
  add_complex<Form::columns, Form::stream, Factors::none>(table, Radices{});
  add_complex<Form::rows, Form::table, Factors::none>(table, Radices{});
  add_complex<Form::rows, Form::table, Factors::scale>(table, Radices{});
  add_complex<Form::rows, Form::stream, Factors::none>(table, Radices{});
  add_complex<Form::rows, Form::stream, Factors::scale>(table, Radices{});
  add_real(table, RealRadices{});
  add_columns(table, ColumnRadices{});
  add_along(table, RealRadices{});
  table.separate = separate_step<T>;
  table.combine = combine_step<T>;
  table.separate_along = halves_along<false, T>;
  table.combine_along = halves_along<true, T>;
  table.transpose = transpose_step<2, T>;
  table.transpose_reals = transpose_step<1, T>;
  table.transposes = transposes<T>;
  table.make_factor = make_factor<T>;
  table.make_lane_factor = make_lane_factor<T>;
  table.factor_numbers = factor_numbers<T>;
  table.lane_factor_numbers = lane_factor_numbers<T>;
  return table;
}

const StepTable<WEFT_NUMBER>* Table(WEFT_NUMBER) {
  static constexpr StepTable<WEFT_NUMBER> table = make_table<WEFT_NUMBER>();
  return &table;
}

}  // namespace HWY_NAMESPACE

}  // namespace weft::inline codelets
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft::inline codelets {

namespace {
HWY_EXPORT(Table);
}  // namespace

std::array<const StepTable<WEFT_NUMBER>*, 4> step_tables(WEFT_NUMBER number) {
  std::array<const StepTable<WEFT_NUMBER>*, 4> tables{HWY_DYNAMIC_DISPATCH(Table)(number)};
  [[maybe_unused]] std::size_t n = 1;
  [[maybe_unused]] const auto add = [&](const StepTable<WEFT_NUMBER>* table) {
    if (table->lanes < tables[n - 1]->lanes) tables[n++] = table;
  };
#if HWY_TARGETS & HWY_AVX2
  add(N_AVX2::Table(number));
#endif
#if HWY_TARGETS & HWY_SSE4
  add(N_SSE4::Table(number));
#endif
  return tables;
}

}  // namespace weft::inline codelets
#endif
