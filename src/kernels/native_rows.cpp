// Row passes: which lengths have them, and their tables.
#include "kernels/native_rows.hpp"

#include <algorithm>

#include "codelets/constants.hpp"
#include "kernels/native.hpp"

namespace weft::inline kernels {

namespace {

template <int... radices>
bool is_radix(Index n, std::integer_sequence<int, radices...>) {
  return n == 1 || ((n == radices) || ...);
}
bool is_radix(Index n) { return is_radix(n, NativeRadices{}); }

}  // namespace

template <class T>
std::vector<LineOfNumbers<T>> in_lines(const std::vector<T>& numbers) {
  constexpr std::size_t of_line = 64 / sizeof(T);
  std::vector<LineOfNumbers<T>> lines((numbers.size() + of_line - 1) / of_line);
  for (std::size_t i = 0; i < numbers.size(); ++i) lines[i / of_line].numbers[i % of_line] = numbers[i];
  return lines;
}
template std::vector<LineOfNumbers<double>> in_lines(const std::vector<double>& numbers);
template std::vector<LineOfNumbers<float>> in_lines(const std::vector<float>& numbers);

template <class T>
RowPasses<T>::RowPasses(Kind kind, Index n, bool is_positive, int lanes)
    : kind_(kind), is_positive_(is_positive), lanes_(lanes) {
  if (kind != Kind::c2c && !find_factors(n, true) && n % 2 == 0) {
    kind_ = Kind::c2c;
    are_halves_ = true;
    is_positive_ = kind == Kind::c2r;
    n /= 2;
  }
  if (across_points_ == 0 && !find_factors(n, false)) return;
  const bool is_real = kind_ != Kind::c2c;
  lines_together_ = is_real ? 0 : find_lines_together();
  constexpr Index wanted = (16 << 10) / (2 * sizeof(T));  // points: half of the first level of cache
  lines_at_once_ = std::clamp<Index>(wanted / n / 2 * 2, lines_together_, most_lines);
  make_along(along_[0], n, is_real);
  if (n_passes_ > 1) make_along(along_[1], along_[0].across, is_real);
}

template <class T>
bool RowPasses<T>::has_lines(Index n, int lanes) {
  RowPasses passes;
  passes.lanes_ = lanes;
  return passes.find_factors(n, false) && passes.find_lines_together() > 0;
}

// Sixteen points at once are more than the registers hold: only where that saves a pass along the lines. Of
// two passes along lines the first one has as many points as vectors have lanes where it can be: then lines
// can be transformed one by one.
template <class T>
bool RowPasses<T>::find_factors(Index n, bool is_real) {
  const auto can_be_across = [&](int across) {
    return n % across == 0 && across_functions(T{}, across, lanes_) != nullptr;
  };
  const auto take = [&](int across, Index first, Index second) {
    across_ = across_functions(T{}, across, lanes_);
    across_points_ = across;
    n_passes_ = second > 1 ? 2 : 1;
    along_[0].points = static_cast<int>(first);
    along_[0].across = static_cast<int>(second) * across;
    along_[1].points = static_cast<int>(second);
    along_[1].across = across;
  };
  for (const int across : {n == 16 ? 16 : 8, 16})
    if (can_be_across(across) && is_radix(n / across)) {
      take(across, n / across, 1);
      return true;
    }
  if (is_real) return false;
  const auto badness = [&](Index first, Index second) {
    return (first % lanes_ == 0 ? 0 : 2 * most_points) + std::max(first, second);
  };
  Index least = 0;
  for (const int across : {8, 16})
    for (Index first = 2; first <= most_points; ++first) {
      if (!can_be_across(across) || !is_radix(first) || n % (across * first) != 0) continue;
      const Index second = n / across / first;
      if (!is_radix(second) || (least != 0 && badness(first, second) >= least)) continue;
      take(across, first, second);
      least = badness(first, second);
    }
  return least != 0;
}

// Of complex lines neighbouring points are in the order in which vectors part real and imaginary numbers.
template <class T>
void RowPasses<T>::make_along(Along& pass, Index n, bool is_real) {
  pass.functions = along_functions(T{}, pass.points, lanes_);
  std::vector<T> numbers;
  for (Index first = 0; first < pass.across; first += lanes_)
    for (Index i = 1; i <= (is_real ? (pass.points - 1) / 2 : pass.points - 1); ++i)
      add_roots(numbers, n, is_backwards() ? n - pass.points + i : i, lanes_,
                [&](Index lane) { return first + (is_real ? lane : lane / 2 + lane % 2 * (lanes_ / 2)); });
  pass.twiddles = in_lines(numbers);
}

template <class T>
void RowPasses<T>::run_along(typename AlongFunctions<T>::Run run, const T* const* lines, int n_lines,
                             Index ahead, const Columns<T>& to) const {
  const Along &first = along_[0], &second = along_[1];
  run(first_of(first.twiddles), first.across, lines, n_lines, ahead, to.first, to.line, to.block,
      others(first, to.column), apart(to.column));
  if (n_passes_ == 1) return;
  const Index inner = point_of(second.across);
  for (int line = 0; line < n_lines; ++line) {
    T* const columns = to.first + line * to.line;
    const T* from[most_points];
    for (int j = 0; j < first.points; ++j) from[j] = columns + j * to.column;
    second.functions->from_split(first_of(second.twiddles), second.across, from, first.points, 0, columns,
                                 to.column, to.block, others(second, inner), apart(inner));
  }
}

template <class T>
void RowPasses<T>::run_back(typename AlongFunctions<T>::Back run, const Columns<T>& from, T* const* lines,
                            int n_lines, T scale) const {
  const Along &first = along_[0], &second = along_[1];
  const Index inner = point_of(second.across);
  for (int line = 0; n_passes_ > 1 && line < n_lines; ++line) {
    T* const columns = from.first + line * from.line;
    T* to[most_points];
    for (int j = 0; j < first.points; ++j) to[j] = columns + j * from.column;
    second.functions->to_split(first_of(second.twiddles), second.across, columns, from.column, from.block,
                               others(second, inner), apart(inner), to, first.points, T{1});
  }
  run(first_of(first.twiddles), first.across, from.first, from.line, from.block, others(first, from.column),
      apart(from.column), lines, n_lines, scale);
}

// The pass across of lines one by one, or two by two.
template <class T>
void RowPasses<T>::leave_lines(const Columns<T>& columns, T* const* out, Index n_lines,
                               typename AcrossFunctions<T>::ToLine to_line, T scale) const {
  const Index first = along_[0].points, inner = point_of(across_points_);
  const Index to_others = point_of(second_of(0)), step = point_of(apart(n_columns()));
  for (Index line = 0; line < n_lines; line += lines_together_) {
    const Index half = lines_together_ == 1 ? lanes_ : out[line + 1] - out[line];
    const T* const columns_of_line = columns.first + line * columns.line;
    for (Index i = 0; i < along_[1].points; ++i)
      for (Index j = 0; j < first; j += lanes_) {
        T* const f = out[line] + point_of(j + first * i);
        to_line(columns_of_line + j * columns.column + i * inner, columns.column, columns.block, f,
                f + to_others, step, half, scale);
      }
  }
}

template class RowPasses<double>;
template class RowPasses<float>;

}  // namespace weft::inline kernels
